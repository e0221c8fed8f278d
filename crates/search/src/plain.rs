//! What one thread would use if nothing were shared: the types of `sync` as plain loads and stores.
//!
//! For a measurement only (`bench/one-thread.sh`): how much a single thread pays for structures that others could share. Relaxed
//! loads and stores are what a processor does with ordinary memory; here everything else is made of them, without locked instructions
//! and without orders.

// All that an atomic can do, whether it is used or not.
#![allow(dead_code)]

use std::sync::atomic::{self, Ordering, Ordering::Relaxed};

macro_rules! plain {
    ($name:ident, $value:ty) => {
        #[derive(Default, Debug, bytemuck::Zeroable)]
        #[repr(transparent)]
        pub(crate) struct $name(atomic::$name);

        impl $name {
            pub fn new(value: $value) -> Self {
                $name(atomic::$name::new(value))
            }

            #[inline(always)]
            pub fn load(&self, _: Ordering) -> $value {
                self.0.load(Relaxed)
            }

            #[inline(always)]
            pub fn store(&self, value: $value, _: Ordering) {
                self.0.store(value, Relaxed);
            }

            #[inline(always)]
            pub fn fetch_update(
                &self,
                _: Ordering,
                _: Ordering,
                change: impl Fn($value) -> Option<$value>,
            ) -> Result<$value, $value> {
                let before = self.0.load(Relaxed);
                let after = change(before).ok_or(before)?;
                self.0.store(after, Relaxed);
                Ok(before)
            }

            #[inline(always)]
            pub fn swap(&self, value: $value, order: Ordering) -> $value {
                let before = self.load(order);
                self.store(value, order);
                before
            }

            #[inline(always)]
            pub fn compare_exchange(
                &self,
                from: $value,
                to: $value,
                order: Ordering,
                _: Ordering,
            ) -> Result<$value, $value> {
                self.fetch_update(order, order, |before| (before == from).then_some(to))
            }
        }
    };
}

macro_rules! plain_number {
    ($name:ident, $value:ty) => {
        plain!($name, $value);

        impl $name {
            #[inline(always)]
            pub fn fetch_add(&self, by: $value, order: Ordering) -> $value {
                self.swap(self.load(order).wrapping_add(by), order)
            }

            #[inline(always)]
            pub fn fetch_sub(&self, by: $value, order: Ordering) -> $value {
                self.swap(self.load(order).wrapping_sub(by), order)
            }

            #[inline(always)]
            pub fn fetch_or(&self, bits: $value, order: Ordering) -> $value {
                self.swap(self.load(order) | bits, order)
            }

            #[inline(always)]
            pub fn fetch_and(&self, bits: $value, order: Ordering) -> $value {
                self.swap(self.load(order) & bits, order)
            }
        }
    };
}

plain!(AtomicBool, bool);
plain_number!(AtomicU32, u32);
plain_number!(AtomicU64, u64);
plain_number!(AtomicUsize, usize);

/// There are no other threads here.
pub(crate) fn scope<'env, T>(_: impl for<'scope> FnOnce(&'scope std::thread::Scope<'scope, 'env>) -> T) -> T {
    panic!("a build for measurements with one thread")
}
