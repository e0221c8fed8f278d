//! How far the work on a proof is.

use std::time::Duration;

/// How far the work on a proof is, once the search has its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofProgress {
    /// What is being done.
    pub stage: Stage,
    /// While the proof is extracted: its facts that have all they need. Later: the facts of the smallest proof so far.
    pub facts: usize,
    /// Since this stage began.
    pub elapsed: Duration,
}

/// What is being done for a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// It is collected from what the search knows.
    Extract {
        /// Facts of the proof that do not have all they need yet.
        open: usize,
    },
    /// It is made smaller.
    Shrink {
        /// The round, from 1.
        round: u32,
    },
}
