//! A cache from the bytes a game pushes to the component they are, for games in which deciding equality is expensive.
//!
//! Direct-mapped: a new entry replaces the old one. Components are compared in full, word by word, so a hit is exact.
//! Most components of Cram are found here, which saves colouring their graphs. Many of those are solved: their nimbers
//! are here too, and nothing else is looked up.
//!
//! # Invariant
//! Entries name components by their numbers, so a cache of a search does not outlive the question. Readers of facts keep
//! theirs longer, and use nimbers only.

use crate::table::{ComponentId, Lookup};
use bytemuck::Zeroable;
use grundy_core::Nimber;
use grundy_pages::Pages;

/// Longer components are not cached.
const LONGEST: usize = 24;
/// Entries at first, and at most: the cache grows with use, so that small questions stay cheap.
const FEWEST: usize = 1 << 10;
const MOST: usize = 1 << 19;
const UNKNOWN: u8 = u8::MAX;

/// A component of up to [`LONGEST`] bytes: words, the first byte lowest, zeros after the last, and its length.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Raw {
    pub words: [u64; 3],
    pub len: u8,
}

impl Raw {
    /// These bytes, unless they are too long.
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let mut padded = [0; LONGEST];
        padded.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let words: [u64; 3] = bytemuck::cast(padded);
        Some(Raw { words: words.map(u64::from_le), len: bytes.len() as u8 })
    }

    /// The first `len` bytes of these words.
    #[inline]
    pub fn of_words(words: [u64; 3], len: usize) -> Self {
        assert!(len <= LONGEST, "a component of {len} bytes in three words");
        Raw { words, len: len as u8 }
    }

    /// Its bytes, with zeros after the last.
    pub fn padded(&self) -> [u8; LONGEST] {
        bytemuck::cast(self.words.map(u64::to_le))
    }

    /// Where it is looked for.
    #[inline]
    pub fn hash(&self) -> u64 {
        let mix = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let [a, b, c] = self.words;
        mix(mix(a ^ 0x2d35_8dcc_aa6c_78a5, b ^ 0x8bb8_4b93_962e_acc9) ^ c, 0x4b33_a62e_d433_d4a3 ^ u64::from(self.len))
    }
}

#[derive(Clone, Copy, Zeroable)]
#[repr(align(32))]
struct Entry {
    words: [u64; 3],
    id: ComponentId,
    /// One more than the number of bytes; zero in an entry that is empty.
    length: u8,
    nimber: u8,
}

const _: () = assert!(size_of::<Entry>() == 32);

#[derive(Default)]
pub(crate) struct RawCache {
    /// A power of two, or none.
    entries: Pages<Entry>,
    inserted: usize,
    /// No more entries than this.
    most: usize,
}

impl RawCache {
    /// A cache that grows to at most this many bytes, or to its least size.
    pub fn within(bytes: usize) -> Self {
        RawCache { most: Self::entries_within(bytes), ..Self::default() }
    }

    /// What a cache within this many bytes grows to.
    pub fn largest(bytes: usize) -> usize {
        Self::entries_within(bytes) * size_of::<Entry>()
    }

    fn entries_within(bytes: usize) -> usize {
        let entries = (bytes / size_of::<Entry>()).clamp(FEWEST, MOST);
        1 << entries.ilog2()
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    /// Prefetches the entry for this hash.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        prefetch_index::prefetch_index(&self.entries[..], self.place(hash));
    }

    /// The component with these bytes and this hash, if it is in the cache.
    #[inline]
    pub fn get(&self, raw: &Raw, hash: u64) -> Option<Lookup> {
        let entry = self.entries.get(self.place(hash))?;
        if entry.words != raw.words || entry.length != raw.len + 1 {
            return None;
        }
        let solved = entry.nimber != UNKNOWN;
        Some(if solved { Lookup::Known(Nimber::new(u32::from(entry.nimber))) } else { Lookup::Open(entry.id) })
    }

    /// Caches which component these bytes are.
    pub fn insert(&mut self, raw: &Raw, hash: u64, met: Lookup) {
        if self.inserted >= self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        self.inserted += 1;
        let (id, nimber) = match met {
            Lookup::Open(id) => (id, UNKNOWN),
            Lookup::Known(nimber) if nimber.get() < u32::from(UNKNOWN) => (ComponentId(0), nimber.get() as u8),
            Lookup::Known(_) => return,
        };
        let place = self.place(hash);
        self.entries[place] = Entry { words: raw.words, id, length: raw.len + 1, nimber };
    }

    /// Doubles the number of entries and keeps those there are.
    fn grow(&mut self) {
        let size = (2 * self.entries.len()).max(FEWEST);
        let old = std::mem::replace(&mut self.entries, Pages::zeroed(size));
        for entry in old.iter().filter(|entry| entry.length != 0) {
            let place = self.place(Raw { words: entry.words, len: entry.length - 1 }.hash());
            self.entries[place] = *entry;
        }
        self.inserted = 0;
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        hash as usize & self.entries.len().wrapping_sub(1)
    }
}
