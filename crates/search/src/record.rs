//! What is known about one component: half a cache line for each, and another half for those that are being searched.
//!
//! ```text
//!  0                                       8      12     16    32
//!  | seen 32 | nimber 14, kind 2 | diff 16 | leaf | more | bytes |    Record
//!
//!  0         8       16      24     28      32
//!  | options | slot0 | slot1 | keys | visits |                         Open
//! ```
//!
//! `seen`: the nimbers below 32 its options were found to have, which are nimbers it does not have; `nimber`: the fact, or
//! unknown; `kind`: which odds it has; `diff`, `leaf`: how hard it looks, and the proof and disproof number before any search, in 16 bits each; `more`: the
//! number of its [`Open`], or none; `bytes`: the canonical form, up to 15 bytes, or where it is. Nine components out of ten
//! are never searched themselves and have no [`Open`]: where the list of `options` is; `keys` and `slot0`, `slot1`, the
//! nimbers of up to two open couples and their proof numbers; how often it was visited, and by how many threads just now.
//!
//! # Invariant
//! Facts (`nimber`, `seen`) are proved and only ever added to. Everything else is a hint that may be stale, torn between
//! threads or missing without harm: a proof number never decides anything.

use crate::sync::{AtomicU32, AtomicU64, MODEL};
use grundy_core::{Leaf, Nimber};
use std::sync::atomic::Ordering::*;

/// Nimbers from here on have no bit in `seen`.
pub(crate) const SEEN_LIMIT: u32 = 32;
/// Nimbers from here on do not fit into a record.
const NIMBER_LIMIT: u32 = 0x3FFE;
const NIMBER_SHIFT: u32 = 32;
const KIND_SHIFT: u32 = 46;
const DIFFICULTY_SHIFT: u32 = 48;
/// In `nimber`: the nimber is kept elsewhere.
const ELSEWHERE: u64 = 0x3FFF;
/// In `keys`: no nimber, else one more than the nimber.
const FREE: u32 = 0;
/// In `more`: a thread generates the options.
const BUSY: u32 = 1 << 31;
/// In `leaf`, where no rounded number looks like this: the fact is in the archive.
const ARCHIVED: u32 = u32::MAX;
/// The low bits of `visits` count the threads at work: up to 1,023.
const BUSY_BITS: u32 = 10;

/// Proof and disproof number of an open couple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub pn: u64,
    pub dn: u64,
}

impl Numbers {
    fn pack(self) -> u64 {
        u64::from(shorten(self.pn)) << 32 | u64::from(shorten(self.dn))
    }

    fn unpack(packed: u64) -> Self {
        Numbers { pn: lengthen((packed >> 32) as u32), dn: lengthen(packed as u32) }
    }

    /// As a record keeps them.
    #[inline]
    pub fn rounded(self) -> Self {
        Self::unpack(self.pack())
    }

    /// The work until the couple is decided one way or the other.
    pub fn least(self) -> u64 {
        self.pn.min(self.dn)
    }
}

/// A number below 2^58 in 32 bits: exact below 2^28, then the first 28 binary digits. Numbers near the question of a large search,
/// sums of sums, are larger than 32 bits; were they all cut off at one value, they would tell nothing.
#[inline]
fn shorten(value: u64) -> u32 {
    if value < 1 << 28 {
        return value as u32;
    }
    let shift = 36 - value.leading_zeros();
    (shift << 27) + (value >> shift) as u32
}

#[inline]
fn lengthen(code: u32) -> u64 {
    if code < 1 << 28 { u64::from(code) } else { u64::from(code & 0x7FF_FFFF | 0x800_0000) << ((code >> 27) - 1) }
}

/// A place in an arena: first index and length, packed in one word. Zero means none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// The largest number of bytes that a record holds itself.
pub(crate) const INLINE: usize = 15;
/// First byte of a record's bytes: they are in the arena.
const AFAR: u64 = 0xFF;

/// The bytes of a component as a record keeps them: themselves, one more than their number first, or where they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packed([u64; 2]);

impl Packed {
    /// A component of up to [`INLINE`] bytes.
    #[inline]
    pub fn inline(component: &[u8]) -> Option<Self> {
        let mut bytes = [0; INLINE + 1];
        bytes[1..].get_mut(..component.len())?.copy_from_slice(component);
        bytes[0] = component.len() as u8 + 1;
        let packed = u128::from_le_bytes(bytes);
        Some(Packed([packed as u64, (packed >> 64) as u64]))
    }

