//! One thread's part in shrinking: it explores, and anneals a tree of its own.
//!
//! An *attempt* does without one fact. The fact goes, and all that only it needed; every obligation that used it is met
//! in another way, by the facts there are or by new ones with all they need. The attempt is kept if the tree did not
//! grow, or with a chance that falls with the growth and, over a round, with the heat (simulated annealing).
//!
//! A hundred thousand attempts a second and more are what makes this small: the published way, to prove again in random
//! orders guided by the last proof, looks at every obligation of the tree to try one change. Ways are as important:
//! twice the nodes for exploring, within the same time, left 442 facts of 490 for sixteen spots.

use crate::classes::Id;
use crate::clock::Clock;
use crate::proof::ProveError;
use crate::random::Random;
use crate::source::{Budget, Claim, Share, SharedFact, Source};
use crate::tree::{ChoiceRule, Failed, Tree};
use grundy_core::Hints;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Growth that is likely to be kept at the end of a round.
const COLD: f32 = 0.15;
/// Attempts between two looks at the clock.
const CLOCK_EVERY: u64 = 256;

/// What all threads do in a round.
pub(crate) struct Plan<'a> {
    pub claim: &'a Claim<'a>,
    /// The facts of the smallest tree.
    pub best: &'a [SharedFact],
    /// What the threads found in the last round.
    pub found: &'a [SharedFact],
    /// Growth that is likely to be kept at the beginning.
    pub heat: f32,
    /// How many facts are to be done without; exploring may take half as many nodes, which takes
    /// a few times as long.
    pub attempts: u64,
    /// Nodes for one nimber.
    pub nodes: u64,
    /// The size of the smallest tree of all threads.
    pub smallest: AtomicUsize,
    pub clock: &'a Clock,
}

impl Plan<'_> {
    /// Notes the size of a tree: the smallest one of all threads.
    pub fn note(&self, facts: usize) -> usize {
        self.smallest.fetch_min(facts, Relaxed).min(facts)
    }
}

/// What a thread did in a round.
pub(crate) struct Report {
    /// A tree, no larger than the best one before.
    pub facts: Vec<SharedFact>,
    pub found: Vec<SharedFact>,
    /// The search was stopped, or time is over.
    pub stopped: bool,
}

pub(crate) struct Chain<'a, 's, G: Hints> {
    source: &'a mut Source<'s, G>,
    share: Share,
    random: Random,
    /// What facts were found to bring along, by class.
    prices: Vec<f32>,
}

impl<'a, 's, G: Hints> Chain<'a, 's, G> {
    pub fn new(source: &'a mut Source<'s, G>, share: Share, seed: u64) -> Self {
        let mut seeds = Random::new(seed);
        let seed = (0..share.number).fold(seed, |_, _| seeds.next());
        Chain { source, share, random: Random::new(seed), prices: Vec::new() }
    }

    /// Bytes held, roughly.
    pub fn memory(&self) -> usize {
        self.source.classes.memory()
    }

    /// One round.
    pub fn round(&mut self, plan: &Plan<'_>, heat: f32, observe: &mut dyn FnMut(usize)) -> Result<Report, ProveError> {
        let mut report = Report { facts: plan.best.to_vec(), found: Vec::new(), stopped: false };
        report.stopped = match self.shrink(plan, heat, &mut report, observe) {
            Err(ProveError::Stopped(_)) => true,
            done => done.map(|()| plan.clock.is_over())?,
        };
        Ok(report)
    }

