//! A proof for the page: a certificate of a position, found by a separate solver so that clicks do not wait for it.

use grundy_core::{Hints, ParseError};
use grundy_proof::{Effort, Goal, ProofProgress, ProveError, Prover};
use grundy_search::{Interrupt, Limits, Observer, Progress, Solver, StopReason};
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest time spent on making a proof smaller.
const SHRINK: Duration = Duration::from_secs(3);

/// What happens while a proof is searched.
#[derive(Serialize, Debug)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum ProofEvent {
    /// The search is running.
    Progress {
        /// Time since the start.
        seconds: f64,
        /// Facts known so far, then facts in the proof.
        facts: u64,
    },
    /// The certificate.
    Certificate {
        /// The file, as FORMATS.md describes it.
        text: String,
    },
    /// The search has ended.
    End {
        /// Why there is no certificate: `time`, `memory`, `interrupted`, `size`, `contradiction`.
        stopped: Option<&'static str>,
    },
}

/// Receives the events.
pub type OnProofEvent = Arc<dyn Fn(ProofEvent) + Send + Sync>;

/// Limits of a proof.
pub struct ProofLimits {
    /// The longest it may take.
    pub time: Duration,
    /// Bytes of memory.
    pub memory: usize,
    /// The longest certificate, in bytes.
    pub size: usize,
    /// Raised when the client has disconnected.
    pub interrupt: Interrupt,
}

struct Report {
    began: Instant,
    send: OnProofEvent,
}

impl Report {
    fn progress(&self, facts: u64) {
        (self.send)(ProofEvent::Progress { seconds: self.began.elapsed().as_secs_f64(), facts });
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
    send: &OnProofEvent,
) -> Result<(), ParseError> {
    let position = game.parse(position)?;
    let mut solver = Solver::new(game.clone());
    let report = Arc::new(Report { began: Instant::now(), send: send.clone() });
    solver.set_limits(Limits {
        time: Some(limits.time),
        memory: Some(limits.memory),
        interrupt: limits.interrupt.clone(),
        ..Limits::default()
    });
    solver.set_observer(Some(report.clone()));
    let effort = Effort::for_time(SHRINK.min(limits.time / 4));
    let watch = |progress: &ProofProgress| report.progress(progress.facts as u64);
    let stopped = match Prover::new(&mut solver).effort(effort).observe(watch).prove(&position, goal) {
        Ok(proof) => {
            let mut text = Vec::new();
            match proof.to_certificate(game).write(&mut text).map(|()| String::from_utf8(text)) {
                Ok(Ok(text)) if text.len() <= limits.size => {
                    send(ProofEvent::Certificate { text });
                    None
                }
                _ => Some("size"),
            }
        }
        Err(ProveError::Stopped(reason)) => Some(reason.as_str()),
        Err(_) => Some(StopReason::Contradiction.as_str()),
    };
    send(ProofEvent::End { stopped });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::cram::Cram;
    use std::sync::Mutex;

    #[test]
    fn a_certificate_that_is_too_long_is_not_sent() {
        let events: Arc<Mutex<Vec<String>>> = Arc::default();
        let seen = events.clone();
        let send: OnProofEvent = Arc::new(move |event| seen.lock().unwrap().push(format!("{event:?}")));
        let limits = |size| ProofLimits {
            time: Duration::from_secs(20),
            memory: 64 << 20,
            size,
            interrupt: Interrupt::default(),
        };
        prove(&Cram::default(), "2x3", Goal::Nimber, &limits(20), &send).unwrap();
        assert_eq!(events.lock().unwrap().pop().as_deref(), Some("End { stopped: Some(\"size\") }"));
        assert!(events.lock().unwrap().iter().all(|event| !event.starts_with("Certificate")));
        prove(&Cram::default(), "2x3", Goal::Nimber, &limits(1 << 20), &send).unwrap();
        assert_eq!(events.lock().unwrap().pop().as_deref(), Some("End { stopped: None }"));
    }
}
