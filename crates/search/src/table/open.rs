//! What the table keeps for a component that is being searched.
//!
//! ```text
//!  0         8       16      24     28      32
//!  | options | slot0 | slot1 | keys | visits |
//! ```
//!
//! `options`: where the list of options is; `keys` and `slot0`, `slot1`: the nimbers of up to two open couples and
//! their proof and disproof numbers; `visits`: how often it was visited, and how many threads are below it now. All of
//! it is a hint but `options`.

use super::codec::{Numbers, Place};
use super::record::EXCLUDED_LIMIT;
use crate::sync::{AtomicU32, AtomicU64, MODEL};
use grundy_core::Nimber;
use std::sync::atomic::Ordering::*;

/// In `keys`: no nimber, else one more than the nimber.
const FREE: u32 = 0;
/// The low bits of `visits` count the threads at work: up to 1,023.
const BUSY_BITS: u32 = 10;

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

const _: () = assert!(MODEL || size_of::<Open>() == 32);

impl Open {
    /// Becomes a copy of another one, when no thread searches.
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

    /// Keeps the numbers of a couple in a slot that is its own, free, or held by a couple that is decided, its nimber
    /// being in `seen`. `false` if there is no such slot.
    pub fn set_numbers(&self, nimber: Nimber, numbers: Numbers, seen: u32) -> bool {
        let keys = self.keys.load(Acquire);
        let held = [keys & 0xFFFF, keys >> 16];
        if nimber.get() >= 0xFFFF {
            return false;
        }
        let wanted = nimber.get() + 1;
        let usable = |key: u32| key == FREE || (key <= EXCLUDED_LIMIT && seen >> (key - 1) & 1 == 1);
        let slot = match held.iter().position(|&key| key == wanted) {
            Some(slot) => slot,
            None => match held.iter().position(|&key| usable(key)) {
                Some(slot) => slot,
                None => return false,
            },
        };
        // First the numbers, then the key that says whose they are, and the other key too: no thread reads a slot that
        // was never written.
        self.slots[slot].store(numbers.pack(), Relaxed);
        if held[slot] != wanted {
            let other = keys & (0xFFFF << (16 * (1 - slot)));
            self.keys.store(other | wanted << (16 * slot), Release);
        }
        true
    }
}
