//! The choices that the paper leaves to the traversal (section 5.5), for the depth-first search.
//!
//! The proof-number searches make the same choices by their numbers, which begin with [`grundy_core::Estimate`].

use crate::table::{ComponentId, Table};
use grundy_core::Nimber;

/// Which option is tried first, and which component of a sum is left for last.
pub trait Strategy: Send + Sync {
    /// Options of smaller rank are tried first; equal ranks in the order of generation.
    fn rank(&self, option: &OpenOption) -> u64;

    /// The index of the component whose nimber is never computed, only compared. There are at least two.
    fn last(&self, components: &[OpenComponent]) -> usize;
}

/// A component whose nimber is not known, as a strategy sees it.
#[derive(Clone, Copy, Debug)]
pub struct OpenComponent {
    /// Its number in the table.
    pub id: ComponentId,
    /// The game's estimate.
    pub difficulty: u32,
    /// How many nimbers from 0 on it is known not to have.
    pub excluded: u32,
}

impl OpenComponent {
    pub(crate) fn new(table: &Table, id: ComponentId) -> Self {
        OpenComponent { id, difficulty: table.record(id).difficulty(), excluded: table.least_open(id).get() }
    }
}

/// An option that is not decided, as a strategy sees it.
#[derive(Clone, Debug)]
pub struct OpenOption {
    pub(crate) components: Vec<ComponentId>,
    pub(crate) views: Vec<OpenComponent>,
    pub(crate) known: Nimber,
    pub(crate) index: usize,
}

impl OpenOption {
    /// Its components with unknown nimbers.
    pub fn open(&self) -> &[OpenComponent] {
        &self.views
    }

    /// The nim-sum of its other components.
    pub fn known(&self) -> Nimber {
        self.known
    }

    /// Its place in the order of generation.
    pub fn index(&self) -> usize {
        self.index
    }
}

/// Easy options first, by the sum of the difficulties; the hardest component last. The default.
#[derive(Clone, Copy, Default, Debug)]
pub struct EasiestFirst;

impl Strategy for EasiestFirst {
    fn rank(&self, option: &OpenOption) -> u64 {
        option.views.iter().map(|component| u64::from(component.difficulty)).sum()
    }

    fn last(&self, components: &[OpenComponent]) -> usize {
        (0..components.len()).max_by_key(|&i| components[i].difficulty).unwrap_or(0)
    }
}

/// The order in which the game generates options; the last component last: the algorithms as the paper states them.
#[derive(Clone, Copy, Default, Debug)]
pub struct AsGenerated;

impl Strategy for AsGenerated {
    fn rank(&self, _option: &OpenOption) -> u64 {
        0
    }

    fn last(&self, components: &[OpenComponent]) -> usize {
        components.len() - 1
    }
}

/// A random order that a seed fixes, for tests and for measuring what an order is worth.
#[derive(Clone, Copy, Default, Debug)]
pub struct Shuffled {
    /// Chooses the order.
    pub seed: u64,
}

impl Shuffled {
    fn mix(&self, value: u64) -> u64 {
        rapidhash::v3::rapidhash_v3_seeded(&value.to_le_bytes(), &rapidhash::v3::RapidSecrets::seed(self.seed))
    }
}

impl Strategy for Shuffled {
    fn rank(&self, option: &OpenOption) -> u64 {
        option
            .views
            .iter()
            .fold(self.mix(u64::from(option.known.get())), |hash, component| self.mix(hash ^ u64::from(component.id.0)))
    }

    fn last(&self, components: &[OpenComponent]) -> usize {
        (0..components.len()).max_by_key(|&i| self.mix(u64::from(components[i].id.0))).unwrap_or(0)
    }
}