    /// A component whose bytes are in the arena.
    pub fn afar(place: Place) -> Self {
        Packed([AFAR | (place.len as u64) << 8, place.start as u64])
    }

    /// Where the bytes are, if they are not here.
    #[inline]
    pub fn place(self) -> Option<Place> {
        let place = Place { start: self.0[1] as usize, len: (self.0[0] >> 8) as usize };
        (self.0[0] & 0xFF == AFAR).then_some(place)
    }

    /// Appends the bytes, if they are here.
    pub fn push_to(self, out: &mut Vec<u8>) {
        let bytes = (u128::from(self.0[1]) << 64 | u128::from(self.0[0])).to_le_bytes();
        out.extend_from_slice(&bytes[1..usize::from(bytes[0])]);
    }

    /// How many bytes the component has.
    pub fn len(self) -> usize {
        self.place().map_or((self.0[0] as usize & 0xFF).saturating_sub(1), |place| place.len)
    }

    fn is_none(self) -> bool {
        self.0[0] == 0
    }
}

/// What the table keeps for every component.
#[derive(Default)]
#[cfg_attr(not(any(loom, shuttle)), derive(bytemuck::Zeroable))]
#[repr(align(32))]
pub(crate) struct Record {
    facts: AtomicU64,
    leaf: AtomicU32,
    more: AtomicU32,
    bytes: [AtomicU64; 2],
}

const _: () = assert!(MODEL || size_of::<Record>() == 32 && size_of::<Open>() == 32);

/// A nimber as a record knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fact {
    Unknown,
    Known(Nimber),
    /// Known, but too large for a record.
    Elsewhere,
}

/// What became of a fact that a record was given.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum News {
    New,
    Old,
    /// It cannot be true together with what was known. The record is worth nothing any more.
    Contradiction,
}

/// What is proved about a component, and its kind.
#[derive(Clone, Copy)]
pub(crate) struct Facts(u64);

impl Facts {
    #[inline]
    pub fn fact(self) -> Fact {
        match self.0 >> NIMBER_SHIFT & ELSEWHERE {
            0 => Fact::Unknown,
            ELSEWHERE => Fact::Elsewhere,
            nimber => Fact::Known(Nimber::new(nimber as u32 - 1)),
        }
    }

    /// The nimbers below [`SEEN_LIMIT`] that the component does not have.
    #[inline]
    pub fn seen(self) -> u32 {
        self.0 as u32
    }

    /// Whether the component is known not to have this nimber; `None` if the nimber is too large to be seen here.
    #[inline]
    pub fn excludes(self, nimber: Nimber) -> Option<bool> {
        (nimber.get() < SEEN_LIMIT).then(|| self.seen() >> nimber.get() & 1 == 1)
    }

    /// Which odds the component has: 0 to 3.
    #[inline]
    pub fn kind(self) -> usize {
        (self.0 >> KIND_SHIFT & 3) as usize
    }
}

impl Record {
    /// Fills a fresh record, before anyone else can see it.
    pub fn fill(&self, bytes: Packed, leaf: Leaf) {
        let difficulty = u64::from(round(leaf.difficulty)) << DIFFICULTY_SHIFT;
        self.facts.store(difficulty | u64::from(leaf.kind & 3) << KIND_SHIFT, Relaxed);
        let (pn, dn) = (round(leaf.proof.max(1)), round(leaf.disproof.max(1)));
        self.leaf.store(u32::from(pn) << 16 | u32::from(dn), Relaxed);
        self.move_bytes(bytes);
    }

    /// Changes where the bytes are, when nobody searches.
    pub fn move_bytes(&self, bytes: Packed) {
        self.bytes[0].store(bytes.0[0], Relaxed);
        self.bytes[1].store(bytes.0[1], Relaxed);
    }

    /// Becomes a copy of another record, when nobody searches.
    pub fn copy_from(&self, other: &Record) {
        self.facts.store(other.facts.load(Relaxed), Relaxed);
        self.leaf.store(other.leaf.load(Relaxed), Relaxed);
        self.more.store(other.more.load(Relaxed), Relaxed);
        self.move_bytes(other.bytes());
    }

    /// Becomes what a fresh record is, when nobody searches.
    pub fn clear(&self) {
        self.copy_from(&Record::default());
    }

    /// Notes that the archive has the fact about this component: the nimber it knows is from there.
    pub fn mark_archived(&self) {
        self.leaf.store(ARCHIVED, Relaxed);
    }

    /// Whether the archive has the fact about this component.
    pub fn is_archived(&self) -> bool {
        self.leaf.load(Relaxed) == ARCHIVED
    }

