//! The end of the work on a proof: by time or by an interrupt.

use grundy_search::Interrupt;
use std::time::{Duration, Instant};

/// When shrinking is over.
pub(crate) struct Clock {
    pub began: Instant,
    pub time: Option<Duration>,
    pub interrupt: Interrupt,
}

impl Clock {
    pub fn is_over(&self) -> bool {
        self.interrupt.is_raised() || self.time.is_some_and(|time| self.began.elapsed() >= time)
    }
}
