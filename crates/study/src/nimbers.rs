//! Algorithms 1, 2 and 3 (sections 5.2 to 5.4 of the paper), plain, with a count of the nodes they compute.
//!
//! The three are one loop over a stack of couples: a couple that waits for another one stays on the stack, the other
//! one is put on top, and when that is decided the first looks again. A couple of a sum waits for what Algorithm 2
//! needs next; a nimber is found by asking for the couples (P, 0), (P, 1), ... until one is losing (Algorithm 3); any
//! other couple waits for its options (Algorithm 1).
//!
//! # How nodes are counted
//! A node computed is a couple (P, n) whose outcome was found by going through its options or, if P is a sum, through
//! its components. It is counted like a node of [`crate::solve_elementary`], for (P, n) *is* the position P + n: once,
//! when its outcome is found, couples without options included. What follows from a stored couple is not computed
//! again: a losing couple (P, n) is a known nimber, and settles every other couple of P ("we store only losing couples,
//! i.e. positions whose nimber is known", section 6.1).

use crate::arena::{Arena, Id};
use crate::{PlainSum, Strategy, StudyError};
use grundy_core::{Hints, Nimber, NimberSet, Outcome};
use std::collections::HashSet;

/// What Algorithms 1, 2 and 3 found.
#[derive(Clone, Debug)]
pub struct ByNimbers {
    /// The outcome of the position.
    pub outcome: Outcome,
    /// Its nimber, where the computation found it: always if it is losing.
    pub nimber: Option<Nimber>,
    /// The number of nodes computed: couples whose outcome was found.
    pub computed: usize,
    /// The number of different positions in those couples.
    pub positions: usize,
    /// The positions of which the nimber is known now: the losing couples of the paper's tables.
    pub nimbers: Vec<(PlainSum, Nimber)>,
}

/// Finds the outcome of a position: Algorithm 1 on the couple (position, 0).
///
/// # Errors
/// More than `limit` positions met or couples computed, or a position that leads back to itself.
pub fn solve_by_nimbers<G: Hints>(
    game: &G,
    position: &PlainSum,
    strategy: Strategy<'_>,
    limit: usize,
) -> Result<ByNimbers, StudyError> {
    let mut search = Search::new(game, strategy, limit);
    let root = search.arena.enter(position)?;
    search.run(root, Nimber::ZERO)?;
    Ok(search.report(root))
}

/// Finds the nimber of a position: Algorithm 3, which tries 0, 1, 2, ... The report has the nimber.
///
/// # Errors
/// As [`solve_by_nimbers`].
pub fn nimber_by_trying<G: Hints>(
    game: &G,
    position: &PlainSum,
    strategy: Strategy<'_>,
    limit: usize,
) -> Result<ByNimbers, StudyError> {
    let mut search = Search::new(game, strategy, limit);
    let root = search.arena.enter(position)?;
    while let Some(untried) = search.untried(root) {
        search.run(root, untried)?;
    }
    Ok(search.report(root))
}

struct Search<'g, 's, G> {
    arena: Arena<'g, G>,
    strategy: Strategy<'s>,
    limit: usize,
    facts: Vec<Facts>,
    computed: usize,
}

/// What is known of a position.
#[derive(Clone, Default)]
struct Facts {
    /// Its nimber: the losing couple.
    nimber: Option<Nimber>,
    /// Nimbers it does not have: the winning couples.
    excluded: NimberSet,
}

/// A couple under computation.
struct Goal {
    position: Id,
    nimber: Nimber,
    way: Way,
}

enum Way {
    /// Algorithm 1: which of the options comes next, those of the position part first.
    Options { position_part: Vec<Id>, next: usize, next_nimber: u32 },
    /// Algorithm 2: the components, the one without a nimber last.
    Split { rest: Vec<Id>, last: Id },
}

/// What a look at a couple says.
enum Look {
    Decided(Outcome),
    Needs(Id, Nimber),
}

impl<'g, 's, G: Hints> Search<'g, 's, G> {
    fn new(game: &'g G, strategy: Strategy<'s>, limit: usize) -> Self {
        Search { arena: Arena::new(game, limit), strategy, limit, facts: Vec::new(), computed: 0 }
    }

