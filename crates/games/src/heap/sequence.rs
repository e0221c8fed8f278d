//! Nim-sequences: the nimbers of the heaps 0, 1, 2, ... of a heap game, each from those before it by mex.
//!
//! Invariant: every value is either computed, or follows from a period that was proved from computed values.

use super::pairs::Pairs;
use super::triples::Triples;
use super::{Heap, Mask, Period};
use grundy_core::Nimber;
use std::ops::ControlFlow;

/// The nimbers of the heaps `0..=up_to`, by [`Sequence::extend`] (so the length is never more than
/// [`Sequence::LONGEST`]).
///
/// ```
/// use grundy_games::heap::{Heap, nim_sequence};
/// let kayles = Heap::by_name_or_code("kayles")?;
/// assert_eq!(nim_sequence(&kayles, 9), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4].map(Into::into));
/// # Ok::<(), grundy_core::ParseError>(())
/// ```
pub fn nim_sequence(game: &Heap, up_to: usize) -> Vec<Nimber> {
    let mut sequence = Sequence::new(game);
    let _ = sequence.extend(up_to, |_| ControlFlow::Continue(()));
    sequence.values
}

/// A nim-sequence that can be extended, and stopped.
///
/// ```
/// use grundy_games::heap::{Heap, Sequence};
/// use std::ops::ControlFlow;
///
/// let mut kayles = Sequence::new(&Heap::by_name_or_code("0.77")?);
/// assert!(kayles.extend(1000, |_| ControlFlow::Continue(())).is_continue());
/// assert_eq!(kayles.period().map(|period| period.period), Some(12));
/// assert!(kayles.proved_from().is_some_and(|n| n < 300), "the rest follows from the period");
/// # Ok::<(), grundy_core::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    game: Heap,
    values: Vec<Nimber>,
    method: Method,
    period: Option<Period>,
    proved_from: Option<usize>,
    fill: bool,
    /// The length at which a period is looked for again.
    review: usize,
}

#[derive(Clone, Debug)]
enum Method {
    Pairs(Pairs),
    Triples(Triples),
}

const FIRST_REVIEW: usize = 64;

impl Sequence {
    /// The largest length of a sequence.
    pub const LONGEST: usize = 1 << 28;

    /// The empty sequence of a game. Once a period is proved, it fills in the values that follow from it.
    pub fn new(game: &Heap) -> Self {
        let method =
            if game.most_heaps() < 3 { Method::Pairs(Pairs::new(game)) } else { Method::Triples(Triples::default()) };
        let (values, review) = (Vec::new(), FIRST_REVIEW);
        Sequence { game: game.clone(), values, method, period: None, proved_from: None, fill: true, review }
    }

    /// A sequence that begins with values which were computed before, to be extended without computing them again. For
    /// codes with three heaps what was computed before is computed again as far as the method needs it.
    pub fn after(game: &Heap, values: Vec<Nimber>) -> Self {
        let mut sequence = Self::new(game);
        match &mut sequence.method {
            Method::Pairs(pairs) => *pairs = Pairs::after(game, &values),
            Method::Triples(triples) => {
                for n in 0..values.len() {
                    triples.next(game, &values[..n]);
                }
            }
        }
        sequence.values = values;
        sequence.values.truncate(Self::LONGEST);
        sequence.look_for_period();
        sequence
    }

    /// The empty sequence of a game, which computes every value even when a period is proved.
    pub fn without_theorem(game: &Heap) -> Self {
        Sequence { fill: false, ..Self::new(game) }
    }

    /// Adds values until the heap of `up_to` has its nimber. `proceed` is asked before each value is computed, with the
    /// heap it is for, and may end the work; one value takes time in proportion to its heap, for codes with three heaps
    /// to its heap times the largest nimber.
    ///
    /// `Break` says that the sequence is shorter than was wished, because of `proceed` or of [`Sequence::LONGEST`].
    /// What was added stays, and the work can go on.
    pub fn extend(&mut self, up_to: usize, mut proceed: impl FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        let length = up_to.saturating_add(1).min(Self::LONGEST);
        self.compute(length, &mut proceed)?;
        if let Some(period) = self.period.filter(|_| self.values.len() < length) {
            self.fill_in(period, length);
        }
        if up_to < self.values.len() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// The same, but ends with `Continue` as soon as a period is proved: [`Sequence::nimber`] then knows all heaps,
    /// without memory for them.
    pub fn extend_until_proved(
        &mut self,
        up_to: usize,
        mut proceed: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.compute(up_to.saturating_add(1).min(Self::LONGEST), &mut proceed)?;
        if self.nimber(up_to).is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// The nimber of a heap, if it was computed or follows from the period.
    pub fn nimber(&self, heap: usize) -> Option<Nimber> {
        self.values.get(heap).copied().or_else(|| self.period.as_ref()?.nimber(&self.values, heap))
    }

    /// Computes values until there are `length`, or until a period is proved that is to be used.
    fn compute(&mut self, length: usize, proceed: &mut dyn FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        while self.values.len() < length && !(self.fill && self.period.is_some()) {
            proceed(self.values.len())?;
            let next = match &mut self.method {
                Method::Pairs(pairs) => pairs.next(&self.game, &self.values),
                Method::Triples(triples) => triples.next(&self.game, &self.values),
            };
            self.values.push(next);
            if self.period.is_none() && (self.values.len() >= self.review || self.values.len() == length) {
                self.look_for_period();
            }
        }
        ControlFlow::Continue(())
    }

    /// The nimbers of the heaps 0, 1, 2, ...
    pub fn values(&self) -> &[Nimber] {
        &self.values
    }

    /// The period, once it is proved.
    pub fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// The first heap whose value was not computed but follows from the [period](Self::period), if there is one.
    pub fn proved_from(&self) -> Option<usize> {
        self.proved_from
    }

    /// The game.
    pub fn game(&self) -> &Heap {
        &self.game
    }

    /// One sentence on how the sequence goes on: the period with what was checked, or that none is proved.
    pub fn describe(&self) -> String {
        match self.period {
            Some(period) => period.to_string(),
            None if !self.game.is_plain_code() => {
                format!(
                    "no period is known, and no theorem would prove one: {} forbids moves that its digits allow",
                    self.game
                )
            }
            None => match Period::observe(&self.values) {
                Some(seen) => seen.to_string(),
                None => format!("no period is proved by the {} heaps computed", self.values.len()),
            },
        }
    }

    /// What divides the heaps into rare and common ones at present, and the number of rare heaps from 1 on among those
    /// that were computed. `None` for codes with three heaps, where this is not used.
    pub fn sparse_space(&self) -> Option<(Mask, usize)> {
        match &self.method {
            Method::Pairs(pairs) => Some(pairs.sparse_space()),
            Method::Triples(_) => None,
        }
    }

    fn look_for_period(&mut self) {
        self.period = Period::find(&self.game, &self.values);
        self.review = (self.values.len() / 4 * 5).max(FIRST_REVIEW);
    }

    fn fill_in(&mut self, period: Period, length: usize) {
        self.proved_from.get_or_insert(self.values.len());
        self.values.reserve(length - self.values.len());
        for n in self.values.len()..length {
            match period.nimber(&self.values, n) {
                Some(nimber) => self.values.push(nimber),
                // No sequence that fits into memory gets there.
                None => break,
            }
        }
    }
}
