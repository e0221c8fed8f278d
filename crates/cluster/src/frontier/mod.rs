//! The frontier: the couples near the question, with proof numbers, and which of them workers are searching.
//!
//! A *part* is a component that was met. It is a leaf until it is expanded, which lists its options. A couple (part,
//! nimber) of an expanded part has its numbers from its options, as in the search itself (section 5 of the paper); a
//! couple of a leaf has an estimate, or the numbers that a worker found. On the walk to the most promising leaf, an
//! option with jobs below it looks harder than it is (virtual loss, as between the threads of one machine), so that
//! workers spread over the graph, but stay together where one option is far better than the others. The numbers that are
//! kept stay true. A walk that ends at a leaf that is being searched expands it.
//!
//! Start reading at [`Frontier::select`]; `evaluate` has the arithmetic, `grow` the part that changes the graph.
//!
//! # Invariant
//! Only facts decide: what workers proved, theorems of the game, and what follows from both by mex.

mod evaluate;
mod grow;
mod select;

pub(crate) use evaluate::{Decision, Numbers};
pub(crate) use select::Leaf;

use crate::couples::{Board, Key};
use grundy_core::{Component, Estimate, Hints, Nimber, NimberSet, Outcome};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Who wins.
    Outcome,
    /// The nimber.
    Nimber,
}

/// A position and what is asked about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Its components.
    pub components: Vec<Component>,
    /// What is asked.
    pub goal: Goal,
}

/// The number of a part.
pub(crate) type PartId = u32;

/// An option: its parts, equal pairs cancelled.
pub(crate) type OptionParts = Box<[PartId]>;

/// A component and what is known of it.
pub(crate) struct Part {
    /// Exact canonical form.
    pub bytes: Component,
    pub nimber: Option<Nimber>,
    pub excluded: NimberSet,
    pub estimate: Estimate,
    /// `None` for a leaf.
    options: Option<Arc<[OptionParts]>>,
    /// Expanded parts that have this one in an option.
    users: Vec<PartId>,
    /// Couples whose numbers are kept, by nimber.
    couples: BTreeMap<Nimber, Numbers>,
    /// Whether it belongs to the question, or to an option of an expanded part.
    attached: bool,
    /// Failed attempts to search it.
    pub failures: u32,
}

impl Part {
    pub fn is_leaf(&self) -> bool {
        self.options.is_none()
    }
}

/// Something that was found out: to be logged and shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum News {
    /// A part has this nimber.
    Nimber(PartId, Nimber),
    /// A part does not have this nimber.
    NotNimber(PartId, Nimber),
    /// A part was expanded.
    Expanded(PartId),
}

/// The top of the search graph.
pub(crate) struct Frontier<G> {
    game: G,
    theorems: bool,
    parts: Vec<Part>,
    ids: HashMap<Component, PartId>,
    /// Parts whose users have to be evaluated again.
    changed: VecDeque<PartId>,
    news: Vec<News>,
    /// How many jobs are below each couple.
    jobs: HashMap<(PartId, Nimber), u32>,
    /// During a walk: the couples that the worker was sent to the last time.
    home: Vec<(PartId, Nimber)>,
    /// What workers found of couples.
    board: Arc<Mutex<Board>>,
    /// The couples of leaves.
    keys: HashMap<Key, (PartId, Nimber)>,
    /// One winning couple in this many is not believed.
    sample: u64,
    contradiction: Option<String>,
    /// Parts before this one were looked up among the facts of others.
    looked_up: usize,
}

impl<G: Hints> Frontier<G> {
    /// An empty frontier.
    pub fn new(game: G, theorems: bool, board: Arc<Mutex<Board>>, sample: u64) -> Self {
        Frontier {
            game,
            theorems,
            parts: Vec::new(),
            ids: HashMap::new(),
            changed: VecDeque::new(),
            news: Vec::new(),
            jobs: HashMap::new(),
            home: Vec::new(),
            board,
            keys: HashMap::new(),
            sample,
            contradiction: None,
            looked_up: 0,
        }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    pub fn part(&self, id: PartId) -> &Part {
        &self.parts[id as usize]
    }

    pub fn part_mut(&mut self, id: PartId) -> &mut Part {
        &mut self.parts[id as usize]
    }

    /// The part with these exact bytes, if it was met.
    pub fn find(&self, exact: &[u8]) -> Option<PartId> {
        self.ids.get(&Component::from(exact)).copied()
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// What was found out since the last call.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// What cannot be true, if two facts contradict each other.
    pub fn contradiction(&self) -> Option<&str> {
        self.contradiction.as_deref()
    }

    /// The answer to a question as `(outcome, nimber)`, as far as facts decide it.
    pub fn answer(&self, parts: &[PartId], goal: Goal) -> Option<(Outcome, Option<Nimber>)> {
        if self.contradiction.is_some() {
            return None;
        }
        let open: Vec<PartId> = parts.iter().copied().filter(|&id| self.part(id).nimber.is_none()).collect();
        let known = Nimber::nim_sum(parts.iter().filter_map(|&id| self.part(id).nimber));
        match (&open[..], goal) {
            ([], _) => Some((Outcome::of(known), Some(known))),
            ([last], Goal::Outcome) if self.part(*last).excluded.contains(known) => Some((Outcome::Win, None)),
            _ => None,
        }
    }
}
