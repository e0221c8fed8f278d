//! Eviction: a table that has grown to its limit is made small again, when no thread searches.
//!
//! Facts go to the [`Archive`]. Of the open components those stay that have a list of options and have been visited
//! often, and those that such lists name; what else is dropped is generated again when it is needed. Components get new
//! numbers, so that every search has to begin again at its question; the numbers of the couples that stayed lead it
//! back quickly to where it was.
//!
//! Lists take most of the time, because each of their words leads to another place in memory. They are walked twice, in
//! the order in which they lie: `settle_lists` notes for every component how often the most visited list that names it
//! was visited. From that follows how many visits a list needs to stay, before anything is moved. `renumber_lists`
//! then moves the lists that stay. What is known of all components (ranks, numbers, hashes) lies in large pages, and is
//! asked for a few words ahead.
//!
//! # Invariant
//! No fact is lost, unless a fact source can be asked for it ([`Table::forget`]), and every list that stays has the
//! same options as before: a component that was solved since is replaced by its nimber.

use super::archive::{Archive, Entry};
use super::codec::{Packed, Place, round};
use super::open::Open;
use super::record::Record;
use super::reserve::Demand;
use super::storage::Table;
use super::word::{ComponentId, LAST, LITERAL};
use crate::sync::Pages;
use grundy_core::Nimber;
use prefetch_index::prefetch_index;
use std::sync::atomic::Ordering::Relaxed;

/// For a component that goes.
const GONE: u32 = u32::MAX;

/// So many steps ahead memory is asked for.
pub(super) const AHEAD: usize = 24;

/// The rank of a component that no list needs. Lists have ranks from 1 on.
const UNNEEDED: u32 = 0;
/// Ranks are smaller than this: visits have at most 22 bits, which become 14.
const RANKS: usize = 1 << 14;

/// A list of options: where it begins, and whose it is.
type Listed = (usize, ComponentId);

/// Bytes that an eviction takes for every component: its hash, and its rank or new number.
const EVICT_COMPONENT: usize = 8;
/// Bytes that an eviction takes for every component that is searched: its [`Listed`].
const EVICT_OPEN: usize = size_of::<Listed>();

