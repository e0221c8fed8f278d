//! A proof for the page: a certificate of a position, found by a solver of its own so that clicks do not wait for it.

use grundy_core::{Hints, ParseError};
use grundy_proof::{Effort, Goal, ProveError, Prover, ShrinkProgress};
use grundy_search::{Interrupt, Limits, Observer, Progress, Solver, StopReason};
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest that a proof is made smaller.
const SHRINK: Duration = Duration::from_secs(3);

/// What happens while a proof is sought.
#[derive(Serialize, Debug)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum ProofEvent {
    /// It is going on.
    Progress {
        /// Since it began.
        seconds: f64,
        /// Facts known so far, then facts in the proof.
        facts: u64,
    },
    /// The certificate.
    Certificate {
        /// The file, as FORMATS.md describes it.
        text: String,
    },
    /// It is over.
    End {
        /// Why there is no certificate: `time`, `memory`, `interrupted`, `size`, `contradiction`.
        stopped: Option<&'static str>,
    },
}

/// Receives the events.
pub type Tell = Arc<dyn Fn(ProofEvent) + Send + Sync>;

/// Limits of a proof.
pub struct ProofLimits {
    /// The longest it may take.
    pub time: Duration,
    /// Bytes of memory.
    pub memory: usize,
    /// The longest certificate, in bytes.
    pub size: usize,
    /// Raised when the client has left.
    pub interrupt: Interrupt,
}

struct Report {
    began: Instant,
    tell: Tell,
}

impl Report {
    fn progress(&self, facts: u64) {
        (self.tell)(ProofEvent::Progress { seconds: self.began.elapsed().as_secs_f64(), facts });
    }
}

impl Observer for Report {
    fn progress(&self, progress: &Progress) {
        self.progress(progress.stats.facts);
    }
}

/// Proves the outcome or the nimber of a position.
///
/// # Errors
/// A position that cannot be read.
pub fn prove<G: Hints + 'static>(
    game: &G,
    position: &str,
    goal: Goal,
    limits: &ProofLimits,
    tell: &Tell,
) -> Result<(), ParseError> {
    let position = game.parse(position)?;
    let mut solver = Solver::new(game.clone());
    let report = Arc::new(Report { began: Instant::now(), tell: tell.clone() });
    solver.set_limits(Limits {
        time: Some(limits.time),
        memory: Some(limits.memory),
        interrupt: limits.interrupt.clone(),
        ..Limits::default()
    });
    solver.set_observer(Some(report.clone()));
    let effort = Effort::for_time(SHRINK.min(limits.time / 4));
    let watch = |progress: &ShrinkProgress| report.progress(progress.facts as u64);
    let stopped = match Prover::new(&mut solver).effort(effort).observe(watch).prove(&position, goal) {
        Ok(proof) => {
            let mut text = Vec::new();
            match proof.to_certificate(game).write(&mut text).map(|()| String::from_utf8(text)) {
                Ok(Ok(text)) if text.len() <= limits.size => {
                    tell(ProofEvent::Certificate { text });
                    None
                }
                _ => Some("size"),
            }
        }
        Err(ProveError::Stopped(reason)) => Some(reason.as_str()),
        Err(_) => Some(StopReason::Contradiction.as_str()),
    };
    tell(ProofEvent::End { stopped });
    Ok(())
}
