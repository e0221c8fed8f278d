//! Nim-sequences: the nimbers of the heaps 0, 1, 2, ... of a heap game, each from those before it by mex.
//!
//! Invariant: every value is either computed, or follows from a period that was proved from computed values.

use super::pairs::Pairs;
use super::triples::Triples;
use super::{Heap, Period};
use grundy_core::Nimber;
use std::ops::ControlFlow;

/// The nimbers of the heaps `0..=up_to`, by [`Sequence::extend`] (so the length is never more than [`Sequence::LONGEST`]).
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
            if game.most_heaps() < 3 { Method::Pairs(Pairs::new()) } else { Method::Triples(Triples::default()) };
        let (values, review) = (Vec::new(), FIRST_REVIEW);
        Sequence { game: game.clone(), values, method, period: None, proved_from: None, fill: true, review }
    }

    /// The empty sequence of a game, which computes every value even when a period is proved.
    pub fn without_theorem(game: &Heap) -> Self {
        Sequence { fill: false, ..Self::new(game) }
    }

    /// Adds values until the heap of `up_to` has its nimber. `proceed` is asked before each value is computed, with the
    /// heap it is for, and may end the work; one value takes time in proportion to its heap, for codes with three heaps to
    /// its heap times the largest nimber.
    ///
    /// `Break` says that the sequence is shorter than was wished, because of `proceed` or of [`Sequence::LONGEST`]. What was
    /// added stays, and the work can go on.
    pub fn extend(&mut self, up_to: usize, mut proceed: impl FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        let length = up_to.saturating_add(1).min(Self::LONGEST);
        while self.values.len() < length {
            if let (true, Some(period)) = (self.fill, self.period) {
                self.fill_in(period, length);
                break;
            }
            proceed(self.values.len())?;
            let next = match &mut self.method {
                Method::Pairs(pairs) => pairs.next(&self.game, &self.values),
                Method::Triples(triples) => triples.next(&self.game, &self.values),
            };
            self.values.push(next);
            if self.period.is_none() && (self.values.len() >= self.review || self.values.len() == length) {
                self.period = Period::find(&self.game, &self.values);
                self.review = self.values.len() / 4 * 5;
            }
        }
        if up_to < self.values.len() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
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
            Some(period) => period.describe(),
            None if !self.game.is_plain_code() => {
                format!(
                    "no period is known, and no theorem would prove one: {} is not given by a code alone",
                    self.game
                )
            }
            None => format!("no period is proved by the {} heaps computed", self.values.len()),
        }
    }

    fn fill_in(&mut self, period: Period, length: usize) {
        self.proved_from.get_or_insert(self.values.len());
        self.values.reserve(length - self.values.len());
        for n in self.values.len()..length {
            self.values.push(self.values[n - period.period]);
        }
    }
}
