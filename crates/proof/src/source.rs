//! Where facts come from: the classes, and the solver that is asked for what they lack.
//!
//! The search left enough behind to prove what it found, but for theorems that only exclude a nimber and for classes
//! that it met under other bytes. Such gaps are closed by asking again, which is quick: what the answer needs is known.

use crate::classes::{Classes, Id, cancel};
use crate::obligations::{Way, simplify};
use crate::proof::{Goal, ProveError};
use grundy_core::{Component, Hints, Nimber, Outcome};
use grundy_search::{LearnError, Limits, Solver, StopReason};

pub(crate) struct Source<'s, G: Hints> {
    pub solver: &'s mut Solver<G>,
    pub classes: Classes<G>,
    /// By class: the nodes that were not enough to find its nimber.
    tried: Vec<u64>,
}

/// What is claimed: the outcome or the nimber of a position.
pub(crate) struct Claim<'a> {
    pub position: &'a [Component],
    pub goal: Goal,
}

/// A component, in canonical form, and its nimber: found by one thread, useful to the others.
pub(crate) type SharedFact = (Component, Nimber);

/// What exploring may take.
pub(crate) struct Budget<'a> {
    /// Nodes for one nimber.
    pub nodes: u64,
    /// Nodes for all of them together, about.
    pub total: u64,
    pub is_over: &'a dyn Fn() -> bool,
}

/// One of so many shares of all components.
#[derive(Clone, Copy)]
pub(crate) struct Share {
    pub number: usize,
    pub of: usize,
}

impl Share {
    /// Whether a component belongs to it (FNV-1a: every thread must see the same).
    fn has(self, bytes: &[u8]) -> bool {
        let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix);
        (hash >> 32) as usize % self.of == self.number
    }
}

impl<'s, G: Hints> Source<'s, G> {
    /// Takes the solver with all it knows.
    pub fn new(solver: &'s mut Solver<G>) -> Self {
        let theorems = solver.settings().theorems;
        let classes = Classes::new(solver.game().clone(), theorems);
        Source { solver, classes, tried: Vec::new() }
    }

    /// The nimber of a class.
    pub fn nimber(&mut self, id: Id) -> Result<Nimber, ProveError> {
        if let Some(nimber) = self.classes.nimber(id) {
            return Ok(nimber);
        }
        let nimber = self.solver.nimber(&[self.classes.component(id)])?;
        self.classes.set_nimber(id, nimber);
        Ok(nimber)
    }

    /// The options of a class.
    pub fn options(&mut self, id: Id) -> Vec<Vec<Id>> {
        self.classes.list(self.solver, id);
        self.classes.options(id).map(<[Id]>::to_vec).collect()
    }

    /// The ways to meet the one obligation of a claim, of which at least one is known.
    pub fn ways_to_claim(&mut self, claim: &Claim<'_>) -> Result<Vec<Way>, ProveError> {
        let Claim { position, goal } = *claim;
        let sum = self.classes.intern_sum(self.solver, position);
        if goal == Goal::Nimber || self.solver.outcome(position)? == Outcome::Loss {
            for &id in &sum {
                self.nimber(id)?;
            }
            return Ok(vec![sum]);
        }
        // A winning position: its nimber, or a losing option.
        if sum.iter().all(|&id| self.classes.theorem(id).is_some()) {
            return Ok(vec![sum]);
        }
        let mut options = Vec::new();
        for (at, &id) in sum.iter().enumerate() {
            for option in self.options(id) {
                let mut whole = sum.clone();
                whole.remove(at);
                whole.extend(option);
                cancel(&mut whole);
                options.push(whole);
            }
        }
        let mut ways = self.ways_to_reach(&options, Nimber::ZERO)?;
        if self.classes.value(&sum).is_some() {
            ways.push(sum);
        }
        Ok(ways)
    }

