//! A bound on work: no line of a file, and no file, keeps the checker busy for longer than its size allows.
//!
//! Work is counted in steps, roughly one look at a spot, a cell, an edge, a heap or a digit, on the thread that does
//! it: about a hundred million a second. The bounds are functions of the size of a line and of a file; FORMATS.md
//! states them. Nothing is ever accepted for lack of steps: what is cut short is a reduction or a canonical form, which
//! may then give one component two forms (see [`crate::label`]), and the line is refused anyway. A limit on time and an
//! interrupt use up all steps in the same way.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Instant;

/// The steps for reading one position.
pub(crate) const READING: u64 = 20_000_000;

/// The steps for checking a line of that many bytes.
pub(crate) fn line(bytes: usize) -> u64 {
    500_000_000 + 100_000 * bytes as u64
}

/// The steps for reading and checking a file of that many bytes.
pub(crate) fn file(bytes: u64) -> u64 {
    1_000_000_000 + 1_000_000 * bytes
}

/// The reason for refusing a line that takes more.
pub(crate) const TOO_MUCH: &str = "too large or too symmetric: to check it takes too much work";

/// The reason for refusing the line at which a file has taken more.
pub(crate) const TOO_MUCH_FILE: &str = "up to this line, the file takes too much work for its size";

/// The steps between two looks at the clock: about ten milliseconds.
const POLL: u64 = 1 << 20;

/// What ended a check before its verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// The limit on time.
    Time,
    /// The limit on memory.
    Memory,
    /// The caller asked for it.
    Interrupted,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "time limit reached",
            Stop::Memory => "memory limit reached",
            Stop::Interrupted => "interrupted",
        })
    }
}

/// When a check must end, shared by its threads.
#[derive(Default)]
pub(crate) struct Halt {
    pub(crate) deadline: Option<Instant>,
    pub(crate) asked: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
    /// 0, or 1 + the stop.
    stopped: AtomicU8,
}

impl Halt {
    pub(crate) fn new(deadline: Option<Instant>, asked: Option<Arc<dyn Fn() -> bool + Send + Sync>>) -> Arc<Halt> {
        Arc::new(Halt { deadline, asked, stopped: AtomicU8::new(0) })
    }

    /// Why the check must end, if it must. Looks at the clock.
    pub(crate) fn poll(&self) -> Option<Stop> {
        if self.stopped().is_none() {
            if self.asked.as_ref().is_some_and(|asked| asked()) {
                self.stop(Stop::Interrupted);
            } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.stop(Stop::Time);
            }
        }
        self.stopped()
    }

    pub(crate) fn stop(&self, stop: Stop) {
        self.stopped.store(1 + stop as u8, Ordering::Relaxed);
    }

    /// Why the check has ended, if it has.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        match self.stopped.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(Stop::Time),
            2 => Some(Stop::Memory),
            _ => Some(Stop::Interrupted),
        }
    }
}

thread_local! {
    /// The steps that are left.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// The clock is looked at when no more than this many are left.
    static NEXT_POLL: Cell<u64> = const { Cell::new(0) };
    /// The steps that `LEFT` began with.
    static BUDGET: Cell<u64> = const { Cell::new(u64::MAX) };
    static HALT: RefCell<Option<Arc<Halt>>> = const { RefCell::new(None) };
}

/// Lets work on this thread end when `halt` says so; returns what was set before, to be given back at the end.
pub(crate) fn obey(halt: Option<Arc<Halt>>) -> Option<Arc<Halt>> {
    HALT.replace(halt)
}

/// Begins a piece of work of at most that many steps.
pub(crate) fn start(steps: u64) {
    LEFT.set(steps);
    BUDGET.set(steps);
    NEXT_POLL.set(steps.saturating_sub(POLL));
}

/// Counts steps.
pub(crate) fn spend(steps: usize) {
    let left = LEFT.get().saturating_sub(steps as u64);
    LEFT.set(left);
    if left <= NEXT_POLL.get() {
        NEXT_POLL.set(left.saturating_sub(POLL));
        if HALT.with_borrow(|halt| halt.as_ref().is_some_and(|halt| halt.poll().is_some())) {
            LEFT.set(0);
        }
    }
}

/// Whether all steps are used up.
pub(crate) fn is_spent() -> bool {
    LEFT.get() == 0
}

/// The steps used since the last start.
pub(crate) fn spent() -> u64 {
    BUDGET.get() - LEFT.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_down() {
        start(10);
        spend(9);
        assert!(!is_spent());
        assert_eq!(spent(), 9);
        spend(1);
        assert!(is_spent());
        spend(5);
        assert!(is_spent());
        assert_eq!(spent(), 10);
        start(1);
        assert!(!is_spent());
    }

    #[test]
    fn a_halt_uses_up_all_steps() {
        let halt = Halt::new(None, Some(Arc::new(|| true)));
        let before = obey(Some(halt.clone()));
        start(10 * POLL);
        spend(10);
        assert!(!is_spent(), "the clock is looked at now and then only");
        spend(POLL as usize);
        assert!(is_spent());
        obey(before);
        assert_eq!(halt.stopped(), Some(Stop::Interrupted));
    }
}
