//! Proofs that can be handed to someone who does not believe them: solution trees, extracted from a search, made small,
//! and written as certificates.
//!
//! A proof is a list of facts (component, nimber), the paper's "losing couples stored in the solution tree". The fact
//! that `C` has nimber `g` follows if for every `k < g` an option of `C` has nimber `k`, and no option has nimber `g`:
//! each such *obligation* can be met in several *ways*, and a way is a set of other facts. A proof is a set of facts
//! that meets all obligations of its own facts and of the claim. The checker of FORMATS.md, which shares no code with
//! this crate, has the last word.
//!
//! Reading order: `proof` (what it is), `prover` (where it comes from), `source` (obligations and ways), `extract` and
//! `scout` (one proof), `tree`, `chain` and `shrink` (a smaller one).

mod certificate;
mod chain;
mod classes;
mod clock;
mod extract;
mod obligations;
mod order;
mod progress;
mod proof;
mod prover;
mod random;
mod scout;
mod shrink;
mod source;
mod tree;

pub use certificate::Certificate;
pub use progress::{ProofProgress, Stage};
pub use proof::{Fact, Goal, Proof, ProveError, Statement};
pub use prover::Prover;
pub use shrink::Effort;
