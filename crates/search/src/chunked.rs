//! An array that grows in chunks, so that growing copies nothing and costs at most one chunk more than needed.
//!
//! Elements are claimed through `&self` (by any thread) and given room through `&mut self` (at a moment when no thread
//! searches). An element is found by its index; claims may straddle chunks.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const BITS: u32 = 12;
const CHUNK: usize = 1 << BITS;

pub(crate) struct Chunked<T> {
    chunks: Vec<Box<[T]>>,
    used: AtomicUsize,
}

impl<T: Default> Chunked<T> {
    pub fn new() -> Self {
        Chunked { chunks: Vec::new(), used: AtomicUsize::new(0) }
    }

    /// How many elements are claimed.
    pub fn len(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// The element at `index`.
    #[inline(always)]
    pub fn get(&self, index: usize) -> &T {
        &self.chunks[index >> BITS][index & (CHUNK - 1)]
    }

    /// Claims `count` elements in a row and gives the index of the first; `None` if there is no room.
    pub fn claim(&self, count: usize) -> Option<usize> {
        let room = self.chunks.len() << BITS;
        self.used.fetch_update(Relaxed, Relaxed, |used| used.checked_add(count).filter(|&end| end <= room)).ok()
    }

    /// Makes room for `count` more elements, and an eighth more than there were, so that growing stays rare.
    pub fn make_room(&mut self, count: usize) {
        let wanted = self.len() + count + self.len() / 8;
        while self.chunks.len() << BITS < wanted {
            self.chunks.push((0..CHUNK).map(|_| T::default()).collect());
        }
    }

    /// Gives back the elements from `len` on.
    pub fn truncate(&mut self, len: usize) {
        *self.used.get_mut() = len;
        self.chunks.truncate(len.div_ceil(CHUNK));
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<T>()
    }
}
