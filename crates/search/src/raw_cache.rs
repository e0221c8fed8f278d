//! A cache from the bytes a game pushes to the component they are, for games whose identity is dear.
//!
//! Direct-mapped: a new entry replaces the old one. Bytes are compared in full, so a hit is exact. Cram finds two components
//! out of three here and saves the colouring of their graphs; two thirds of those are solved, and their nimbers are here too,
//! so that nothing else is looked at.

use crate::table::{ComponentId, Met};
use grundy_core::Nimber;

/// Longer components are not cached.
const LONGEST: usize = 26;
/// Entries at first, and at most: the cache grows with what it is asked for, so that small questions stay cheap.
const FEWEST: usize = 1 << 10;
const MOST: usize = 1 << 19;
const UNKNOWN: u8 = u8::MAX;

#[derive(Clone, Copy)]
#[repr(align(32))]
struct Entry {
    bytes: [u8; LONGEST],
    len: u8,
    nimber: u8,
    id: ComponentId,
}

const _: () = assert!(size_of::<Entry>() == 32);

#[derive(Default)]
pub(crate) struct RawCache {
    /// A power of two, or none.
    entries: Vec<Entry>,
    inserted: usize,
}

impl RawCache {
    /// The hash under which these bytes are looked up.
    #[inline]
    pub fn hash(raw: &[u8]) -> u64 {
        rapidhash::v3::rapidhash_v3(raw)
    }

    /// Asks for the memory of the entry for this hash.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        prefetch_index::prefetch_index(&self.entries, self.place(hash));
    }

    /// The component these bytes, which have this hash, are, if they were met of late.
    #[inline]
    pub fn get(&self, raw: &[u8], hash: u64) -> Option<Met> {
        let entry = self.entries.get(self.place(hash))?;
        if entry.len as usize != raw.len() || entry.bytes[..raw.len()] != *raw {
            return None;
        }
        let solved = entry.nimber != UNKNOWN;
        Some(if solved { Met::Known(Nimber::new(u32::from(entry.nimber))) } else { Met::Open(entry.id) })
    }

    /// Remembers which component these bytes are.
    pub fn insert(&mut self, raw: &[u8], hash: u64, met: Met) {
        if raw.len() > LONGEST {
            return;
        }
        if self.inserted >= self.entries.len() && self.entries.len() < MOST {
            self.grow();
        }
        self.inserted += 1;
        let (id, nimber) = match met {
            Met::Open(id) => (id, UNKNOWN),
            Met::Known(nimber) if nimber.get() < u32::from(UNKNOWN) => (ComponentId(0), nimber.get() as u8),
            Met::Known(_) => return,
        };
        let mut entry = Entry { bytes: [0; LONGEST], len: raw.len() as u8, nimber, id };
        entry.bytes[..raw.len()].copy_from_slice(raw);
        let place = self.place(hash);
        self.entries[place] = entry;
    }

    /// Doubles the number of entries and keeps those there are.
    fn grow(&mut self) {
        let size = (2 * self.entries.len()).max(FEWEST);
        let empty = Entry { bytes: [0; LONGEST], len: u8::MAX, nimber: UNKNOWN, id: ComponentId(0) };
        let old = std::mem::replace(&mut self.entries, vec![empty; size]);
        for entry in old.into_iter().filter(|entry| entry.len != u8::MAX) {
            let place = self.place(Self::hash(&entry.bytes[..usize::from(entry.len)]));
            self.entries[place] = entry;
        }
        self.inserted = 0;
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        hash as usize & self.entries.len().wrapping_sub(1)
    }
}
