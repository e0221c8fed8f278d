//! Limits come in as values, the end of a search goes out as a typed reason.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// What a search may use. The default is everything.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Visits of couples.
    pub nodes: Option<u64>,
    /// Wall time of one question.
    pub time: Option<Duration>,
    /// Bytes for the search: the table (components, lists of options, facts), caches and buffers of all threads.
    pub memory: Option<usize>,
    /// Set from elsewhere to stop the search.
    pub interrupt: Interrupt,
}

/// A flag that stops every search that was given a clone of it.
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks the searches to stop.
    pub fn raise(&self) {
        self.0.store(true, Relaxed);
    }

    /// Allows searches again.
    pub fn clear(&self) {
        self.0.store(false, Relaxed);
    }

    /// Whether searches are asked to stop.
    pub fn is_raised(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Why a search ended before its answer. Everything it proved is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StopReason {
    /// The limit on visited couples.
    Nodes,
    /// The limit on time.
    Time,
    /// The limit on memory, after everything that can be generated again was dropped.
    Memory,
    /// [`Interrupt::raise`].
    Interrupted,
    /// The game is not finite: a position leads back to itself.
    Endless,
    /// Two facts cannot both be true: a rule or a theorem of the game is wrong, or a fact that was taken over.
    Contradiction,
    /// [`Game::options`](grundy_core::Game::options) returned `Break` although the sink did not ask it to stop.
    CutShort,
    /// [`Game::options`](grundy_core::Game::options) pushed components of an option and never ended it with
    /// [`Sink::end`](grundy_core::Sink::end).
    Unfinished,
}

impl StopReason {
    /// One word for it, for machine-readable output.
    pub fn as_str(self) -> &'static str {
        match self {
            StopReason::Nodes => "nodes",
            StopReason::Time => "time",
            StopReason::Memory => "memory",
            StopReason::Interrupted => "interrupted",
            StopReason::Endless => "endless",
            StopReason::Contradiction => "contradiction",
            StopReason::CutShort => "cut-short",
            StopReason::Unfinished => "unfinished",
        }
    }
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            StopReason::Nodes => "the limit on nodes was reached",
            StopReason::Time => "the limit on time was reached",
            StopReason::Memory => "the limit on memory was reached",
            StopReason::Interrupted => "interrupted",
            StopReason::Endless => "the game does not end: a position leads back to itself",
            StopReason::Contradiction => {
                "two facts contradict each other: a rule, a theorem or a fact that was taken over is wrong"
            }
            StopReason::CutShort => "Game::options returned Break although the sink did not ask it to stop",
            StopReason::Unfinished => "Game::options pushed components without a final Sink::end",
        })
    }
}

impl std::error::Error for StopReason {}

/// Why a visit ended without deciding its couple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// The whole search ends.
    Stop(StopReason),
    /// Another thread answered the question.
    Answered,
    /// Another thread decided a couple further up on the path: the search goes on there.
    Unwind,
    /// The table is full: when all threads have let go it is made smaller, and the search begins again.
    Evict,
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Self {
        Halt::Stop(reason)
    }
}
