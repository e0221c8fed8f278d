//! Facts from elsewhere: what another run proved, taken over before the first question.
//!
//! # Invariant
//! A fact that contradicts what is known is refused, and facts that were taken over are not reported as news.

use crate::limits::{Halt, StopReason};
use crate::shared::Question;
use crate::solver::Solver;
use crate::worker::Worker;
use grundy_core::{Component, Hints, Nimber, Outcome};

/// Why facts were not taken over. Those before the one that failed were.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LearnError {
    /// A limit was reached.
    Stopped(StopReason),
    /// The component, given with this nimber, is known not to have it.
    Contradiction(Component, Nimber),
}

impl std::fmt::Display for LearnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LearnError::Stopped(reason) => write!(f, "not all facts were taken over: {reason}"),
            LearnError::Contradiction(component, nimber) => {
                write!(f, "a fact contradicts what is known: component {component:?} does not have nimber {nimber}")
            }
        }
    }
}

impl std::error::Error for LearnError {}

impl<G: Hints> Solver<G> {
    /// Takes over facts (component, nimber). They are believed, so they must come from a search or from a checked
    /// proof. The components need not be canonical. Returns how many were new.
    ///
    /// # Errors
    /// If memory ends, or if a fact contradicts another one.
    pub fn learn(&mut self, facts: impl IntoIterator<Item = (Component, Nimber)>) -> Result<u64, LearnError> {
        let table = self.shared.table_mut();
        let log = table.log.take();
        let learned = self.take_over(facts);
        self.shared.table_mut().log = log;
        learned
    }

    fn take_over(&self, facts: impl IntoIterator<Item = (Component, Nimber)>) -> Result<u64, LearnError> {
        let before = self.shared.read().known();
        let question = Question::new(&self.shared);
        let worker = || Worker::new(&self.game, &self.shared, &self.settings, question, 0);
        let mut hands = worker();
        for (component, given) in facts {
            let ids = loop {
                match hands.intern_position(std::slice::from_ref(&component)) {
                    Ok(ids) => break ids,
                    Err(Halt::Stop(reason)) => return Err(LearnError::Stopped(reason)),
                    Err(Halt::Answered | Halt::Unwind) => return Err(LearnError::Stopped(StopReason::Interrupted)),
                    Err(Halt::Evict) => {
                        drop(hands);
                        if !self.shared.evict(&self.settings) {
                            return Err(LearnError::Stopped(StopReason::Memory));
                        }
                        hands = worker();
                    }
                }
            };
            for id in ids {
                if hands.decided(id, given) == Some(Outcome::Win) {
                    return Err(LearnError::Contradiction(component, given));
                }
                hands.table().set_nimber(id, given);
            }
        }
        Ok(hands.table().known() - before)
    }
}
