//! The nimber of the next heap of a game that may break a heap into three heaps or four.
//!
//! The nimbers of all pairs of `m` objects, of all triples, and of all fours if the code has any, are kept as bit sets
//! for every `m`: a triple is a heap `c`, a third of the objects at most, and a pair of the others, so its nimbers are
//! those of the pairs moved by the nimber of `c`. Moving a bit set by a nim-sum is a permutation of words and one
//! within each word. Heaps that are not all equal are those with a smallest heap below the average; heaps that all
//! differ are enumerated.

use super::Heap;
use super::code::Shape;
use grundy_core::Nimber;

/// A set of nimbers as bits, its length in words a power of two or 0.
type Bits = Vec<u64>;

/// Finds nimbers from pairs, triples and fours of smaller heaps.
#[derive(Clone, Default, Debug)]
pub(super) struct Triples {
    /// `sets[j - 2][m]`: the nimbers of `j` heaps that are not empty, of `m` objects together. As many as the code
    /// needs.
    sets: Vec<Vec<Bits>>,
}

impl Triples {
    /// The nimber of the heap of `values.len()`, from the nimbers of all smaller heaps.
    pub(super) fn next(&mut self, game: &Heap, values: &[Nimber]) -> Nimber {
        let n = values.len();
        self.sets.resize(game.most_heaps() - 1, Vec::new());
        for heaps in 2..=game.most_heaps() {
            let mut set = Bits::new();
            self.unite_smallest(&mut set, heaps, n, values, |smallest| smallest * heaps <= n);
            self.sets[heaps - 2].push(set);
        }

        let mut options = Bits::new();
        for (taken, digit) in game.digits().take_while(|&(taken, _)| taken <= n) {
            let rest = n - taken;
            for heaps in digit.counts(rest) {
                self.unite(&mut options, heaps, digit.shape, rest, values);
            }
        }
        mex(&options)
    }

    /// Adds the nimbers of `heaps` heaps of this shape, of `rest` objects.
    fn unite(&self, options: &mut Bits, heaps: usize, shape: Shape, rest: usize, values: &[Nimber]) {
        match (heaps, shape) {
            (0, _) => insert(options, Nimber::ZERO),
            (1, _) => insert(options, values[rest]),
            (_, Shape::Any | Shape::NoCouple) => unite_moved(options, &self.sets[heaps - 2][rest], Nimber::ZERO),
            (_, Shape::Equal) if heaps.is_multiple_of(2) => insert(options, Nimber::ZERO),
            (_, Shape::Equal) => insert(options, values[rest / heaps]),
            (_, Shape::Mixed) => self.unite_smallest(options, heaps, rest, values, |smallest| smallest * heaps < rest),
            (_, Shape::Distinct) => unite_distinct(options, heaps, rest, 1, Nimber::ZERO, values),
        }
    }

    /// Adds the nimbers of a heap that passes the test and `heaps - 1` others, of `rest` objects.
    fn unite_smallest(
        &self,
        options: &mut Bits,
        heaps: usize,
        rest: usize,
        values: &[Nimber],
        test: impl Fn(usize) -> bool,
    ) {
        for smallest in (1..rest).take_while(|&smallest| test(smallest)) {
            match heaps {
                2 => insert(options, values[smallest] ^ values[rest - smallest]),
                _ => unite_moved(options, &self.sets[heaps - 3][rest - smallest], values[smallest]),
            }
        }
    }
}

/// Adds the nimbers of `heaps` heaps that all differ, of `rest` objects and at least `smallest` each, each moved by
/// `sum`.
fn unite_distinct(options: &mut Bits, heaps: usize, rest: usize, smallest: usize, sum: Nimber, values: &[Nimber]) {
    if heaps == 1 {
        if rest >= smallest {
            insert(options, sum ^ values[rest]);
        }
        return;
    }
    for heap in (smallest..rest).take_while(|heap| heap * heaps < rest) {
        unite_distinct(options, heaps - 1, rest - heap, heap + 1, sum ^ values[heap], values);
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
