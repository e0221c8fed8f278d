//! Every position that a computation meets, once, and the moves from it.
//!
//! Components and positions are numbered in the order they are met, so the computations of this crate work on small
//! numbers and turn back to [`PlainSum`]s only for what they return. The options of a component are generated once.
//!
//! # Invariant
//! At most `limit` positions are ever held, with [`PARTS`] components each on average, and no list of options is longer
//! than `limit`.

use crate::plain_sum::exact;
use crate::{PlainSum, StudyError};
use grundy_core::{Component, Hints, Sink};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::rc::Rc;

/// The number of a position in the arena.
pub(crate) type Id = usize;

/// The numbers of the components of a position, sorted.
type Parts = Rc<[u32]>;

/// One way to move: `component` becomes `into`, and the whole position becomes `to`.
#[derive(Clone)]
pub(crate) struct Step {
    pub component: u32,
    pub into: Parts,
    pub to: Id,
}

/// How many components positions may have on average: a sum of a thousand is a kilobyte for every position that is met.
const PARTS: usize = 32;

pub(crate) struct Arena<'g, G> {
    game: &'g G,
    limit: usize,
    components: Vec<Component>,
    component_ids: HashMap<Component, u32>,
    /// Per component, its options, once they were asked for.
    options: Vec<Option<Rc<[Parts]>>>,
    positions: Vec<Parts>,
    /// The components of all positions together.
    parts: usize,
    position_ids: HashMap<Parts, Id>,
}

impl<'g, G: Hints> Arena<'g, G> {
    pub fn new(game: &'g G, limit: usize) -> Self {
        Arena {
            game,
            limit,
            components: Vec::new(),
            component_ids: HashMap::new(),
            options: Vec::new(),
            positions: Vec::new(),
            parts: 0,
            position_ids: HashMap::new(),
        }
    }

    /// How many positions have been met.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The number of a position.
    pub fn enter(&mut self, position: &PlainSum) -> Result<Id, StudyError> {
        let parts = position.components().iter().map(|c| self.component(c)).collect();
        self.intern(parts)
    }

    /// The position with this number.
    pub fn position(&self, id: Id) -> PlainSum {
        self.named(&self.positions[id])
    }

    /// The position made of these components.
    pub fn named(&self, parts: &[u32]) -> PlainSum {
        PlainSum::from_exact(parts.iter().map(|&c| self.name(c).clone()).collect())
    }

    /// The bytes of a component.
    pub fn name(&self, component: u32) -> &Component {
        &self.components[component as usize]
    }

    /// The positions that consist of one component of this one each.
    pub fn split(&mut self, id: Id) -> Result<Vec<Id>, StudyError> {
        let parts = self.positions[id].clone();
        parts.iter().map(|&component| self.intern(vec![component])).collect()
    }

    /// How hard the game says the components of this position are, added up.
    pub fn difficulty(&self, id: Id) -> u64 {
        self.positions[id].iter().map(|&c| u64::from(self.game.estimate(self.name(c)).difficulty)).sum()
    }

    /// How many components a position has.
    pub fn size(&self, id: Id) -> usize {
        self.positions[id].len()
    }

    /// The number of distinct moves from a position.
    pub fn count(&mut self, id: Id) -> Result<usize, StudyError> {
        let parts = self.positions[id].clone();
        distinct(&parts).map(|component| Ok(self.options(component)?.len())).sum()
    }

    /// Every distinct move from a position, in the order the game gives them.
    pub fn moves(&mut self, id: Id) -> Result<Vec<Step>, StudyError> {
        let parts = self.positions[id].clone();
        let mut moves = Vec::new();
        for component in distinct(&parts) {
            let at = parts.partition_point(|&c| c < component);
            for into in self.options(component)?.iter() {
                let rest = parts[..at].iter().chain(&parts[at + 1..]);
                let to = self.intern(rest.chain(into.iter()).copied().collect())?;
                moves.push(Step { component, into: into.clone(), to });
            }
        }
        Ok(moves)
    }

    /// The distinct positions that one move leads to, in the order the game gives them.
    pub fn neighbours(&mut self, id: Id) -> Result<Vec<Id>, StudyError> {
        let mut seen = HashSet::new();
        Ok(self.moves(id)?.into_iter().map(|step| step.to).filter(|&to| seen.insert(to)).collect())
    }

    fn intern(&mut self, mut parts: Vec<u32>) -> Result<Id, StudyError> {
        parts.sort_unstable();
        if let Some(&id) = self.position_ids.get(&parts[..]) {
            return Ok(id);
        }
        self.parts += parts.len();
        if self.positions.len() >= self.limit || self.parts > self.limit.saturating_mul(PARTS).max(1 << 12) {
            return Err(StudyError::TooLarge { limit: self.limit });
        }
        let parts: Parts = parts.into();
        self.positions.push(parts.clone());
        self.position_ids.insert(parts, self.positions.len() - 1);
        Ok(self.positions.len() - 1)
    }

    fn component(&mut self, component: &Component) -> u32 {
        if let Some(&id) = self.component_ids.get(component) {
            return id;
        }
        let id = self.components.len() as u32;
        self.components.push(component.clone());
        self.options.push(None);
        self.component_ids.insert(component.clone(), id);
        id
    }

    fn options(&mut self, component: u32) -> Result<Rc<[Parts]>, StudyError> {
        if let Some(options) = &self.options[component as usize] {
            return Ok(options.clone());
        }
        let bytes = self.name(component).clone();
        let game = self.game;
        let mut collector = Collector { arena: self, part: Vec::new(), seen: HashSet::new(), options: Vec::new() };
        let end = game.options(&bytes, &mut collector);
        let options: Rc<[Parts]> = collector.options.into();
        if end.is_break() {
            return Err(StudyError::TooLarge { limit: self.limit });
        }
        self.options[component as usize] = Some(options.clone());
        Ok(options)
    }
}

/// The different ones among sorted numbers: equal components have equal moves.
fn distinct(parts: &[u32]) -> impl Iterator<Item = u32> + '_ {
    parts.chunk_by(|a, b| a == b).map(|equal| equal[0])
}

/// Gathers the options of one component with equal ones identified and equal pairs kept. Breaks off at the limit.
struct Collector<'a, 'g, G> {
    arena: &'a mut Arena<'g, G>,
    part: Vec<u32>,
    seen: HashSet<Parts>,
    options: Vec<Parts>,
}

impl<G: Hints> Sink for Collector<'_, '_, G> {
    fn component(&mut self, bytes: &[u8]) {
        let component = exact(self.arena.game, bytes);
        self.part.push(self.arena.component(&component));
    }

    fn end(&mut self) -> ControlFlow<()> {
        self.part.sort_unstable();
        let option: Parts = self.part.drain(..).collect();
        if self.seen.insert(option.clone()) {
            if self.options.len() >= self.arena.limit {
                return ControlFlow::Break(());
            }
            self.options.push(option);
        }
        ControlFlow::Continue(())
    }
}
