//! The end of the work on a proof: by time or by an interrupt.

use crate::proof::ProveError;
use grundy_search::{Interrupt, StopReason};
use std::time::{Duration, Instant};

/// When the work is over.
pub(crate) struct Clock {
    pub began: Instant,
    pub time: Option<Duration>,
    pub interrupt: Interrupt,
}

impl Clock {
    pub fn is_over(&self) -> bool {
        self.check().is_err()
    }

    /// An error if the work is over.
    pub fn check(&self) -> Result<(), ProveError> {
        if self.interrupt.is_raised() {
            return Err(StopReason::Interrupted.into());
        }
        match self.time.is_some_and(|time| self.began.elapsed() >= time) {
            true => Err(StopReason::Time.into()),
            false => Ok(()),
        }
    }
}
