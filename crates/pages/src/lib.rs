//! Memory for the tables of a search: zeroed, and in large pages where there is much of it.
//!
//! A search of Cram looks at places all over hundreds of megabytes. With pages of 4 KB the processor forgets where most
//! of them are and has to look that up, in tables that are in memory themselves: on 5x9 a tenth of the time went into
//! it, on 7x7 with 16 threads a fifth. Linux has pages of 2 MB for memory that a program asks for them
//! (`madvise`). Memory from the allocator comes too late for that, since the allocator has written to it before.
//!
//! # Why there is `unsafe` here, and nowhere else in grundy
//! A mapping is bytes; a table is an array of atomics that many threads see. No safe interface leads from `&[u8]` to
//! `&[AtomicU64]`, for the good reason that something else may hold the bytes. Here nothing does: a mapping never
//! leaves its [`Pages`]. The elements may be all zeros ([`Zeroable`]), which is what fresh memory is, and need no drop;
//! everything else is the business of `memmap2`.

use bytemuck::Zeroable;
use memmap2::MmapMut;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// The size of a large page, and the least memory for which they are asked for. Miri, which is slow, gets smaller ones.
pub const LARGE: usize = if cfg!(miri) { 8 << 10 } else { 2 << 20 };
/// The least memory that comes from the system and not from the allocator: four pages. The allocator keeps memory that
/// is freed in the arena of the thread that asked for it, where other threads do not find it. With sixteen threads that
/// was a fifth of a table of 100 MB.
const MAPPED: usize = if cfg!(miri) { 4 << 10 } else { 16 << 10 };
/// [`Slabs`] of fewer bytes grow chunk by chunk, so that small tables stay small.
const MANY: usize = 8 * LARGE;

/// A fixed number of elements, all zeros at first.
pub struct Pages<T> {
    start: NonNull<T>,
    len: usize,
    /// Where the elements are; from the allocator if nowhere.
    mapping: Option<MmapMut>,
}

// SAFETY: a `Pages` owns its elements, as a `Box<[T]>` does.
unsafe impl<T: Send> Send for Pages<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Pages<T> {}

impl<T: Zeroable> Pages<T> {
    /// This many elements: from the system if there are some pages of them, and in large pages if they take one or more
    /// and the system has them.
    pub fn zeroed(len: usize) -> Self {
        const { assert!(!std::mem::needs_drop::<T>() && align_of::<T>() <= 4096) };
        let mapping = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes >= MAPPED).and_then(map);
        Self::within(mapping, len)
    }

    /// In this mapping, which is long enough, or else from the allocator.
    fn within(mut mapping: Option<MmapMut>, len: usize) -> Self {
        let start = match &mut mapping {
            // Pages are at least 4 KB, so the first element is aligned.
            Some(mapping) => mapping.as_mut_ptr().cast(),
            None => Box::into_raw(bytemuck::allocation::zeroed_slice_box::<T>(len)).cast(),
        };
        Pages { start: NonNull::new(start).expect("memory is not at zero"), len, mapping }
    }
}

/// Fresh memory of this many bytes, in large pages if the system has them; `None` if it gives none.
fn map(bytes: usize) -> Option<MmapMut> {
    let mapping = MmapMut::map_anon(bytes).ok()?;
    #[cfg(all(target_os = "linux", not(miri)))]
    if bytes >= LARGE {
        // A system without large pages says so; the small ones will do.
        let _ = mapping.advise(memmap2::Advice::HugePage);
    }
    Some(mapping)
}

impl<T: Zeroable> Default for Pages<T> {
    fn default() -> Self {
        Self::zeroed(0)
    }
}

