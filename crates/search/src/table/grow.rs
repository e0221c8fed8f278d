//! Growing: more room within the limit on memory, when no thread searches.

use super::evict::AHEAD;
use super::reserve::Demand;
use super::storage::Table;
use crate::sync::Pages;
use prefetch_index::prefetch_index;
use std::sync::atomic::Ordering::Relaxed;

/// The table is at its limit: components have to be evicted.
pub(crate) struct AtLimit;

impl Table {
    /// Grows within the limit. At the limit, drops the lists of solved components; if that is not enough, something has
    /// to be evicted.
    pub fn grow(&mut self, room: Demand, limit: Option<usize>) -> Result<(), AtLimit> {
        if self.components() + room.components.max(1) > self.most_components {
            return Err(AtLimit);
        }
        let limit = limit.unwrap_or(usize::MAX);
        let before = self.memory_with_room(room);
        if before > limit {
            self.compact();
            let after = self.memory_with_room(room);
            // Half a percent gained would be gone at once.
            if after > limit || before - after < limit / 16 {
                return Err(AtLimit);
            }
        }
        self.make_room(room, limit);
        Ok(())
    }

    /// Makes room for this much more. Room that is not needed is given back only if `limit` would be passed otherwise.
    ///
    /// # Invariant
    /// After this [`Table::memory`] is within the limit, if [`Table::memory_with_room`] was.
    pub fn make_room(&mut self, room: Demand, limit: usize) {
        let Demand { components, opens, bytes, lists } = room.and_slack();
        let all = self.components() + components;
        let grown = self.records.memory_grown(components)
            + self.opens.memory_grown(opens)
            + self.bytes.memory_grown(bytes)
            + self.lists.memory_grown(lists);
        if grown + self.memory_of_buckets(all) + self.memory_beside_arenas() > limit {
            self.release(Demand { components, opens, bytes, lists });
        }
        self.records.make_room(components);
        self.opens.make_room(opens);
        self.bytes.make_room(bytes);
        self.lists.make_room(lists);
        if self.memory_of_arenas() + self.memory_of_buckets(all) + self.memory_beside_arenas() <= limit {
            self.grow_buckets(Self::buckets_for(all));
        } else if Self::least_buckets_for(all) > self.buckets.len() {
            // There is no memory for the old ones beside the new ones.
            let uppers = self.uppers();
            self.fill_buckets(&uppers, Self::least_buckets_for(all));
        }
    }

    /// Gives back the memory that is not needed for what is there and for this much more.
    pub(super) fn release(&mut self, room: Demand) {
        self.records.release(room.components);
        self.opens.release(room.opens);
        self.bytes.release(room.bytes);
        self.lists.release(room.lists);
    }

    /// Bytes that are needed for what is there and for this much more, with as few buckets as will do.
    pub fn memory_with_room(&self, room: Demand) -> usize {
        let room = room.and_slack();
        self.records.memory_with_room(room.components)
            + self.opens.memory_with_room(room.opens)
            + self.bytes.memory_with_room(room.bytes)
            + self.lists.memory_with_room(room.lists)
            + 8 * self.buckets.len().max(Self::least_buckets_for(self.components() + room.components))
            + self.memory_beside_arenas()
    }

    /// Bytes held by the arenas.
    pub(super) fn memory_of_arenas(&self) -> usize {
        self.records.memory() + self.opens.memory() + self.bytes.memory() + self.lists.memory()
    }

    /// Bytes that are needed beside arenas and buckets until the table grows again, by when there is an eighth more of
    /// everything, and spilled numbers may have doubled.
    fn memory_beside_arenas(&self) -> usize {
        self.archive.memory() + self.evict_memory() / 8 * 9 + 2 * self.spill_memory()
    }

    /// Bytes of the buckets while they grow for this many components: the old and the new ones.
    fn memory_of_buckets(&self, components: usize) -> usize {
        let wanted = Self::buckets_for(components);
        8 * if wanted > self.buckets.len() { wanted + self.buckets.len() } else { self.buckets.len() }
    }

    /// How many buckets this many components get.
    fn buckets_for(components: usize) -> usize {
        (components * 2).next_power_of_two()
    }

    /// How many buckets will do for this many components: at most five eighths are taken.
    pub(super) fn least_buckets_for(components: usize) -> usize {
        (components * 8).div_ceil(5).next_power_of_two()
    }

    fn grow_buckets(&mut self, wanted: usize) {
        if wanted > self.buckets.len() {
            let old = std::mem::replace(&mut self.buckets, Pages::zeroed(wanted));
            for bucket in old.iter().map(|bucket| bucket.load(Relaxed)).filter(|&bucket| bucket != 0) {
                self.enter_bucket(bucket);
            }
        }
    }

    /// Fills `count` buckets for records whose upper halves of hashes are these.
    pub fn fill_buckets(&mut self, uppers: &[u32], count: usize) {
        if count == self.buckets.len() {
            self.buckets.iter().for_each(|bucket| bucket.store(0, Relaxed));
        } else {
            self.buckets = Pages::default();
            self.buckets = Pages::zeroed(count);
        }
        for (id, &upper) in uppers.iter().enumerate() {
            if let Some(&ahead) = uppers.get(id + AHEAD) {
                prefetch_index(&self.buckets[..], Self::home(ahead.into(), self.buckets.len()));
            }
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
}
