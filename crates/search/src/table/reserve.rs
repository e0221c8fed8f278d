//! Room in the arenas: what one thread claims ahead, and how much more is needed.

use crate::sync::MODEL;
use std::ops::Range;

/// What one thread has claimed ahead, so that threads rarely meet at the counters of the arenas.
#[derive(Default)]
pub(crate) struct Reserve {
    pub(crate) records: Range<usize>,
    pub(crate) opens: Range<usize>,
    pub(crate) bytes: Range<usize>,
    pub(crate) lists: Range<usize>,
    /// How many elements are claimed at once: none ahead for a single thread, whose table is then without gaps.
    pub(crate) block: usize,
}

impl Reserve {
    /// For one of this many threads.
    pub fn new(threads: usize) -> Self {
        Reserve {
            block: match threads {
                0 | 1 => 1,
                _ if MODEL => 2,
                _ => 64,
            },
            ..Self::default()
        }
    }
}

/// How much more room is needed: components, those that are searched, words of bytes, words of lists.
#[derive(Clone, Copy, Default)]
pub(crate) struct Demand {
    pub components: usize,
    pub opens: usize,
    pub bytes: usize,
    pub lists: usize,
}

impl Demand {
    /// More than is needed now, so that growing stays rare.
    pub(super) fn and_slack(self) -> Self {
        // At least what one thread claims ahead, or it would ask again for ever.
        const SLACK: usize = if MODEL { 8 } else { 1 << 12 };
        Demand {
            components: self.components + SLACK,
            opens: self.opens + SLACK / 4,
            bytes: self.bytes + SLACK,
            lists: self.lists + 4 * SLACK,
        }
    }
}
