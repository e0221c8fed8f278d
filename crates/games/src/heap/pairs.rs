//! The nimber of the next heap of a game that breaks a heap into two heaps at most, by the sparse space.
//!
//! Call a nimber *rare* if it has an even number of bits in common with a mask, and *common* otherwise. Whatever the mask:
//! rare ^ rare and common ^ common are rare, rare ^ common is common. So the common nimbers among the options come only from
//! pairs with a rare heap, and the rare ones below the least common nimber that is no option are all that is left to be
//! looked for among all pairs; most often a few pairs show them all. With a mask that makes few heaps rare (in Kayles and in
//! Grundy's game, for instance, there is one) a value costs about as much as the list of rare heaps is long. A mask that does
//! not costs time, never truth. *Winning Ways*, chapter 4, "sparse spaces"; Gangolli and Plambeck (1989).

use super::Heap;
use grundy_core::Nimber;

/// Finds nimbers from pairs of smaller heaps.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// What makes a nimber rare; below `bound`.
    mask: u32,
    /// The rare heaps from 1 on, in increasing order.
    rare: Vec<u32>,
    /// A power of two above every nimber so far, hence above every nim-sum of two.
    bound: u32,
    /// `seen[v]` is the heap for which `v` was last found to be an option; twice `bound` long, so that the mex is within it.
    seen: Vec<u32>,
    /// The heap at which the mask is chosen again.
    review: usize,
}

const FIRST_REVIEW: usize = 32;

impl Pairs {
    pub(super) fn new() -> Self {
        // No heap is stamped u32::MAX: sequences are shorter.
        Pairs { mask: 0, rare: Vec::new(), bound: 1, seen: vec![u32::MAX; 2], review: FIRST_REVIEW }
    }

    /// The nimber of the heap of `values.len()`, from the nimbers of all smaller heaps.
    pub(super) fn next(&mut self, game: &Heap, values: &[Nimber]) -> Nimber {
        let nimber = self.mex(game, values);
        self.learn(values, nimber);
        Nimber::new(nimber)
    }

    fn mex(&mut self, game: &Heap, values: &[Nimber]) -> u32 {
        let n = values.len();
        let stamp = n as u32;
        // 1. Moves that leave no heap or one, and pairs with a rare heap: all common nimbers, and some rare ones.
        for (taken, digit) in game.digits().take_while(|&(taken, _)| taken <= n) {
            let rest = n - taken;
            if digit & 1 != 0 && rest == 0 {
                self.seen[0] = stamp;
            }
            if digit & 2 != 0 && rest > 0 {
                self.seen[values[rest].get() as usize] = stamp;
            }
            if digit & 4 != 0 {
                for &a in &self.rare {
                    let a = a as usize;
                    if a >= rest {
                        break;
                    }
                    if game.allows_pair(a, rest - a) {
                        self.seen[(values[a] ^ values[rest - a]).get() as usize] = stamp;
                    }
                }
            }
        }
        // 2. The least common nimber that is no option, and how many rare ones below it are not seen yet.
        let unseen = |v: &u32| self.seen[*v as usize] != stamp;
        let end = 2 * self.bound;
        let least_common = (0..end).filter(unseen).find(|&v| !is_rare(self.mask, v)).unwrap_or(end);
        let mut missing = (0..least_common).filter(unseen).count();
        // 3. Look for these among all pairs; a nimber that is new here is rare.
        for (taken, _) in game.digits().take_while(|&(taken, _)| taken <= n).filter(|&(_, digit)| digit & 4 != 0) {
            let rest = n - taken;
            for a in 1..=rest / 2 {
                if missing == 0 {
                    return least_common;
                }
                let v = (values[a] ^ values[rest - a]).get();
                if self.seen[v as usize] != stamp && game.allows_pair(a, rest - a) {
                    self.seen[v as usize] = stamp;
                    missing -= usize::from(v < least_common);
                }
            }
        }
        (0..least_common).find(|&v| self.seen[v as usize] != stamp).unwrap_or(least_common)
    }

    /// Keeps the invariants when the next heap has this nimber.
    fn learn(&mut self, values: &[Nimber], nimber: u32) {
        if nimber >= self.bound {
            self.bound = (nimber + 1).next_power_of_two();
            self.seen.resize(2 * self.bound as usize, u32::MAX);
        }
        if values.len() == self.review {
            self.review = self.review / 2 * 3;
            self.mask = sparsest_mask(self.bound, values);
            self.rare = (1..values.len() as u32).filter(|&a| is_rare(self.mask, values[a as usize].get())).collect();
        }
        if !values.is_empty() && is_rare(self.mask, nimber) {
            self.rare.push(values.len() as u32);
        }
    }
}

fn is_rare(mask: u32, nimber: u32) -> bool {
    (nimber & mask).count_ones().is_multiple_of(2)
}

/// The mask below `bound` for which the fewest nimbers are rare: a Walsh-Hadamard transform of how often each occurs gives
/// the rare minus the common ones for every mask.
fn sparsest_mask(bound: u32, values: &[Nimber]) -> u32 {
    let mut balance = vec![0i64; bound as usize];
    for value in &values[1..] {
        balance[value.get() as usize] += 1;
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
    (0..bound).min_by_key(|&mask| balance[mask as usize]).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mask_is_the_sparsest() {
        let values: Vec<Nimber> = (0..200u32).map(|n| Nimber::new(n * n % 31)).collect();
        let rare = |mask| values[1..].iter().filter(|v| is_rare(mask, v.get())).count();
        let best = sparsest_mask(32, &values);
        assert_eq!(rare(best), (0..32).map(rare).min().unwrap());
    }

    #[test]
    fn kayles_has_a_sparse_space() {
        let kayles = Heap::by_name_or_code("0.77").unwrap();
        let (mut pairs, mut values) = (Pairs::new(), Vec::new());
        for _ in 0..3000 {
            let next = pairs.next(&kayles, &values);
            values.push(next);
        }
        assert!(pairs.rare.len() < 40, "{} rare heaps", pairs.rare.len());
    }
}