    fn shrink(
        &mut self,
        plan: &Plan<'_>,
        heat: f32,
        report: &mut Report,
        observe: &mut dyn FnMut(usize),
    ) -> Result<(), ProveError> {
        self.source.merge(plan.found)?;
        let best = self.source.adopt(plan.best);
        // Planted twice: the first time lists the options that exploring looks at, the second time sees what it found.
        self.plant(plan.claim, &best)?;
        let near = [&best[..], &self.source.classes.intern_sum(self.source.solver, plan.claim.position)].concat();
        let budget = Budget { nodes: plan.nodes, total: plan.attempts / 2, is_over: &|| plan.clock.is_over() };
        report.found = self.source.explore(&near, self.share, &budget)?;
        let mut tree = self.plant(plan.claim, &best)?;
        let mut smallest = tree.facts().to_vec();
        self.anneal(&mut tree, plan, heat, &mut smallest, observe)?;
        self.prices = tree.learned();
        // The same facts again, in an order and without a gap.
        let tree = self.plant(plan.claim, &smallest)?;
        if tree.facts().len() <= best.len() {
            report.facts.clear();
            for id in tree.ordered() {
                report.facts.push((self.source.classes.component(id), self.source.nimber(id)?));
            }
        }
        Ok(())
    }

    /// These facts in an order in which each needs only earlier ones; `otherwise` if the search is stopped on the way.
    pub fn in_order(
        &mut self,
        claim: &Claim<'_>,
        facts: &[SharedFact],
        otherwise: Vec<Id>,
    ) -> Result<Vec<Id>, ProveError> {
        let ids = self.source.adopt(facts);
        match self.plant(claim, &ids) {
            Ok(tree) => Ok(tree.ordered()),
            Err(ProveError::Stopped(_)) => Ok(otherwise),
            Err(error) => Err(error),
        }
    }

    /// The tree that uses these facts and, if it can, no others.
    fn plant(&mut self, claim: &Claim<'_>, facts: &[Id]) -> Result<Tree, ProveError> {
        let mut tree = Tree::new(self.source.ways_to_claim(claim)?, self.prices.clone());
        tree.favour(facts);
        match tree.settle(self.source, &mut self.random, &ChoiceRule::default()) {
            Ok(()) => {
                tree.commit();
                Ok(tree)
            }
            Err(Failed::Attempt) => Err(ProveError::Contradiction),
            Err(Failed::Prove(error)) => Err(error),
        }
    }

    /// One cooling. Leaves in `smallest` the facts of the smallest tree seen.
    fn anneal(
        &mut self,
        tree: &mut Tree,
        plan: &Plan<'_>,
        heat: f32,
        smallest: &mut Vec<Id>,
        observe: &mut dyn FnMut(usize),
    ) -> Result<(), ProveError> {
        let random = &mut self.random;
        for attempt in 0..plan.attempts {
            if attempt % CLOCK_EVERY == 0 {
                observe(plan.note(smallest.len()));
                if plan.clock.is_over() {
                    break;
                }
            }
            let facts = tree.facts();
            if facts.is_empty() {
                break;
            }
            // The one of two that fewer obligations use: it is more likely that something else can be used instead.
            let (one, other) = (facts[random.below(facts.len())], facts[random.below(facts.len())]);
            let banned = if tree.users(other) < tree.users(one) { other } else { one };
            if !tree.can_do_without(banned) {
                continue;
            }
            let heat = heat * (COLD / heat).powf(attempt as f32 / plan.attempts as f32);
            // The growth that chance allows, drawn beforehand: an attempt that needs more ends at once.
            let growth = (-heat * random.unit().max(1e-6).ln()) as usize;
            let gone = tree.remove(banned);
            let second_hand = 0.3 * random.unit();
            let rule = ChoiceRule { banned: Some(banned), most: Some(gone + growth), noise: 0.5, second_hand };
            match tree.settle(self.source, random, &rule) {
                Ok(()) => {
                    tree.commit();
                    if tree.facts().len() < smallest.len() {
                        smallest.clear();
                        smallest.extend(tree.facts());
                    }
                }
                Err(Failed::Attempt) => tree.take_back(),
                Err(Failed::Prove(ProveError::Stopped(_))) => {
                    tree.take_back();
                    break;
                }
                Err(Failed::Prove(error)) => return Err(error),
            }
        }
        Ok(())
    }
}
