//! Depth-first proof-number search on the graph of couples (df-pn), with the thresholds that sums need.
//!
//! A couple is searched until its proof number or its disproof number reaches a threshold, at which the most promising
//! couple of the whole search lies elsewhere. Inside a sum of several open components there is a third bound: such a
//! sum costs `min(pn, dn)` of each component, so the search of a component has to end when that least number has grown
//! too large. On the way down, `pn` and `dn` swap roles and siblings are added, so the bound is on `min(pn + above.pn,
//! dn + above.dn)`.
//!
//! Where options are generated fast, weighing them is felt (a fifth of the time in Cram): there only the first weighing
//! of a visit looks at all options, and later ones at those whose turn it is, two or three instead of forty. In
//! Sprouts, where weighing is 3 % of the time, that would cost more than it saves: numbers that are not up to date led
//! to 5 % more expansions.
//!
//! Read `search_here` first.

use crate::limits::Halt;
use crate::table::{ComponentId, Numbers};
use crate::weigh::{Choice, Frontier, INFINITE, OpenParts, Verdict, weigh_again, weigh_couple};
use crate::worker::Worker;
use grundy_core::{Hints, Nimber};

/// How far a couple is searched.
#[derive(Clone, Copy)]
pub(crate) struct Thresholds {
    pn: u64,
    dn: u64,
    /// Bound on `min(pn + above.pn, dn + above.dn)`.
    least: u64,
    above: Numbers,
}

impl Thresholds {
    /// Until the couple is decided.
    pub const NONE: Thresholds =
        Thresholds { pn: INFINITE, dn: INFINITE, least: INFINITE, above: Numbers { pn: 0, dn: 0 } };

    /// Until deciding the couple looks at least this hard.
    pub fn least(bound: u64) -> Self {
        Thresholds { least: bound, ..Self::NONE }
    }

    /// Until the couple is decided, or one of its numbers reaches a bound.
    pub fn numbers(pn: u64, dn: u64) -> Self {
        Thresholds { pn, dn, ..Self::NONE }
    }

    fn reached_by(&self, numbers: Numbers) -> bool {
        numbers.pn >= self.pn || numbers.dn >= self.dn || self.least_of(numbers) >= self.least
    }

    fn least_of(&self, numbers: Numbers) -> u64 {
        numbers.pn.saturating_add(self.above.pn).min(numbers.dn.saturating_add(self.above.dn))
    }

    /// The thresholds of the best option: its disproof number is our proof number, its proof number a part of our
    /// disproof number.
    ///
    /// With several threads the option chosen need not be the one whose disproof number is our proof number, and may
    /// stand beyond our thresholds already; so may it where our numbers are rounded. It is searched a little all the
    /// same: a search that returned at once would be sent there again for ever. Otherwise that changes nothing.
    fn of_option(&self, frontier: &Frontier) -> Thresholds {
        let siblings = frontier.numbers.dn.saturating_sub(frontier.chosen.pn);
        let below = Thresholds {
            pn: if self.dn == INFINITE {
                INFINITE
            } else {
                self.dn.saturating_sub(siblings).max(frontier.chosen.pn.saturating_add(1))
            },
            dn: self.pn.min(frontier.second.saturating_add(1)).max(frontier.chosen.dn.saturating_add(1)),
            least: self.least,
            above: Numbers { pn: self.above.dn.saturating_add(siblings), dn: self.above.pn },
        };
        Thresholds { least: below.least.max(below.least_of(frontier.chosen).saturating_add(1)), ..below }
    }

    /// The bound of one component in a sum of several open ones, whose pn and dn are both `sum`.
    fn of_component(&self, sum: u64, own: u64) -> Thresholds {
        let above = self.above.pn.min(self.above.dn);
        let bound =
            self.pn.min(self.dn).min(if self.least == INFINITE { INFINITE } else { self.least.saturating_sub(above) });
        if bound == INFINITE { Self::NONE } else { Self::least(bound.saturating_sub(sum - own)) }
    }
}

/// Algorithm 1 in the order of proof numbers: searches `(id, test)` until it is decided or a threshold is reached. In a
/// cluster, what other machines found of the couple is used first, and what was found here is reported.
pub(crate) fn search_couple<G: Hints>(
    worker: &mut Worker<'_, G>,
    id: ComponentId,
    test: Nimber,
    thresholds: Thresholds,
) -> Result<(), Halt> {
    if worker.settings.exchange.is_none() {
        return search_here(worker, id, test, thresholds);
    }
    if worker.found_elsewhere(id, test).is_some_and(|numbers| thresholds.reached_by(numbers)) {
        return Ok(());
    }
    if worker.decided(id, test).is_some() {
        return Ok(());
    }
    let before = worker.visited();
    let searched = search_here(worker, id, test, thresholds);
    if !matches!(searched, Err(Halt::Evict)) {
        worker.report_couple(id, test, worker.visited().saturating_sub(before).max(1));
    }
    searched
}

