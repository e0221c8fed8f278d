//! The table: every component met, interned once, with all that is known about it.
//!
//! A component's canonical bytes give it a dense [`ComponentId`]; its [`Record`] holds them, or where they lie in an arena, and
//! facts and hints; once it is searched it has an [`Open`] too, and its list of options lies in a second arena. A hash
//! chooses the bucket where to look, equal bytes (or [`Game::same`]) decide.
//!
//! Everything is read and written through `&self` with atomics, so that any number of threads may search one table;
//! growing and compacting (`room`) need `&mut self`, that is, a moment when nobody searches.
//!
//! # Invariant
//! A bucket is published (release) after the record and the bytes it leads to are complete, and never changes after that.
//! A list of options is published the same way and never changed in place while threads search.

use crate::archive::Archive;
use crate::chunked::Chunked;
use crate::key::Key;
use crate::observer::FactLog;
use crate::odds::Odds;
use crate::record::{Fact, Facts, News, Numbers, Open, Packed, Place, Record, SEEN_LIMIT};
use crate::room::{Reserve, Room};
use crate::solver::Settings;
use crate::sync::{AtomicBool, AtomicU32, AtomicU64, MODEL, Mutex, MutexGuard, Pages};
use crate::weigh::Weight;
use grundy_core::{Claim, Game, Leaf, Nimber, NimberSet};
use rapidhash::RapidHashMap;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::*;

/// The dense number of an interned component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, bytemuck::Zeroable)]
pub struct ComponentId(pub(crate) u32);

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
    pub(crate) records: Chunked<Record>,
    pub(crate) opens: Chunked<Open>,
    pub(crate) bytes: Chunked<AtomicU64>,
    pub(crate) lists: Chunked<AtomicU32>,
    /// Upper half of the hash, then id + 1; zero is empty. A power of two long.
    pub(crate) buckets: Pages<AtomicU64>,
    /// How likely nimbers are.
    pub(crate) odds: Odds,
    /// Facts whose components have no record any more.
    pub(crate) archive: Archive,
    /// Facts were dropped that somebody else remembers.
    pub(crate) forgetful: bool,
    known: AtomicU64,
    /// What does not fit into records.
    large: Mutex<Large>,
    has_large: AtomicBool,
    /// Two facts were found that cannot both be true.
    contradiction: AtomicBool,
    /// No more components than this.
    pub(crate) most_components: usize,
    /// Numbers of open couples for which there is no slot, by the last bits of the component's number.
    spill: [Mutex<Spill>; SPILLS],
    /// Who hears of new facts.
    pub log: Option<Arc<dyn FactLog>>,
}

/// What does not fit into records: rare, and kept behind a lock.
#[derive(Default)]
struct Large {
    /// Nimbers of components.
    nimbers: HashMap<ComponentId, Nimber>,
    /// Nimbers from [`SEEN_LIMIT`] on that a component does not have.
    excluded: HashMap<ComponentId, NimberSet>,
}

type Spill = RapidHashMap<(ComponentId, Nimber), Numbers>;

/// Enough that threads rarely meet.
const SPILLS: usize = if MODEL { 2 } else { 64 };

impl Large {
    /// Gives every component its new number, and drops those that have none.
    fn renumber(&mut self, new: &impl Fn(ComponentId) -> Option<ComponentId>) {
        self.nimbers = self.nimbers.drain().filter_map(|(id, nimber)| Some((new(id)?, nimber))).collect();
        self.excluded = self.excluded.drain().filter_map(|(id, set)| Some((new(id)?, set))).collect();
    }
}

/// A component that has been met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Met {
    /// It is solved.
    Known(Nimber),
    /// It is open, or was when this was found out.
    Open(ComponentId),
}

