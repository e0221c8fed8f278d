//! What all workers of one solver share: the table, counts, and what each thread was doing a moment ago.

use crate::observer::{Stats, Thread};
use crate::settings::Settings;
use crate::sync::{AtomicBool, AtomicU32, AtomicU64, Mutex, RwLock, RwLockReadGuard};
use crate::table::Table;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// What all workers of one solver share.
pub(crate) struct Shared {
    pub table: RwLock<Table>,
    /// How many workers wait to change the table. A count, because one who is done must not wave the others on.
    pub(crate) pause: AtomicU32,
    /// The table is full: all workers let go.
    pub full: AtomicBool,
    pub counts: Counts,
    /// What each worker was doing at its last glance. Ten times a second, so a lock will do.
    pub(crate) threads: Mutex<Vec<Thread>>,
}

/// Counts of all workers since the solver was made, away from what they only read.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Counts {
    pub nodes: AtomicU64,
    pub expansions: AtomicU64,
}

impl Shared {
    pub fn new() -> Self {
        Shared {
            table: RwLock::new(Table::new()),
            pause: AtomicU32::new(0),
            full: AtomicBool::new(false),
            counts: Counts::default(),
            threads: Mutex::default(),
        }
    }

    pub fn read(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn stats(&self, table: &Table) -> Stats {
        Stats {
            nodes: self.counts.nodes.load(Relaxed),
            expansions: self.counts.expansions.load(Relaxed),
            components: table.components() as u64,
            facts: table.known(),
            memory: table.memory() as u64,
        }
    }

    /// Makes a full table small enough to go on with, when no worker holds it. Returns whether that succeeded.
    pub fn evict(&self, settings: &Settings) -> bool {
        self.full.store(false, Relaxed);
        let mut table = self.table.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        table.relieve(settings.limits.memory, settings.recall.is_some())
    }
}

/// What limits and progress are counted from.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    pub(crate) asked: Instant,
    /// Nodes counted by all workers before it was asked.
    pub(crate) nodes_before: u64,
    /// Which rung of how many is being solved, if it is not the question itself.
    pub(crate) rung: Option<(usize, usize)>,
}

impl Question {
    /// The same question while rung `number` of `count` is being solved.
    pub fn on_rung(self, number: usize, count: usize) -> Self {
        Question { rung: Some((number, count)), ..self }
    }

    pub fn new(shared: &Shared) -> Self {
        Question { asked: Instant::now(), nodes_before: shared.counts.nodes.load(Relaxed), rung: None }
    }
}
