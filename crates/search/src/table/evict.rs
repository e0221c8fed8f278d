//! Eviction: a table that has grown to its limit is made small again, when no thread searches.
//!
//! Facts go to the [`Archive`]. Of the open components those stay that have a list of options and have been visited
//! often, and those that such lists name; what else is dropped is generated again when it is needed. Components get new
//! numbers, so that every search has to begin again at its question; the numbers of the couples that stayed lead it
//! back quickly to where it was.
//!
//! # Invariant
//! No fact is lost, unless a fact source can be asked for it ([`Table::forget`]), and every list that stays has the
//! same options as before: a component that was solved since is replaced by its nimber.

use super::archive::{Archive, Entry};
use super::codec::{Packed, Place};
use super::open::Open;
use super::record::Record;
use super::reserve::Demand;
use super::storage::Table;
use super::word::{ComponentId, LAST, LITERAL};
use grundy_core::Nimber;
use std::sync::atomic::Ordering::Relaxed;

/// For a component that goes.
const GONE: u32 = u32::MAX;

impl Table {
    /// Makes a full table small enough to go on with. With a fact source facts are dropped too, when there is no other
    /// way. Returns whether there is room now.
    pub fn make_smaller(&mut self, limit: Option<usize>, has_fact_source: bool) -> bool {
        // Without a limit on memory the table is full of components.
        let limit = limit.unwrap_or(usize::MAX);
        self.evict(limit);
        if has_fact_source && self.memory_with_room(Demand::default()) > limit / 8 * 7 {
            self.forget();
        }
        let enough =
            self.memory_with_room(Demand::default()) <= limit && self.components() <= self.most_components / 8 * 7;
        if enough {
            self.make_room(Demand::default(), limit);
        }
        enough
    }

    /// Archives the facts and drops open components until the table needs at most five eighths of `limit` and of the
    /// components there may be, and can grow a little without passing seven, or there is nothing left to drop. Facts
    /// stay. What is not needed any more stays as room.
    pub fn evict(&mut self, limit: usize) {
        let wanted = limit / 8 * 5;
        let mut visits = None;
        loop {
            self.compact(|open| visits.is_none_or(|visits| open.visits() > visits));
            // More than a quarter for the buckets would be a waste.
            self.rebuild(wanted / 4 / 8);
            let small = self.memory_in_use() <= wanted && self.memory_with_room(Demand::default()) <= limit / 8 * 7;
            let few = self.components() <= self.most_components / 8 * 5;
            if small && few || self.lists_len() == 0 {
                return;
            }
            visits = Some(self.median_visits());
        }
    }

    /// Drops everything but the facts and the open components `kept`: lists of options, numbers of couples, excluded
    /// nimbers. What is needed again is generated again, shorter than before, because options that have become known
    /// are left out.
    pub fn keep_facts(&mut self, kept: &[ComponentId]) {
        for id in self.ids() {
            self.record(id).replace_more(None);
        }
        self.opens.truncate_with(0, |open| open.copy_from(&Open::default()));
        self.lists.truncate(0);
        self.drop_spilled_numbers();
        let mut new_ids = vec![GONE; self.components()];
        let staying = self.ids().filter(|id| self.nimber(*id).is_some() || kept.contains(id));
        for (new_id, id) in (0..).zip(staying) {
            new_ids[id.0 as usize] = new_id;
        }
        let mut uppers = self.uppers();
        self.renumber(&new_ids, &mut uppers);
        self.fill_buckets(&uppers, usize::MAX);
    }

    /// Bytes that [`Table::evict`] takes for a while: numbers and hashes of components, and places of those that are
    /// searched.
    pub fn evict_memory(&self) -> usize {
        8 * self.components() + 16 * self.opens.len()
    }

    /// Drops the facts of the archive. The fact source has all of them that could be saved; the others are searched
    /// again.
    pub fn forget(&mut self) {
        self.archive = Archive::default();
        self.forgetful = true;
    }

    /// The upper halves of the hashes of all components. They are in the buckets and nowhere else.
    fn uppers(&self) -> Vec<u32> {
        let mut uppers = vec![0u32; self.components()];
        for bucket in self.buckets.iter().map(|bucket| bucket.load(Relaxed)).filter(|&bucket| bucket != 0) {
            uppers[bucket as u32 as usize - 1] = (bucket >> 32) as u32;
        }
        uppers
    }

    fn rebuild(&mut self, most_buckets: usize) {
        let mut uppers = self.uppers();
        self.archive_facts(&uppers);
        self.settle_lists();
        let new_ids = self.choose();
        self.renumber(&new_ids, &mut uppers);
        self.renumber_lists(&new_ids);
        self.fill_buckets(&uppers, most_buckets);
    }

    /// Gives every component its new number, in the order of the old ones, and closes the gaps. Lists keep the old
    /// numbers.
    fn renumber(&mut self, new_ids: &[u32], uppers: &mut Vec<u32>) {
        self.move_records(new_ids, uppers);
        self.move_opens();
        self.move_bytes();
        self.renumber_large(|id| Some(ComponentId(new_ids[id.0 as usize])).filter(|new| new.0 != GONE));
    }

