//! Where facts come from: the classes, and the solver that is asked for what they lack.
//!
//! The search left enough behind to prove what it found, but for theorems that only exclude a nimber and for classes that
//! it met under other bytes. [`Source::obligations`] closes such gaps by asking again, which is quick: what the answer needs
//! is known.

use crate::classes::{Classes, Id};
use crate::prover::ProveError;
use grundy_core::{Game, Nimber, Outcome};
use grundy_search::Solver;

pub(crate) struct Source<G: Game> {
    pub solver: Solver<G>,
    pub classes: Classes<G>,
    /// By class: the nodes that were not enough to find its nimber.
    tried: Vec<u64>,
}

/// The facts that meet an obligation, sorted.
pub(crate) type Way = Vec<Id>;

impl<G: Game> Source<G> {
    /// Takes the solver with all it knows.
    pub fn new(mut solver: Solver<G>) -> Self {
        let theorems = solver.settings_mut().theorems;
        let classes = Classes::new(solver.game().clone(), theorems);
        let mut source = Source { solver, classes, tried: Vec::new() };
        source.import();
        source
    }

    /// Takes over every nimber that the solver knows by now.
    pub fn import(&mut self) {
        for (component, nimber) in self.solver.facts() {
            let id = self.classes.intern_canonical(&component);
            self.classes.set_nimber(id, nimber);
        }
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

    /// Finds nimbers that the obligations of these classes might use, as far as each takes at most so many nodes,
    /// easiest first, until so many nodes have been spent on them all.
    pub fn explore(&mut self, ids: &[Id], nodes: u64, total: u64) -> Result<usize, ProveError> {
        let mut near: Vec<Id> = ids.iter().flat_map(|&id| self.classes.options(id)).flatten().copied().collect();
        near.sort_unstable();
        near.dedup();
        let mut open = near.clone();
        open.extend(near.iter().flat_map(|&id| self.classes.options(id)).flatten().copied());
        open.sort_unstable();
        open.dedup();
        self.tried.resize(self.classes.len(), 0);
        open.retain(|&id| self.classes.nimber(id).is_none() && 4 * self.tried[id as usize] <= nodes);
        let before = self.solver.stats().nodes;
        eprintln!("open {}", open.len());
        open.sort_by_key(|&id| self.classes.difficulty(id));
        let limit = self.solver.settings_mut().limits.nodes.replace(nodes);
        let mut found = 0;
        for id in open {
            if self.solver.stats().nodes - before > total {
                break;
            }
            self.tried[id as usize] = nodes;
            if self.classes.nimber(id).is_none()
                && let Ok(nimber) = self.solver.nimber(&[self.classes.component(id)])
            {
                self.classes.set_nimber(id, nimber);
                found += 1;
            }
        }
        self.solver.settings_mut().limits.nodes = limit;
        Ok(found)
    }

    /// What must be shown for the fact that a class has its nimber: a list of obligations, each with the ways to meet it.
    /// A theorem leaves nothing to show.
    pub fn obligations(&mut self, id: Id) -> Result<Vec<Vec<Way>>, ProveError> {
        if self.classes.theorem(id).is_some() {
            return Ok(Vec::new());
        }
        let nimber = self.nimber(id)?;
        self.classes.list(id);
        let options: Vec<Vec<Id>> = self.classes.options(id).map(<[Id]>::to_vec).collect();
        let mut obligations = Vec::new();
        for option in &options {
            let mut ways = self.ways_to_exclude(option, nimber)?;
            if ways.is_empty() {
                self.exclude(option, nimber)?;
                ways = self.ways_to_exclude(option, nimber)?;
            }
            obligations.push(ways);
        }
        for smaller in nimber.below() {
            let mut ways = self.ways_to_reach(&options, smaller);
            if ways.is_empty() {
                self.reach(&options, smaller)?;
                ways = self.ways_to_reach(&options, smaller);
            }
            obligations.push(ways);
        }
        if obligations.iter().any(Vec::is_empty) {
            return Err(ProveError::Contradiction);
        }
        Ok(simplify(obligations))
    }

    /// The options with this nimber, as far as they are known.
    pub fn ways_to_reach(&self, options: &[Vec<Id>], nimber: Nimber) -> Vec<Way> {
        options.iter().filter(|option| self.classes.value(option) == Some(nimber)).cloned().collect()
    }

    /// The ways to show that an option does not have this nimber: its own nimber, or an option of one component.
    fn ways_to_exclude(&mut self, option: &[Id], nimber: Nimber) -> Result<Vec<Way>, ProveError> {
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
            self.classes.list(last);
            for reply in self.classes.options(last).filter(|reply| self.classes.value(reply) == Some(nimber ^ known)) {
                let mut way = others.clone();
                way.extend(reply);
                way.sort_unstable();
                way.dedup();
                ways.push(way);
            }
        }
        Ok(ways)
    }

    /// Lets the solver find what shows that the option does not have this nimber.
    fn exclude(&mut self, option: &[Id], nimber: Nimber) -> Result<(), ProveError> {
        let mut known = Nimber::ZERO;
        let hardest = option.iter().copied().max_by_key(|&id| self.classes.difficulty(id));
        let Some(last) = hardest else { return Err(ProveError::Contradiction) };
        for &id in option.iter().filter(|&&id| id != last) {
            known ^= self.nimber(id)?;
        }
        if self.solver.couple(&[self.classes.component(last)], nimber ^ known)? == Outcome::Loss {
            return Err(ProveError::Contradiction);
        }
        self.classes.list(last);
        let replies: Vec<Vec<Id>> = self.classes.options(last).map(<[Id]>::to_vec).collect();
        if self.take_over(&replies, nimber ^ known) {
            return Ok(());
        }
        // Its nimber was known, or excluded by a theorem: no reply need be known yet.
        match self.reach(&replies, nimber ^ known) {
            Err(ProveError::Contradiction) => self.nimber(last).map(|_| ()),
            result => result,
        }
    }

    /// Lets the solver find an option with this nimber.
    pub fn reach(&mut self, options: &[Vec<Id>], nimber: Nimber) -> Result<(), ProveError> {
        if self.take_over(options, nimber) {
            return Ok(());
        }
        for option in options {
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
}

/// Leaves out what need not be said: obligations met by nothing at all or by what others demand anyway, and ways that demand
/// more than others.
pub(crate) fn simplify(mut obligations: Vec<Vec<Way>>) -> Vec<Vec<Way>> {
    obligations.retain(|ways| !ways.iter().any(Vec::is_empty));
    for ways in &mut obligations {
        ways.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        ways.dedup();
        let mut kept: Vec<Way> = Vec::with_capacity(ways.len());
        for way in ways.drain(..) {
            if !kept.iter().any(|smaller| smaller.len() < way.len() && is_part(smaller, &way)) {
                kept.push(way);
            }
        }
        *ways = kept;
    }
    obligations.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    obligations.dedup();
    // Obligations with one way are one obligation; others may be met by it.
    let mut demanded: Way = obligations.iter().filter(|ways| ways.len() == 1).flatten().flatten().copied().collect();
    demanded.sort_unstable();
    demanded.dedup();
    obligations.retain(|ways| ways.len() > 1 && !ways.iter().any(|way| is_part(way, &demanded)));
    if !demanded.is_empty() {
        obligations.push(vec![demanded]);
    }
    obligations
}

/// Whether all of `part` is in `whole`; both are sorted.
fn is_part(part: &[Id], whole: &[Id]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|id| whole.any(|other| other == id))
}
