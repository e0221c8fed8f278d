//! What is known about one component: one cache line.
//!
//! ```text
//!  0       8      12     16       24      32     40    48    56     60     64
//!  | place | nimber| keys | seen  | options| leaf | slot0 | slot1 | diff | visits |
//! ```
//!
//! `place`: where the bytes are; `nimber`: the fact, or unknown; `seen`: the nimbers its options were found to have, which
//! are the nimbers it does not have; `options`: where the list of options is; `leaf`: the proof and disproof number before
//! any search; `keys` and `slot0`, `slot1`: the nimbers of up to two open couples and their proof numbers.
//!
//! # Invariant
//! Facts (`nimber`, `seen`) are proved and only ever added to. Everything else is a hint that may be stale, torn between
//! threads or missing without harm: a proof number never decides anything.

use grundy_core::{Leaf, Nimber};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};

const UNKNOWN: u32 = u32::MAX;
const FREE: u32 = 0xFFFF;
/// The low bits of `visits` count the threads at work: up to 1,023.
const BUSY_BITS: u32 = 10;

/// Proof and disproof number of an open couple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub pn: u32,
    pub dn: u32,
}

impl Numbers {
    fn pack(self) -> u64 {
        u64::from(self.pn) << 32 | u64::from(self.dn)
    }

    fn unpack(packed: u64) -> Self {
        Numbers { pn: (packed >> 32) as u32, dn: packed as u32 }
    }

    /// The work until the couple is decided one way or the other.
    pub fn least(self) -> u32 {
        self.pn.min(self.dn)
    }
}

/// A place in an arena: first index and length, packed in one word. Zero means none.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub start: usize,
    pub len: usize,
}

impl Place {
    const LEN_BITS: u32 = 26;

    /// The largest length a place can have.
    pub const MAX_LEN: usize = (1 << Self::LEN_BITS) - 1;

    fn pack(self) -> u64 {
        debug_assert!(self.len <= Self::MAX_LEN && self.len > 0);
        (self.start as u64) << Self::LEN_BITS | self.len as u64
    }

    fn unpack(packed: u64) -> Option<Self> {
        let place = Place { start: (packed >> Self::LEN_BITS) as usize, len: packed as usize & Self::MAX_LEN };
        (packed != 0).then_some(place)
    }
}

#[repr(align(64))]
pub(crate) struct Record {
    place: AtomicU64,
    nimber: AtomicU32,
    keys: AtomicU32,
    seen: AtomicU64,
    options: AtomicU64,
    leaf: AtomicU64,
    slots: [AtomicU64; 2],
    difficulty: AtomicU32,
    visits: AtomicU32,
}

const _: () = assert!(size_of::<Record>() == 64);

impl Default for Record {
    fn default() -> Self {
        Record {
            place: AtomicU64::new(0),
            nimber: AtomicU32::new(UNKNOWN),
            keys: AtomicU32::new(FREE << 16 | FREE),
            seen: AtomicU64::new(0),
            options: AtomicU64::new(0),
            leaf: AtomicU64::new(0),
            slots: Default::default(),
            difficulty: AtomicU32::new(0),
            visits: AtomicU32::new(0),
        }
    }
}

impl Record {
    /// Fills a fresh record, before anyone else can see it.
    pub fn fill(&self, bytes: Place, leaf: Leaf) {
        // One more than the length, so that the word is never zero.
        self.place.store(Place { len: bytes.len + 1, ..bytes }.pack(), Relaxed);
        self.leaf.store(Numbers { pn: leaf.proof.max(1), dn: leaf.disproof.max(1) }.pack(), Relaxed);
        self.difficulty.store(leaf.difficulty, Relaxed);
    }

    pub fn bytes(&self) -> Place {
        let place = Place::unpack(self.place.load(Relaxed)).expect("filled before it is published");
        Place { len: place.len - 1, ..place }
    }

