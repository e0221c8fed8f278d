//! Facts on disk: every component whose nimber was proved, kept while the search runs, so that a later run starts from
//! it.
//!
//! A [`Store`] is a directory with the facts of one game. A [`Saver`] writes to it behind the back of a search: facts
//! go into a buffer, a thread commits them in batches, and what it has reported as saved is on disk, whatever happens
//! next.
//!
//! The bytes of a component are those of [`Game::canonize`](grundy_core::Game::canonize), which a reader canonizes
//! again. The exact form would make them unique, but takes a third of a search of Cram (54 of 170 microseconds a fact);
//! so two forms of one component may stand in a store, which costs a few bytes, never truth.
//!
//! Reading order: `batch` (what is written), `engine` (how it is written), `store` (what a directory is), `saver`
//! (when), `index` (facts by component, for searches that outgrow memory).

mod batch;
mod engine;
mod error;
mod index;
mod line;
mod saver;
mod store;

#[cfg(test)]
mod faults;

pub use error::StoreError;
pub use saver::{Saver, Unsaved};
pub use store::{FORMAT, Info, Store};