fn search_here<G: Hints>(
    worker: &mut Worker<'_, G>,
    id: ComponentId,
    test: Nimber,
    thresholds: Thresholds,
) -> Result<(), Halt> {
    worker.visit(id, test, |worker| {
        let first = worker.weighed.len();
        let mut weighed_in = None;
        loop {
            // Another line of play, or another thread, may have decided it.
            if worker.decided(id, test).is_some() || worker.list_options(id, test)?.is_some() {
                return Ok(());
            }
            let mut options = std::mem::take(&mut worker.weighed);
            let mut verdict = None;
            if weighed_in == Some(worker.era()) && worker.lists_fast() {
                verdict = weigh_again(worker.table(), id, test, &mut options, first);
            }
            let verdict = verdict.unwrap_or_else(|| {
                options.truncate(first);
                weigh_couple(worker.table(), id, test, |option| options.push(option))
            });
            worker.weighed = options;
            weighed_in = Some(worker.era());
            let Verdict::Open(frontier) = verdict else { return Ok(()) };
            // What the couple above will see.
            let numbers = frontier.numbers.rounded();
            worker.table().set_numbers(id, test, numbers);
            if thresholds.reached_by(numbers) {
                return Ok(());
            }
            let below = thresholds.of_option(&frontier);
            let searched = match frontier.best {
                Choice::Nimber(smaller) => search_couple(worker, id, smaller, below),
                Choice::Position(at) => search_option(worker, at, test, below),
            };
            if let Err(halt) = searched {
                if worker.keeps_numbers && matches!(halt, Halt::Stop(_)) {
                    weigh_once_more(worker, id, test);
                }
                return Err(halt);
            }
        }
    })
}

/// Brings the numbers of a couple up to date when the search stops below it. The coordinator of a cluster then reads
/// what was learned so far, and not the numbers of the last return to this couple.
fn weigh_once_more<G: Hints>(worker: &Worker<'_, G>, id: ComponentId, test: Nimber) {
    let table = worker.table();
    if worker.decided(id, test).is_none()
        && table.options(id).is_some()
        && let Verdict::Open(frontier) = weigh_couple(table, id, test, |_| ())
    {
        table.set_numbers(id, test, frontier.numbers.rounded());
    }
}

/// Algorithm 2: searches an option, one open component at a time, easiest first. The couple above weighs it again after
/// each.
fn search_option<G: Hints>(
    worker: &mut Worker<'_, G>,
    at: usize,
    test: Nimber,
    thresholds: Thresholds,
) -> Result<(), Halt> {
    let table = worker.table();
    let mut parts = OpenParts::new(table, at);
    let (mut open, mut sum) = (0, 0u64);
    let mut easiest: Option<(u64, ComponentId, Nimber)> = None;
    for id in parts.by_ref() {
        let tried = table.least_open(id);
        let least = table.numbers(id, tried).least();
        open += 1;
        sum = sum.saturating_add(least);
        if easiest.is_none_or(|(easy, ..)| least < easy) {
            easiest = Some((least, id, tried));
        }
    }
    match easiest {
        None => Ok(()),
        Some((_, id, _)) if open == 1 => {
            let nimber = test ^ parts.known;
            search_couple(worker, id, nimber, thresholds)
        }
        Some((least, id, tried)) => search_couple(worker, id, tried, thresholds.of_component(sum, least)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of all options has passed the threshold, what is kept of it has not: the option searched next still has
    /// to make progress.
    #[test]
    fn an_option_is_searched_a_little_where_numbers_are_rounded() {
        let chosen = Numbers { pn: 1000, dn: 7 };
        let numbers = Numbers { pn: 7, dn: (1 << 40) + 3 };
        let thresholds = Thresholds { dn: (1 << 40) + 1, ..Thresholds::NONE };
        assert!(thresholds.reached_by(numbers) && !thresholds.reached_by(numbers.rounded()));
        let frontier = Frontier { numbers, best: Choice::Position(0), chosen, apparent: chosen.dn, second: 9 };
        let below = thresholds.of_option(&frontier);
        assert!(!below.reached_by(chosen), "it would return at once, for ever");
        // Where nothing is rounded, what is left to the threshold is left to the option.
        let exact = Frontier { numbers: Numbers { dn: 5000, ..numbers }, ..frontier };
        assert_eq!(Thresholds { dn: 5500, ..Thresholds::NONE }.of_option(&exact).pn, chosen.pn + 500);
    }
}
