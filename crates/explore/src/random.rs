//! Random numbers for moves. Good enough for play, and not for anything that must be secure.

use std::hash::{BuildHasher, RandomState};

/// A number below `n`, or 0.
pub fn below(n: usize) -> usize {
    // The standard library gives every state a new random key.
    let random = RandomState::new().hash_one(n);
    random.checked_rem(n as u64).unwrap_or(0) as usize
}
