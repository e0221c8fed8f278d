//! The nimber of the next heap of a game that breaks a heap into two heaps at most, by the sparse space.
//!
//! A [`Mask`] gives a nimber `v` at a heap `n` a class, 0 (*rare*) or 1 (*common*): the parity of the bits that `v`
//! shares with the mask, plus, if the mask looks at positions, the parity of `n + t`, where a move that takes `t`
//! objects may leave two heaps. Classes add: if heaps `a` and `b` are left of `n`, then `a + t + b + t = n + t`, and
//! the class of their nim-sum at `n` is the sum of their classes. So the nim-sums of class 1 come only from pairs with
//! a rare heap, and those of class 0 below the least nimber of class 1 that is no option are all that is left to be
//! looked for among all pairs; most often a few pairs show them all. With a mask that makes few heaps rare a value
//! costs about as much as the list of rare heaps is long. A mask that does not costs time, never truth.
//!
//! Masks of nimbers alone are those of *Winning Ways*, chapter 4, "sparse spaces", and of Gangolli and Plambeck (1989).
//! Masks with positions are those of Flammenkamp; they need every `t` of the code to have the same parity.

use super::Heap;
use super::code::Shape;
use grundy_core::Nimber;

/// Finds nimbers from pairs of smaller heaps.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// The places whose digit allows two heaps, and which.
    breaks: Vec<(usize, Shape)>,
    mask: Mask,
    /// The rare heaps from 1 on, in increasing order, with their nimbers.
    rare: Vec<(u32, u32)>,
    /// A power of two above every nimber so far, hence above every nim-sum of two.
    bound: u32,
    /// Whether a nimber is an option of the current heap; at least twice `bound` long, so that the mex is within it,
    /// and a multiple of eight.
    seen: Vec<u8>,
    /// 1 for the nimbers that are rare at even and at odd heaps; as long as `seen`.
    rare_at: [Vec<u8>; 2],
    /// The heap at which the mask is chosen again.
    review: usize,
}

/// What divides heaps into rare and common ones.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Mask {
    /// The bits of a nimber that count.
    pub bits: u32,
    /// Whether the parity of the heap counts too.
    pub positions: bool,
    /// The parity of the places that allow two heaps.
    shift: usize,
}

impl Mask {
    /// Whether a heap with this nimber is rare.
    pub fn is_rare(self, heap: usize, nimber: Nimber) -> bool {
        self.class(heap, nimber.get()) == 0
    }

    fn class(self, heap: usize, nimber: u32) -> usize {
        ((nimber & self.bits).count_ones() as usize + usize::from(self.positions) * (heap % 2 + self.shift)) % 2
    }
}

const FIRST_REVIEW: usize = 32;

impl Pairs {
    pub(super) fn new(game: &Heap) -> Self {
        let breaks =
            game.digits().filter(|(_, digit)| digit.leaves(2)).map(|(place, digit)| (place, digit.shape)).collect();
        let (mask, seen, rare_at) = (Mask::default(), vec![0; 8], [vec![1; 8], vec![1; 8]]);
        Pairs { breaks, mask, rare: Vec::new(), bound: 1, seen, rare_at, review: FIRST_REVIEW }
    }

    /// The state after these values, which were computed before.
    pub(super) fn after(game: &Heap, values: &[Nimber]) -> Self {
        let mut pairs = Self::new(game);
        if let Some(largest) = values.iter().max() {
            pairs.raise_bound(largest.get());
            pairs.use_mask(pairs.sparsest_mask(values), values);
            pairs.review = values.len().max(FIRST_REVIEW) / 2 * 3;
        }
        pairs
    }

    /// What divides the heaps at present, and how many are rare.
    pub(super) fn sparse_space(&self) -> (Mask, usize) {
        (self.mask, self.rare.len())
    }

    /// The nimber of the heap of `values.len()`, from the nimbers of all smaller heaps.
    pub(super) fn next(&mut self, game: &Heap, values: &[Nimber]) -> Nimber {
        let nimber = self.mex(game, values);
        self.learn(values, nimber);
        Nimber::new(nimber)
    }