    /// Copies the facts that an archive takes into it.
    fn archive_facts(&mut self, uppers: &[u32]) {
        let takes = |id: ComponentId| self.nimber(id).filter(|&nimber| Archive::takes(self.bytes_len(id), nimber));
        let mut solved: Vec<(u32, ComponentId)> =
            self.ids().filter(|&id| takes(id).is_some()).map(|id| (uppers[id.0 as usize], id)).collect();
        solved.sort_unstable();
        let mut archive = std::mem::take(&mut self.archive);
        archive.extend(|shard| {
            let first = solved.partition_point(|&(upper, _)| upper >> 24 < shard);
            let of_shard = solved[first..].iter().take_while(|&&(upper, _)| upper >> 24 == shard);
            // A fact that was archived before and met again is here already.
            let fresh = of_shard.filter(|&&(_, id)| !self.record(id).is_archived());
            fresh
                .map(|&(upper, id)| {
                    let mut bytes = Vec::new();
                    self.copy_bytes(id, &mut bytes);
                    let nimber = self.nimber(id).map_or(0, |nimber| nimber.get() as u8);
                    Entry { upper, nimber, bytes: bytes.into() }
                })
                .collect()
        });
        self.archive = archive;
    }

    /// Replaces solved components in lists by their nimbers, and leaves out options that are known.
    fn settle_lists(&mut self) {
        let listed: Vec<ComponentId> = self.ids().filter(|&id| self.options(id).is_some()).collect();
        for id in listed {
            let (Some(place), Some(open)) = (self.options(id), self.open(id)) else { continue };
            let (mut from, mut to) = (place.start, place.start);
            while from < place.start + place.len {
                let first = to;
                let mut known = Nimber::ZERO;
                loop {
                    let word = self.word(from);
                    from += 1;
                    let value = word & !(LAST | LITERAL);
                    let nimber = match word & LITERAL {
                        0 => self.nimber(ComponentId(value)),
                        _ => Some(Nimber::new(value)),
                    };
                    match nimber {
                        Some(nimber) => known ^= nimber,
                        None => {
                            self.set_word(to, value);
                            to += 1;
                        }
                    }
                    if word & LAST != 0 {
                        break;
                    }
                }
                if first == to {
                    self.exclude(id, known);
                    continue;
                }
                if known != Nimber::ZERO {
                    self.set_word(to, LITERAL | known.get());
                    to += 1;
                }
                self.set_word(to - 1, self.word(to - 1) | LAST);
            }
            let len = to - place.start;
            // With all options known the component is as good as solved: the next visit finds its nimber.
            open.set_options((len > 0).then_some(Place { len, ..place }));
        }
    }

    /// The new number of every component, or [`GONE`].
    fn choose(&self) -> Vec<u32> {
        let mut new_ids = vec![GONE; self.components()];
        for id in self.ids() {
            let stays = match self.nimber(id) {
                Some(nimber) => !Archive::takes(self.bytes_len(id), nimber),
                None => self.options(id).is_some(),
            };
            if stays {
                new_ids[id.0 as usize] = 0;
            }
            let Some(place) = self.options(id) else { continue };
            for at in place.start..place.start + place.len {
                let word = self.word(at);
                if word & LITERAL == 0 {
                    new_ids[(word & !LAST) as usize] = 0;
                }
            }
        }
        let staying = new_ids.iter_mut().filter(|new| **new != GONE);
        staying.enumerate().for_each(|(number, new)| *new = number as u32);
        new_ids
    }

    fn move_records(&mut self, new_ids: &[u32], uppers: &mut Vec<u32>) {
        let mut end = 0;
        for (old, &new) in new_ids.iter().enumerate().filter(|&(_, &new)| new != GONE) {
            self.records.get(new as usize).copy_from(self.records.get(old));
            uppers[new as usize] = uppers[old];
            end = new as usize + 1;
        }
        uppers.truncate(end);
        self.records.truncate_with(end, Record::clear);
    }

    /// Closes the gaps between the [`Open`]s, in their order.
    fn move_opens(&mut self) {
        let mut kept: Vec<(usize, ComponentId)> =
            self.ids().filter_map(|id| Some((self.record(id).more()?, id))).collect();
        kept.sort_unstable();
        for (new, &(old, id)) in kept.iter().enumerate() {
            self.opens.get(new).copy_from(self.opens.get(old));
            self.record(id).replace_more(Some(new));
        }
        self.opens.truncate_with(kept.len(), |open| open.copy_from(&Open::default()));
    }

    /// Closes the gaps between the bytes of long components.
    fn move_bytes(&mut self) {
        let mut kept: Vec<(usize, ComponentId)> =
            self.ids().filter_map(|id| Some((self.record(id).bytes().place()?.start, id))).collect();
        kept.sort_unstable();
        let mut end = 0;
        for (start, id) in kept {
            let len = self.bytes_len(id);
            for i in 0..len.div_ceil(8) {
                self.bytes.get(end + i).store(self.bytes.get(start + i).load(Relaxed), Relaxed);
            }
            self.record(id).move_bytes(Packed::afar(Place { start: end, len }));
            end += len.div_ceil(8);
        }
        self.bytes.truncate(end);
    }

    fn renumber_lists(&mut self, new_ids: &[u32]) {
        let places: Vec<Place> = self.ids().filter_map(|id| self.options(id)).collect();
        for at in places.into_iter().flat_map(|place| place.start..place.start + place.len) {
            let word = self.word(at);
            if word & LITERAL == 0 {
                self.set_word(at, new_ids[(word & !LAST) as usize] | word & LAST);
            }
        }
        // What settling left between the lists.
        self.compact(|_| true);
    }

    /// The median of the visits of open components that have a list.
    pub fn median_visits(&self) -> u32 {
        let opens = self.ids().filter_map(|id| self.open(id));
        let mut visits: Vec<u32> = opens.filter(|open| open.options().is_some()).map(Open::visits).collect();
        let middle = visits.len() / 2;
        if visits.is_empty() { 0 } else { *visits.select_nth_unstable(middle).1 }
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