    /// Whether the record has been filled: a thread claims several at once.
    pub fn is_filled(&self) -> bool {
        !self.bytes().is_none()
    }

    #[inline]
    pub fn bytes(&self) -> Packed {
        Packed([self.bytes[0].load(Relaxed), self.bytes[1].load(Relaxed)])
    }

    pub fn difficulty(&self) -> u32 {
        unround((self.facts.load(Relaxed) >> DIFFICULTY_SHIFT) as u16)
    }

    /// All that is proved, at one moment.
    #[inline]
    pub fn facts(&self) -> Facts {
        Facts(self.facts.load(Relaxed))
    }

    /// Whether a nimber is small enough for a record.
    pub fn holds(nimber: Nimber) -> bool {
        nimber.get() < NIMBER_LIMIT
    }

    /// Sets the nimber, or, if a record cannot hold it, that it is known; tells whether that was news.
    pub fn set_nimber(&self, nimber: Nimber) -> News {
        let packed = if Self::holds(nimber) { u64::from(nimber.get()) + 1 } else { ELSEWHERE };
        let before = Facts(self.facts.fetch_or(packed << NIMBER_SHIFT, Relaxed));
        match before.0 >> NIMBER_SHIFT & ELSEWHERE {
            0 if before.excludes(nimber) == Some(true) => News::Contradiction,
            0 => News::New,
            known if known == packed => News::Old,
            _ => News::Contradiction,
        }
    }

    /// The nimbers below [`SEEN_LIMIT`] that this component does not have.
    #[inline]
    pub fn seen(&self) -> u32 {
        self.facts().seen()
    }

    /// Adds nimbers below [`SEEN_LIMIT`] that this component does not have; tells whether that was news.
    pub fn see(&self, nimbers: u32) -> News {
        if self.seen() | nimbers == self.seen() {
            return News::Old;
        }
        match Facts(self.facts.fetch_or(u64::from(nimbers), Relaxed)).fact() {
            Fact::Known(nimber) if nimber.get() < SEEN_LIMIT && nimbers >> nimber.get() & 1 == 1 => News::Contradiction,
            _ => News::New,
        }
    }

    pub fn leaf(&self) -> Numbers {
        let leaf = self.leaf.load(Relaxed);
        Numbers { pn: unround((leaf >> 16) as u16).into(), dn: unround(leaf as u16).into() }
    }

    /// The number of its [`Open`].
    #[inline]
    pub fn more(&self) -> Option<usize> {
        ((self.more.load(Acquire) & !BUSY) as usize).checked_sub(1)
    }

    /// Gives it an [`Open`], unless another thread was faster; the number of the one it has.
    pub fn set_more(&self, open: usize) -> usize {
        let fresh = |more: u32| (more & !BUSY == 0).then_some(more | (open as u32 + 1));
        match self.more.fetch_update(AcqRel, Acquire, fresh) {
            Ok(_) => open,
            Err(other) => (other & !BUSY) as usize - 1,
        }
    }

    /// Takes the [`Open`] away or gives another one, when nobody searches.
    pub fn replace_more(&self, open: Option<usize>) {
        self.more.store(open.map_or(0, |open| open as u32 + 1), Relaxed);
    }

    /// Tells other threads that this one generates the options, or, later, that it does not.
    pub fn set_busy(&self, busy: bool) {
        if busy {
            self.more.fetch_or(BUSY, Relaxed);
        } else {
            self.more.fetch_and(!BUSY, Relaxed);
        }
    }

    /// Whether a thread generates the options.
    #[inline]
    pub fn is_busy(&self) -> bool {
        self.more.load(Relaxed) & BUSY != 0
    }
}

/// What the table keeps for a component that is being searched.
#[derive(Default)]
#[cfg_attr(not(any(loom, shuttle)), derive(bytemuck::Zeroable))]
#[repr(align(32))]
pub(crate) struct Open {
    options: AtomicU64,
    slots: [AtomicU64; 2],
    keys: AtomicU32,
    visits: AtomicU32,
}

