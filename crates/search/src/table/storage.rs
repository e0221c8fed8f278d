//! The parts of a table: arenas, buckets, and what does not fit into records.
//!
//! A component's canonical bytes give it a dense [`ComponentId`]. Its [`Record`] holds the bytes, or their place in an
//! arena, and facts and hints. A component that is searched has an [`Open`] too, and its list of options lies in a
//! second arena.
//!
//! # Invariant
//! A bucket is published (release) after the record and the bytes it leads to are complete, and never changes after
//! that. A list of options is published the same way and never changes in place while threads search.

use super::archive::Archive;
use super::chunked::Chunked;
use super::codec::Numbers;
use super::odds::Odds;
use super::open::Open;
use super::record::Record;
use super::reserve::Demand;
use super::word::{ComponentId, WORD_LIMIT};
use crate::observer::FactLog;
use crate::sync::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, MODEL, Mutex, MutexGuard, Pages, lock, locked_mut};
use grundy_core::{Nimber, NimberSet};
use rapidhash::RapidHashMap;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// There is no room for another component or list; the table must grow first.
#[derive(Debug)]
pub(crate) struct Full;

pub(crate) struct Table {
    pub(crate) records: Chunked<Record>,
    pub(crate) opens: Chunked<Open>,
    pub(crate) bytes: Chunked<AtomicU64>,
    pub(crate) lists: Chunked<AtomicU32>,
    /// Upper half of the hash, then id + 1; zero is empty. A power of two long.
    pub(crate) buckets: Pages<AtomicU64>,
    /// Whether theorems of the game are used.
    pub(crate) theorems: bool,
    /// Whether couples start with the numbers of the game.
    pub(crate) leaf_numbers: bool,
    /// How likely nimbers are.
    pub(crate) odds: Odds,
    /// Facts whose components have no record any more.
    pub(crate) archive: Archive,
    /// Facts were dropped that the fact source has.
    pub(crate) forgetful: bool,
    pub(super) known: AtomicU64,
    /// Bytes that archiving the facts takes that came since the last time. Decides nothing but when to evict, so model
    /// checkers need not see it.
    pub(super) fresh_memory: AtomicUsize,
    /// What does not fit into records.
    large: Mutex<Large>,
    pub(super) has_large: AtomicBool,
    /// Two facts were found that cannot both be true.
    pub(super) contradiction: AtomicBool,
    /// No more components than this.
    pub(crate) most_components: usize,
    /// Numbers of open couples for which there is no slot, by the last bits of the component's number.
    spill: [Mutex<Spill>; SPILLS],
    /// Called for new facts.
    pub log: Option<Arc<dyn FactLog>>,
}

/// What does not fit into records: rare, and kept behind a lock.
#[derive(Default)]
pub(super) struct Large {
    /// Nimbers of components.
    pub(super) nimbers: HashMap<ComponentId, Nimber>,
    /// Nimbers too large for a bit in the record that a component does not have.
    pub(super) excluded: HashMap<ComponentId, NimberSet>,
}

pub(super) type Spill = RapidHashMap<(ComponentId, Nimber), Numbers>;

/// Enough that threads rarely meet.
const SPILLS: usize = if MODEL { 2 } else { 64 };

impl Large {
    /// Gives every component its new number, and drops those that have none.
    fn renumber(&mut self, new: &impl Fn(ComponentId) -> Option<ComponentId>) {
        self.nimbers = self.nimbers.drain().filter_map(|(id, nimber)| Some((new(id)?, nimber))).collect();
        self.excluded = self.excluded.drain().filter_map(|(id, set)| Some((new(id)?, set))).collect();
    }
}

impl Table {
    pub fn new() -> Self {
        let mut table = Table {
            records: Chunked::new(),
            opens: Chunked::new(),
            bytes: Chunked::new(),
            lists: Chunked::new(),
            buckets: Pages::zeroed(if MODEL { 16 } else { 1 << 12 }),
            theorems: true,
            leaf_numbers: true,
            odds: Odds::default(),
            archive: Archive::default(),
            forgetful: false,
            known: AtomicU64::new(0),
            fresh_memory: Default::default(),
            large: Mutex::default(),
            has_large: AtomicBool::new(false),
            contradiction: AtomicBool::new(false),
            most_components: WORD_LIMIT as usize,
            spill: std::array::from_fn(|_| Mutex::default()),
            log: None,
        };
        table.make_room(Demand::default(), usize::MAX);
        table
    }

