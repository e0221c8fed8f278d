//! Periods of nim-sequences that are proved.
//!
//! **Theorem.** Let a code leave at most `h >= 1` heaps of one, with its last digit that is not 0 at place `t`. If
//! there are `p >= 1` and `e >= 0` with `G(n + p) = G(n)` for all `n > e` with `n + p <= h (e + p) + t`, then `G(n + p)
//! = G(n)` for all `n > e`.
//!
//! *Proof*, by induction on the first `n` not covered, `n > (h - 1) p + h e + t`. No move takes all of `n` or of `n +
//! p`, because `n > t`. A move from `n + p` takes `k <= t` and leaves at most `h` heaps, the largest of at least `(n +
//! p - k) / h > e + p`: call it `b`; it is smaller than `n + p`. Then `b - p > e` and `G(b - p) = G(b)`, so the move
//! from `n` that leaves `b - p` and the same other heaps has the same nimber. A move from `n` leaves a largest heap `b`
//! of at least `(n - k) / h > e`, smaller than `n`, so `G(b + p) = G(b)`, and the move from `n + p` that leaves `b + p`
//! has the same nimber. The two heaps have options of the same nimbers, hence the same nimber.
//!
//! For `h = 2` this is the theorem of Guy and Smith, *The G-values of various games*, Proc. Cambridge Phil. Soc. 52
//! (1956); its check through `2e + 2p + t` is that of *Winning Ways*, chapter 4. The proof for three and four heaps is
//! the same. Games whose code has a sign, such as Grundy's game, and Couples-are-Forever forbid some of these moves, so
//! nothing is claimed of them.
//!
//! Some hexadecimal games have sequences that grow: `G(n + p) = G(n) + s`, an arithmetic period with saltus `s`. The
//! module `arithmetic` proves them; [`Period::observe`] says what the computed values show, as no proof.

use super::{Heap, arithmetic};
use grundy_core::Nimber;
use std::fmt;

/// A period of a nim-sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// The length of the period, the least there is.
    pub period: usize,
    /// By how much the nimber of `n + period` exceeds that of `n`: 0 unless the period is an arithmetic one.
    pub saltus: u32,
    /// The last heap `n` for which that is not so.
    pub last_exception: Option<usize>,
    /// The heap through which the theorem wanted the period to be seen, and through which it was. Without a theorem,
    /// the last heap that was computed.
    pub checked_to: usize,
    /// The theorem that makes it a proof; `None` if it is only what the computed values show.
    pub theorem: Option<&'static str>,
}

impl Period {
    /// The period of the game whose heaps 0, 1, 2, ... have these nimbers, if that many are enough to prove one.
    pub fn find(game: &Heap, values: &[Nimber]) -> Option<Period> {
        if !game.is_plain_code() {
            return None;
        }
        let heaps = game.most_heaps().max(1);
        let theorem = match heaps {
            0..=2 => "Guy-Smith",
            3 => "Guy-Smith for three heaps",
            _ => "Guy-Smith for four heaps",
        };
        let agreement = agreement_from_the_end(values);
        let constant = (1..values.len()).find_map(|period| {
            // The last n with n + period in the sequence, less those that agree.
            let last_exception = (values.len() - period - agreement[period]).checked_sub(1);
            let checked_to = heaps * (last_exception.unwrap_or(0) + period) + game.last_place();
            let theorem = Some(theorem);
            (checked_to < values.len()).then_some(Period { period, saltus: 0, last_exception, checked_to, theorem })
        });
        constant.or_else(|| Period::find_arithmetic(game, values))
    }

    /// The arithmetic period that these values prove.
    fn find_arithmetic(game: &Heap, values: &[Nimber]) -> Option<Period> {
        let seen = Period::observe(values)?;
        let checked_to = arithmetic::checked_to(game, values, &seen)?;
        Some(Period { checked_to, theorem: Some("the theorem on arithmetic periods"), ..seen })
    }

    /// The nimber of a heap after the last exception, from the values of all heaps of the first period after it. `None`
    /// if it is too large a number.
    pub(super) fn nimber(&self, values: &[Nimber], heap: usize) -> Option<Nimber> {
        let after = heap.checked_sub(self.from())?;
        let growth = u32::try_from(after / self.period).ok()?.checked_mul(self.saltus)?;
        let first = values.get(self.from() + after % self.period)?;
        first.get().checked_add(growth).map(Nimber::new)
    }