impl Open {
    /// Becomes a copy of another one, when nobody searches.
    pub fn copy_from(&self, other: &Open) {
        self.options.store(other.options.load(Relaxed), Relaxed);
        self.slots.iter().zip(&other.slots).for_each(|(to, from)| to.store(from.load(Relaxed), Relaxed));
        self.keys.store(other.keys.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
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

    /// Counts a visit of one of several threads, which stays until [`Open::leave`].
    pub fn enter(&self) {
        let counted = self.visits().saturating_add(1) < 1 << (31 - BUSY_BITS);
        self.visits.fetch_add(u32::from(counted) << BUSY_BITS | 1, Relaxed);
    }

    /// Ends a visit.
    pub fn leave(&self) {
        self.visits.fetch_sub(1, Relaxed);
    }

    /// The numbers of the couple with this nimber, if a slot holds them.
    #[inline]
    pub fn numbers(&self, nimber: Nimber) -> Option<Numbers> {
        let keys = self.keys.load(Acquire);
        let wanted = nimber.get() + 1;
        if keys & 0xFFFF == wanted {
            Some(Numbers::unpack(self.slots[0].load(Relaxed)))
        } else if keys >> 16 == wanted {
            Some(Numbers::unpack(self.slots[1].load(Relaxed)))
        } else {
            None
        }
    }

    /// Whether numbers of couples may be kept elsewhere: no slot is free.
    pub fn is_full(&self) -> bool {
        let keys = self.keys.load(Relaxed);
        keys & 0xFFFF != FREE && keys >> 16 != FREE
    }

    /// Keeps the numbers of a couple in a slot that is its own, free, or held by a couple that is decided, its nimber being
    /// in `seen`. `false` if there is no such slot.
    pub fn set_numbers(&self, nimber: Nimber, numbers: Numbers, seen: u32) -> bool {
        let keys = self.keys.load(Acquire);
        let held = [keys & 0xFFFF, keys >> 16];
        if nimber.get() >= 0xFFFF {
            return false;
        }
        let wanted = nimber.get() + 1;
        let usable = |key: u32| key == FREE || (key <= SEEN_LIMIT && seen >> (key - 1) & 1 == 1);
        let slot = match held.iter().position(|&key| key == wanted) {
            Some(slot) => slot,
            None => match held.iter().position(|&key| usable(key)) {
                Some(slot) => slot,
                None => return false,
            },
        };
        // First the numbers, then the key that says whose they are, and the other key too: nobody reads a slot that was never
        // written.
        self.slots[slot].store(numbers.pack(), Relaxed);
        if held[slot] != wanted {
            let other = keys & (0xFFFF << (16 * (1 - slot)));
            self.keys.store(other | wanted << (16 * slot), Release);
        }
        true
    }
}

/// A number in 16 bits: exact below 2,048, then the first eleven binary digits.
fn round(value: u32) -> u16 {
    if value < 1 << 11 {
        return value as u16;
    }
    let shift = 21 - value.leading_zeros();
    ((shift << 10) + (value >> shift)) as u16
}

fn unround(code: u16) -> u32 {
    let code = u32::from(code);
    if code < 1 << 11 { code } else { (code & 0x3FF | 0x400) << ((code >> 10) - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_down_by_less_than_a_thousandth_and_keep_their_order() {
        let mut last = 0;
        for value in (0..5000).chain((0..1 << 12).map(|i| i << 20 | 0xFFFFF)).chain([u32::MAX]) {
            let rounded = unround(round(value));
            assert!(rounded <= value && value - rounded <= value >> 10, "{value} became {rounded}");
            assert!(rounded == value || value >= 2048);
            if value > last {
                assert!(round(value) >= round(last));
                last = value;
            }
        }
    }

    #[test]
    fn large_numbers_keep_their_order_too() {
        let mut last = 0;
        for value in
            (0..1u64 << 58).step_by((1 << 46) + 12_345).chain((0..58).map(|bit| 1 << bit)).chain([(1 << 58) - 1])
        {
            let kept = lengthen(shorten(value));
            assert!(kept <= value && value - kept <= value >> 27, "{value} became {kept}");
            assert!(kept == value || value >= 1 << 28);
            assert_eq!(shorten(kept), shorten(value));
            assert!(value < last || shorten(value) >= shorten(last));
            last = value;
        }
    }

    #[test]
    fn bytes_come_back() {
        for len in 0..=INLINE {
            let bytes: Vec<u8> = (0..len as u8).map(|i| i.wrapping_mul(37)).collect();
            let packed = Packed::inline(&bytes).expect("short enough");
            let mut back = Vec::new();
            packed.push_to(&mut back);
            assert_eq!((back, packed.place(), packed.is_none()), (bytes, None, false));
        }
        assert!(Packed::inline(&[0; INLINE + 1]).is_none());
        let place = Place { start: 12345, len: 678 };
        assert_eq!(Packed::afar(place).place(), Some(place));
    }
}
