//! An array that grows in chunks, so that growing copies nothing and costs at most a chunk, or a large page of them,
//! more than needed.
//!
//! Chunks that are not needed any more stay as room until they are released. Chunks that come and go with every
//! eviction leave holes in the heap that other threads do not fill. A large array has its chunks in large pages,
//! sixteen to a hundred and twenty-eight at a time.
//!
//! Elements are claimed through `&self` (by any thread) and given room through `&mut self` (at a moment when no thread
//! searches). An element is found by its index; claims may straddle chunks. Fresh elements are all zeros.

use crate::sync::{AtomicUsize, Fresh, MODEL, Slabs};
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

const BITS: u32 = if MODEL { 2 } else { 12 };
const CHUNK: usize = 1 << BITS;

pub(crate) struct Chunked<T> {
    chunks: Slabs<T, CHUNK>,
    used: PaddedCounter,
}

/// A counter that all threads write to, away from what they only read.
#[derive(Default)]
#[repr(align(128))]
struct PaddedCounter(AtomicUsize);

impl<T: Fresh> Chunked<T> {
    pub fn new() -> Self {
        Chunked { chunks: Slabs::new(), used: PaddedCounter::default() }
    }

    /// How many elements are claimed.
    pub fn len(&self) -> usize {
        self.used.0.load(Relaxed)
    }

    /// The element at `index`.
    #[inline(always)]
    pub fn get(&self, index: usize) -> &T {
        &self.chunks.get(index >> BITS)[index & (CHUNK - 1)]
    }

    /// Asks for the memory of the element at `index`.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        prefetch_index::prefetch_index(&self.chunks.get(index >> BITS)[..], index & (CHUNK - 1));
    }

    /// Claims `count` elements in a row and gives the index of the first; `None` if there is no room.
    pub fn claim(&self, count: usize) -> Option<usize> {
        let room = self.chunks.len() << BITS;
        self.used.0.fetch_update(Relaxed, Relaxed, |used| used.checked_add(count).filter(|&end| end <= room)).ok()
    }

    /// Claims `count` elements out of `reserve`, which is a thread's own and is filled up with `block` elements at a
    /// time.
    #[inline]
    pub fn claim_from(&self, reserve: &mut Range<usize>, count: usize, block: usize) -> Option<usize> {
        if reserve.len() < count {
            let size = count.max(block);
            let start = self.claim(size)?;
            // What is left of the old reserve is used only if the new one happens to follow it.
            *reserve = if reserve.end == start { reserve.start..start + size } else { start..start + size };
        }
        reserve.start += count;
        Some(reserve.start - count)
    }

    /// Makes room for `count` more elements, and an eighth more than there were, so that growing stays rare.
    pub fn make_room(&mut self, count: usize) {
        self.chunks.grow(self.chunks_with_room(count));
    }

    /// Bytes that are needed for what is there and for `count` more.
    pub fn memory_with_room(&self, count: usize) -> usize {
        self.chunks_with_room(count) * CHUNK * size_of::<T>()
    }

    /// What [`Chunked::memory`] would be after [`Chunked::make_room`].
    pub fn memory_grown(&self, count: usize) -> usize {
        self.memory().max(self.memory_with_room(count))
    }

    fn chunks_with_room(&self, count: usize) -> usize {
        self.chunks.rounded((self.len() + count + self.len() / 8).div_ceil(CHUNK))
    }

    /// Gives up the elements from `len` on, which stay as room.
    pub fn truncate(&mut self, len: usize) {
        self.used.0.store(len, Relaxed);
    }

    /// The same, and makes those fresh that may not be claimed as they are.
    pub fn truncate_with(&mut self, len: usize, clear: impl Fn(&T)) {
        (len..self.len()).for_each(|i| clear(self.get(i)));
        self.truncate(len);
    }

    /// Gives back the chunks that are not needed for what is there and for `count` more.
    pub fn release(&mut self, count: usize) {
        self.chunks.truncate(self.chunks_with_room(count));
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<T>()
    }
}
