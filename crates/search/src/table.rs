//! The table: every component met, interned once, with all that is known about it.
//!
//! A component's canonical bytes lie in an arena and give it a dense [`ComponentId`]; its [`Record`] holds facts and
//! hints; its list of options lies in a second arena. A hash chooses the bucket where to look, equal bytes (or
//! [`Game::same`]) decide.
//!
//! Everything is read and written through `&self` with atomics, so that any number of threads may search one table;
//! growing and compacting need `&mut self`, that is, a moment when nobody searches.
//!
//! # Invariant
//! A bucket is published (release) after the record and the bytes it leads to are complete, and never changes after that.
//! A list of options is published the same way and never changed in place while threads search.

use crate::chunked::Chunked;
use crate::observer::FactLog;
use crate::record::{Numbers, Place, Record};
use crate::solver::Settings;
use grundy_core::{Claim, Game, Leaf, Nimber, NimberSet};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::*};
use std::sync::{Arc, Mutex};

/// The dense number of an interned component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ComponentId(pub(crate) u32);

/// Where to look for a component: a hash, and whether the game has an identity of its own, finer than equal bytes.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    hash: u64,
    own_identity: bool,
}

impl Key {
    pub fn new<G: Game>(game: &G, component: &[u8]) -> Self {
        match game.fingerprint(component) {
            Some(print) => Key { hash: rapidhash::v3::rapidhash_v3(&print.to_le_bytes()), own_identity: true },
            None => Key { hash: rapidhash::v3::rapidhash_v3(component), own_identity: false },
        }
    }

    pub fn own_identity(self) -> bool {
        self.own_identity
    }

    fn upper(self) -> u64 {
        self.hash >> 32
    }

    /// Whether two components with these keys are the same.
    pub fn same<G: Game>(self, game: &G, a: &[u8], other: Key, b: &[u8]) -> bool {
        self.hash == other.hash && (a == b || self.own_identity && game.same(a, b))
    }
}

/// There is no room for another component or list; the table must grow first.
#[derive(Debug)]
pub(crate) struct Full;

/// In a list of options: this word ends its option.
pub(crate) const LAST: u32 = 1 << 31;
/// In a list of options: this word is the nimber of components already known, not a component.
pub(crate) const LITERAL: u32 = 1 << 30;
/// Ids and literal nimbers are smaller than this.
pub(crate) const WORD_LIMIT: u32 = 1 << 30;

pub(crate) struct Table {
    records: Chunked<Record>,
    bytes: Chunked<AtomicU64>,
    lists: Chunked<AtomicU32>,
    /// Upper half of the hash, then id + 1; zero is empty. A power of two long.
    buckets: Box<[AtomicU64]>,
    known: AtomicU64,
    /// Nimbers of 64 and more that a component does not have.
    high: Mutex<HashMap<ComponentId, NimberSet>>,
    /// Numbers of open couples for which the record has no slot.
    spill: Mutex<HashMap<(ComponentId, Nimber), Numbers>>,
    has_high: AtomicBool,
    has_spill: AtomicBool,
    /// Who hears of new facts.
    pub log: Option<Arc<dyn FactLog>>,
}

