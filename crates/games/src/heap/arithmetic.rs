//! Arithmetic periods that are proved: `G(n + p) = G(n) + s` for all `n > e`.
//!
//! Let the saltus `s` be `c` times a power of two, with `c` odd, and write a nimber as that power times `q` plus a
//! smaller `r`: a nim-sum adds the `r` and the `q` apart, and a heap that grows by `p` keeps `r` and has `c` more of
//! `q`. Call heaps up to `e` *fixed* and larger ones *free*; `h` is the largest number of heaps that a move leaves, `t`
//! the last place of the code.
//!
//! **Theorem.** Let the equation hold through heap `w + 2p - 1` for some `w > h e + t`. It holds for all heaps if
//!
//! 1. *nothing hits*: for no residue of `n` modulo `p` and no move to heaps of given residues, one of them free, the
//!    nim-sum of the `r` is that of `n` while the `q` pass the test of [`may_hit`];
//! 2. *nothing is missed*: for every `n` from `w` to `w + 2p - 1` there is a `b` such that every nimber below `b` is an
//!    option of kind B, every one from `b` to `b + 2s - 1` of kind AB, and every one from there to `G(n) - 1` of kind
//!    A.
//!
//! An option is of kind A if it has a free heap and the nim-sum of the `q` of its other heaps is 0, of kind B if it has
//! two free heaps with equal `q`, and of kind AB if it has two such heaps and a third free one, which makes it A.
//!
//! *Proof*, by induction on `n >= w + 2p`: all smaller heaps satisfy the equation. Let `v` be the nimber that it claims
//! for `n`, and `x` the `q` of `v`. A move from `n` leaves a free heap, because `n > h e + t`. Let `u_i` be the `q` of
//! the free heaps that it leaves, `z` the nim-sum of the `q` of the fixed ones. From one `n` to the next of the same
//! residue `x` grows by `c`, and so does the sum of the `u_i` for moves to heaps of the same residues: it is `x + d`
//! with a constant `d`. The move has nimber `v` only if the nim-sum of the `u_i` is `x ^ z`. With two free heaps or
//! more, a sum exceeds a nim-sum by an even number, not negative, and `x - (x ^ z) = 2 (x & z) - z`: hence `d - z + 2
//! (x & z)` is even and at least 0, and `d + z` is so too. With one free heap `x + d = x ^ z`, hence `(z - d) / 2 = x &
//! z`, whose bits are in `z`. By 1 neither is so, and `v` is no option. Now the nimbers below `v`. If the free heap of
//! an option of kind A of `n - 2p` grows by `2p`, it becomes an option of `n` of kind A whose nimber is larger by `2s`.
//! If the two heaps of one of kind B grow by `p` each, it becomes one of kind B with the same nimber. One of kind AB
//! can do either and remains of kind AB. So `n` has the property 2 with the same `b`: below `b` by kind B, from `b` to
//! `b + 4s - 1` by kind AB, from there on by kind A. Every nimber below `v` is an option, and `v` is the nimber of `n`.
//!
//! Theorems of Austin (1976) and of Howse and Nowakowski, *Periodicity and arithmetic-periodicity in hexadecimal
//! games*, Theoret. Comput. Sci. 313 (2004), prove such periods under other conditions.

use super::{Heap, Period};
use grundy_core::Nimber;

/// The steps that a proof may take; more are not worth their time.
const WORK: u64 = 1 << 27;

/// The last heap that the theorem asks for, if it proves this arithmetic period, which all values show.
pub(super) fn checked_to(game: &Heap, values: &[Nimber], seen: &Period) -> Option<usize> {
    if !game.is_plain_code() || seen.saltus == 0 {
        return None;
    }
    let last_fixed = seen.last_exception.unwrap_or(0);
    let shift = seen.saltus.trailing_zeros();
    let mut proof = Proof { game, values, period: seen.period, saltus: seen.saltus, shift, last_fixed, work: WORK };
    let first = game.most_heaps() * last_fixed + game.last_place() + 1;
    if first + 2 * seen.period > values.len() || proof.may_be_hit()? {
        return None;
    }
    let windows = (first..).step_by(2 * seen.period).map(|start| start..start + 2 * seen.period);
    for window in windows.take_while(|window| window.end <= values.len()) {
        if window.clone().map(|n| proof.misses_nothing(n)).find(|&whole| whole != Some(true)).unwrap_or(Some(true))? {
            return Some(window.end - 1);
        }
    }
    None
}

struct Proof<'a> {
    game: &'a Heap,
    values: &'a [Nimber],
    period: usize,
    saltus: u32,
    /// The saltus is an odd number times 2 to this power.
    shift: u32,
    /// The largest fixed heap; 0 if there is none.
    last_fixed: usize,
    /// What is left of [`WORK`].
    work: u64,
}

/// What a set of heaps that a move leaves has in common with others of the same residues.
#[derive(Clone, Copy, Default)]
struct Left {
    heaps: usize,
    free: usize,
    size: usize,
    /// The nim-sum of the `r`.
    low: u32,
    /// The sum of the `q` of the free heaps.
    high: i64,
    /// The nim-sum of the `q` of the fixed heaps.
    fixed: i64,
}