impl<T> Deref for Pages<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` leads to `len` elements that are initialised (zeros are a `T`) and live as long as `self`.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T> DerefMut for Pages<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as for `deref`, and `self` is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<T> Drop for Pages<T> {
    fn drop(&mut self) {
        if self.mapping.is_none() {
            // SAFETY: without a mapping the elements are those of a box that `within` took apart.
            drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(self.start.as_ptr(), self.len)) });
        }
    }
}

/// An array in chunks of `N` elements that grows without moving any; in large pages once it has grown to 16 MB.
pub struct Slabs<T, const N: usize> {
    /// Thin pointers to the chunks: finding an element takes one more read.
    chunks: Vec<NonNull<[T; N]>>,
    /// What they lie in, in the same order.
    slabs: Vec<Pages<T>>,
}

// SAFETY: it owns its elements, as a `Vec<Box<[T; N]>>` does.
unsafe impl<T: Send, const N: usize> Send for Slabs<T, N> {}
// SAFETY: as above.
unsafe impl<T: Sync, const N: usize> Sync for Slabs<T, N> {}

impl<T: Zeroable, const N: usize> Slabs<T, N> {
    /// Chunks in a large page.
    const IN_LARGE: usize = if N * size_of::<T>() < LARGE { LARGE / (N * size_of::<T>()) } else { 1 };

    /// Without any chunk.
    pub fn new() -> Self {
        Slabs { chunks: Vec::new(), slabs: Vec::new() }
    }

    /// How many chunks there are.
    pub fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The chunk at `index`.
    #[inline(always)]
    pub fn get(&self, index: usize) -> &[T; N] {
        // SAFETY: it leads into a slab of `self`, to N elements. Slabs do not move what they hold, and go only together
        // with the pointers into them.
        unsafe { self.chunks[index].as_ref() }
    }

    /// How many chunks there are if there shall be `wanted`: a slab is there as a whole or not at all.
    pub fn rounded(&self, wanted: usize) -> usize {
        let mut end = self.chunks.len();
        if wanted > end {
            return if Self::is_large(wanted) { wanted.next_multiple_of(Self::IN_LARGE) } else { wanted };
        }
        for slab in self.slabs.iter().rev() {
            let start = end - slab.len() / N;
            if start < wanted {
                break;
            }
            end = start;
        }
        end
    }

    /// Adds chunks until there are [`rounded`](Self::rounded) `wanted`, if there are fewer.
    pub fn grow(&mut self, wanted: usize) {
        let wanted = self.rounded(wanted);
        while self.chunks.len() < wanted {
            let left = wanted - self.chunks.len();
            // A slab of large pages begins where they do in the array, so that both end at the same chunk.
            let large = Self::is_large(wanted) && self.chunks.len().is_multiple_of(Self::IN_LARGE);
            self.push(if large { Self::IN_LARGE.min(left) } else { 1 });
        }
    }

    /// Gives back chunks until there are [`rounded`](Self::rounded) `wanted`, if there are more.
    pub fn truncate(&mut self, wanted: usize) {
        let wanted = self.rounded(wanted);
        self.chunks.truncate(wanted);
        let mut held: usize = self.slabs.iter().map(|slab| slab.len() / N).sum();
        while let Some(slab) = self.slabs.last()
            && held > wanted
        {
            held -= slab.len() / N;
            self.slabs.pop();
        }
    }

    fn is_large(chunks: usize) -> bool {
        chunks * N * size_of::<T>() >= MANY
    }

    fn push(&mut self, chunks: usize) {
        let slab = Pages::<T>::zeroed(chunks * N);
        let start = slab.start;
        // First the slab: whatever happens, no pointer is here without what it leads to.
        self.slabs.push(slab);
        for i in 0..chunks {
            // SAFETY: the slab has `chunks * N` elements, so this one is in it, with N - 1 after it.
            self.chunks.push(unsafe { start.add(i * N) }.cast());
        }
    }
}

impl<T: Zeroable, const N: usize> Default for Slabs<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    const CHUNK: usize = LARGE / 8 / 64;
    type Words = Slabs<AtomicU64, CHUNK>;

    #[test]
    fn memory_is_zeroed_and_keeps_what_is_written() {
        for len in [0, 1, MAPPED / 8 - 1, MAPPED / 8, LARGE / 8 - 1, LARGE / 8, LARGE / 8 + 1, LARGE] {
            let mut pages: Pages<u64> = Pages::zeroed(len);
            assert_eq!((pages.len(), pages.mapping.is_some()), (len, len * 8 >= MAPPED));
            assert!(pages.iter().all(|&word| word == 0), "{len}");
            pages.iter_mut().zip(1..).for_each(|(word, value)| *word = value);
            assert!(pages.iter().zip(1..).all(|(&word, value)| word == value), "{len}");
        }
        assert!(Pages::<AtomicU64>::default().is_empty());
    }

    #[test]
    fn elements_stay_where_they_are_while_slabs_grow_and_shrink() {
        let mut words = Words::new();
        let number = |words: &Words, i: usize| words.get(i / CHUNK)[i % CHUNK].load(Relaxed);
        let (mut end, mut places) = (0, Vec::new());
        // 64 chunks in a large page, and large pages from 512 chunks on.
        for wanted in [0, 1, 5, 500, 511, 512, 513, 700, 1100] {
            words.grow(wanted);
            assert_eq!(words.len(), if wanted >= 512 { wanted.next_multiple_of(64) } else { wanted });
            for chunk in end..words.len() {
                assert!(words.get(chunk).iter().all(|word| word.load(Relaxed) == 0), "fresh");
                places.push(words.get(chunk).as_ptr());
                words.get(chunk).iter().zip(chunk * CHUNK..).for_each(|(word, i)| word.store(i as u64, Relaxed));
            }
            end = words.len();
        }
        assert!(words.slabs.iter().any(|slab| slab.mapping.is_some()));
        for wanted in [1099, 1025, 1024, 700, 513, 512, 100, 3, 0] {
            let rounded = words.rounded(wanted);
            words.truncate(wanted);
            assert_eq!(words.len(), rounded);
            // Less than a slab too much, and nothing else changed.
            assert!((wanted..wanted + 64).contains(&rounded), "{wanted} {rounded}");
            assert_eq!(words.slabs.iter().map(|slab| slab.len()).sum::<usize>(), rounded * CHUNK);
            assert!((0..words.len()).all(|chunk| words.get(chunk).as_ptr() == places[chunk]));
            assert!((0..words.len() * CHUNK).all(|i| number(&words, i) == i as u64));
        }
        assert!(words.is_empty() && words.slabs.is_empty());
    }

    /// The large slabs stay at their places in the array, however it came there.
    #[test]
    fn slabs_grow_again_after_they_shrank() {
        let mut words = Words::new();
        words.grow(600);
        words.truncate(530);
        assert_eq!(words.len(), 576);
        words.truncate(90);
        words.grow(95);
        words.grow(520);
        assert_eq!((words.len(), words.rounded(520), words.rounded(577)), (576, 576, 640));
        assert!((0..576).all(|chunk| words.get(chunk).iter().all(|word| word.load(Relaxed) == 0)));
    }

    #[test]
    fn threads_share_what_they_write() {
        let mut words = Words::new();
        words.grow(600);
        std::thread::scope(|scope| {
            for thread in 0..2 {
                let words = &words;
                scope.spawn(move || {
                    (0..600).for_each(|chunk| {
                        words.get(chunk)[thread].fetch_add(1, Relaxed);
                        words.get(chunk)[2].fetch_add(1, Relaxed);
                    });
                });
            }
        });
        assert!((0..600).all(|chunk| words.get(chunk)[..3].iter().map(|word| word.load(Relaxed)).eq([1, 1, 2])));
    }
}