    /// Decides the couple (position, nimber).
    fn run(&mut self, position: Id, nimber: Nimber) -> Result<(), StudyError> {
        let mut open = HashSet::from([(position, nimber)]);
        let mut stack = vec![self.goal(position, nimber)?];
        while let Some(goal) = stack.last_mut() {
            match self.look(goal) {
                Look::Needs(position, nimber) => {
                    if !open.insert((position, nimber)) {
                        return Err(StudyError::LeadsBack { position: self.arena.position(position) });
                    }
                    stack.push(self.goal(position, nimber)?);
                }
                Look::Decided(outcome) => {
                    open.remove(&(goal.position, goal.nimber));
                    self.record(goal.position, goal.nimber, outcome)?;
                    stack.pop();
                }
            }
        }
        Ok(())
    }

    /// Algorithm 1 or 2, by whether the position splits.
    fn goal(&mut self, position: Id, nimber: Nimber) -> Result<Goal, StudyError> {
        let way = if self.arena.size(position) > 1 {
            let mut rest = self.arena.split(position)?;
            self.strategy.last.arrange(&mut self.arena, &mut rest)?;
            let last = rest.pop().unwrap_or(position);
            Way::Split { rest, last }
        } else {
            let options = self.arena.neighbours(position)?;
            let position_part = self.strategy.order.sort(&mut self.arena, options, |&id| id)?;
            Way::Options { position_part, next: 0, next_nimber: 0 }
        };
        self.facts.resize_with(self.arena.len(), Facts::default);
        Ok(Goal { position, nimber, way })
    }

    fn look(&self, goal: &mut Goal) -> Look {
        match &mut goal.way {
            Way::Options { position_part, next, next_nimber } => {
                while let Some(&option) = position_part.get(*next) {
                    match self.known(option, goal.nimber) {
                        Some(Outcome::Loss) => return Look::Decided(Outcome::Win),
                        Some(Outcome::Win) => *next += 1,
                        None => return Look::Needs(option, goal.nimber),
                    }
                }
                while *next_nimber < goal.nimber.get() {
                    let smaller = Nimber::new(*next_nimber);
                    match self.known(goal.position, smaller) {
                        Some(Outcome::Loss) => return Look::Decided(Outcome::Win),
                        Some(Outcome::Win) => *next_nimber += 1,
                        None => return Look::Needs(goal.position, smaller),
                    }
                }
                Look::Decided(Outcome::Loss)
            }
            Way::Split { rest, last } => {
                let mut merged = goal.nimber;
                for &component in rest.iter() {
                    match self.facts[component].nimber {
                        Some(nimber) => merged ^= nimber,
                        // Algorithm 3: the least nimber that is not excluded yet.
                        None => return Look::Needs(component, self.facts[component].excluded.mex()),
                    }
                }
                self.known(*last, merged).map_or(Look::Needs(*last, merged), Look::Decided)
            }
        }
    }

    /// The outcome of a couple, if it follows from what is stored.
    fn known(&self, position: Id, nimber: Nimber) -> Option<Outcome> {
        let facts = &self.facts[position];
        match facts.nimber {
            Some(known) => Some(Outcome::of(known ^ nimber)),
            None => facts.excluded.contains(nimber).then_some(Outcome::Win),
        }
    }

    /// The nimber that Algorithm 3 tries next, or none when the nimber is known.
    fn untried(&mut self, position: Id) -> Option<Nimber> {
        self.facts.resize_with(self.arena.len(), Facts::default);
        let facts = &self.facts[position];
        facts.nimber.is_none().then(|| facts.excluded.mex())
    }

    fn record(&mut self, position: Id, nimber: Nimber, outcome: Outcome) -> Result<(), StudyError> {
        if self.computed >= self.limit {
            return Err(StudyError::TooLarge { limit: self.limit });
        }
        self.computed += 1;
        match outcome {
            Outcome::Loss => self.facts[position].nimber = Some(nimber),
            Outcome::Win => {
                self.facts[position].excluded.insert(nimber);
            }
        }
        Ok(())
    }

    fn report(self, root: Id) -> ByNimbers {
        let nimber = self.facts[root].nimber;
        let outcome = if nimber == Some(Nimber::ZERO) { Outcome::Loss } else { Outcome::Win };
        let touched = |facts: &&Facts| facts.nimber.is_some() || !facts.excluded.is_empty();
        let known = |(id, facts): (Id, &Facts)| facts.nimber.map(|nimber| (self.arena.position(id), nimber));
        ByNimbers {
            outcome,
            nimber,
            computed: self.computed,
            positions: self.facts.iter().filter(touched).count(),
            nimbers: self.facts.iter().enumerate().filter_map(known).collect(),
        }
    }
}
