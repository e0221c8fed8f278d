//! What all workers of one solver share: the table, counts, and what each thread was doing a moment ago.

use crate::budget::Budget;
use crate::expand::{Buffers, RawCache};
use crate::observer::{Stats, Thread};
use crate::settings::Settings;
use crate::sync::{
    AtomicBool, AtomicU32, AtomicU64, AtomicUsize, MODEL, Mutex, RwLock, RwLockReadGuard, RwLockWriteGuard, lock,
};
use crate::table::{ComponentId, Table};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// What all workers of one solver share.
pub(crate) struct Shared {
    pub table: RwLock<Table>,
    /// How many workers wait to change the table. A count, because the first to finish must not release the others.
    pub(crate) pause: AtomicU32,
    /// The table is full: all workers let go.
    pub full: AtomicBool,
    pub counts: Counts,
    /// Buffers of threads that do not search now, for the next question.
    idle_buffers: Mutex<Vec<Buffers>>,
    /// What readers looked up that are gone now, for the next ones.
    pub idle_readers: Mutex<Vec<ReaderCache>>,
    /// Bytes of the caches in all buffers.
    cache_memory: AtomicUsize,
    /// What each worker was doing when it last looked at the clock. Ten times a second, so a lock will do.
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
            idle_buffers: Mutex::default(),
            idle_readers: Mutex::default(),
            cache_memory: AtomicUsize::new(0),
            threads: Mutex::default(),
        }
    }

    pub fn read(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The table, when no worker holds it.
    pub fn write(&self) -> RwLockWriteGuard<'_, Table> {
        self.table.write().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The table, when nothing else can hold it.
    pub fn table_mut(&mut self) -> &mut Table {
        self.table.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn stats(&self, table: &Table) -> Stats {
        Stats {
            nodes: self.counts.nodes.load(Relaxed),
            expansions: self.counts.expansions.load(Relaxed),
            components: table.components() as u64,
            facts: table.known(),
            memory: (table.memory() + self.cache_memory.load(Relaxed)) as u64,
        }
    }

    /// Drops everything but the facts and the open components `kept`, when no worker holds the table.
    pub fn keep_facts(&self, kept: &[ComponentId]) {
        self.write().keep_facts(kept);
    }

    /// Makes a full table small enough to go on with, when no worker holds it. Returns whether that succeeded.
    pub fn evict(&self, settings: &Settings) -> bool {
        self.full.store(false, Relaxed);
        let limit = self.table_limit(settings);
        self.write().evict(limit, settings.fact_source.is_some())
    }

    /// Bytes that the table may hold. Caches count in full as soon as there are any.
    pub fn table_limit(&self, settings: &Settings) -> Option<usize> {
        let budget = Budget::new(&settings.limits, settings.threads);
        let used = self.cache_memory.load(Relaxed) > 0;
        budget.table(if used { Buffers::largest_cache(budget.cache()) } else { 0 })
    }

    /// Buffers for a worker: those of an earlier question if there are any.
    pub fn take_buffers(&self, settings: &Settings) -> Buffers {
        let cache = Budget::new(&settings.limits, settings.threads).cache();
        // A model would explore the orders of this lock too.
        let idle = if MODEL { None } else { lock(&self.idle_buffers).pop() };
        idle.unwrap_or_default().for_question(settings.threads, cache)
    }

    /// Keeps the buffers of a worker that ends, without its cache: a question with one thread visits the same couples
    /// whatever was asked before it.
    pub fn give_back(&self, mut buffers: Buffers) {
        self.count_cache(buffers.cache_memory(), 0);
        buffers.drop_cache();
        if !MODEL {
            lock(&self.idle_buffers).push(buffers);
        }
    }

    /// Takes note of a cache that has grown or is gone.
    pub fn count_cache(&self, before: usize, now: usize) {
        if before < now {
            self.cache_memory.fetch_add(now - before, Relaxed);
        } else if now < before {
            self.cache_memory.fetch_sub(before - now, Relaxed);
        }
    }
}

/// What a reader looked up lately, under the bytes it was asked for: most components are asked for more than once.
#[derive(Default)]
pub(crate) struct ReaderCache {
    pub raw: RawCache,
    /// The number of facts that were known: with more of them, what was not known may be known.
    pub facts: u64,
}

/// The question that limits and progress refer to.
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
