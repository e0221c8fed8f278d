//! How a solver works: the order of the search, its limits, its callbacks.

use crate::limits::Limits;
use crate::observer::{CoupleExchange, CoupleLog, FactLog, FactSource, Observer};
use crate::strategy::{EasiestFirst, Strategy};
use std::sync::Arc;

/// The order in which couples are visited (section 5.5 of the paper). All of them answer every question alike.
#[derive(Clone, Default)]
pub enum Traversal {
    /// Depth-first, in the order of a strategy.
    DepthFirst(Arc<dyn Strategy>),
    /// Best-first by proof numbers.
    ProofNumber,
    /// Depth-first by proof numbers: the fastest, and the default.
    #[default]
    DfPn,
}

impl Traversal {
    /// Depth-first with the default strategy.
    pub fn depth_first() -> Self {
        Traversal::DepthFirst(Arc::new(EasiestFirst))
    }
}

/// How a solver works: what [`Solver::builder`](crate::Solver::builder) collects, for code that does not know the game
/// yet.
#[derive(Clone)]
pub struct Settings {
    /// The order of the search.
    pub traversal: Traversal,
    /// What it may use.
    pub limits: Limits,
    /// How many threads search: 1 to 1,023. One thread visits the same couples in the same order every time.
    pub threads: usize,
    /// Chooses among equal options; every seed is a reproducible search of its own.
    pub seed: u64,
    /// Whether the theorems of the game are used.
    pub theorems: bool,
    /// Parts of the search that can be switched off to measure what they are worth.
    pub ablation: Ablation,
    /// Progress callback.
    pub observer: Option<Arc<dyn Observer>>,
    /// Called for every fact that is proved.
    pub fact_log: Option<Arc<dyn FactLog>>,
    /// Called for every couple whose options are generated: for studies of the search.
    pub couples: Option<Arc<dyn CoupleLog>>,
    /// What other machines know of couples, in a cluster.
    pub exchange: Option<Arc<dyn CoupleExchange>>,
    /// Fallback lookup of facts that the table had to drop.
    pub fact_source: Option<Arc<dyn FactSource>>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            traversal: Traversal::default(),
            limits: Limits::default(),
            threads: 1,
            seed: 0,
            theorems: true,
            ablation: Ablation::default(),
            observer: None,
            fact_log: None,
            couples: None,
            exchange: None,
            fact_source: None,
        }
    }
}

/// Parts of the search that can be switched off one at a time, to measure what they are worth. None of them changes an
/// answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ablation {
    /// Stop generating options at the first one known to have the nimber under test.
    pub early_exit: bool,
    /// Start with the numbers of [`Hints::estimate`](grundy_core::Hints::estimate) instead of (1, 1).
    pub leaf_numbers: bool,
    /// Correct these by how likely a couple is losing, by [`Hints::likelihood`](grundy_core::Hints::likelihood).
    pub odds: bool,
    /// Keep lists of options instead of generating them at every visit.
    pub kept_lists: bool,
    /// Solve the rungs of [`Hints::ladder`](grundy_core::Hints::ladder) first.
    pub ladder: bool,
}

impl Default for Ablation {
    fn default() -> Self {
        Ablation { early_exit: true, leaf_numbers: true, odds: true, kept_lists: true, ladder: true }
    }
}