    /// How many components are interned.
    pub fn components(&self) -> usize {
        self.records.len()
    }

    /// How many nimbers are known.
    pub fn known(&self) -> u64 {
        self.known.load(Relaxed)
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.memory_of_arenas() + self.buckets.len() * 8 + self.archive.memory() + self.spill_memory()
    }

    /// Bytes of the numbers for which there is no slot. They grow while threads search, not when the table grows.
    pub(super) fn spill_memory(&self) -> usize {
        // A map has an entry and a byte of its own in each of 2^k places, of which an eighth stays free.
        const PLACE: usize = size_of::<((ComponentId, Nimber), Numbers)>() + 1;
        self.spill
            .iter()
            .map(|spill| lock(spill).capacity())
            .filter(|&capacity| capacity > 0)
            .map(|capacity| PLACE * capacity.next_power_of_two())
            .sum()
    }

    /// All ids, in the order in which the components were met.
    pub fn ids(&self) -> impl Iterator<Item = ComponentId> + '_ {
        (0..self.components() as u32).map(ComponentId).filter(|&id| self.record(id).is_filled())
    }

    #[inline(always)]
    pub fn record(&self, id: ComponentId) -> &Record {
        self.records.get(id.0 as usize)
    }

    /// What is kept for a component that is searched.
    #[inline(always)]
    pub fn open(&self, id: ComponentId) -> Option<&Open> {
        self.record(id).more().map(|open| self.opens.get(open))
    }

    fn large_mut(&mut self) -> &mut Large {
        locked_mut(&mut self.large)
    }

    pub(super) fn spill(&self, id: ComponentId) -> MutexGuard<'_, Spill> {
        lock(&self.spill[id.0 as usize % SPILLS])
    }

    /// Drops the numbers of couples for which there was no slot.
    pub(super) fn drop_spilled_numbers(&mut self) {
        self.spill.iter_mut().for_each(|spill| *locked_mut(spill) = Spill::default());
    }

    /// Gives every component in what does not fit into records its new number, and drops those that have none.
    pub(crate) fn renumber_large(&mut self, new: impl Fn(ComponentId) -> Option<ComponentId>) {
        self.large_mut().renumber(&new);
        let spilled: Vec<_> = self.spill.iter_mut().flat_map(|spill| std::mem::take(locked_mut(spill))).collect();
        for ((id, nimber), numbers) in spilled {
            if let Some(id) = new(id) {
                self.spill(id).insert((id, nimber), numbers);
            }
        }
    }

    pub(super) fn large(&self) -> MutexGuard<'_, Large> {
        lock(&self.large)
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;
    use crate::table::{Key, LAST, Reserve};
    use grundy_games::nim::Nim;

    #[test]
    fn numbers_without_a_slot_count_as_memory() {
        let (table, game, mut reserve) = (Table::new(), Nim::default(), Reserve::new(1));
        let before = table.memory();
        let mut entries = 0;
        for heap in 0..500u32 {
            let bytes = heap.to_le_bytes();
            let id = table.intern(&game, Key::new(&game, &bytes), &bytes, &mut reserve).expect("room");
            table.set_options(id, &[LAST | id.0], &mut reserve).expect("room");
            for nimber in 0..20 {
                table.set_numbers(id, Nimber::new(nimber), Numbers { pn: 1, dn: 1 });
            }
            // Two have slots in the record.
            entries += 18;
        }
        let (held, least) = (table.memory() - before, entries * size_of::<((ComponentId, Nimber), Numbers)>());
        assert_eq!(held, table.spill_memory());
        assert!((least..3 * least).contains(&held), "{held} bytes for {entries} entries");
    }
}
