//! Nimbers: the sizes of the heaps of Nim that positions are worth (section 3 of the paper).

use std::fmt;
use std::num::ParseIntError;
use std::ops::{BitXor, BitXorAssign};
use std::str::FromStr;

/// The size of a heap of Nim. Every impartial position is indistinguishable from exactly one (Sprague and Grundy).
///
/// The nimber of a sum is the nim-sum of the nimbers, written `^`:
///
/// ```
/// use grundy_core::Nimber;
/// assert_eq!(Nimber::new(9) ^ Nimber::new(12), Nimber::new(5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Nimber(u32);

impl Nimber {
    /// The nimber of every losing position.
    pub const ZERO: Nimber = Nimber(0);

    /// The nimber of a heap of `size` objects.
    pub const fn new(size: u32) -> Self {
        Nimber(size)
    }

    /// The size of the heap.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The nim-sum of several nimbers: 0 for none.
    ///
    /// ```
    /// use grundy_core::Nimber;
    /// assert_eq!(Nimber::nim_sum([7, 5, 4, 2].map(Nimber::new)), Nimber::new(4));
    /// ```
    pub fn nim_sum(nimbers: impl IntoIterator<Item = Nimber>) -> Self {
        nimbers.into_iter().fold(Nimber::ZERO, |sum, nimber| sum ^ nimber)
    }

    /// The nimbers below this one, in increasing order: the options of the heap.
    pub fn below(self) -> impl DoubleEndedIterator<Item = Nimber> + ExactSizeIterator {
        (0..self.0).map(Nimber)
    }
}

impl BitXor for Nimber {
    type Output = Nimber;

    /// The nim-sum.
    fn bitxor(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl BitXorAssign for Nimber {
    fn bitxor_assign(&mut self, other: Nimber) {
        self.0 ^= other.0;
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{}", self.0)
    }
}

impl FromStr for Nimber {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        text.parse().map(Nimber)
    }
}

impl From<u32> for Nimber {
    fn from(size: u32) -> Self {
        Nimber(size)
    }
}

/// The least nimber that is not in the set.
///
/// ```
/// use grundy_core::{Nimber, mex};
/// assert_eq!(mex([1, 4].map(Nimber::new)), Nimber::ZERO);
/// ```
pub fn mex(nimbers: impl IntoIterator<Item = Nimber>) -> Nimber {
    nimbers.into_iter().collect::<NimberSet>().mex()
}

/// A set of nimbers, as a bit set that grows with its largest member; below 64 it needs no memory of its own.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NimberSet {
    low: u64,
    /// From 64 on.
    high: Vec<u64>,
}

impl NimberSet {
    /// The empty set.
    pub const fn new() -> Self {
        NimberSet { low: 0, high: Vec::new() }
    }

    /// Adds a nimber; returns whether it was new.
    #[inline]
    pub fn insert(&mut self, nimber: Nimber) -> bool {
        let bit = 1 << (nimber.0 % 64);
        let word = match (nimber.0 as usize / 64).checked_sub(1) {
            None => &mut self.low,
            Some(i) => {
                if i >= self.high.len() {
                    self.high.resize(i + 1, 0);
                }
                &mut self.high[i]
            }
        };
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Whether the nimber is in the set.
    pub fn contains(&self, nimber: Nimber) -> bool {
        self.words().nth(nimber.0 as usize / 64).is_some_and(|word| word >> (nimber.0 % 64) & 1 == 1)
    }

    /// The least nimber that is not in the set.
    pub fn mex(&self) -> Nimber {
        let full = self.words().take_while(|&word| word == u64::MAX).count();
        Nimber(64 * full as u32 + self.words().nth(full).unwrap_or(0).trailing_ones())
    }

    /// Whether nothing is in the set.
    pub fn is_empty(&self) -> bool {
        self.words().all(|word| word == 0)
    }

    /// The members in increasing order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Nimber> + '_ {
        self.words().zip((0..).step_by(64)).flat_map(|(mut word, first)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(Nimber(first + bit))
            })
        })
    }

    /// All words, of 64 nimbers each.
    fn words(&self) -> impl Iterator<Item = u64> + '_ {
        std::iter::once(self.low).chain(self.high.iter().copied())
    }
}

impl FromIterator<Nimber> for NimberSet {
    fn from_iter<I: IntoIterator<Item = Nimber>>(nimbers: I) -> Self {
        let mut set = NimberSet::new();
        for nimber in nimbers {
            set.insert(nimber);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_crosses_words() {
        for n in [0, 1, 63, 64, 65, 128, 200] {
            assert_eq!(mex((0..n).map(Nimber)), Nimber(n));
            assert_eq!(mex((0..n).chain(n + 1..n + 70).map(Nimber)), Nimber(n));
        }
    }

    #[test]
    fn sets_remember_what_was_put_in() {
        let members = [0, 5, 63, 64, 191].map(Nimber);
        let mut set: NimberSet = members.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), members);
        assert!(!set.insert(Nimber(64)));
        assert!(set.insert(Nimber(1)));
        assert!(!set.contains(Nimber(1000)));
        assert!(!set.is_empty() && NimberSet::new().is_empty());
    }
}
