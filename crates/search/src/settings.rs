//! How a solver works: the order of the search, its limits, and who is called from it.

use crate::limits::Limits;
use crate::observer::{CoupleLog, FactLog, Observer, Recall};
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

/// How a solver works.
///
/// ```
/// use grundy_core::{Game, Nimber};
/// use grundy_games::cram::Cram;
/// use grundy_search::{Limits, Settings, Solver, StopReason, Traversal};
///
/// let game = Cram::default();
/// let board = game.parse("4x5")?;
/// let limits = Limits { nodes: Some(10), ..Limits::default() };
/// let mut solver = Solver::with(game, Settings { traversal: Traversal::ProofNumber, limits, ..Settings::default() });
/// assert_eq!(solver.nimber(&board), Err(StopReason::Nodes));
/// // What was proved is kept; with other limits the same question goes on from there.
/// solver.settings_mut().limits = Limits::default();
/// assert_eq!(solver.nimber(&board), Ok(Nimber::new(2)));
/// # Ok::<(), grundy_core::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Settings {
    /// The order of the search.
    pub traversal: Traversal,
    /// What it may use.
    pub limits: Limits,
    /// How many threads search. One thread visits the same couples in the same order every time.
    pub threads: usize,
    /// Chooses among equal options; every seed is a reproducible search of its own.
    pub seed: u64,
    /// Whether the theorems of the game are used.
    pub theorems: bool,
    /// What the search does to be fast; all of it, unless someone measures what an idea is worth.
    pub ideas: Ideas,
    /// Who watches.
    pub observer: Option<Arc<dyn Observer>>,
    /// Who hears of every fact that is proved; fixed when the solver is made.
    pub log: Option<Arc<dyn FactLog>>,
    /// Who hears of every couple that is searched.
    pub couples: Option<Arc<dyn CoupleLog>>,
    /// Who remembers facts that the table has no room for.
    pub recall: Option<Arc<dyn Recall>>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            traversal: Traversal::default(),
            limits: Limits::default(),
            threads: 1,
            seed: 0,
            theorems: true,
            ideas: Ideas::default(),
            observer: None,
            log: None,
            couples: None,
            recall: None,
        }
    }
}

/// Ideas that make the search fast and can be switched off one at a time. None of them changes an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ideas {
    /// Stop generating options at the first one known to have the nimber under test.
    pub early_exit: bool,
    /// Start with the numbers of [`Hints::estimate`] instead of (1, 1).
    pub leaf_numbers: bool,
    /// Correct these by how likely a couple is losing, by [`Hints::likelihood`]. Looked at once, when the solver is made.
    pub odds: bool,
    /// Keep lists of options instead of generating them at every visit.
    pub kept_lists: bool,
    /// Solve the rungs of [`Hints::ladder`] first.
    pub ladder: bool,
}

impl Default for Ideas {
    fn default() -> Self {
        Ideas { early_exit: true, leaf_numbers: true, odds: true, kept_lists: true, ladder: true }
    }
}
