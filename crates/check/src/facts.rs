//! Facts: how they are kept, and how a set of them without an order is checked.
//!
//! A set without an order, such as a store or a text of facts, is proved in the order of sizes ([`Rules::size`]): a fact may use only facts on
//! smaller components, so nothing is circular. A fact that does not follow is of no use to larger ones either.

use crate::certificate::{Read, read_position};
use crate::checker::Checker;
use crate::rules::{Form, Rules, RulesError};
use crate::verify::Known;
use crate::work::{self, Stop};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// What is said of a component.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    /// The component, in the form in which it was read.
    pub(crate) component: Form,
    pub(crate) nimber: u32,
    /// A fact may use facts of smaller rank.
    pub(crate) rank: u64,
    /// The line that says it, and the number of bytes of this line.
    pub(crate) line: usize,
    pub(crate) bytes: usize,
    /// It does not have to follow: it is believed, or it holds by a theorem whose condition has been checked.
    pub(crate) is_given: bool,
}

/// Facts, at most one for each component.
#[derive(Default)]
pub(crate) struct Facts {
    list: Vec<Fact>,
    /// By exact form, the place in the list.
    places: HashMap<Form, usize>,
    sketches: HashSet<u64>,
    /// Facts that turned out not to follow.
    failed: HashSet<usize>,
    memory: usize,
}

impl Facts {
    /// Adds a fact on a component of which nothing is known yet.
    pub(crate) fn insert(&mut self, rules: &dyn Rules, exact: Form, fact: Fact) {
        // Two allocations, the entries of the containers with room to grow.
        self.memory += fact.component.len() + exact.len() + 250;
        self.sketches.insert(rules.sketch(&exact));
        self.places.insert(exact, self.list.len());
        self.list.push(fact);
    }

    /// The nimber of the component with that exact form, if there is a fact of smaller rank.
    pub(crate) fn get(&self, exact: &Form, below: u64) -> Option<u32> {
        let place = *self.places.get(exact)?;
        let fact = &self.list[place];
        (fact.rank < below && (self.failed.is_empty() || !self.failed.contains(&place))).then_some(fact.nimber)
    }

    /// The fact on the component with that exact form.
    pub(crate) fn of(&self, exact: &Form) -> Option<&Fact> {
        self.places.get(exact).map(|&place| &self.list[place])
    }

    /// Whether a component with this sketch may have a fact.
    pub(crate) fn may_have(&self, sketch: u64) -> bool {
        self.sketches.contains(&sketch)
    }

    pub(crate) fn list(&self) -> &[Fact] {
        &self.list
    }

    /// An estimate of the bytes in use.
    pub(crate) fn memory(&self) -> usize {
        self.memory
    }
}

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
    checker: &Checker<'_>,
    rules: &dyn Rules,
    given: impl IntoIterator<Item = GivenFact<'f>>,
) -> Result<FactsReport, FactsError> {
    let halt = checker.halt();
    let mut report = FactsReport::default();
    let (mut facts, mut sums) = (Facts::default(), Vec::new());
    for (place, fact) in given.into_iter().enumerate() {
        if let Some(stop) = checker.stops(&halt, &facts) {
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
    let mut open: Vec<usize> = (0..facts.list.len()).filter(|&place| !facts.list[place].is_given).collect();
    open.sort_by_key(|&place| facts.list[place].rank);
    report.proved += open.len();
    // Facts on components of one size do not depend on each other.
    for same_size in
        open.chunk_by(|&a, &b| facts.list[a].rank == facts.list[b].rank).map(<[usize]>::to_vec).collect::<Vec<_>>()
    {
        let checked =
            checker.unproved(rules, &facts, &same_size, u64::MAX, true, &halt).map_err(FactsError::Stopped)?;
        for (place, reason) in checked.failures {
            report.proved -= 1;
            report.unproved.push((facts.list[place].line, reason));
            facts.failed.insert(place);
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
