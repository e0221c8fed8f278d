//! Extraction: from what the search knows, one set of facts that proves the claim.
//!
//! From the hardest facts down, each obligation is met in the way that takes the fewest new facts. Ways are looked for
//! by all threads, for a batch of facts at a time ([`crate::scout`]), and chosen by one, fact by fact: the proof does
//! not depend on the number of threads. Components that are of no use leave no trace, so that proofs of millions of
//! facts can be extracted; [`crate::shrink`] makes small ones smaller.

use crate::classes::{Classes, Id};
use crate::clock::Clock;
use crate::obligations::Way;
use crate::order::order;
use crate::proof::ProveError;
use crate::scout::{Found, Offer, Part, Scout};
use crate::source::Source;
use grundy_core::{Hints, Nimber};
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Facts whose obligations are looked at together. A scout does not see what is chosen for the others of its batch, so
/// that it looks at more replies than it would have to: with 1,024 the extraction of Cram 5x10 takes a sixth longer.
const BATCH: usize = 128;

/// Facts that prove a claim with these ways to meet it, each after those it needs. `observe` is told how many facts
/// have all they need, and how many do not yet.
pub(crate) fn extract<G: Hints>(
    source: &mut Source<'_, G>,
    claim: &[Way],
    threads: usize,
    clock: &Clock,
    observe: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Id>, ProveError> {
    let mut extraction = Extraction { needs: Vec::new(), open: BinaryHeap::new() };
    let root = claim.iter().min_by_key(|way| extraction.cost(&source.classes, way)).ok_or(ProveError::Contradiction)?;
    extraction.add(&source.classes, root);
    let mut done = 0;
    let mut batch = Vec::with_capacity(BATCH);
    while !extraction.open.is_empty() {
        clock.check()?;
        batch.clear();
        while batch.len() < BATCH
            && let Some((_, id)) = extraction.open.pop()
        {
            done += 1;
            if source.classes.theorem(id).is_none() {
                batch.push((id, source.nimber(id)?));
            }
        }
        let found = extraction.look(source, &batch, threads, clock);
        for (&(id, nimber), found) in batch.iter().zip(found) {
            extraction.settle(source, id, nimber, found?)?;
        }
        observe(done, extraction.open.len());
    }
    Ok(order(root, |id, each| extraction.needs_of(id).iter().copied().for_each(each)))
}

struct Extraction {
    /// By class: the facts that it needs, none yet while it is open; `None` if it is not in the proof.
    needs: Vec<Option<Box<[Id]>>>,
    /// Facts of the proof whose obligations are not met yet, the hardest first.
    open: BinaryHeap<(u32, Id)>,
}

impl Extraction {
    /// What scouts find for these facts, in their order: one scout on each thread.
    fn look<G: Hints>(
        &self,
        source: &Source<'_, G>,
        facts: &[(Id, Nimber)],
        threads: usize,
        clock: &Clock,
    ) -> Vec<Result<Found, ProveError>> {
        let next = AtomicUsize::new(0);
        let is_needed = |id| self.is_needed(id);
        let work = || {
            let mut scout = Scout::new(source.solver, &source.classes, &is_needed);
            let mut found = Vec::new();
            loop {
                let at = next.fetch_add(1, Relaxed);
                let Some(&(id, nimber)) = facts.get(at) else { break };
                found.push((at, clock.check().and_then(|()| scout.look(id, nimber))));
            }
            found
        };
        let mut found = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads.min(facts.len())).map(|_| scope.spawn(work)).collect();
            let mut found = work();
            for other in others {
                found.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            found
        });
        found.sort_unstable_by_key(|&(at, _)| at);
        found.into_iter().map(|(_, found)| found).collect()
    }

    /// Meets all obligations of a fact.
    fn settle<G: Hints>(
        &mut self,
        source: &mut Source<'_, G>,
        id: Id,
        nimber: Nimber,
        found: Found,
    ) -> Result<(), ProveError> {
        let mut needs = Vec::new();
        for (smaller, offers) in found.reach {
            let way = self.least(source, offers, |source| {
                let options = source.options(id);
                source.ways_to_reach(&options, smaller)
            })?;
            self.add(&source.classes, &way);
            needs.extend(way);
        }
        for (option, offers) in found.exclude {
            let way = self.least(source, offers, |source| {
                let option = source.classes.intern_sum(source.solver, option.components());
                source.ways_to_exclude(&option, nimber)
            })?;
            self.add(&source.classes, &way);
            needs.extend(way);
        }
        needs.sort_unstable();
        needs.dedup();
        self.needs[id as usize] = Some(needs.into());
        Ok(())
    }

    fn is_needed(&self, id: Id) -> bool {
        self.needs.get(id as usize).is_some_and(Option::is_some)
    }

    fn needs_of(&self, id: Id) -> &[Id] {
        self.needs[id as usize].as_deref().unwrap_or_default()
    }

    fn add<G: Hints>(&mut self, classes: &Classes<G>, way: &[Id]) {
        self.needs.resize(classes.len(), None);
        for &id in way {
            self.needs[id as usize].get_or_insert_with(|| {
                self.open.push((classes.difficulty(id), id));
                Box::default()
            });
        }
    }

    /// The new facts of a way, and how hard they are.
    fn cost<G: Hints>(&self, classes: &Classes<G>, way: &[Id]) -> (usize, u64) {
        sum(way.iter().filter(|&&id| !self.is_needed(id)).map(|&id| classes.difficulty(id)))
    }

    fn cost_of_offer<G: Hints>(&self, classes: &Classes<G>, offer: &[Part]) -> (usize, u64) {
        sum(offer.iter().filter_map(|part| match part {
            Part::Met(id) => (!self.is_needed(*id)).then(|| classes.difficulty(*id)),
            // A class may have been made since the scout looked.
            Part::New(new) => {
                let needed = classes.find_drawing(&new.component).is_some_and(|id| self.is_needed(id));
                (!needed).then_some(new.difficulty)
            }
        }))
    }

    /// The way with the fewest new facts, and the easiest ones. Where nothing was offered, the solver has to find ways.
    fn least<G: Hints>(
        &self,
        source: &mut Source<'_, G>,
        offers: Vec<Offer>,
        find: impl FnOnce(&mut Source<'_, G>) -> Result<Vec<Way>, ProveError>,
    ) -> Result<Way, ProveError> {
        let Some(offer) = offers.into_iter().min_by_key(|offer| self.cost_of_offer(&source.classes, offer)) else {
            let ways = find(source)?;
            return ways.into_iter().min_by_key(|way| self.cost(&source.classes, way)).ok_or(ProveError::Contradiction);
        };
        let mut way: Way = Vec::with_capacity(offer.len());
        for part in offer {
            way.push(match part {
                Part::Met(id) => id,
                Part::New(new) => source.classes.intern(source.solver, &new.component),
            });
        }
        way.sort_unstable();
        way.dedup();
        Ok(way)
    }
}

/// How many facts there are, and how hard they are together.
fn sum(difficulties: impl Iterator<Item = u32>) -> (usize, u64) {
    difficulties.fold((0, 0), |(count, sum), difficulty| (count + 1, sum + u64::from(difficulty)))
}
