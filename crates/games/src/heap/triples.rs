//! The nimber of the next heap of a game that may break a heap into three heaps.
//!
//! The nimbers of all pairs of `m` objects, and of all triples, are kept as bit sets for every `m`: a triple is a heap `c`,
//! a third of the objects at most, and a pair of the others, so its nimbers are those of the pairs moved by the nimber of `c`.
//! Moving a bit set by a nim-sum is a permutation of words and one within each word.

use super::Heap;
use super::code::moves_of_digit;
use grundy_core::Nimber;

/// A set of nimbers as bits, its length in words a power of two or 0.
type Bits = Vec<u64>;

/// Finds nimbers from pairs and triples of smaller heaps.
#[derive(Clone, Default, Debug)]
pub(super) struct Triples {
    /// The nimbers of two heaps that are not empty, of `m` objects together.
    pairs: Vec<Bits>,
    /// The same for three heaps.
    triples: Vec<Bits>,
}

impl Triples {
    /// The nimber of the heap of `values.len()`, from the nimbers of all smaller heaps.
    pub(super) fn next(&mut self, game: &Heap, values: &[Nimber]) -> Nimber {
        let n = values.len();
        let mut pairs = Bits::new();
        for a in 1..=n / 2 {
            insert(&mut pairs, values[a] ^ values[n - a]);
        }
        self.pairs.push(pairs);
        let mut triples = Bits::new();
        for (c, &value) in values.iter().enumerate().take(n / 3 + 1).skip(1) {
            unite_moved(&mut triples, &self.pairs[n - c], value);
        }
        self.triples.push(triples);

        let mut options = Bits::new();
        for (taken, digit) in game.digits().take_while(|&(taken, _)| taken <= n) {
            let rest = n - taken;
            let digit = moves_of_digit(digit, rest);
            if digit & 1 != 0 {
                insert(&mut options, Nimber::ZERO);
            }
            if digit & 2 != 0 {
                insert(&mut options, values[rest]);
            }
            if digit & 4 != 0 {
                unite_moved(&mut options, &self.pairs[rest], Nimber::ZERO);
            }
            if digit & 8 != 0 {
                unite_moved(&mut options, &self.triples[rest], Nimber::ZERO);
            }
        }
        mex(&options)
    }
}

fn insert(bits: &mut Bits, nimber: Nimber) {
    let word = nimber.get() as usize / 64;
    grow(bits, word + 1);
    bits[word] |= 1 << (nimber.get() % 64);
}

/// Adds `v ^ by` for every `v` of `from`.
fn unite_moved(bits: &mut Bits, from: &Bits, by: Nimber) {
    if from.is_empty() {
        return;
    }
    let (far, near) = (by.get() as usize / 64, by.get() % 64);
    grow(bits, from.len().max(far + 1));
    for (i, &word) in from.iter().enumerate() {
        bits[i ^ far] |= move_in_word(word, near);
    }
}

/// Moves bit `v` to `v ^ by`: for each bit of `by`, neighbouring blocks of that length change places.
fn move_in_word(mut word: u64, by: u32) -> u64 {
    const LOW_BLOCKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (i, low) in LOW_BLOCKS.iter().enumerate().filter(|(i, _)| by >> i & 1 == 1) {
        let length = 1 << i;
        word = (word & low) << length | word >> length & low;
    }
    word
}

fn mex(bits: &Bits) -> Nimber {
    let full = bits.iter().take_while(|&&word| word == u64::MAX).count();
    Nimber::new(full as u32 * 64 + bits.get(full).map_or(0, |word| word.trailing_ones()))
}

fn grow(bits: &mut Bits, words: usize) {
    if words > bits.len() {
        bits.resize(words.next_power_of_two(), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_is_a_nim_sum() {
        for by in [0, 1, 5, 63, 64, 77, 300] {
            let members = [0, 3, 62, 64, 130, 191];
            let (mut from, mut moved) = (Bits::new(), Bits::new());
            members.iter().for_each(|&v| insert(&mut from, Nimber::new(v)));
            unite_moved(&mut moved, &from, Nimber::new(by));
            let mut expected: Vec<u32> = members.iter().map(|v| v ^ by).collect();
            expected.sort_unstable();
            let found: Vec<u32> =
                (0..64 * moved.len() as u32).filter(|v| moved[*v as usize / 64] >> (v % 64) & 1 == 1).collect();
            assert_eq!(found, expected, "by {by}");
        }
    }

    #[test]
    fn mex_of_full_words() {
        assert_eq!(mex(&vec![]), Nimber::ZERO);
        assert_eq!(mex(&vec![u64::MAX]), Nimber::new(64));
        assert_eq!(mex(&vec![u64::MAX, 3]), Nimber::new(66));
    }
}
