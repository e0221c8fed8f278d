//! What threads share, in one place: the types of the standard library, or those of the model checkers.
//!
//! `RUSTFLAGS="--cfg loom"` swaps in loom, which explores every order of events that the memory orders written in the code allow
//! (`loom_models.rs`), and `--cfg shuttle` swaps in shuttle, which tries many random schedules of whole searches
//! (`shuttle_models.rs`). Both make every atomic one by one, so that tables are tiny there: see [`MODEL`]. `--cfg plain` takes away
//! what threads need, to measure what it costs one (`plain.rs`).

/// Whether a model checker drives this build. Chunks, buckets and reserves then have room for a handful of elements, so that
/// they fill up and threads meet within a few steps.
pub(crate) const MODEL: bool = cfg!(any(loom, shuttle));

#[cfg(not(any(loom, shuttle)))]
mod types {
    #[cfg(plain)]
    pub(crate) use crate::plain::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, scope};
    /// Elements that are all zeros when they are fresh.
    pub(crate) use bytemuck::Zeroable as Fresh;
    /// Fresh elements straight from the allocator: pages are touched by the thread that needs them.
    pub(crate) use bytemuck::allocation::zeroed_slice_box as fresh_slice;
    #[cfg(not(plain))]
    pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
    pub(crate) use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, mpsc};
    #[cfg(not(plain))]
    pub(crate) use std::thread::scope;
    pub(crate) use std::thread::yield_now;

    /// Runs `visit` on a stack that cannot overflow.
    pub(crate) fn with_stack<T>(visit: impl FnOnce() -> T) -> T {
        stacker::maybe_grow(64 << 10, 2 << 20, visit)
    }
}

#[cfg(loom)]
mod types {
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
    pub(crate) use loom::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard};
    pub(crate) use loom::thread::yield_now;
    pub(crate) use std::sync::mpsc;
    /// Loom has none. Its models spawn threads of their own and never start a whole search.
    pub(crate) use std::thread::scope;
}

#[cfg(shuttle)]
mod types {
    pub(crate) use shuttle::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
    pub(crate) use shuttle::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, mpsc};
    pub(crate) use shuttle::thread::{scope, yield_now};
}

/// For both model checkers, whose threads have stacks of their own and whose atomics are more than their bits.
#[cfg(any(loom, shuttle))]
mod made_one_by_one {
    pub(crate) use std::default::Default as Fresh;

    pub(crate) fn fresh_slice<T: Fresh>(len: usize) -> Box<[T]> {
        (0..len).map(|_| T::default()).collect()
    }

    pub(crate) fn with_stack<T>(visit: impl FnOnce() -> T) -> T {
        visit()
    }
}

#[cfg(any(loom, shuttle))]
pub(crate) use made_one_by_one::*;
pub(crate) use types::*;
