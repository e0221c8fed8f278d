//! One search on many machines.
//!
//! A [`Coordinator`] keeps the top of the search: couples near the question, with proof numbers. It hands the most
//! promising couples to workers, and expands those that a worker did not decide in time. A [`Worker`] is the ordinary
//! solver with all cores of a machine: it gets a couple and some facts, searches for a while, and returns what it
//! proved.
//!
//! Nothing here uses a network, a clock or a thread of its own. The coordinator takes [`Event`]s and returns
//! [`Action`]s; a driver (Ray in production, [`simulate`] in experiments, a loop in the tests) carries messages and
//! says what time it is. So a run can be tested step by step, and a simulated cluster is reproducible to the node.
//!
//! Reading order: `message` (what travels), `frontier` (which couple is most promising), `couples` (what workers share beside facts), `coordinator` (who gets what),
//! `worker`, `run` (the log on disk, from which a run resumes), `simulate`.
//!
//! # Invariant
//! A fact decides; a proof number never does. Facts that contradict each other end the run without an answer.

mod coordinator;
mod couples;
mod event;
mod front;
mod frontier;
mod message;
mod run;
mod share;
mod simulate;
mod worker;

pub use coordinator::Coordinator;
pub use couples::Couple;
pub use event::{Action, Answer, Event, Policy, Record, RunError, Totals, WorkerId};
pub use front::{ClusterError, ClusterRun, ClusterWorker, Step};
pub use frontier::{Goal, Question};
pub use message::{Fact, Hello, Job, JobId, JobKind, Report, Verdict};
pub use run::{Run, RunOpenError};
pub use simulate::{Cluster, Simulated, simulate};
pub use worker::{Worker, WorkerSettings};