    /// The arithmetic period that these values show, if they show one three times over: the last three periods at least
    /// have no exception, and half of the values have none. It is not proved.
    pub fn observe(values: &[Nimber]) -> Option<Period> {
        let steps: Vec<i64> = values.windows(2).map(|two| i64::from(two[1].get()) - i64::from(two[0].get())).collect();
        let agreement = agreement_from_the_end(&steps);
        let period = (1..steps.len() / 3).find(|&period| {
            let repeats = agreement[period] + period;
            repeats >= 3 * period && repeats >= steps.len() / 2
        })?;
        let saltus = values[values.len() - 1].get().checked_sub(values[values.len() - 1 - period].get())?;
        // The last step that disagrees with the one a period later makes the heap after it the first without exception.
        let last_exception = (steps.len() - period - agreement[period]).checked_sub(1);
        let checked_to = values.len() - 1;
        (saltus > 0).then_some(Period { period, saltus, last_exception, checked_to, theorem: None })
    }

    /// The heap from which on the sequence repeats.
    pub fn from(&self) -> usize {
        self.last_exception.map_or(0, |last| last + 1)
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.saltus > 0 { "arithmetic period" } else { "period" };
        write!(f, "{kind} {} from n = {} ", self.period, self.from())?;
        if self.saltus > 0 {
            write!(f, "with saltus {} ", self.saltus)?;
        }
        match self.last_exception {
            Some(last) => write!(f, "(last exception {last})")?,
            None => write!(f, "(no exception)")?,
        }
        match self.theorem {
            Some(theorem) => write!(f, ": proved by {theorem}, checked to n = {}", self.checked_to),
            None => write!(f, ": seen through n = {}, not proved", self.checked_to),
        }
    }
}

/// For every shift, how many values at the end agree with those that stand `shift` before them: the Z-function of the
/// sequence read backwards, in linear time. Sequences that are almost all zeros would make a plain comparison
/// quadratic.
fn agreement_from_the_end<T: PartialEq + Copy>(values: &[T]) -> Vec<usize> {
    let length = values.len();
    let back = |i: usize| values[length - 1 - i];
    let mut agreement = vec![0; length];
    let (mut start, mut end) = (0, 0);
    for shift in 1..length {
        let mut agree = if shift < end { agreement[shift - start].min(end - shift) } else { 0 };
        while shift + agree < length && back(agree) == back(shift + agree) {
            agree += 1;
        }
        if shift + agree > end {
            (start, end) = (shift, shift + agree);
        }
        agreement[shift] = agree;
    }
    agreement
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_is_what_it_says() {
        let values: Vec<Nimber> = [0, 1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1].map(Nimber::new).to_vec();
        for (shift, &agree) in agreement_from_the_end(&values).iter().enumerate().skip(1) {
            let end = values.len() - 1;
            let plain = (0..=end - shift).take_while(|i| values[end - i] == values[end - i - shift]).count();
            assert_eq!(agree, plain, "shift {shift}");
        }
    }

    #[test]
    fn arithmetic_periods_are_seen() {
        let numbers = |all: &[u32]| all.iter().copied().map(Nimber::new).collect::<Vec<_>>();
        // Exceptions at 0 and 1, then 3, 1, 4 and so on, two more each time.
        let mut values = numbers(&[7, 7]);
        values.extend((0..30u32).map(|i| Nimber::new([3, 1, 4][i as usize % 3] + i / 3 * 2)));
        let seen = Period::observe(&values).unwrap();
        assert_eq!((seen.period, seen.saltus, seen.last_exception, seen.theorem), (3, 2, Some(1), None));
        assert_eq!(
            seen.to_string(),
            "arithmetic period 3 from n = 2 with saltus 2 (last exception 1): seen through n = 31, not proved"
        );
        // A period without saltus is not arithmetic; two repetitions are not three; neither is a sequence of one step.
        assert_eq!(Period::observe(&numbers(&[0, 1, 2].repeat(20))), None);
        assert_eq!(Period::observe(&numbers(&[0, 5, 1, 6])), None);
        assert_eq!(Period::observe(&[]), None);
    }

    #[test]
    fn nothing_is_claimed_one_value_too_early() {
        let kayles = Heap::by_name_or_code("kayles").unwrap();
        let values = super::super::nim_sequence(&kayles, 200);
        assert_eq!(Period::find(&kayles, &values[..166]), None);
        let period = Period::find(&kayles, &values[..167]).unwrap();
        assert_eq!(
            period.to_string(),
            "period 12 from n = 71 (last exception 70): proved by Guy-Smith, checked to n = 166"
        );
        assert_eq!(Period::find(&kayles, &values), Some(period));
    }
}
