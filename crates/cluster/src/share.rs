//! Which facts travel: everything cannot.
//!
//! A core proves thousands of facts a second, and a cluster that sent all of them to everyone would do nothing else. So
//! each worker sends its most expensive facts within a budget, and the coordinator passes each fact on at most once to
//! each other worker, again the most expensive first. What does not travel stays with the worker that proved it until
//! the end of the run.

use crate::message::Fact;
use grundy_core::{Component, Nimber};
use std::cmp::Reverse;
use std::collections::HashMap;

/// The facts that were shared in a run.
#[derive(Default)]
pub(crate) struct Ledger {
    /// In the order in which they came, with the worker that sent each.
    facts: Vec<(Fact, Option<u64>)>,
    nimbers: HashMap<Vec<u8>, u32>,
    /// How far each worker has been served.
    served: HashMap<u64, usize>,
    /// How far the log has been written.
    logged: usize,
}

/// What became of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entered {
    New,
    Known,
    /// Another nimber is known.
    Contradiction(u32),
}

impl Ledger {
    /// Enters a fact that a worker sent, or that the coordinator concluded.
    pub fn enter(&mut self, fact: Fact, from: Option<u64>) -> Entered {
        match self.nimbers.get(&fact.component) {
            Some(&nimber) if nimber == fact.nimber => Entered::Known,
            Some(&nimber) => Entered::Contradiction(nimber),
            None => {
                self.nimbers.insert(fact.component.clone(), fact.nimber);
                self.facts.push((fact, from));
                Entered::New
            }
        }
    }

    /// The facts that a worker has not seen, the most expensive first, within a budget. The others are skipped for
    /// good: they are cheap to prove again.
    pub fn serve(&mut self, worker: u64, budget: usize) -> Vec<Fact> {
        let served = self.served.entry(worker).or_insert(0);
        let new = &self.facts[*served..];
        *served = self.facts.len();
        most_expensive(new.iter().filter(|(_, from)| *from != Some(worker)).map(|(fact, _)| fact), budget)
            .cloned()
            .collect()
    }

    /// A worker that is gone starts with an empty table if it comes back.
    pub fn forget(&mut self, worker: u64) {
        self.served.remove(&worker);
    }

    /// The nimber of a component, if it was shared.
    pub fn nimber(&self, component: &[u8]) -> Option<u32> {
        self.nimbers.get(component).copied()
    }

    /// The facts that the log does not have yet.
    pub fn take_unlogged(&mut self) -> Vec<(Component, Nimber)> {
        let new = &self.facts[self.logged..];
        self.logged = self.facts.len();
        new.iter().map(|(fact, _)| (Component::from(&fact.component[..]), Nimber::new(fact.nimber))).collect()
    }

    /// Everything up to now is in the log: it came from there.
    pub fn mark_logged(&mut self) {
        self.logged = self.facts.len();
    }

    /// How many facts were shared.
    pub fn len(&self) -> usize {
        self.facts.len()
    }
}

/// The most expensive facts within a budget of bytes.
fn most_expensive<'a>(facts: impl Iterator<Item = &'a Fact>, budget: usize) -> impl Iterator<Item = &'a Fact> {
    let mut facts: Vec<&Fact> = facts.collect();
    facts.sort_by_key(|fact| Reverse(fact.cost));
    let within = prefix_within(facts.iter().copied(), budget);
    facts.into_iter().take(within)
}

/// Takes the most expensive facts within a budget of bytes out of a list. The rest is left in order of cost, the most
/// expensive first.
pub(crate) fn take_most_expensive(facts: &mut Vec<Fact>, budget: usize) -> Vec<Fact> {
    facts.sort_by_key(|fact| Reverse(fact.cost));
    facts.drain(..prefix_within(facts.iter(), budget)).collect()
}

/// How many facts at the beginning of a list fit into a budget of bytes.
pub(crate) fn prefix_within<'a>(facts: impl IntoIterator<Item = &'a Fact>, budget: usize) -> usize {
    let mut left = budget;
    let fits = |fact: &&Fact| {
        let fits = fact.size() <= left;
        left = left.saturating_sub(fact.size());
        fits
    };
    facts.into_iter().take_while(fits).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(name: u8, cost: u32) -> Fact {
        Fact { component: vec![name; 4], nimber: name.into(), cost }
    }

    #[test]
    fn a_worker_gets_each_fact_of_the_others_once_and_the_expensive_ones_first() {
        let mut ledger = Ledger::default();
        for (name, from) in [(1, 7), (2, 8), (3, 8)] {
            assert_eq!(ledger.enter(fact(name, name.into()), Some(from)), Entered::New);
        }
        assert_eq!(ledger.enter(fact(1, 1), Some(8)), Entered::Known);
        assert_eq!(ledger.enter(Fact { nimber: 9, ..fact(1, 1) }, Some(8)), Entered::Contradiction(1));
        assert_eq!(ledger.serve(7, 1000), [fact(3, 3), fact(2, 2)]);
        assert_eq!(ledger.serve(7, 1000), []);
        assert_eq!(ledger.serve(8, 1000), [fact(1, 1)]);
        assert_eq!(ledger.serve(9, 2 * fact(1, 1).size()), [fact(3, 3), fact(2, 2)]);
        ledger.forget(8);
        assert_eq!(ledger.serve(8, 1000), [fact(1, 1)]);
        assert_eq!(ledger.len(), 3);
    }
}
