//! Identity: from the canonical bytes of a component to its number.
//!
//! A hash chooses the bucket where to look; equal bytes, or [`Game::is_same`], decide.

use super::codec::{Packed, Place};
use super::key::Key;
use super::reserve::Reserve;
use super::storage::{Full, Table};
use super::word::{ComponentId, WORD_LIMIT};
use grundy_core::{Claim, Estimate, Hints, Nimber};
use std::sync::atomic::Ordering::*;

/// A component that has been met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lookup {
    /// It is solved.
    Known(Nimber),
    /// It is open, or was when this was found out.
    Open(ComponentId),
}

impl Table {
    /// Asks for the memory where the search for this key begins, in the buckets and in the archive.
    #[inline]
    pub fn prefetch_bucket(&self, key: Key) {
        prefetch_index::prefetch_index(&self.buckets[..], Self::home(key.upper(), self.buckets.len()));
        self.archive.prefetch_start(key);
    }

    /// Reads the record that this bucket leads to, if it may be the one of this key, and asks for the memory that the
    /// archive leads to.
    #[inline]
    pub fn touch_record(&self, key: Key) -> u32 {
        self.archive.prefetch_block(key);
        let bucket = self.buckets[Self::home(key.upper(), self.buckets.len())].load(Relaxed);
        let filled = bucket != 0 && bucket >> 32 == key.upper();
        if filled { self.record(ComponentId(bucket as u32 - 1)).excluded_bits() } else { 0 }
    }

    /// What is known of a canonical component, if it has been met.
    #[inline]
    pub fn lookup<G: Hints>(&self, game: &G, key: Key, component: &[u8]) -> Option<Lookup> {
        match self.find(game, key, component) {
            Some(id) => Some(self.nimber(id).map_or(Lookup::Open(id), Lookup::Known)),
            None if self.archive.is_empty() => None,
            None => self.archive.get(game, key, component).map(Lookup::Known),
        }
    }

    /// The id of a canonical component, if it has a record.
    pub fn find<G: Hints>(&self, game: &G, key: Key, component: &[u8]) -> Option<ComponentId> {
        let mask = self.buckets.len() - 1;
        let mut at = Self::home(key.upper(), self.buckets.len());
        loop {
            let bucket = self.buckets[at].load(Acquire);
            if bucket == 0 {
                return None;
            }
            if bucket >> 32 == key.upper() {
                let id = ComponentId(bucket as u32 - 1);
                if self.holds(game, id, key, component) {
                    return Some(id);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// The first bucket to look at for the upper half of a hash: the half that buckets keep, so that growing needs no
    /// game.
    #[inline]
    pub(crate) fn home(upper: u64, buckets: usize) -> usize {
        upper as usize & (buckets - 1)
    }

    /// The id of a canonical component, interned now if it is new.
    pub fn intern<G: Hints>(
        &self,
        game: &G,
        key: Key,
        component: &[u8],
        reserve: &mut Reserve,
    ) -> Result<ComponentId, Full> {
        if let Some(id) = self.find(game, key, component) {
            return Ok(id);
        }
        if self.components() >= self.buckets.len() / 8 * 5 || self.components() >= self.most_components {
            return Err(Full);
        }
        let packed = match Packed::inline(component) {
            Some(packed) => packed,
            None => Packed::afar(self.store_bytes(component, reserve)?),
        };
        let number = self.records.claim_from(&mut reserve.records, 1, reserve.block).ok_or(Full)?;
        if number >= WORD_LIMIT as usize {
            // Claimed by other threads since they were counted.
            return Err(Full);
        }
        let id = ComponentId(number as u32);
        let record = self.record(id);
        let leaf = game.estimate(component);
        let leaf =
            if self.leaf_numbers { leaf } else { Estimate { difficulty: leaf.difficulty, ..Estimate::default() } };
        record.fill(packed, leaf);
        if let Some(nimber) = self.archive.get(game, key, component) {
            // Not news: it was counted and reported when it was proved.
            self.notice(record.set_nimber(nimber));
            record.mark_archived();
        }
        let published = self.publish(game, key, component, id);
        if published != id {
            // Another thread was faster; no thread has seen this record.
            record.clear();
        } else if self.theorems && !record.is_archived() {
            match game.theorem(component).map(|theorem| theorem.claim) {
                Some(Claim::Is(nimber)) => self.set_nimber(id, nimber),
                Some(Claim::IsNot(nimber)) => self.exclude(id, nimber),
                None => {}
            }
        }
        Ok(published)
    }

    fn store_bytes(&self, component: &[u8], reserve: &mut Reserve) -> Result<Place, Full> {
        let words = component.len().div_ceil(8);
        let start = self.bytes.claim_from(&mut reserve.bytes, words, 4 * reserve.block).ok_or(Full)?;
        for (i, part) in component.chunks(8).enumerate() {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.bytes.get(start + i).store(u64::from_le_bytes(word), Relaxed);
        }
        Ok(Place { start, len: component.len() })
    }

    /// Enters the id into the first free bucket, unless another thread was faster with the same component.
    fn publish<G: Hints>(&self, game: &G, key: Key, component: &[u8], id: ComponentId) -> ComponentId {
        let mask = self.buckets.len() - 1;
        let mut at = Self::home(key.upper(), self.buckets.len());
        let mine = key.upper() << 32 | u64::from(id.0 + 1);
        loop {
            match self.buckets[at].compare_exchange(0, mine, Release, Acquire) {
                Ok(_) => return id,
                Err(bucket) if bucket >> 32 == key.upper() => {
                    let other = ComponentId(bucket as u32 - 1);
                    if self.holds(game, other, key, component) {
                        return other;
                    }
                }
                Err(_) => {}
            }
            at = (at + 1) & mask;
        }
    }

    fn holds<G: Hints>(&self, game: &G, id: ComponentId, key: Key, component: &[u8]) -> bool {
        let packed = self.record(id).bytes();
        let equal = match packed.place() {
            None => Packed::inline(component) == Some(packed),
            Some(place) => {
                place.len == component.len()
                    && component.chunks(8).enumerate().all(|(i, part)| {
                        let word = self.bytes.get(place.start + i).load(Relaxed).to_le_bytes();
                        word[..part.len()] == *part
                    })
            }
        };
        equal || key.own_identity() && self.same(game, packed, component)
    }

    /// Whether the game takes a component for the one with these bytes.
    #[cold]
    fn same<G: Hints>(&self, game: &G, packed: Packed, component: &[u8]) -> bool {
        let mut stored = Vec::with_capacity(32);
        self.push_bytes(packed, &mut stored);
        game.is_same(component, &stored)
    }

    /// Appends the canonical bytes of a component.
    pub fn copy_bytes(&self, id: ComponentId, out: &mut Vec<u8>) {
        self.push_bytes(self.record(id).bytes(), out);
    }

    /// How many bytes a component has.
    pub fn bytes_len(&self, id: ComponentId) -> usize {
        self.record(id).bytes().len()
    }

    fn push_bytes(&self, packed: Packed, out: &mut Vec<u8>) {
        let Some(place) = packed.place() else { return packed.push_to(out) };
        let end = out.len() + place.len;
        for i in 0..place.len.div_ceil(8) {
            out.extend_from_slice(&self.bytes.get(place.start + i).load(Relaxed).to_le_bytes());
        }
        out.truncate(end);
    }
}
