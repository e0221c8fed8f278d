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
pub enum Unlearned {
    /// A limit was reached.
    Stopped(StopReason),
    /// The component, given with this nimber, is known not to have it.
    Contradiction(Component, Nimber),
}

impl<G: Hints> Solver<G> {
    /// Takes over facts (component, nimber). They are believed, so they must come from a search or from a checked proof.
    /// The components need not be canonical. Returns how many were new.
    ///
    /// # Errors
    /// If memory ends, or if a fact contradicts another one.
    pub fn learn(&mut self, facts: impl IntoIterator<Item = (Component, Nimber)>) -> Result<u64, Unlearned> {
        let table = self.shared.table.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        let log = table.log.take();
        let learned = self.take_over(facts);
        self.shared.table.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner()).log = log;
        learned
    }

    fn take_over(&self, facts: impl IntoIterator<Item = (Component, Nimber)>) -> Result<u64, Unlearned> {
        let before = self.shared.read().known();
        let question = Question::new(&self.shared);
        let worker = || Worker::new(&self.game, &self.shared, &self.settings, question, 0);
        let mut hands = worker();
        for (component, given) in facts {
            let ids = loop {
                match hands.intern_position(std::slice::from_ref(&component)) {
                    Ok(ids) => break ids,
                    Err(Halt::Stop(reason)) => return Err(Unlearned::Stopped(reason)),
                    Err(Halt::Answered | Halt::Unwind) => return Err(Unlearned::Stopped(StopReason::Interrupted)),
                    Err(Halt::Evict) => {
                        drop(hands);
                        if !self.shared.evict(&self.settings) {
                            return Err(Unlearned::Stopped(StopReason::Memory));
                        }
                        hands = worker();
                    }
                }
            };
            for id in ids {
                if hands.decided(id, given) == Some(Outcome::Win) {
                    return Err(Unlearned::Contradiction(component, given));
                }
                hands.table().set_nimber(id, given);
            }
        }
        Ok(hands.table().known() - before)
    }
}
