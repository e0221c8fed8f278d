//! How the limit on memory is divided between the table, the caches of the threads, and what cannot be counted.
//!
//! # Invariant
//! The shares add up to the limit. [`crate::Stats::memory`] is what is held of the first two.

use crate::limits::Limits;

/// Bytes that a thread needs beside its cache: stack, path, buffers of expansions.
const THREAD: usize = 1 << 20;
/// No more than this part of the limit goes to the caches, and no more than this part to stacks and buffers.
const PART: usize = 8;

/// The shares of one limit.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    memory: Option<usize>,
    threads: usize,
}

impl Budget {
    pub fn new(limits: &Limits, threads: usize) -> Self {
        Budget { memory: limits.memory, threads: threads.max(1) }
    }

    /// Bytes for the cache of one thread.
    pub fn cache(&self) -> usize {
        self.memory.map_or(usize::MAX, |memory| memory / PART / self.threads)
    }

    /// Bytes for the table, given what each cache may grow to (zero if the game needs no caches).
    pub fn table(&self, each_cache: usize) -> Option<usize> {
        let memory = self.memory?;
        let buffers = self.threads.saturating_mul(THREAD).min(memory / PART);
        Some(memory.saturating_sub(buffers + self.threads.saturating_mul(each_cache)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_the_limit() {
        for memory in [1 << 20, 300 << 20, 8 << 30] {
            for threads in [1, 2, 8, 16, 1000] {
                let budget = Budget::new(&Limits { memory: Some(memory), ..Limits::default() }, threads);
                let cache = budget.cache();
                let table = budget.table(cache).expect("a limit");
                assert!(cache * threads <= memory / PART && table + cache * threads <= memory);
                assert!(table >= memory / 4 * 3 - threads, "the table gets the larger part: {table} of {memory}");
            }
        }
        assert_eq!(Budget::new(&Limits::default(), 4).table(1 << 20), None);
    }
}
