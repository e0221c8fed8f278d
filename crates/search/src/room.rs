//! Room in the table: claimed ahead by threads that search, made and given back when nobody does.

use crate::record::{Open, Place};
use crate::sync::{MODEL, Pages};
use crate::table::Table;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

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

/// Room for more: components, those that are searched, words of bytes, words of lists.
#[derive(Clone, Copy, Default)]
pub(crate) struct Room {
    pub components: usize,
    pub opens: usize,
    pub bytes: usize,
    pub lists: usize,
}

impl Room {
    /// More than is asked for, so that the next ones who ask find some.
    fn and_slack(self) -> Self {
        // At least what one thread claims ahead: who finds less would ask again for ever.
        const SLACK: usize = if MODEL { 8 } else { 1 << 12 };
        Room {
            components: self.components + SLACK,
            opens: self.opens + SLACK / 4,
            bytes: self.bytes + SLACK,
            lists: self.lists + 4 * SLACK,
        }
    }
}

impl Table {
    /// Makes room for this much more. Room that is not needed is given back only if `limit` would be passed otherwise.
    ///
    /// # Invariant
    /// After this [`Table::memory`] is within the limit, if [`Table::memory_with_room`] was.
    pub fn make_room(&mut self, room: Room, limit: usize) {
        let Room { components, opens, bytes, lists } = room.and_slack();
        let grown = self.records.memory_grown(components)
            + self.opens.memory_grown(opens)
            + self.bytes.memory_grown(bytes)
            + self.lists.memory_grown(lists);
        if grown + self.buckets_with(components) + self.archive.memory() + self.evict_memory() > limit {
            self.records.release(components);
            self.opens.release(opens);
            self.bytes.release(bytes);
            self.lists.release(lists);
        }
        self.records.make_room(components);
        self.opens.make_room(opens);
        self.bytes.make_room(bytes);
        self.lists.make_room(lists);
        self.grow_buckets(self.components() + components);
    }

    /// Bytes that are needed for what is there and for this much more.
    pub fn memory_with_room(&self, room: Room) -> usize {
        let room = room.and_slack();
        self.records.memory_with_room(room.components)
            + self.opens.memory_with_room(room.opens)
            + self.bytes.memory_with_room(room.bytes)
            + self.lists.memory_with_room(room.lists)
            + self.buckets_with(room.components)
            + self.archive.memory()
            + self.evict_memory()
    }

    /// Bytes that are needed for what is there.
    pub fn memory_in_use(&self) -> usize {
        let arenas = self.records.memory_in_use()
            + self.opens.memory_in_use()
            + self.bytes.memory_in_use()
            + self.lists.memory_in_use();
        arenas + 8 * Self::least_buckets_for(self.components()) + self.archive.memory()
    }

    /// Bytes of the buckets while they grow for this many more components: the old and the new ones.
    fn buckets_with(&self, components: usize) -> usize {
        let wanted = Self::buckets_for(self.components() + components);
        8 * if wanted > self.buckets.len() { wanted + self.buckets.len() } else { self.buckets.len() }
    }

    /// The median of the visits of open components that have a list.
    pub fn median_visits(&self) -> u32 {
        let opens = self.ids().filter_map(|id| self.open(id));
        let mut visits: Vec<u32> = opens.filter(|open| open.options().is_some()).map(Open::visits).collect();
        let middle = visits.len() / 2;
        if visits.is_empty() { 0 } else { *visits.select_nth_unstable(middle).1 }
    }

    /// How many buckets this many components get.
    fn buckets_for(components: usize) -> usize {
        (components * 2).next_power_of_two()
    }

    /// How many buckets will do for this many components: at most five eighths are taken.
    fn least_buckets_for(components: usize) -> usize {
        (components * 8).div_ceil(5).next_power_of_two()
    }

    fn grow_buckets(&mut self, components: usize) {
        let wanted = Self::buckets_for(components);
        if wanted > self.buckets.len() {
            let old = std::mem::replace(&mut self.buckets, Pages::zeroed(wanted));
            for bucket in old.iter().map(|bucket| bucket.load(Relaxed)).filter(|&bucket| bucket != 0) {
                self.enter_bucket(bucket);
            }
        }
    }

    /// Fills the buckets anew for records whose upper halves of hashes are these. If there are more than `most`, which would be
    /// too much memory, and fewer will do, they are made fewer.
    pub fn fill_buckets(&mut self, uppers: &[u32], most: usize) {
        let needed = Self::least_buckets_for(uppers.len());
        if needed <= self.buckets.len() && self.buckets.len() <= needed.max(most) {
            self.buckets.iter().for_each(|bucket| bucket.store(0, Relaxed));
        } else {
            self.buckets = Pages::default();
            self.buckets = Pages::zeroed(needed);
        }
        for (id, &upper) in uppers.iter().enumerate() {
            self.enter_bucket(u64::from(upper) << 32 | (id as u64 + 1));
        }
    }

    fn enter_bucket(&mut self, bucket: u64) {
        let mask = self.buckets.len() - 1;
        let mut at = Self::home(bucket >> 32, self.buckets.len());
        while self.buckets[at].load(Relaxed) != 0 {
            at = (at + 1) & mask;
        }
        self.buckets[at].store(bucket, Relaxed);
    }

    /// Drops the lists of solved components, and of those open ones that `keep` refuses, and closes the gaps.
    /// What was dropped is generated again when it is needed.
    pub fn compact(&mut self, keep: impl Fn(&Open) -> bool) {
        let mut places: Vec<(usize, usize)> = Vec::new();
        for id in self.ids() {
            let (Some(more), Some(open)) = (self.record(id).more(), self.open(id)) else { continue };
            match open.options() {
                Some(place) if self.nimber(id).is_none() && keep(open) => places.push((place.start, more)),
                _ => open.set_options(None),
            }
        }
        places.sort_unstable();
        let mut end = 0;
        for (start, more) in places {
            let open = self.opens.get(more);
            let len = open.options().map_or(0, |place| place.len);
            for i in 0..len {
                self.lists.get(end + i).store(self.word(start + i), Relaxed);
            }
            open.set_options(Some(Place { start: end, len }));
            end += len;
        }
        self.lists.truncate(end);
    }
}