impl Table {
    pub fn new() -> Self {
        let mut table = Table {
            records: Chunked::new(),
            bytes: Chunked::new(),
            lists: Chunked::new(),
            buckets: (0..1 << 12).map(|_| AtomicU64::new(0)).collect(),
            known: AtomicU64::new(0),
            high: Mutex::default(),
            spill: Mutex::default(),
            has_high: AtomicBool::new(false),
            has_spill: AtomicBool::new(false),
            log: None,
        };
        table.make_room(0, 0, 0);
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

    /// Bytes held by the arenas and the buckets.
    pub fn memory(&self) -> usize {
        self.records.memory() + self.bytes.memory() + self.lists.memory() + self.buckets.len() * 8
    }

    /// All ids, in the order in which the components were met.
    pub fn ids(&self) -> impl Iterator<Item = ComponentId> + use<> {
        (0..self.components() as u32).map(ComponentId)
    }

    #[inline(always)]
    pub fn record(&self, id: ComponentId) -> &Record {
        self.records.get(id.0 as usize)
    }

    // ---- Identity -----------------------------------------------------------------------------------------------

    /// The id of a canonical component, if it has been met.
    pub fn find<G: Game>(&self, game: &G, key: Key, component: &[u8]) -> Option<ComponentId> {
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

    /// The id of a canonical component, interned now if it is new.
    pub fn intern<G: Game>(
        &self,
        game: &G,
        key: Key,
        component: &[u8],
        settings: &Settings,
    ) -> Result<ComponentId, Full> {
        if let Some(id) = self.find(game, key, component) {
            return Ok(id);
        }
        if self.components() >= self.buckets.len() / 8 * 5 || self.components() + 1 >= WORD_LIMIT as usize {
            return Err(Full);
        }
        let words = component.len().div_ceil(8);
        let start = self.bytes.claim(words).ok_or(Full)?;
        let id = ComponentId(self.records.claim(1).ok_or(Full)? as u32);
        for (i, part) in component.chunks(8).enumerate() {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.bytes.get(start + i).store(u64::from_le_bytes(word), Relaxed);
        }
        let record = self.record(id);
        let leaf = game.leaf(component);
        let leaf =
            if settings.ideas.leaf_numbers { leaf } else { Leaf { difficulty: leaf.difficulty, ..Leaf::default() } };
        record.fill(Place { start, len: component.len() }, leaf);
        if settings.theorems {
            match game.theorem(component).map(|theorem| theorem.claim) {
                Some(Claim::Is(nimber)) => self.set_nimber(id, nimber),
                Some(Claim::IsNot(nimber)) => self.exclude(id, nimber),
                None => {}
            }
        }
        Ok(self.publish(game, key, component, id))
    }

    /// Enters the id into the first free bucket, unless another thread was faster with the same component.
    fn publish<G: Game>(&self, game: &G, key: Key, component: &[u8], id: ComponentId) -> ComponentId {
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

    fn holds<G: Game>(&self, game: &G, id: ComponentId, key: Key, component: &[u8]) -> bool {
        let place = self.record(id).bytes();
        if place.len == component.len() {
            let equal = component.chunks(8).enumerate().all(|(i, part)| {
                let word = self.bytes.get(place.start + i).load(Relaxed).to_le_bytes();
                word[..part.len()] == *part
            });
            if equal {
                return true;
            }
        }
        key.own_identity && {
            let mut stored = Vec::new();
            self.copy_bytes(id, &mut stored);
            game.same(component, &stored)
        }
    }

    /// Appends the canonical bytes of a component.
    pub fn copy_bytes(&self, id: ComponentId, out: &mut Vec<u8>) {
        let place = self.record(id).bytes();
        let end = out.len() + place.len;
        for i in 0..place.len.div_ceil(8) {
            out.extend_from_slice(&self.bytes.get(place.start + i).load(Relaxed).to_le_bytes());
        }
        out.truncate(end);
    }

    // ---- Facts --------------------------------------------------------------------------------------------------

    /// Keeps the fact that the nimber of the component is `nimber`: the losing couple of the paper.
    pub fn set_nimber(&self, id: ComponentId, nimber: Nimber) {
        if self.record(id).set_nimber(nimber) {
            self.known.fetch_add(1, Relaxed);
            if let Some(log) = &self.log {
                let mut bytes = Vec::new();
                self.copy_bytes(id, &mut bytes);
                log.fact(&bytes, nimber);
            }
        }
    }

    /// Keeps the fact that the nimber of the component is not `nimber`.
    pub fn exclude(&self, id: ComponentId, nimber: Nimber) {
        if nimber.get() < 64 {
            self.record(id).see(1 << nimber.get());
        } else {
            self.high.lock().expect("no panic holds the lock").entry(id).or_default().insert(nimber);
            self.has_high.store(true, Release);
        }
    }

    /// Whether the component is known not to have this nimber. Ask only while its nimber is unknown.
    #[inline]
    pub fn excludes(&self, id: ComponentId, nimber: Nimber) -> bool {
        if nimber.get() < 64 {
            self.record(id).seen() >> nimber.get() & 1 == 1
        } else {
            self.has_high.load(Acquire)
                && self.high.lock().expect("no panic holds the lock").get(&id).is_some_and(|set| set.contains(nimber))
        }
    }

    /// The least nimber the component may still have: the next one Algorithm 3 tries.
    #[inline]
    pub fn least_open(&self, id: ComponentId) -> Nimber {
        let low = self.record(id).seen().trailing_ones();
        let mut nimber = Nimber::new(low);
        while nimber.get() >= 64 && self.excludes(id, nimber) {
            nimber = Nimber::new(nimber.get() + 1);
        }
        nimber
    }

    /// All nimbers the component is known not to have, by what its options were found to be.
    pub fn excluded(&self, id: ComponentId) -> NimberSet {
        let mut set = self.high.lock().expect("no panic holds the lock").get(&id).cloned().unwrap_or_default();
        let seen = self.record(id).seen();
        (0..64).filter(|bit| seen >> bit & 1 == 1).for_each(|bit| {
            set.insert(Nimber::new(bit));
        });
        set
    }

    // ---- Numbers of open couples --------------------------------------------------------------------------------

    /// Proof and disproof number of a couple that is not decided.
    #[inline]
    pub fn numbers(&self, id: ComponentId, nimber: Nimber) -> Numbers {
        self.kept_numbers(id, nimber).unwrap_or_else(|| self.record(id).leaf())
    }

    /// The numbers of a couple that has been weighed before.
    #[inline]
    pub fn kept_numbers(&self, id: ComponentId, nimber: Nimber) -> Option<Numbers> {
        self.record(id).numbers(nimber).or_else(|| {
            if self.has_spill.load(Relaxed) {
                self.spill.lock().expect("no panic holds the lock").get(&(id, nimber)).copied()
            } else {
                None
            }
        })
    }

    pub fn set_numbers(&self, id: ComponentId, nimber: Nimber, numbers: Numbers) {
        if !self.record(id).set_numbers(nimber, numbers) {
            self.spill.lock().expect("no panic holds the lock").insert((id, nimber), numbers);
            self.has_spill.store(true, Relaxed);
        }
    }

    // ---- Lists of options ---------------------------------------------------------------------------------------

    /// Keeps the options of a component: options of one or more words, the last of each marked [`LAST`].
    pub fn set_options(&self, id: ComponentId, words: &[u32]) -> Result<(), Full> {
        debug_assert!(words.last().is_some_and(|word| word & LAST != 0) && words.len() <= Place::MAX_LEN);
        let start = self.lists.claim(words.len()).ok_or(Full)?;
        for (i, &word) in words.iter().enumerate() {
            self.lists.get(start + i).store(word, Relaxed);
        }
        self.record(id).set_options(Some(Place { start, len: words.len() }));
        Ok(())
    }

    /// One word of a list of options.
    #[inline(always)]
    pub fn word(&self, at: usize) -> u32 {
        self.lists.get(at).load(Relaxed)
    }

    // ---- Growing and shrinking, when nobody searches ------------------------------------------------------------

    /// Makes room for this many more components, words of bytes and words of lists.
    pub fn make_room(&mut self, components: usize, bytes: usize, lists: usize) {
        let slack = 1 << 12;
        self.records.make_room(components + slack);
        self.bytes.make_room(bytes + 4 * slack);
        self.lists.make_room(lists + 4 * slack);
        self.grow_buckets(self.components() + components + slack);
    }

    /// What [`Table::memory`] would be after [`Table::make_room`].
    pub fn memory_with_room(&self, components: usize, bytes: usize, lists: usize) -> usize {
        let more = |used: usize, wanted: usize, size: usize| (used + used / 8 + wanted + (1 << 15)) * size;
        let buckets = ((self.components() + components) * 2 + (1 << 13)).next_power_of_two().max(self.buckets.len());
        more(self.records.len(), components, size_of::<Record>())
            + more(self.bytes.len(), bytes, 8)
            + more(self.lists.len(), lists, 4)
            + buckets * 8
    }

    /// The median of the visits of open components that have a list.
    pub fn median_visits(&self) -> u32 {
        let records = self.ids().map(|id| self.record(id));
        let mut visits: Vec<u32> = records.filter(|r| r.options().is_some()).map(|r| r.visits()).collect();
        let middle = visits.len() / 2;
        if visits.is_empty() { 0 } else { *visits.select_nth_unstable(middle).1 }
    }

    fn grow_buckets(&mut self, components: usize) {
        let wanted = (components * 2).next_power_of_two();
        if wanted <= self.buckets.len() {
            return;
        }
        let fresh: Box<[AtomicU64]> = (0..wanted).map(|_| AtomicU64::new(0)).collect();
        for bucket in self.buckets.iter().map(|bucket| bucket.load(Relaxed)).filter(|&bucket| bucket != 0) {
            let mut at = Self::home(bucket >> 32, wanted);
            while fresh[at].load(Relaxed) != 0 {
                at = (at + 1) & (wanted - 1);
            }
            fresh[at].store(bucket, Relaxed);
        }
        self.buckets = fresh;
    }

    /// The first bucket to look at for the upper half of a hash: the half that buckets keep, so that growing needs no game.
    #[inline]
    fn home(upper: u64, buckets: usize) -> usize {
        upper as usize & (buckets - 1)
    }

    /// Drops the lists of solved components, and of those open ones that `keep` refuses, and closes the gaps.
    /// What was dropped is generated again when it is needed.
    pub fn compact(&mut self, keep: impl Fn(&Record) -> bool) {
        let mut places: Vec<(usize, ComponentId)> = Vec::new();
        for id in self.ids() {
            let record = self.record(id);
            match record.options() {
                Some(place) if record.nimber().is_none() && keep(record) => places.push((place.start, id)),
                Some(_) => record.set_options(None),
                None => {}
            }
        }
        places.sort_unstable();
        let mut end = 0;
        for (start, id) in places {
            let len = self.record(id).options().map_or(0, |place| place.len);
            for i in 0..len {
                self.lists.get(end + i).store(self.word(start + i), Relaxed);
            }
            self.record(id).set_options(Some(Place { start: end, len }));
            end += len;
        }
        self.lists.truncate(end);
    }
}
