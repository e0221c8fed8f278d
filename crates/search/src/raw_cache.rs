//! A cache from the bytes a game pushes to the component they are, for games whose identity is dear.
//!
//! Direct-mapped: a new entry replaces the old one. Bytes are compared in full, so a hit is exact. Cram finds two components
//! out of three here and saves the colouring of their graphs.

use crate::table::ComponentId;

/// Longer components are not cached.
const LONGEST: usize = 27;
const ENTRIES: usize = 1 << 16;

#[derive(Clone, Copy)]
struct Entry {
    bytes: [u8; LONGEST],
    len: u8,
    id: ComponentId,
}

#[derive(Default)]
pub(crate) struct RawCache {
    entries: Vec<Entry>,
}

impl RawCache {
    /// The component these bytes are, if they were met of late.
    pub fn get(&self, raw: &[u8]) -> Option<ComponentId> {
        let entry = self.entries.get(Self::place(raw))?;
        (entry.len as usize == raw.len() && entry.bytes[..raw.len()] == *raw).then_some(entry.id)
    }

    /// Remembers which component these bytes are.
    pub fn insert(&mut self, raw: &[u8], id: ComponentId) {
        if raw.len() > LONGEST {
            return;
        }
        if self.entries.is_empty() {
            self.entries = vec![Entry { bytes: [0; LONGEST], len: u8::MAX, id }; ENTRIES];
        }
        let entry = &mut self.entries[Self::place(raw)];
        entry.bytes[..raw.len()].copy_from_slice(raw);
        entry.len = raw.len() as u8;
        entry.id = id;
    }

    fn place(raw: &[u8]) -> usize {
        rapidhash::v3::rapidhash_v3(raw) as usize % ENTRIES
    }
}
