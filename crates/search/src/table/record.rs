//! What is known about one component, in half a cache line.
//!
//! ```text
//!  0                                       8      12     16    32
//!  | seen 32 | nimber 14, kind 2 | diff 16 | leaf | more | bytes |
//! ```
//!
//! `seen`: the nimbers below 32 its options were found to have, which are nimbers it does not have; `nimber`: the fact,
//! or unknown; `kind`: which odds it has; `diff`, `leaf`: how hard it looks, and the proof and disproof number before
//! any search, in 16 bits each; `more`: the number of its `Open`, or none; `bytes`: the canonical form, up to 15 bytes,
//! or where it is. Nine components out of ten are never searched themselves and have no `Open`.
//!
//! # Invariant
//! Facts (`nimber`, `seen`) are proved and only ever added to. Everything else is a hint that may be stale, torn
//! between threads or missing without harm: a proof number never decides anything.

use super::codec::{Numbers, Packed, round, unround};
use crate::sync::{AtomicU32, AtomicU64, MODEL};
use grundy_core::{Estimate, Nimber};
use std::sync::atomic::Ordering::*;

/// Nimbers from here on have no bit in `seen`.
pub(crate) const EXCLUDED_LIMIT: u32 = 32;
/// Nimbers from here on do not fit into a record.
const NIMBER_LIMIT: u32 = 0x3FFE;
const NIMBER_SHIFT: u32 = 32;
const KIND_SHIFT: u32 = 46;
const DIFFICULTY_SHIFT: u32 = 48;
/// In `nimber`: the nimber is kept elsewhere.
const ELSEWHERE: u64 = 0x3FFF;

/// In `more`: a thread generates the options.
const BUSY: u32 = 1 << 31;
/// In `leaf`, where no rounded number looks like this: the fact is in the archive.
const ARCHIVED: u32 = u32::MAX;

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

const _: () = assert!(MODEL || size_of::<Record>() == 32);

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
pub(crate) enum Added {
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

    /// The nimbers below [`EXCLUDED_LIMIT`] that the component does not have.
    #[inline]
    pub fn excluded_bits(self) -> u32 {
        self.0 as u32
    }

    /// Whether the component is known not to have this nimber; `None` if the nimber is too large to be seen here.
    #[inline]
    pub fn excludes(self, nimber: Nimber) -> Option<bool> {
        (nimber.get() < EXCLUDED_LIMIT).then(|| self.excluded_bits() >> nimber.get() & 1 == 1)
    }

    /// Which odds the component has: 0 to 3.
    #[inline]
    pub fn kind(self) -> usize {
        (self.0 >> KIND_SHIFT & 3) as usize
    }
}

impl Record {
    /// Fills a fresh record, before any other thread can see it.
    pub fn fill(&self, bytes: Packed, leaf: Estimate) {
        let difficulty = u64::from(round(leaf.difficulty)) << DIFFICULTY_SHIFT;
        self.facts.store(difficulty | u64::from(leaf.kind & 3) << KIND_SHIFT, Relaxed);
        let (pn, dn) = (round(leaf.proof.max(1)), round(leaf.disproof.max(1)));
        self.leaf.store(u32::from(pn) << 16 | u32::from(dn), Relaxed);
        self.move_bytes(bytes);
    }

    /// Changes where the bytes are, when no thread searches.
    pub fn move_bytes(&self, bytes: Packed) {
        self.bytes[0].store(bytes.0[0], Relaxed);
        self.bytes[1].store(bytes.0[1], Relaxed);
    }

    /// Becomes a copy of another record, when no thread searches.
    pub fn copy_from(&self, other: &Record) {
        self.facts.store(other.facts.load(Relaxed), Relaxed);
        self.leaf.store(other.leaf.load(Relaxed), Relaxed);
        self.more.store(other.more.load(Relaxed), Relaxed);
        self.move_bytes(other.bytes());
    }

    /// Becomes what a fresh record is, when no thread searches.
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

    /// Sets the nimber, or, if a record cannot hold it, that it is known; returns whether that was new.
    pub fn set_nimber(&self, nimber: Nimber) -> Added {
        let packed = if Self::holds(nimber) { u64::from(nimber.get()) + 1 } else { ELSEWHERE };
        let before = Facts(self.facts.fetch_or(packed << NIMBER_SHIFT, Relaxed));
        match before.0 >> NIMBER_SHIFT & ELSEWHERE {
            0 if before.excludes(nimber) == Some(true) => Added::Contradiction,
            0 => Added::New,
            known if known == packed => Added::Old,
            _ => Added::Contradiction,
        }
    }

    /// The nimbers below [`EXCLUDED_LIMIT`] that this component does not have.
    #[inline]
    pub fn excluded_bits(&self) -> u32 {
        self.facts().excluded_bits()
    }

    /// Adds nimbers below [`EXCLUDED_LIMIT`] that this component does not have; returns whether that was new.
    pub fn exclude_bits(&self, nimbers: u32) -> Added {
        if self.excluded_bits() | nimbers == self.excluded_bits() {
            return Added::Old;
        }
        match Facts(self.facts.fetch_or(u64::from(nimbers), Relaxed)).fact() {
            Fact::Known(nimber) if nimber.get() < EXCLUDED_LIMIT && nimbers >> nimber.get() & 1 == 1 => {
                Added::Contradiction
            }
            _ => Added::New,
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

    /// Takes the [`Open`] away or gives another one, when no thread searches.
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
