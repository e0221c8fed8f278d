//! What threads share, in one place: the types of the standard library, or those of the model checkers.
//!
//! `RUSTFLAGS="--cfg loom"` swaps in loom, which explores every order of events that the memory orders written in the
//! code allow (`loom_models.rs`), and `--cfg shuttle` swaps in shuttle, which tries many random schedules of whole
//! searches (`shuttle_models.rs`). Both make every atomic one by one, so that tables are tiny there: see [`MODEL`].

/// Whether a model checker drives this build. Chunks, buckets and reserves then have room for a handful of elements, so
/// that they fill up and threads meet within a few steps.
pub(crate) const MODEL: bool = cfg!(any(loom, shuttle));

#[cfg(not(any(loom, shuttle)))]
mod types {
    /// Elements that are all zeros when they are fresh.
    pub(crate) use bytemuck::Zeroable as Fresh;
    /// Fresh elements straight from the system: pages are touched by the thread that needs them.
    pub(crate) use grundy_pages::{Pages, Slabs};
    pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
    pub(crate) use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard, mpsc};
    pub(crate) use std::thread::{ScopedJoinHandle, scope, yield_now};

    /// Runs `visit` on a stack that cannot overflow.
    pub(crate) fn with_stack<T>(visit: impl FnOnce() -> T) -> T {
        stacker::maybe_grow(64 << 10, 2 << 20, visit)
    }
}

#[cfg(loom)]
mod types {
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
    pub(crate) use loom::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};
    pub(crate) use loom::thread::yield_now;
    pub(crate) use std::sync::mpsc;
    /// Loom has none. Its models spawn threads of their own and never start a whole search.
    pub(crate) use std::thread::{ScopedJoinHandle, scope};
}

#[cfg(shuttle)]
mod types {
    pub(crate) use shuttle::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
    pub(crate) use shuttle::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard, mpsc};
    pub(crate) use shuttle::thread::{ScopedJoinHandle, scope, yield_now};
}

/// For both model checkers, whose threads have stacks of their own and whose atomics are more than their bits.
#[cfg(any(loom, shuttle))]
mod made_one_by_one {
    pub(crate) use std::default::Default as Fresh;
    use std::ops::{Deref, DerefMut};

    /// [`grundy_pages::Pages`].
    pub(crate) struct Pages<T>(Box<[T]>);

    impl<T: Fresh> Pages<T> {
        pub fn zeroed(len: usize) -> Self {
            Pages((0..len).map(|_| T::default()).collect())
        }
    }

    impl<T> Default for Pages<T> {
        fn default() -> Self {
            Pages(Box::default())
        }
    }

    impl<T> Deref for Pages<T> {
        type Target = [T];

        fn deref(&self) -> &[T] {
            &self.0
        }
    }

    impl<T> DerefMut for Pages<T> {
        fn deref_mut(&mut self) -> &mut [T] {
            &mut self.0
        }
    }

    /// [`grundy_pages::Slabs`].
    pub(crate) struct Slabs<T, const N: usize>(Vec<Box<[T; N]>>);

    impl<T: Fresh, const N: usize> Slabs<T, N> {
        pub fn new() -> Self {
            Slabs(Vec::new())
        }

        pub fn len(&self) -> usize {
            self.0.len()
        }

        pub fn get(&self, index: usize) -> &[T; N] {
            &self.0[index]
        }

        pub fn rounded(&self, wanted: usize) -> usize {
            wanted
        }

        pub fn grow(&mut self, wanted: usize) {
            while self.0.len() < wanted {
                self.0.push(Box::new(std::array::from_fn(|_| T::default())));
            }
        }

        pub fn truncate(&mut self, wanted: usize) {
            self.0.truncate(wanted);
        }
    }

    pub(crate) fn with_stack<T>(visit: impl FnOnce() -> T) -> T {
        visit()
    }
}

#[cfg(any(loom, shuttle))]
pub(crate) use made_one_by_one::*;
pub(crate) use types::*;

/// Locks a mutex. A thread that panicked while it held the lock has left what is behind it whole: nothing here is
/// changed in two steps.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The same for a lock that is not shared now.
pub(crate) fn locked_mut<T>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner())
}