    fn mex(&mut self, game: &Heap, values: &[Nimber]) -> u32 {
        let n = values.len();
        self.seen.fill(0);
        // 1. Moves that leave no heap or one, and pairs with a rare heap: all nimbers of class 1, and some of class 0.
        for (taken, digit) in game.digits().take_while(|&(taken, _)| taken <= n) {
            let rest = n - taken;
            if digit.leaves(0) && rest == 0 {
                self.seen[0] = 1;
            }
            if digit.leaves(1) && rest > 0 {
                self.seen[values[rest].get() as usize] = 1;
            }
            if digit.leaves(2) {
                let smaller = self.rare.partition_point(|&(a, _)| (a as usize) < rest);
                for &(a, value) in &self.rare[..smaller] {
                    let a = a as usize;
                    if allows_pair(digit.shape, a, rest - a) {
                        self.seen[(value ^ values[rest - a].get()) as usize] = 1;
                    }
                }
            }
        }
        // 2. The least nimber of class 1 that is no option, and how many of class 0 below it are not seen yet.
        let least_common = first_zero(&self.seen, &self.rare_at[n % 2]);
        let mut missing = self.seen[..least_common].iter().filter(|&&seen| seen == 0).count();
        // 3. Look for these among all pairs; a nimber that is new here is of class 0.
        for (rest, shape) in
            self.breaks.iter().take_while(|(taken, _)| *taken <= n).map(|&(taken, shape)| (n - taken, shape))
        {
            for a in 1..=rest / 2 {
                if missing == 0 {
                    return least_common as u32;
                }
                let v = (values[a] ^ values[rest - a]).get() as usize;
                if self.seen[v] == 0 && allows_pair(shape, a, rest - a) {
                    self.seen[v] = 1;
                    missing -= usize::from(v < least_common);
                }
            }
        }
        self.seen[..least_common].iter().position(|&seen| seen == 0).unwrap_or(least_common) as u32
    }

    /// Keeps the invariants when the next heap has this nimber.
    fn learn(&mut self, values: &[Nimber], nimber: u32) {
        if nimber >= self.bound {
            self.raise_bound(nimber);
        }
        let n = values.len();
        if n == self.review {
            self.review = self.review / 2 * 3;
            self.use_mask(self.sparsest_mask(values), values);
        }
        if n > 0 && self.mask.class(n, nimber) == 0 {
            self.rare.push((n as u32, nimber));
        }
    }

    fn raise_bound(&mut self, nimber: u32) {
        self.bound = (nimber + 1).next_power_of_two();
        self.seen.resize((2 * self.bound as usize).max(8), 0);
        self.list_rare();
    }

    fn use_mask(&mut self, mask: Mask, values: &[Nimber]) {
        self.mask = mask;
        let heaps = values.iter().enumerate().skip(1).filter(|&(heap, &nimber)| mask.is_rare(heap, nimber));
        self.rare = heaps.map(|(heap, nimber)| (heap as u32, nimber.get())).collect();
        self.list_rare();
    }

    fn list_rare(&mut self) {
        for (parity, rare) in self.rare_at.iter_mut().enumerate() {
            let is_rare = |v| u8::from(self.mask.is_rare(parity, Nimber::new(v)));
            *rare = (0..self.seen.len() as u32).map(is_rare).collect();
        }
    }

    /// The mask for which the fewest heaps are rare: a Walsh-Hadamard transform of how often each nimber occurs at even
    /// and at odd heaps gives the rare minus the common ones for every mask.
    fn sparsest_mask(&self, values: &[Nimber]) -> Mask {
        let bound = self.bound as usize;
        let mut balance = vec![0i64; 2 * bound];
        for (heap, value) in values.iter().enumerate().skip(1) {
            balance[value.get() as usize + heap % 2 * bound] += 1;
        }
        let mut half = 1;
        while half < balance.len() {
            for block in balance.chunks_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for (a, b) in low.iter_mut().zip(high) {
                    (*a, *b) = (*a + *b, *a - *b);
                }
            }
            half *= 2;
        }
        let shift = self.breaks.first().map_or(0, |(place, _)| place % 2);
        let one_parity = self.breaks.iter().all(|(place, _)| place % 2 == shift);
        let candidates = if one_parity { 2 * bound } else { bound };
        let excess = |&mask: &usize| if mask >= bound && shift == 1 { -balance[mask] } else { balance[mask] };
        let best = (0..candidates).min_by_key(excess).unwrap_or(0);
        Mask { bits: (best % bound) as u32, positions: best >= bound, shift }
    }
}