    pub fn difficulty(&self) -> u32 {
        self.difficulty.load(Relaxed)
    }

    #[inline]
    pub fn nimber(&self) -> Option<Nimber> {
        let nimber = self.nimber.load(Relaxed);
        (nimber != UNKNOWN).then_some(Nimber::new(nimber))
    }

    /// Sets the nimber; tells whether that was news.
    pub fn set_nimber(&self, nimber: Nimber) -> bool {
        let before = self.nimber.swap(nimber.get(), Relaxed);
        debug_assert!(before == UNKNOWN || before == nimber.get(), "two nimbers for one component");
        before == UNKNOWN
    }

    /// The nimbers below 64 that this component does not have.
    #[inline]
    pub fn seen(&self) -> u64 {
        self.seen.load(Relaxed)
    }

    /// Adds nimbers below 64 that this component does not have.
    pub fn see(&self, nimbers: u64) {
        if self.seen.load(Relaxed) | nimbers != self.seen.load(Relaxed) {
            self.seen.fetch_or(nimbers, Relaxed);
        }
    }

    pub fn options(&self) -> Option<Place> {
        Place::unpack(self.options.load(Acquire))
    }

    pub fn set_options(&self, place: Option<Place>) {
        self.options.store(place.map_or(0, Place::pack), Release);
    }

    /// How often couples of this component were visited; a hint.
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed) >> BUSY_BITS
    }

    /// How many threads are at work below this component.
    #[inline]
    pub fn busy(&self) -> u32 {
        self.visits.load(Relaxed) & ((1 << BUSY_BITS) - 1)
    }

    /// Counts a visit of the only thread.
    pub fn count_visit(&self) {
        let visits = self.visits.load(Relaxed);
        self.visits.store(visits.saturating_add(1 << BUSY_BITS), Relaxed);
    }

    /// Counts a visit of one of several threads, which stays until [`Record::leave`].
    pub fn enter(&self) {
        let counted = self.visits().saturating_add(1) < 1 << (31 - BUSY_BITS);
        self.visits.fetch_add(u32::from(counted) << BUSY_BITS | 1, Relaxed);
    }

    /// Ends a visit.
    pub fn leave(&self) {
        self.visits.fetch_sub(1, Relaxed);
    }

    pub fn leaf(&self) -> Numbers {
        Numbers::unpack(self.leaf.load(Relaxed))
    }

    /// The numbers of the couple with this nimber, if a slot holds them.
    #[inline]
    pub fn numbers(&self, nimber: Nimber) -> Option<Numbers> {
        let keys = self.keys.load(Relaxed);
        if keys & 0xFFFF == nimber.get() {
            Some(Numbers::unpack(self.slots[0].load(Relaxed)))
        } else if keys >> 16 == nimber.get() {
            Some(Numbers::unpack(self.slots[1].load(Relaxed)))
        } else {
            None
        }
    }

    /// Keeps the numbers of a couple in a slot that is its own, free, or held by a couple that is decided.
    /// `false` if there is no such slot.
    pub fn set_numbers(&self, nimber: Nimber, numbers: Numbers) -> bool {
        let keys = self.keys.load(Relaxed);
        let held = [keys & 0xFFFF, keys >> 16];
        let wanted = nimber.get();
        if wanted >= FREE {
            return false;
        }
        let usable = |key: u32| key == FREE || (key < 64 && self.seen() >> key & 1 == 1);
        let slot = match held.iter().position(|&key| key == wanted) {
            Some(slot) => slot,
            None => match held.iter().position(|&key| usable(key)) {
                Some(slot) => slot,
                None => return false,
            },
        };
        if held[slot] != wanted {
            let other = keys & (0xFFFF << (16 * (1 - slot)));
            self.keys.store(other | wanted << (16 * slot), Relaxed);
        }
        self.slots[slot].store(numbers.pack(), Relaxed);
        true
    }
}
