//! A set of facts without an order, such as a store or a text of facts.
//!
//! It is proved in the order of sizes ([`Rules::size`]): a fact may use only facts on smaller components, so nothing is
//! circular. A fact that does not follow is of no use to larger ones either.

use crate::facts::{Fact, Facts};
use crate::read::{Read, read_position};
use crate::rules::{Form, Rules, RulesError};
use crate::run::Run;
use crate::verify::Known;
use crate::work::{self, Stop};
use std::fmt;

/// A fact of a set without an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenFact<'a> {
    /// The position, in the notation of its game.
    pub position: String,
    /// Its nimber.
    pub nimber: u32,
    /// The theorem by which it may hold. If the theorem does not apply, the fact has to follow from others.
    pub theorem: Option<&'a str>,
    /// Whether it is believed without a proof.
    pub trusted: bool,
}

/// What became of a set of facts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct FactsReport {
    /// The number of facts that follow from the others.
    pub proved: usize,
    /// The number of facts by a theorem whose condition holds.
    pub by_theorem: usize,
    /// The place of each fact that was not proved, from 0, and why not.
    pub unproved: Vec<(usize, String)>,
}

/// Why a set of facts was not checked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FactsError {
    /// A limit or an interrupt.
    Stopped(Stop),
    /// The rules do not allow it.
    Rules(RulesError),
}

impl fmt::Display for FactsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactsError::Stopped(stop) => stop.fmt(f),
            FactsError::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FactsError {}

/// A position that is no single new component: its nimber must be the XOR of what is known.
struct SumFact {
    place: usize,
    sum: Vec<Form>,
    nimber: u32,
}

/// Checks a set of facts in the order of the sizes of their components.
pub(crate) fn check_facts<'f>(
    run: &Run<'_>,
    rules: &dyn Rules,
    given: impl IntoIterator<Item = GivenFact<'f>>,
) -> Result<FactsReport, FactsError> {
    let halt = run.halt();
    let mut report = FactsReport::default();
    let (mut facts, mut sums) = (Facts::default(), Vec::new());
    for (place, fact) in given.into_iter().enumerate() {
        if let Some(stop) = run.stops(&halt, &facts) {
            return Err(FactsError::Stopped(stop));
        }
        let sum = match read_position(rules, &fact.position) {
            Ok(sum) => sum,
            Err(reason) => {
                report.unproved.push((place, reason));
                continue;
            }
        };
        let [Read { component, exact }] = match <[Read; 1]>::try_from(sum) {
            Ok(one) => one,
            Err(sum) => {
                let sum = sum.into_iter().map(|read| read.component).collect();
                sums.extend((!fact.trusted).then_some(SumFact { place, sum, nimber: fact.nimber }));
                continue;
            }
        };
        match facts.of(&exact) {
            // The same again: it is proved if the first one is.
            Some(first) if first.nimber == fact.nimber => {
                let sum = vec![component];
                sums.extend((!fact.trusted).then_some(SumFact { place, sum, nimber: fact.nimber }));
            }
            Some(first) => {
                report.unproved.push((place, format!("it contradicts another fact: nimber {}", first.nimber)));
            }
            None => {
                let by_theorem = !fact.trusted
                    && fact.theorem.is_some_and(|name| rules.theorem(name, &fact.position) == Ok(fact.nimber));
                report.by_theorem += usize::from(by_theorem);
                let is_given = fact.trusted || by_theorem;
                // What is given holds anyway, so every fact may use it.
                let size = rules.size(&component).ok_or(FactsError::Rules(RulesError::NoSize))?;
                let rank = if is_given { 0 } else { size + 1 };
                let bytes = fact.position.len();
                facts.insert(rules, exact, Fact { component, nimber: fact.nimber, rank, line: place, bytes, is_given });
            }
        }
    }
    let mut open: Vec<usize> = (0..facts.list().len()).filter(|&place| !facts.list()[place].is_given).collect();
    open.sort_by_key(|&place| facts.list()[place].rank);
    report.proved += open.len();
    // Facts on components of one size do not depend on each other.
    for same_size in
        open.chunk_by(|&a, &b| facts.list()[a].rank == facts.list()[b].rank).map(<[usize]>::to_vec).collect::<Vec<_>>()
    {
        let checked = run.unproved(rules, &facts, &same_size, u64::MAX, true, &halt).map_err(FactsError::Stopped)?;
        for (place, reason) in checked.failures {
            report.proved -= 1;
            report.unproved.push((facts.list()[place].line, reason));
            facts.fail(place);
        }
    }
    let mut known = Known::new(rules, &facts);
    for SumFact { place, sum, nimber } in sums {
        work::start(work::READING);
        match known.nimber(&sum) {
            Some(value) if value == nimber => report.proved += 1,
            _ => report.unproved.push((place, "it is a sum whose components do not give that nimber".to_string())),
        }
    }
    report.unproved.sort_unstable();
    Ok(report)
}