impl Table {
    /// Makes a full table small enough to go on with. With a fact source facts are dropped too, when there is no other
    /// way. Returns whether there is room now.
    pub fn evict(&mut self, limit: Option<usize>, has_fact_source: bool) -> bool {
        // Without a limit on memory the table is full of components.
        let limit = limit.unwrap_or(usize::MAX);
        self.evict_open(limit);
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

    /// Archives the facts and drops open components until the table can grow by three fifths before it is full again,
    /// or there is nothing left to drop. Facts stay. What is not needed any more stays as room.
    fn evict_open(&mut self, limit: usize) {
        let mut wanted = limit;
        loop {
            self.rebuild(wanted);
            if self.memory_with_room(Demand::default()) <= limit / 8 * 7 || self.lists_len() == 0 {
                return;
            }
            wanted = wanted / 4 * 3;
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
        let mut new_ids = Pages::zeroed(self.components());
        new_ids.fill(GONE);
        let staying = self.ids().filter(|id| self.nimber(*id).is_some() || kept.contains(id));
        for (new_id, id) in (0..).zip(staying) {
            new_ids[id.0 as usize] = new_id;
        }
        let mut uppers = self.uppers();
        self.renumber(new_ids, &mut uppers);
        self.fill_buckets(&uppers[..self.components()], self.buckets.len());
    }

    /// [`Table::keep_facts`] of all components, and gives the memory back that is not needed any more.
    pub fn shrink_to_facts(&mut self) {
        self.keep_facts(&[]);
        self.release(Demand::default().and_slack());
        let uppers = self.uppers();
        self.fill_buckets(&uppers, Self::least_buckets_for(uppers.len()));
        drop(uppers);
        self.make_room(Demand::default(), usize::MAX);
    }

    /// Bytes that [`Table::evict`] takes for a while: numbers and hashes of components, places of lists, and facts that
    /// are in the archive and still in their records.
    pub fn evict_memory(&self) -> usize {
        EVICT_COMPONENT * self.components() + self.move_memory() + self.fresh_memory.load(Relaxed)
    }

    /// Bytes that moving what stays may take beside the new numbers and the hashes of components.
    fn move_memory(&self) -> usize {
        EVICT_OPEN * self.opens.len()
    }

    /// Drops the facts of the archive. The fact source has all of them that could be saved; the others are searched
    /// again.
    pub fn forget(&mut self) {
        self.archive = Archive::default();
        self.forgetful = true;
    }

    /// The upper halves of the hashes of all components. They are in the buckets and nowhere else.
    pub(super) fn uppers(&self) -> Pages<u32> {
        let mut uppers = Pages::zeroed(self.components());
        for (at, bucket) in self.buckets.iter().enumerate() {
            if let Some(ahead) = self.buckets.get(at + AHEAD) {
                prefetch_index(&uppers[..], (ahead.load(Relaxed) as u32).wrapping_sub(1) as usize);
            }
            let bucket = bucket.load(Relaxed);
            if bucket != 0 {
                uppers[bucket as u32 as usize - 1] = (bucket >> 32) as u32;
            }
        }
        uppers
    }

    /// Archives the facts, and drops of the open components as many as it takes to need no more than `wanted` bytes
    /// when the table has grown by three fifths.
    fn rebuild(&mut self, wanted: usize) {
        let mut uppers = self.uppers();
        self.archive_facts(&uppers);
        let lists = self.listed();
        let ranks = self.settle_lists(&lists);
        let least = self.least_rank(&lists, &ranks, wanted);
        let new_ids = self.number(ranks, least);
        self.renumber_lists(&lists, least, &new_ids);
        drop(lists);
        self.renumber(new_ids, &mut uppers);
        // More than a sixth for the buckets would be a waste.
        let (least, most) = (Self::least_buckets_for(grown(self.components())), wanted / 6 / 8);
        let enough = (least..=most.max(least)).contains(&self.buckets.len());
        self.fill_buckets(&uppers[..self.components()], if enough { self.buckets.len() } else { least });
    }

    /// Gives every component its new number, in the order of the old ones, and closes the gaps. Lists keep the old
    /// numbers.
    fn renumber(&mut self, new_ids: Pages<u32>, uppers: &mut [u32]) {
        // What moving bytes may take: the new numbers are gone by then.
        let most = 4 * new_ids.len() + self.move_memory();
        self.move_records(&new_ids, uppers);
        self.move_opens();
        self.renumber_large(|id| Some(ComponentId(new_ids[id.0 as usize])).filter(|new| new.0 != GONE));
        drop(new_ids);
        self.move_bytes(most);
    }

    /// Copies the facts that an archive takes into it.
    fn archive_facts(&mut self, uppers: &[u32]) {
        let takes = |id: ComponentId| self.nimber(id).is_some_and(|nimber| Archive::takes(self.bytes_len(id), nimber));
        // A fact that was archived before and met again is there already.
        let is_fresh = |&id: &ComponentId| takes(id) && !self.record(id).is_archived();
        let mut fresh: Vec<(u32, ComponentId)> =
            self.ids().filter(is_fresh).map(|id| (uppers[id.0 as usize], id)).collect();
        fresh.sort_unstable();
        let mut archive = std::mem::take(&mut self.archive);
        archive.extend(|shard| {
            let first = fresh.partition_point(|&(upper, _)| upper >> 24 < shard);
            let of_shard = fresh[first..].iter().take_while(|&&(upper, _)| upper >> 24 == shard);
            of_shard
                .map(|&(upper, id)| {
                    let mut bytes = Vec::new();
                    self.copy_bytes(id, &mut bytes);
                    let nimber = self.nimber(id).map_or(0, |nimber| nimber.get() as u8);
                    Entry { upper, nimber, bytes: bytes.into() }
                })
                .collect()
        });
        self.archive = archive;
        self.fresh_memory.store(0, Relaxed);
    }

    /// The lists of open components, in the order in which they lie. Solved components lose theirs.
    fn listed(&self) -> Vec<Listed> {
        let mut lists = Vec::with_capacity(self.opens.len());
        for id in self.ids() {
            let Some(open) = self.open(id) else { continue };
            match open.options() {
                Some(place) if self.nimber(id).is_none() => lists.push((place.start, id)),
                _ => open.set_options(None),
            }
        }
        lists.sort_unstable_by_key(|&(start, _)| start);
        lists
    }

    /// Replaces solved components in lists by their nimbers, and leaves out options that are known. Returns for every
    /// open component the highest rank of a list that is its own or names it, and for a solved one its nimber, marked
    /// [`LITERAL`].
    fn settle_lists(&self, lists: &[Listed]) -> Pages<u32> {
        const { assert!(UNNEEDED == 0) };
        let mut ranks = Pages::zeroed(self.components());
        for id in self.ids() {
            if let Some(nimber) = self.nimber(id) {
                ranks[id.0 as usize] = LITERAL | nimber.get();
            }
        }
        for &(_, id) in lists {
            let Some(open) = self.open(id) else { continue };
            let Some(place) = open.options() else { continue };
            let rank = rank(open);
            let (mut from, mut to) = (place.start, place.start);
            while from < place.start + place.len {
                let first = to;
                let mut known = 0;
                loop {
                    let word = self.word(from);
                    self.prefetch_named(&ranks, from + AHEAD);
                    from += 1;
                    let value = word & !LAST;
                    let held = if value & LITERAL == 0 { &mut ranks[value as usize] } else { &mut value.clone() };
                    if *held & LITERAL == 0 {
                        *held = rank.max(*held);
                        self.set_word(to, value);
                        to += 1;
                    } else {
                        known ^= *held & !LITERAL;
                    }
                    if word & LAST != 0 {
                        break;
                    }
                }
                if first == to {
                    self.exclude(id, Nimber::new(known));
                    continue;
                }
                if known != 0 {
                    self.set_word(to, LITERAL | known);
                    to += 1;
                }
                self.set_word(to - 1, self.word(to - 1) | LAST);
            }
            let len = to - place.start;
            // With all options known the component is as good as solved: the next visit finds its nimber.
            open.set_options((len > 0).then_some(Place { len, ..place }));
            if len > 0 {
                ranks[id.0 as usize] = rank.max(ranks[id.0 as usize]);
            }
        }
        ranks
    }

    /// Asks for what is known of the component that this word of a list names.
    fn prefetch_named(&self, known: &[u32], at: usize) {
        if at < self.lists.len() {
            prefetch_index(known, (self.word(at) & !LAST) as usize);
        }
    }

    /// The least rank for which the lists of this rank or a higher one, and all that they name, need no more than
    /// `wanted` bytes and the components there may be, when they have grown by three fifths.
    fn least_rank(&self, lists: &[Listed], ranks: &[u32], wanted: usize) -> u32 {
        let mut needed = vec![Needed::default(); RANKS];
        for (id, &rank) in self.ids().map(|id| (id, &ranks[id.0 as usize])) {
            if rank & LITERAL == 0 {
                let record = self.record(id);
                // With what the next eviction takes for a while.
                let open = record.more().map_or(0, |_| size_of::<Open>() + EVICT_OPEN);
                let bytes = record.bytes().place().map_or(0, |place| place.len.next_multiple_of(8));
                needed[rank as usize].add(1, size_of::<Record>() + EVICT_COMPONENT + open + bytes);
            }
        }
        for open in lists.iter().filter_map(|&(_, id)| self.open(id)) {
            needed[rank(open) as usize].add(0, open.options().map_or(0, |place| 4 * place.len));
        }
        let fixed = self.archive.memory() + 2 * self.spill_memory();
        let mut sum = Needed::default();
        for rank in (1..RANKS).rev() {
            sum.add(needed[rank].components, needed[rank].bytes);
            let components = grown(sum.components);
            let bytes = fixed + grown(sum.bytes) + 8 * Self::least_buckets_for(components);
            if components > self.most_components || bytes > wanted {
                return rank as u32 + 1;
            }
        }
        1
    }

    /// The new number of every component, or [`GONE`], given their ranks and the least one that stays.
    fn number(&self, mut ranks: Pages<u32>, least: u32) -> Pages<u32> {
        let mut next = 0;
        for (id, held) in (0..).map(ComponentId).zip(ranks.iter_mut()) {
            let stays = match *held & LITERAL {
                0 => *held >= least,
                _ => !Archive::takes(self.bytes_len(id), Nimber::new(*held & !LITERAL)),
            };
            *held = if stays { next } else { GONE };
            next += u32::from(stays);
        }
        ranks
    }

    /// Moves the lists that stay to the front, with the new numbers of components, and drops the others.
    fn renumber_lists(&mut self, lists: &[Listed], least: u32, new_ids: &[u32]) {
        let mut end = 0;
        for open in lists.iter().filter_map(|&(_, id)| self.open(id)) {
            let Some(place) = open.options() else { continue };
            if rank(open) < least {
                open.set_options(None);
                continue;
            }
            for i in 0..place.len {
                let word = self.word(place.start + i);
                self.prefetch_named(new_ids, place.start + i + AHEAD);
                let literal = word & LITERAL != 0;
                let new = if literal { word } else { new_ids[(word & !LAST) as usize] | word & LAST };
                self.set_word(end + i, new);
            }
            open.set_options(Some(Place { start: end, ..place }));
            end += place.len;
        }
        self.lists.truncate(end);
    }

    fn move_records(&mut self, new_ids: &[u32], uppers: &mut [u32]) {
        let mut end = 0;
        for (old, &new) in new_ids.iter().enumerate().filter(|&(_, &new)| new != GONE) {
            self.records.get(new as usize).copy_from(self.records.get(old));
            uppers[new as usize] = uppers[old];
            end = new as usize + 1;
        }
        self.records.truncate_with(end, Record::clear);
    }

    /// Closes the gaps between the [`Open`]s, in their order.
    fn move_opens(&mut self) {
        let mut owners = Owners::new(self.opens.len());
        for id in self.ids() {
            if let Some(open) = self.record(id).more() {
                owners.set(open, id);
            }
        }
        let mut end = 0;
        for (old, id) in owners.iter() {
            self.opens.get(end).copy_from(self.opens.get(old));
            self.record(id).replace_more(Some(end));
            end += 1;
        }
        self.opens.truncate_with(end, |open| open.copy_from(&Open::default()));
    }

    /// Closes the gaps between the bytes of long components, in the order in which they lie. Takes no more than `most`
    /// bytes: if need be, the owners are found for a part of the arena at a time.
    fn move_bytes(&mut self, most: usize) {
        // Long components take two words or more, so of two words in a row only one is a beginning.
        let step = (2 * Owners::fit(most)).max(1 << 10);
        let mut end = 0;
        for part in (0..self.bytes.len()).step_by(step) {
            let words = step.min(self.bytes.len() - part);
            let mut owners = Owners::new(words.div_ceil(2));
            for id in self.ids() {
                let place = self.record(id).bytes().place();
                if let Some(place) = place.filter(|place| (part..part + words).contains(&place.start)) {
                    owners.set((place.start - part) / 2, id);
                }
            }
            for (_, id) in owners.iter() {
                let Some(Place { start, len }) = self.record(id).bytes().place() else { continue };
                for i in 0..len.div_ceil(8) {
                    self.bytes.get(end + i).store(self.bytes.get(start + i).load(Relaxed), Relaxed);
                }
                // Never further than it was: what has moved is not found in a later part.
                self.record(id).move_bytes(Packed::afar(Place { start: end, len }));
                end += len.div_ceil(8);
            }
        }
        self.bytes.truncate(end);
    }

    /// Drops the lists of solved components, and closes the gaps. What was dropped is generated again when it is needed.
    pub fn compact(&mut self) {
        let mut end = 0;
        for open in self.listed().iter().filter_map(|&(_, id)| self.open(id)) {
            let Some(place) = open.options() else { continue };
            for i in 0..place.len {
                self.set_word(end + i, self.word(place.start + i));
            }
            open.set_options(Some(Place { start: end, ..place }));
            end += place.len;
        }
        self.lists.truncate(end);
    }
}

/// The component to which each place of an arena belongs, if any: what lies there, in its order, without sorting.
struct Owners(Pages<u32>);

impl Owners {
    fn new(places: usize) -> Self {
        Owners(Pages::zeroed(places))
    }

    /// For how many places this many bytes are enough.
    fn fit(bytes: usize) -> usize {
        bytes / size_of::<u32>()
    }

    fn set(&mut self, place: usize, id: ComponentId) {
        debug_assert_eq!(self.0[place], 0, "a place has one owner");
        self.0[place] = id.0 + 1;
    }

    /// All places that have an owner.
    fn iter(&self) -> impl Iterator<Item = (usize, ComponentId)> {
        let owned = self.0.iter().enumerate().filter(|&(_, &owner)| owner != 0);
        owned.map(|(place, &owner)| (place, ComponentId(owner - 1)))
    }
}

/// What stays if lists of one rank stay.
#[derive(Clone, Copy, Default)]
struct Needed {
    components: usize,
    bytes: usize,
}

impl Needed {
    fn add(&mut self, components: usize, bytes: usize) {
        self.components += components;
        self.bytes += bytes;
    }
}

/// What a table after an eviction may grow to before the next one.
fn grown(size: usize) -> usize {
    size / 5 * 8
}

/// The rank of a list: the more visits, the higher.
fn rank(open: &Open) -> u32 {
    u32::from(round(open.visits())) + 1
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;
    use crate::table::{Key, Reserve};
    use grundy_games::nim::Nim;
    use std::collections::BTreeMap;

    /// A word of a list: the bytes of a component, or a nimber.
    type Named = Result<Vec<u8>, u32>;

    /// Of every component with a list: its visits, and the words of the list.
    fn lists(table: &Table) -> BTreeMap<Vec<u8>, (u32, Vec<Named>)> {
        let bytes = |id| {
            let mut bytes = Vec::new();
            table.copy_bytes(id, &mut bytes);
            bytes
        };
        let named = |word: u32| match word & LITERAL {
            0 => Ok(bytes(ComponentId(word & !LAST))),
            _ => Err(word & !(LAST | LITERAL)),
        };
        let listed = table.ids().filter_map(|id| Some((id, table.open(id)?, table.options(id)?)));
        let words = |place: Place| (place.start..place.start + place.len).map(|at| named(table.word(at))).collect();
        listed.map(|(id, open, place)| (bytes(id), (open.visits(), words(place)))).collect()
    }

    /// Heaps of which every sixteenth has a list of 15 heaps of its own, the last of them of nimber 5.
    fn full_table() -> Table {
        let (mut table, game, mut reserve) = (Table::new(), Nim::default(), Reserve::new(1));
        table.theorems = false;
        for list in 0..20_000u32 {
            table.make_room(Demand { components: 16, opens: 1, bytes: 0, lists: 16 }, usize::MAX);
            let mut ids = (16 * list..16 * list + 16).map(|heap| {
                let bytes = heap.to_le_bytes();
                table.intern(&game, Key::new(&game, &bytes), &bytes, &mut reserve).expect("room")
            });
            let id = ids.next().expect("sixteen");
            let words: Vec<u32> = ids.map(|id| LAST | id.0).collect();
            table.set_nimber(ComponentId(words[14] & !LAST), Nimber::new(5));
            table.set_options(id, &words, &mut reserve).expect("room");
            // In no order, and some much more often than others.
            let visits = (list.wrapping_mul(2_654_435_761) >> 20) % 100;
            (0..visits * visits).for_each(|_| table.open(id).expect("a list").count_visit());
        }
        table
    }

    #[test]
    fn the_most_visited_lists_stay_with_the_same_options() {
        let mut table = full_table();
        let before = lists(&table);
        let limit = table.memory() / 4 * 3;
        assert!(table.evict(Some(limit), false));
        assert!(table.memory() <= limit, "{} of {limit} bytes", table.memory());
        let after = lists(&table);
        let share = after.len() * 100 / before.len();
        assert!((20..80).contains(&share), "{share} % of the lists are there");
        let least = after.values().map(|&(visits, _)| visits).min().expect("a list");
        for (component, (visits, options)) in &before {
            match after.get(component) {
                // The option of nimber 5 is known: it is an excluded nimber now.
                Some(kept) => assert_eq!(kept, &(*visits, options[..14].to_vec())),
                None => assert!(*visits <= least, "a list with {visits} visits is gone, one with {least} is there"),
            }
        }
        assert_eq!(table.known(), 20_000);
        assert_eq!(table.archive.iter().filter(|&(_, nimber)| nimber == Nimber::new(5)).count(), 20_000);
        for id in table.ids().filter(|&id| table.options(id).is_some()) {
            assert!(table.excludes(id, Nimber::new(5)));
        }
    }

    #[test]
    fn facts_on_their_way_to_the_archive_count_as_memory() {
        let mut table = full_table();
        table.ids().for_each(|id| table.set_nimber(id, Nimber::new(id.0 % 3)));
        let (components, opens) = (table.components(), table.opens.len());
        let counted = table.evict_memory() - 8 * components - 16 * opens;
        assert!(table.evict(None, false));
        let archived = table.archive.memory() + size_of::<(u32, ComponentId)>() * components;
        assert!(counted >= archived && counted < archived / 4 * 5, "{archived} bytes, counted as {counted}");
        assert_eq!(table.evict_memory(), 8 * table.components() + 16 * table.opens.len());
    }

    #[test]
    fn a_table_that_shrinks_to_its_facts_knows_them_and_gives_memory_back() {
        let mut table = full_table();
        let facts = |table: &Table| {
            let fact = |id| {
                let mut bytes = Vec::new();
                table.copy_bytes(id, &mut bytes);
                Some((bytes, table.nimber(id)?))
            };
            table.ids().filter_map(fact).collect::<BTreeMap<_, _>>()
        };
        let (before, memory) = (facts(&table), table.memory());
        table.shrink_to_facts();
        assert_eq!(facts(&table), before);
        assert_eq!((table.components(), table.lists_len()), (20_000, 0));
        assert!(table.memory() < memory / 4, "{} of {memory} bytes", table.memory());
        let game = Nim::default();
        for (bytes, &nimber) in &before {
            let id = table.find(&game, Key::new(&game, bytes), bytes).expect("a fact");
            assert_eq!(table.nimber(id), Some(nimber));
        }
    }
}