    /// What must be shown for the fact that a class has its nimber: a list of obligations, each with all known ways to
    /// meet it, at least one. A theorem leaves nothing to show.
    pub fn obligations(&mut self, id: Id) -> Result<Vec<Vec<Way>>, ProveError> {
        if self.classes.theorem(id).is_some() {
            return Ok(Vec::new());
        }
        let nimber = self.nimber(id)?;
        let options = self.options(id);
        let mut obligations = Vec::with_capacity(options.len());
        for option in &options {
            obligations.push(self.ways_to_exclude(option, nimber)?);
        }
        for smaller in nimber.below() {
            obligations.push(self.ways_to_reach(&options, smaller)?);
        }
        Ok(simplify(obligations))
    }

    /// The options with this nimber, as far as they are known, but at least one.
    pub fn ways_to_reach(&mut self, options: &[Vec<Id>], nimber: Nimber) -> Result<Vec<Way>, ProveError> {
        let known = |source: &Self| -> Vec<Way> {
            options.iter().filter(|option| source.classes.value(option) == Some(nimber)).cloned().collect()
        };
        match known(self) {
            ways if ways.is_empty() => {
                self.reach(options, nimber)?;
                Ok(known(self))
            }
            ways => Ok(ways),
        }
    }

    /// The ways to show that an option does not have this nimber: its own nimber, or an option of one component.
    pub fn ways_to_exclude(&mut self, option: &[Id], nimber: Nimber) -> Result<Vec<Way>, ProveError> {
        match self.known_ways_to_exclude(option, nimber)? {
            ways if ways.is_empty() => {
                self.exclude(option, nimber)?;
                let ways = self.known_ways_to_exclude(option, nimber)?;
                if ways.is_empty() { Err(ProveError::Contradiction) } else { Ok(ways) }
            }
            ways => Ok(ways),
        }
    }

    fn known_ways_to_exclude(&mut self, option: &[Id], nimber: Nimber) -> Result<Vec<Way>, ProveError> {
        let mut ways = Vec::new();
        match self.classes.value(option) {
            Some(value) if value == nimber => return Err(ProveError::Contradiction),
            Some(_) => ways.push(option.to_vec()),
            None => {}
        }
        for (at, &last) in option.iter().enumerate() {
            let mut others = option.to_vec();
            others.remove(at);
            let Some(known) = self.classes.value(&others) else { continue };
            if self.classes.theorem(last).is_some() {
                continue;
            }
            self.classes.list(self.solver, last);
            for reply in self.classes.options(last).filter(|reply| self.classes.value(reply) == Some(nimber ^ known)) {
                ways.push(join(&others, reply));
            }
        }
        Ok(ways)
    }

    /// Lets the solver find what shows that an option does not have this nimber.
    fn exclude(&mut self, option: &[Id], nimber: Nimber) -> Result<(), ProveError> {
        let hardest = option.iter().copied().max_by_key(|&id| self.classes.difficulty(id));
        let Some(last) = hardest else { return Err(ProveError::Contradiction) };
        let mut asked = nimber;
        for &id in option.iter().filter(|&&id| id != last) {
            asked ^= self.nimber(id)?;
        }
        if self.solver.couple(&[self.classes.component(last)], asked)? == Outcome::Loss {
            return Err(ProveError::Contradiction);
        }
        let replies = self.options(last);
        if self.take_over(&replies, asked) {
            return Ok(());
        }
        // Its nimber was known, or a theorem excludes this one.
        match self.reach(&replies, asked) {
            Err(ProveError::Contradiction) => self.nimber(last).map(|_| ()),
            result => result,
        }
    }

    /// Lets the solver find an option with this nimber.
    fn reach(&mut self, options: &[Vec<Id>], nimber: Nimber) -> Result<(), ProveError> {
        if self.take_over(options, nimber) {
            return Ok(());
        }
        let mut order: Vec<&Vec<Id>> = options.iter().collect();
        let difficulty = |option: &[Id]| option.iter().map(|&id| u64::from(self.classes.difficulty(id))).sum::<u64>();
        order.sort_by_key(|option| difficulty(option));
        for option in order {
            if self.solver.couple(&self.classes.components(option), nimber)? == Outcome::Loss {
                self.learn(option);
                return Ok(());
            }
        }
        Err(ProveError::Contradiction)
    }

