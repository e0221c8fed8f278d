//! Bit sets over the cells of a board or the vertices of a graph: one machine word where they fit, wider ones above.
//!
//! # Invariant
//! Shift amounts are taken modulo the width for `u64` and `u128`. That is right where it happens: a stride reaches the
//! width only on a board of one row, which has no edge downwards, and every shifted word is masked by edges.

use std::cmp::Ordering;
use std::ops::{BitAnd, BitOr, Not};

/// A set of cells or vertices, or of edges named by their first cell.
pub trait Bits: Copy + Eq + Ord + Default + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// The largest number of cells.
    const CELLS: usize;

    /// The set that contains only `i`.
    fn bit(i: usize) -> Self;
    /// Every member moved up by `n`.
    fn up(self, n: usize) -> Self;
    /// Every member moved down by `n`; those below `n` fall out.
    fn down(self, n: usize) -> Self;
    /// The number of members.
    fn count(self) -> u32;
    /// The least member; `CELLS` for the empty set.
    fn first(self) -> usize;
    /// One more than the greatest member; 0 for the empty set.
    fn end(self) -> usize;
    /// Member `i` becomes `length - 1 - i`; all members are below `length`.
    fn reversed(self, length: usize) -> Self;
    /// The 64 members from `64 * i` on.
    fn word(self, i: usize) -> u64;
    /// The set with these words.
    fn from_words(words: impl Fn(usize) -> u64) -> Self;

    /// The members below `n`.
    #[inline]
    fn below(n: usize) -> Self {
        if n == 0 { Self::default() } else { (!Self::default()).down(Self::CELLS - n) }
    }

    /// Whether there is no member.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether `i` is a member.
    #[inline]
    fn has(self, i: usize) -> bool {
        !(self & Self::bit(i)).is_empty()
    }

    /// Without the least member; there is one.
    #[inline]
    fn rest(self) -> Self {
        self & !Self::bit(self.first())
    }

    /// The members in increasing order.
    #[inline]
    fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            (!self.is_empty()).then(|| {
                let i = self.first();
                self = self.rest();
                i
            })
        })
    }
}

macro_rules! machine_word {
    ($word:ty) => {
        impl Bits for $word {
            const CELLS: usize = <$word>::BITS as usize;

            #[inline]

            fn bit(i: usize) -> Self {
                1 << i
            }
            #[inline]
            fn up(self, n: usize) -> Self {
                self.wrapping_shl(n as u32)
            }
            #[inline]
            fn down(self, n: usize) -> Self {
                self.wrapping_shr(n as u32)
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn end(self) -> usize {
                (<$word>::BITS - self.leading_zeros()) as usize
            }
            #[inline]
            fn reversed(self, length: usize) -> Self {
                if length == 0 { 0 } else { self.reverse_bits() >> (Self::CELLS - length) }
            }
            #[inline]
            fn word(self, i: usize) -> u64 {
                (self >> (64 * i)) as u64
            }
            #[inline]
            fn from_words(words: impl Fn(usize) -> u64) -> Self {
                (0..Self::CELLS / 64).fold(0, |set, i| set | (words(i) as $word) << (64 * i))
            }
            #[inline]
            fn has(self, i: usize) -> bool {
                self >> i & 1 == 1
            }
            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

machine_word!(u64);
machine_word!(u128);

/// A set over `64 * N` cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Ord for Wide<N> {
    /// As numbers, so that the least image of a board does not depend on the width it is computed in.
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Wide([0; N])
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const N: usize> Bits for Wide<N> {
    const CELLS: usize = 64 * N;

    fn bit(i: usize) -> Self {
        let mut words = [0; N];
        words[i / 64] = 1 << (i % 64);
        Wide(words)
    }
    fn up(self, n: usize) -> Self {
        let (far, near) = (n / 64, n % 64);
        let get = |i: usize| if i < N { self.0[i] } else { 0 };
        Wide(std::array::from_fn(|i| {
            let low = if near == 0 { 0 } else { get(i.wrapping_sub(far + 1)) >> (64 - near) };
            get(i.wrapping_sub(far)) << near | low
        }))
    }
    fn down(self, n: usize) -> Self {
        let (far, near) = (n / 64, n % 64);
        let get = |i: usize| if i < N { self.0[i] } else { 0 };
        Wide(std::array::from_fn(|i| {
            let high = if near == 0 { 0 } else { get(i + far + 1) << (64 - near) };
            get(i + far) >> near | high
        }))
    }
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    fn first(self) -> usize {
        let i = self.0.iter().position(|&word| word != 0);
        i.map_or(Self::CELLS, |i| 64 * i + self.0[i].trailing_zeros() as usize)
    }
    fn end(self) -> usize {
        let i = self.0.iter().rposition(|&word| word != 0);
        i.map_or(0, |i| 64 * (i + 1) - self.0[i].leading_zeros() as usize)
    }
    fn reversed(self, length: usize) -> Self {
        Wide::<N>(std::array::from_fn(|i| self.0[N - 1 - i].reverse_bits())).down(Self::CELLS - length)
    }
    fn word(self, i: usize) -> u64 {
        self.0[i]
    }
    fn from_words(words: impl Fn(usize) -> u64) -> Self {
        Wide(std::array::from_fn(words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation against the list of members.
    fn agrees_with_lists<B: Bits>() {
        let mut state = 7u64;
        for _ in 0..300 {
            let mut members: Vec<usize> = (0..20)
                .map(|_| {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    (state >> 33) as usize % B::CELLS
                })
                .collect();
            members.sort_unstable();
            members.dedup();
            let n = 1 + (state >> 40) as usize % (B::CELLS - 1);
            let set = members.iter().fold(B::default(), |set, &i| set | B::bit(i));
            let list = |set: B| set.iter().collect::<Vec<_>>();
            assert_eq!(list(set), members);
            assert_eq!(set.count() as usize, members.len());
            assert_eq!((set.first(), set.end()), (members[0], members[members.len() - 1] + 1));
            let moved = members.iter().map(|i| i + n).filter(|&i| i < B::CELLS).collect::<Vec<_>>();
            assert_eq!(list(set.up(n)), moved);
            assert_eq!(list(set.down(n)), members.iter().filter_map(|i| i.checked_sub(n)).collect::<Vec<_>>());
            assert_eq!(list(B::below(n)), (0..n).collect::<Vec<_>>());
            let mirrored = members.iter().rev().filter(|&&i| i < n).map(|i| n - 1 - i).collect::<Vec<_>>();
            assert_eq!(list((set & B::below(n)).reversed(n)), mirrored);
            assert!(B::from_words(|i| set.word(i)) == set);
            assert!((0..B::CELLS).all(|i| set.has(i) == members.contains(&i)));
        }
        assert_eq!((B::default().first(), B::default().end()), (B::CELLS, 0));
        assert!(B::below(B::CELLS) == !B::default() && B::below(0).is_empty());
    }

    #[test]
    fn every_width() {
        agrees_with_lists::<u64>();
        agrees_with_lists::<u128>();
        agrees_with_lists::<Wide<4>>();
        agrees_with_lists::<Wide<16>>();
    }
}
