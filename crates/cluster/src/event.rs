//! What goes into a coordinator and what comes out: events, actions, the policy, the counts of the live view.

use crate::message::{Hello, Job, Report};
use grundy_core::{Component, Nimber, Outcome};

/// The number of a worker. A worker that was restarted gets a new one.
pub type WorkerId = u64;

/// How work is given out.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Nodes of a job; for simulations, where time is counted in nodes.
    pub slice_nodes: Option<u64>,
    /// Milliseconds of a job.
    pub slice_millis: Option<u64>,
    /// Bytes of facts a worker sends with a report.
    pub share_up: u64,
    /// Bytes of facts a worker gets with a job.
    pub share_down: usize,
    /// Bytes of couples a worker sends with a report.
    pub couples_up: u64,
    /// Bytes of couples a worker gets with a job.
    pub couples_down: usize,
    /// One received fact in this many is proved again by another worker, and one winning couple in this many is searched
    /// again; 0 for none.
    pub verify_one_in: u64,
    /// A job without a report after this many seconds is given out again.
    pub lease_seconds: f64,
    /// A leaf on which this many jobs failed is expanded by the coordinator.
    pub attempts: u32,
    /// Whether easier positions are solved first ([`Hints::ladder`](grundy_core::Hints::ladder)).
    pub ladder: bool,
    /// Whether theorems of the game are used.
    pub theorems: bool,
    /// Whether workers hand over all their facts at the end.
    pub gather: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            slice_nodes: None,
            slice_millis: Some(2_000),
            share_up: 64 << 10,
            share_down: 256 << 10,
            couples_up: 256 << 10,
            couples_down: 1 << 20,
            verify_one_in: 4_096,
            lease_seconds: 60.0,
            attempts: 3,
            ladder: true,
            theorems: true,
            gather: true,
        }
    }
}

/// What happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A worker is ready for the first time.
    Joined(WorkerId, Hello),
    /// A worker is gone, with whatever it was doing.
    Lost(WorkerId),
    /// A worker leaves on purpose. Its interrupted job comes with it, if it had one.
    Left(WorkerId, Option<Report>),
    /// A worker finished a job and is ready for another. A report that arrives late or twice is harmless.
    Reported(WorkerId, Report),
    /// Nothing but time.
    Tick,
}

/// What the driver has to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Send a job to a worker.
    Assign(WorkerId, Job),
    /// Dismiss a worker that cannot take part.
    Refuse(WorkerId, String),
    /// Write facts to the log before anything else is done.
    LogFacts(Vec<(Component, Nimber)>),
    /// Write a change of the frontier to the log.
    LogFrontier(Vec<Record>),
    /// The question is answered. Workers may still be asked for their facts.
    Answered(Answer),
    /// Nothing is left to do.
    Done,
    /// The run ends without an answer.
    Abort(RunError),
}

/// A change of the frontier that a resumed run repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Record {
    /// The search of this rung of the ladder begins, with a frontier of its own.
    Rung(u32),
    /// A component was expanded.
    Expanded(Component),
    /// A component does not have a nimber.
    NotNimber(Component, Nimber),
    /// Numbers of a couple of a leaf: component, nimber, proof, disproof.
    Numbers(Component, Nimber, u64, u64),
}

/// The answer to the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Who wins.
    pub outcome: Outcome,
    /// The nimber, if it was asked for or found on the way.
    pub nimber: Option<Nimber>,
}

/// Why a run ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// Two facts cannot both be true.
    #[error("contradiction: {0}; the run has no answer")]
    Contradiction(String),
}

/// Counts for the live view.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Totals {
    /// Workers that take part.
    pub workers: usize,
    /// Jobs that are out.
    pub running: usize,
    /// Jobs that were reported.
    pub jobs: u64,
    /// Jobs whose worker was lost, or that failed.
    pub failed: u64,
    /// Nodes that workers visited.
    pub nodes: u64,
    /// Components whose options workers generated.
    pub expansions: u64,
    /// Facts that were shared.
    pub facts: usize,
    /// Couples that were shared.
    pub couples: u64,
    /// Facts that were proved a second time.
    pub verified: u64,
    /// Components in the frontier.
    pub parts: usize,
    /// Which rung of the ladder is being solved, of how many, the question included.
    pub rung: (usize, usize),
    /// Proof and disproof number of what is being solved.
    pub numbers: Option<(u64, u64)>,
}