    /// Whether the solver knows an option with this nimber; its components are taken over.
    fn take_over(&mut self, options: &[Vec<Id>], nimber: Nimber) -> bool {
        let known = |option: &&Vec<Id>| self.solver.known_nimber(&self.classes.components(option)) == Some(nimber);
        match options.iter().find(known) {
            Some(option) => {
                self.learn(option);
                true
            }
            None => false,
        }
    }

    /// Takes over what the solver knows of these components.
    fn learn(&mut self, sum: &[Id]) {
        for &id in sum {
            if let Some(nimber) = self.solver.known_nimber(&[self.classes.component(id)]) {
                self.classes.set_nimber(id, nimber);
            }
        }
    }

    /// Finds nimbers that the obligations of these facts could use, the easiest first. Classes for which a quarter of
    /// the nodes was tried before are left out, and those that are not of this share. Returns what was found.
    ///
    /// # Errors
    /// If the search is stopped.
    pub fn explore(&mut self, facts: &[Id], share: Share, budget: &Budget<'_>) -> Result<Vec<SharedFact>, StopReason> {
        let &Budget { nodes, total, is_over } = budget;
        let limits = self.solver.settings().limits.clone();
        self.tried.resize(self.classes.len(), 0);
        let mut open = self.neighbours(facts);
        open.retain(|&id| 4 * self.tried[id as usize] <= nodes && share.has(self.classes.bytes(id)));
        open.sort_by_key(|&id| (self.classes.difficulty(id), id));
        let before = self.solver.stats().nodes;
        let few = Some(nodes.min(limits.nodes.unwrap_or(u64::MAX)));
        self.solver.set_limits(Limits { nodes: few, ..limits.clone() });
        let mut found = Ok(Vec::new());
        for id in open {
            if self.solver.stats().nodes - before > total || is_over() {
                break;
            }
            self.tried[id as usize] = nodes;
            let component = self.classes.component(id);
            match self.solver.nimber(std::slice::from_ref(&component)) {
                Ok(nimber) => {
                    self.classes.set_nimber(id, nimber);
                    found.iter_mut().for_each(|found| found.push((component.clone(), nimber)));
                }
                Err(StopReason::Nodes) => {}
                Err(reason) => {
                    found = Err(reason);
                    break;
                }
            }
        }
        self.solver.set_limits(limits);
        found
    }

    /// Takes over nimbers that others found.
    ///
    /// # Errors
    /// If one of them contradicts what is known.
    pub fn merge(&mut self, found: &[SharedFact]) -> Result<(), ProveError> {
        // Where memory ends, less is known: that is no error.
        if let Err(LearnError::Contradiction(..)) = self.solver.learn(found.iter().cloned()) {
            return Err(ProveError::Contradiction);
        }
        found.iter().for_each(|(component, nimber)| self.classes.merge(component, *nimber));
        Ok(())
    }

    /// The classes of facts from elsewhere.
    pub fn adopt(&mut self, facts: &[SharedFact]) -> Vec<Id> {
        let adopt = |(component, nimber): &SharedFact| {
            let id = self.classes.intern(self.solver, component);
            self.classes.set_nimber(id, *nimber);
            id
        };
        facts.iter().map(adopt).collect()
    }

    /// The components of options, and of options of options, whose nimbers are not known.
    fn neighbours(&mut self, facts: &[Id]) -> Vec<Id> {
        let sort = |ids: &mut Vec<Id>| {
            ids.sort_unstable();
            ids.dedup();
        };
        let mut near: Vec<Id> = facts.iter().flat_map(|&id| self.classes.options(id)).flatten().copied().collect();
        sort(&mut near);
        let replies: Vec<Id> = near.iter().flat_map(|&id| self.classes.options(id)).flatten().copied().collect();
        near.extend(replies);
        sort(&mut near);
        near.retain(|&id| self.classes.nimber(id).is_none());
        near
    }
}

/// The facts that a reply and the other components of an option need together.
pub(crate) fn join(others: &[Id], reply: &[Id]) -> Way {
    let mut way = [others, reply].concat();
    way.sort_unstable();
    way.dedup();
    way
}