/// Whether a move may leave these two heaps, in any order. Most games allow all.
fn allows_pair(shape: Shape, a: usize, b: usize) -> bool {
    shape == Shape::Any || shape.allows(&[a.min(b), a.max(b)])
}

/// The first place where both are 0, eight at a time; the length if there is none.
fn first_zero(a: &[u8], b: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    for (number, (a, b)) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0).enumerate() {
        let either = u64::from_le_bytes(*a) | u64::from_le_bytes(*b);
        if either != ONES {
            return 8 * number + (either ^ ONES).trailing_zeros() as usize / 8;
        }
    }
    a.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn computed(code: &str, length: usize) -> (Pairs, Vec<Nimber>) {
        let game = Heap::by_name_or_code(code).unwrap();
        let (mut pairs, mut values) = (Pairs::new(&game), Vec::new());
        for _ in 0..length {
            let next = pairs.next(&game, &values);
            values.push(next);
        }
        (pairs, values)
    }

    #[test]
    fn the_mask_is_the_sparsest() {
        for (code, with_positions, shift) in [("0.07", true, 0), ("0.007", true, 1), ("0.77", false, 0)] {
            let mut pairs = Pairs::new(&Heap::by_name_or_code(code).unwrap());
            pairs.raise_bound(31);
            let values: Vec<Nimber> = (0..200u32).map(|n| Nimber::new(n * n % 31)).collect();
            let rare = |mask: Mask| (1..200).filter(|&n| mask.is_rare(n, values[n])).count();
            let all = (0..32).flat_map(|bits| [false, true].map(|positions| Mask { bits, positions, shift }));
            let least = all.filter(|mask| with_positions || !mask.positions).map(rare).min().unwrap();
            assert_eq!(rare(pairs.sparsest_mask(&values)), least, "{code}");
        }
    }

    #[test]
    fn kayles_has_a_sparse_space() {
        let (pairs, _) = computed("0.77", 3000);
        assert!(pairs.rare.len() < 40, "{} rare heaps", pairs.rare.len());
    }

    /// Flammenkamp's example: 0.051 has seven sparse positions, 0 among them, for the mask of all ones.
    #[test]
    fn a_sparse_space_of_positions() {
        let (_, values) = computed("0.051", 500);
        let mask = Mask { bits: u32::MAX, positions: true, shift: 0 };
        let sparse: Vec<usize> = (0..500).filter(|&n| mask.is_rare(n, values[n])).collect();
        assert_eq!(sparse, [0, 3, 7, 13, 17, 27, 37]);
    }

    #[test]
    fn the_state_after_values_goes_on_as_before() {
        for code in ["0.106", "0.77", "4!.0", "0.3", "0.137"] {
            let (_, values) = computed(code, 1000);
            let game = Heap::by_name_or_code(code).unwrap();
            for begun in [0, 1, 2, 31, 32, 33, 500] {
                let (mut pairs, mut again) = (Pairs::after(&game, &values[..begun]), values[..begun].to_vec());
                while again.len() < values.len() {
                    let next = pairs.next(&game, &again);
                    again.push(next);
                }
                assert_eq!(again, values, "{code} from {begun}");
            }
        }
    }

    #[test]
    fn first_zeros() {
        let (mut a, b) = (vec![1; 24], vec![0; 24]);
        assert_eq!(first_zero(&a, &b), 24);
        a[13] = 0;
        assert_eq!(first_zero(&a, &b), 13);
        let mut b = b;
        b[13] = 1;
        assert_eq!(first_zero(&a, &b), 24);
    }
}
