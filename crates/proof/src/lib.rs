//! Proofs.

mod classes;
mod prover;
mod random;
mod shrink;
mod source;
mod tree;
mod write;

pub use prover::{Fact, Goal, Proof, ProveError, Prover, Statement};
