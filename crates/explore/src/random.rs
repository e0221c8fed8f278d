//! Lots for moves that need no reason. Good enough for play, and for nothing else.

use std::hash::{BuildHasher, RandomState};

/// A number below `n`, or 0.
pub fn below(n: usize) -> usize {
    // Every state is keyed anew by the standard library.
    let drawn = RandomState::new().hash_one(n);
    drawn.checked_rem(n as u64).unwrap_or(0) as usize
}