fn unpoisoned<T>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Table {
    pub fn new() -> Self {
        let mut table = Table {
            records: Chunked::new(),
            opens: Chunked::new(),
            bytes: Chunked::new(),
            lists: Chunked::new(),
            buckets: Pages::zeroed(if MODEL { 16 } else { 1 << 12 }),
            odds: Odds::default(),
            archive: Archive::default(),
            forgetful: false,
            known: AtomicU64::new(0),
            large: Mutex::default(),
            has_large: AtomicBool::new(false),
            contradiction: AtomicBool::new(false),
            most_components: WORD_LIMIT as usize,
            spill: std::array::from_fn(|_| Mutex::default()),
            log: None,
        };
        table.make_room(Room::default(), usize::MAX);
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
        let arenas = self.records.memory() + self.opens.memory() + self.bytes.memory() + self.lists.memory();
        arenas + self.buckets.len() * 8 + self.archive.memory()
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
        unpoisoned(&mut self.large)
    }

    fn spill(&self, id: ComponentId) -> MutexGuard<'_, Spill> {
        self.spill[id.0 as usize % SPILLS].lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Gives every component in what does not fit into records its new number, and drops those that have none.
    pub(crate) fn renumber_large(&mut self, new: impl Fn(ComponentId) -> Option<ComponentId>) {
        self.large_mut().renumber(&new);
        let spilled: Vec<_> = self.spill.iter_mut().flat_map(|spill| std::mem::take(unpoisoned(spill))).collect();
        for ((id, nimber), numbers) in spilled {
            if let Some(id) = new(id) {
                self.spill(id).insert((id, nimber), numbers);
            }
        }
    }

    fn large(&self) -> MutexGuard<'_, Large> {
        self.large.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    // ---- Identity -----------------------------------------------------------------------------------------------

    /// Asks for the memory of the bucket where the search for this key begins.
    #[inline]
    pub fn prefetch_bucket(&self, key: Key) {
        prefetch_index::prefetch_index(&self.buckets[..], Self::home(key.upper(), self.buckets.len()));
    }

    /// Reads the record that this bucket leads to, if it may be the one of this key.
    #[inline]
    pub fn touch_record(&self, key: Key) -> u32 {
        let bucket = self.buckets[Self::home(key.upper(), self.buckets.len())].load(Relaxed);
        let filled = bucket != 0 && bucket >> 32 == key.upper();
        if filled { self.record(ComponentId(bucket as u32 - 1)).seen() } else { 0 }
    }

    /// What is known of a canonical component, if it has been met.
    #[inline]
    pub fn meet<G: Game>(&self, game: &G, key: Key, component: &[u8]) -> Option<Met> {
        match self.find(game, key, component) {
            Some(id) => Some(self.nimber(id).map_or(Met::Open(id), Met::Known)),
            None if self.archive.is_empty() => None,
            None => self.archive.get(game, key, component).map(Met::Known),
        }
    }

    /// The id of a canonical component, if it has a record.
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

    /// The first bucket to look at for the upper half of a hash: the half that buckets keep, so that growing needs no game.
    #[inline]
    pub(crate) fn home(upper: u64, buckets: usize) -> usize {
        upper as usize & (buckets - 1)
    }

    /// The id of a canonical component, interned now if it is new.
    pub fn intern<G: Game>(
        &self,
        game: &G,
        key: Key,
        component: &[u8],
        settings: &Settings,
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
        let leaf = game.leaf(component);
        let leaf =
            if settings.ideas.leaf_numbers { leaf } else { Leaf { difficulty: leaf.difficulty, ..Leaf::default() } };
        record.fill(packed, leaf);
        if let Some(nimber) = self.archive.get(game, key, component) {
            // Not news: it was counted and reported when it was proved.
            self.notice(record.set_nimber(nimber));
            record.mark_archived();
        }
        let published = self.publish(game, key, component, id);
        if published != id {
            // Another thread was faster; nobody has seen this record.
            record.clear();
        } else if settings.theorems && !record.is_archived() {
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
    fn same<G: Game>(&self, game: &G, packed: Packed, component: &[u8]) -> bool {
        let mut stored = Vec::with_capacity(32);
        self.push_bytes(packed, &mut stored);
        game.same(component, &stored)
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

    // ---- Facts --------------------------------------------------------------------------------------------------

    /// The nimber of a component, if it is known.
    #[inline]
    pub fn nimber(&self, id: ComponentId) -> Option<Nimber> {
        self.nimber_in(self.record(id).facts(), id)
    }

    #[inline]
    fn nimber_in(&self, facts: Facts, id: ComponentId) -> Option<Nimber> {
        match facts.fact() {
            Fact::Unknown => None,
            Fact::Known(nimber) => Some(nimber),
            Fact::Elsewhere => self.large_nimber(id),
        }
    }

    #[cold]
    fn large_nimber(&self, id: ComponentId) -> Option<Nimber> {
        self.large().nimbers.get(&id).copied()
    }

    /// Keeps the fact that the nimber of the component is `nimber`: the losing couple of the paper.
    ///
    /// One that no list can name is not kept. A search never finds one, since it would take as many options; a theorem or a
    /// file may.
    pub fn set_nimber(&self, id: ComponentId, nimber: Nimber) {
        if nimber.get() >= WORD_LIMIT {
            return;
        }
        if !Record::holds(nimber) {
            // First the nimber, then the word that says where it is.
            let before = self.large().nimbers.insert(id, nimber);
            self.has_large.store(true, Release);
            if before.is_some_and(|before| before != nimber) || self.excludes_large(id, nimber) {
                self.notice(News::Contradiction);
            }
        }
        if self.notice(self.record(id).set_nimber(nimber)) {
            self.known.fetch_add(1, Relaxed);
            if let Some(log) = &self.log {
                let mut bytes = Vec::new();
                self.copy_bytes(id, &mut bytes);
                log.fact(&bytes, nimber);
            }
        }
    }

    /// Keeps a fact that was known before and is not news.
    pub fn remember(&self, id: ComponentId, nimber: Nimber) {
        if Record::holds(nimber) {
            self.notice(self.record(id).set_nimber(nimber));
        } else {
            self.set_nimber(id, nimber);
        }
    }

    /// Whether a fact was new. Takes note of a contradiction: whatever the reason, nothing that is found from then on can be
    /// trusted.
    fn notice(&self, news: News) -> bool {
        if news == News::Contradiction {
            self.contradiction.store(true, Relaxed);
        }
        news == News::New
    }

    /// Whether two facts were found that cannot both be true.
    pub fn contradicts_itself(&self) -> bool {
        self.contradiction.load(Relaxed)
    }

    /// Keeps the fact that the nimber of the component is not `nimber`.
    pub fn exclude(&self, id: ComponentId, nimber: Nimber) {
        if nimber.get() < SEEN_LIMIT {
            self.notice(self.record(id).see(1 << nimber.get()));
        } else {
            self.large().excluded.entry(id).or_default().insert(nimber);
            self.has_large.store(true, Release);
        }
    }

    /// Whether the component is known not to have this nimber. Ask only while its nimber is unknown.
    #[inline]
    pub fn excludes(&self, id: ComponentId, nimber: Nimber) -> bool {
        self.excluded_in(self.record(id).facts(), id, nimber)
    }

    #[inline]
    fn excluded_in(&self, facts: Facts, id: ComponentId, nimber: Nimber) -> bool {
        facts.excludes(nimber).unwrap_or_else(|| self.excludes_large(id, nimber))
    }

    #[cold]
    fn excludes_large(&self, id: ComponentId, nimber: Nimber) -> bool {
        self.has_large.load(Acquire) && self.large().excluded.get(&id).is_some_and(|set| set.contains(nimber))
    }

    /// The least nimber the component may still have: the next one Algorithm 3 tries.
    #[inline]
    pub fn least_open(&self, id: ComponentId) -> Nimber {
        let low = self.record(id).seen().trailing_ones();
        let mut nimber = Nimber::new(low);
        while nimber.get() >= SEEN_LIMIT && self.excludes(id, nimber) {
            nimber = Nimber::new(nimber.get() + 1);
        }
        nimber
    }

    /// All nimbers the component is known not to have, by what its options were found to be.
    pub fn excluded(&self, id: ComponentId) -> NimberSet {
        let mut set = self.large().excluded.get(&id).cloned().unwrap_or_default();
        let seen = self.record(id).seen();
        (0..SEEN_LIMIT).filter(|bit| seen >> bit & 1 == 1).for_each(|bit| {
            set.insert(Nimber::new(bit));
        });
        set
    }

    // ---- Numbers of open couples --------------------------------------------------------------------------------

    /// Proof and disproof number of a couple that is not decided.
    #[inline]
    pub fn numbers(&self, id: ComponentId, nimber: Nimber) -> Numbers {
        self.kept_numbers(id, nimber).unwrap_or_else(|| {
            let record = self.record(id);
            self.odds.first_numbers(record, record.facts(), nimber)
        })
    }

    /// The numbers of a couple that has been weighed before.
    #[inline]
    pub fn kept_numbers(&self, id: ComponentId, nimber: Nimber) -> Option<Numbers> {
        self.numbers_in(self.open(id)?, id, nimber)
    }

    #[inline]
    fn numbers_in(&self, open: &Open, id: ComponentId, nimber: Nimber) -> Option<Numbers> {
        open.numbers(nimber).or_else(|| if open.is_full() { self.spilled(id, nimber) } else { None })
    }

    #[cold]
    fn spilled(&self, id: ComponentId, nimber: Nimber) -> Option<Numbers> {
        self.spill(id).get(&(id, nimber)).copied()
    }

    /// What an option that is this component alone is worth under a nimber: all that is asked of it, in one go.
    #[inline]
    pub fn weigh(&self, id: ComponentId, nimber: Nimber) -> Weight {
        let record = self.record(id);
        let facts = record.facts();
        if let Some(known) = self.nimber_in(facts, id) {
            return Weight::Known(known);
        }
        if self.excluded_in(facts, id, nimber) {
            return Weight::Winning;
        }
        let first = || self.odds.first_numbers(record, facts, nimber);
        match record.more().map(|open| self.opens.get(open)) {
            None => Weight::Open(first(), u32::from(record.is_busy())),
            Some(open) => Weight::Open(self.numbers_in(open, id, nimber).unwrap_or_else(first), open.busy()),
        }
    }

    /// Keeps the numbers of a couple whose component has been listed.
    pub fn set_numbers(&self, id: ComponentId, nimber: Nimber, numbers: Numbers) {
        let Some(open) = self.open(id) else { return };
        if !open.set_numbers(nimber, numbers, self.record(id).seen()) {
            self.spill(id).insert((id, nimber), numbers);
        }
    }

    /// How many threads are at work below a component.
    #[inline]
    pub fn busy(&self, id: ComponentId) -> u32 {
        self.open(id).map_or_else(|| u32::from(self.record(id).is_busy()), Open::busy)
    }

    // ---- Lists of options ---------------------------------------------------------------------------------------

    /// Where the options of a component are.
    #[inline]
    pub fn options(&self, id: ComponentId) -> Option<Place> {
        self.open(id)?.options()
    }

    /// Keeps the options of a component: options of one or more words, the last of each marked [`LAST`].
    pub fn set_options(&self, id: ComponentId, words: &[u32], reserve: &mut Reserve) -> Result<(), Full> {
        debug_assert!(words.last().is_some_and(|word| word & LAST != 0) && words.len() <= Place::MAX_LEN);
        let start = self.lists.claim_from(&mut reserve.lists, words.len(), 16 * reserve.block).ok_or(Full)?;
        let record = self.record(id);
        let open = match record.more() {
            Some(open) => open,
            None => record.set_more(self.opens.claim_from(&mut reserve.opens, 1, reserve.block).ok_or(Full)?),
        };
        for (i, &word) in words.iter().enumerate() {
            self.lists.get(start + i).store(word, Relaxed);
        }
        self.opens.get(open).set_options(Some(Place { start, len: words.len() }));
        Ok(())
    }

    /// Asks for the memory of the records of all components in a list, which lie far apart.
    pub fn prefetch_records(&self, place: Place) {
        for at in place.start..place.start + place.len {
            let word = self.word(at);
            if word & LITERAL == 0 {
                self.records.prefetch((word & !LAST) as usize);
            }
        }
    }

    /// One word of a list of options.
    #[inline(always)]
    pub fn word(&self, at: usize) -> u32 {
        self.lists.get(at).load(Relaxed)
    }

    /// Changes one word of a list, when nobody searches.
    pub fn set_word(&self, at: usize, word: u32) {
        self.lists.get(at).store(word, Relaxed);
    }

    /// Words of lists in use.
    pub fn lists_len(&self) -> usize {
        self.lists.len()
    }
}
