//! The search: Algorithms 1, 2 and 3 of *Nimbers are inevitable*, in three orders of traversal, for every game.
//!
//! A [`Solver`] decides couples (component, nimber) and keeps what it proves: a nimber, or nimbers a component does not
//! have. It knows nothing of any particular game; it never prints, reads the environment or handles signals. Progress
//! leaves through an [`Observer`], [`Limits`] come in as values, and the end is a typed [`StopReason`].
//!
//! Reading order, with section 5 of the paper at hand: `algorithms` (Algorithms 2 and 3), `depth_first`
//! (Algorithm 1, as printed), `weigh` (what an
//! option is worth to a couple), `df_pn` (the order that is fast), `expand` (where options come from), `table` (where
//! facts are kept), `evict` (what happens when memory ends).

mod budget;
mod expand;
mod learn;
mod limits;
#[cfg(all(test, loom))]
mod loom_models;
mod many;
mod observer;
mod reader;
mod report;
mod settings;
mod shared;
#[cfg(all(test, shuttle))]
mod shuttle_models;
mod solver;
mod strategy;
mod sync;
mod table;
mod traverse;
mod weigh;
mod within;
mod worker;

pub use learn::LearnError;
pub use limits::{Interrupt, Limits, StopReason};
pub use observer::{
    CoupleExchange, CoupleLog, CoupleState, FactLog, FactSource, Observer, Progress, Stats, Step, Thread,
};
pub use reader::FactReader;
pub use settings::{Ablation, Settings, Traversal};
pub use solver::{Solver, SolverBuilder};
pub use strategy::{AsGenerated, EasiestFirst, OpenComponent, OpenOption, Shuffled, Strategy};
pub use table::ComponentId;