impl Proof<'_> {
    fn high(&self, heap: usize) -> u32 {
        self.values[heap].get() >> self.shift
    }

    fn low(&self, heap: usize) -> u32 {
        self.values[heap].get() & ((1 << self.shift) - 1)
    }

    /// Counts steps; `None` if there were too many.
    fn spend(&mut self, steps: usize) -> Option<()> {
        self.work = self.work.checked_sub(steps as u64)?;
        Some(())
    }

    /// Part 1: whether a move may have the nimber of the heap that it is made from.
    fn may_be_hit(&mut self) -> Option<bool> {
        self.may_be_hit_by(Left::default(), 1)
    }

    /// The same for moves that leave these heaps and others, of `smallest` at least. All free heaps of a residue are
    /// represented by the smallest one.
    fn may_be_hit_by(&mut self, left: Left, smallest: usize) -> Option<bool> {
        self.spend(1 + self.game.last_place())?;
        if left.free > 0 && self.game.places_leaving(left.heaps).any(|taken| self.may_hit(left, taken)) {
            return Some(true);
        }
        if left.heaps == self.game.most_heaps() {
            return Some(false);
        }
        for heap in smallest..=self.last_fixed + self.period {
            let (high, low) = (i64::from(self.high(heap)), self.low(heap));
            let mut more = Left { heaps: left.heaps + 1, size: left.size + heap, low: left.low ^ low, ..left };
            if heap <= self.last_fixed {
                more.fixed ^= high;
            } else {
                more.free += 1;
                more.high += high;
            }
            if self.may_be_hit_by(more, heap)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether a move that takes so many objects and leaves heaps of these residues may have the nimber of its heap,
    /// for some heap of the residue.
    fn may_hit(&self, left: Left, taken: usize) -> bool {
        let (size, period) = (left.size + taken, self.period);
        // The smallest free heap of the residue, and by how many periods it is smaller.
        let target = self.last_fixed + 1 + (size + period * (self.last_fixed + 1) - self.last_fixed - 1) % period;
        if left.low != self.low(target) {
            return false;
        }
        let periods = (target as i64 - size as i64) / period as i64;
        let excess = left.high + periods * i64::from(self.saltus >> self.shift) - i64::from(self.high(target));
        if left.free == 1 {
            let twice = left.fixed - excess;
            twice % 2 == 0 && twice >= 0 && (twice / 2) & !left.fixed == 0
        } else {
            excess + left.fixed >= 0 && (excess + left.fixed) % 2 == 0
        }
    }

    /// Part 2 for one heap.
    fn misses_nothing(&mut self, n: usize) -> Option<bool> {
        let value = self.values[n].get() as usize;
        let run = 2 * self.saltus as usize;
        let [a, b, both] = self.kinds(n, value)?;
        let low = b.iter().take_while(|&&is| is).count();
        let high = value - a.iter().rev().take_while(|&&is| is).count();
        let fits = |start: usize| both[start..start + run].iter().all(|&is| is);
        Some((high.saturating_sub(run)..=low).any(|start| start + run <= value && fits(start)))
    }

    /// The nimbers below `value` that are options of heap `n` of kind A, of kind B, and of kind AB.
    fn kinds(&mut self, n: usize, value: usize) -> Option<[Vec<bool>; 3]> {
        let mut found = [vec![false; value], vec![false; value], vec![false; value]];
        let mut mark = |kind: usize, nimber: Nimber| {
            if let Some(place) = found[kind].get_mut(nimber.get() as usize) {
                *place = true;
            }
        };
        let (game, last_fixed) = (self.game, self.last_fixed);
        let is_free = |heap: usize| heap > last_fixed;
        for rest in game.places_leaving(1).map(|taken| n - taken).filter(|&rest| is_free(rest)) {
            mark(0, self.values[rest]);
        }
        for rest in game.places_leaving(2).map(|taken| n - taken) {
            self.spend(rest)?;
            for a in 1..rest {
                let (b, sum) = (rest - a, self.values[a] ^ self.values[rest - a]);
                if is_free(a) && self.high(b) == 0 {
                    mark(0, sum);
                }
                if is_free(a) && is_free(b) && self.high(a) == self.high(b) {
                    mark(1, sum);
                }
            }
        }
        for rest in game.places_leaving(3).map(|taken| n - taken) {
            self.spend(rest * rest / 4)?;
            // The heaps b and c, b at most c, have equal q; a is the third.
            for b in 1..=rest / 2 {
                for c in b..rest - b {
                    if self.high(b) != self.high(c) {
                        continue;
                    }
                    let a = rest - b - c;
                    let sum = self.values[a] ^ self.values[b] ^ self.values[c];
                    if is_free(a) {
                        mark(0, sum);
                    }
                    if is_free(b) {
                        mark(1, sum);
                        if is_free(a) {
                            mark(2, sum);
                        }
                    }
                }
            }
        }
        Some(found)
    }
}
