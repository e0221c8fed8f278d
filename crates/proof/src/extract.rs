//! Extraction: from what the search knows, one set of facts that proves the claim.
//!
//! From the hardest fact down, each obligation is met in the way that takes the fewest new facts. Components that are
//! of no use leave no trace, so that proofs of millions of facts can be extracted; [`crate::shrink`] makes small ones
//! smaller.

use crate::classes::{Classes, Id, cancel};
use crate::obligations::Way;
use crate::order::order;
use crate::proof::ProveError;
use crate::source::{Source, join};
use grundy_core::{Hints, Nimber, Sink};
use grundy_search::Solver;
use rapidhash::RapidHashMap;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

/// Facts that prove a claim with these ways to meet it, each after those it needs.
pub(crate) fn extract<G: Hints>(source: &mut Source<'_, G>, claim: &[Way]) -> Result<Vec<Id>, ProveError> {
    let mut extraction = Extraction { needs: RapidHashMap::default(), open: BinaryHeap::new() };
    let root = extraction.least(source, claim.to_vec()).ok_or(ProveError::Contradiction)?;
    extraction.add(source, &root);
    while let Some((_, id)) = extraction.open.pop() {
        let mut needs = Vec::new();
        if source.classes.theorem(id).is_none() {
            extraction.meet_all(source, id, &mut needs)?;
        }
        needs.sort_unstable();
        needs.dedup();
        extraction.needs.insert(id, needs);
    }
    Ok(order(&root, |id, each| extraction.needs[&id].iter().for_each(|&need| each(need))))
}

struct Extraction {
    /// Of each fact the facts that it needs; none yet for those that are open.
    needs: RapidHashMap<Id, Vec<Id>>,
    open: BinaryHeap<(u32, Id)>,
}

impl Extraction {
    /// Meets all obligations of a fact.
    fn meet_all<G: Hints>(
        &mut self,
        source: &mut Source<'_, G>,
        id: Id,
        needs: &mut Vec<Id>,
    ) -> Result<(), ProveError> {
        let nimber = source.nimber(id)?;
        let options = source.options(id);
        for smaller in nimber.below() {
            let ways = source.ways_to_reach(&options, smaller)?;
            self.meet(source, ways, needs)?;
        }
        for option in &options {
            let mut ways = self.ways_to_exclude(source, option, nimber)?;
            if ways.is_empty() {
                ways = source.ways_to_exclude(option, nimber)?;
            }
            self.meet(source, ways, needs)?;
        }
        Ok(())
    }

    fn meet<G: Hints>(
        &mut self,
        source: &Source<'_, G>,
        ways: Vec<Way>,
        needs: &mut Vec<Id>,
    ) -> Result<(), ProveError> {
        let way = self.least(source, ways).ok_or(ProveError::Contradiction)?;
        self.add(source, &way);
        needs.extend(way);
        Ok(())
    }

    fn add<G: Hints>(&mut self, source: &Source<'_, G>, way: &[Id]) {
        for &id in way {
            self.needs.entry(id).or_insert_with(|| {
                self.open.push((source.classes.difficulty(id), id));
                Vec::new()
            });
        }
    }

    /// The way with the fewest new facts, and the easiest ones.
    fn least<G: Hints>(&self, source: &Source<'_, G>, ways: Vec<Way>) -> Option<Way> {
        let cost = |way: &Way| {
            let new = way.iter().filter(|id| !self.needs.contains_key(*id));
            let difficulty = new.clone().map(|&id| u64::from(source.classes.difficulty(id))).sum::<u64>();
            (new.count(), difficulty)
        };
        ways.into_iter().min_by_key(cost)
    }

    /// Ways to show that an option does not have this nimber; only the last one if that needs no new fact.
    fn ways_to_exclude<G: Hints>(
        &self,
        source: &mut Source<'_, G>,
        option: &[Id],
        nimber: Nimber,
    ) -> Result<Vec<Way>, ProveError> {
        let mut ways = Vec::new();
        if let Some(value) = source.classes.value(option) {
            if value == nimber {
                return Err(ProveError::Contradiction);
            }
            ways.push(option.to_vec());
            if self.has(option) {
                return Ok(ways);
            }
        }
        for (at, &last) in option.iter().enumerate() {
            let mut others = option.to_vec();
            others.remove(at);
            let Some(known) = source.classes.value(&others) else { continue };
            if source.classes.theorem(last).is_some() {
                continue;
            }
            let (game, bytes) = source.classes.bytes(last);
            let (game, bytes) = (game.clone(), bytes.to_vec());
            let mut replies = Replies {
                extraction: self,
                game: &game,
                solver: source.solver,
                classes: &mut source.classes,
                wanted: nimber ^ known,
                reply: Vec::new(),
                unknown: Vec::new(),
                canonical: Vec::new(),
                others: &others,
                ways: &mut ways,
            };
            if game.options(&bytes, &mut replies).is_break() {
                break;
            }
        }
        Ok(ways)
    }

    fn has(&self, way: &[Id]) -> bool {
        way.iter().all(|id| self.needs.contains_key(id))
    }
}

/// Collects ways to show that a component does not have a nimber: the replies in it that have this nimber.
struct Replies<'a, G: Hints> {
    extraction: &'a Extraction,
    game: &'a G,
    solver: &'a Solver<G>,
    classes: &'a mut Classes<G>,
    wanted: Nimber,
    /// The reply under construction: known components, and unknown ones, of which equal pairs cancel.
    reply: Vec<Id>,
    unknown: Vec<Vec<u8>>,
    canonical: Vec<u8>,
    /// The other components of the option.
    others: &'a [Id],
    ways: &'a mut Vec<Way>,
}

impl<G: Hints> Sink for Replies<'_, G> {
    fn component(&mut self, bytes: &[u8]) {
        let mut canonical = std::mem::take(&mut self.canonical);
        canonical.clear();
        self.game.canonize(bytes, &mut canonical);
        self.canonical(&canonical);
        self.canonical = canonical;
    }

    fn canonical(&mut self, bytes: &[u8]) {
        match self.classes.find_known(self.solver, bytes) {
            Some(id) => self.reply.push(id),
            None => match self.unknown.iter().position(|other| other == bytes) {
                Some(twin) => drop(self.unknown.swap_remove(twin)),
                None => self.unknown.push(bytes.to_vec()),
            },
        }
    }

    fn end(&mut self) -> ControlFlow<()> {
        let mut reply = std::mem::take(&mut self.reply);
        let known = self.unknown.is_empty();
        self.unknown.clear();
        if known {
            cancel(&mut reply);
            if self.classes.value(&reply) == Some(self.wanted) {
                let way = join(self.others, &reply);
                let free = self.extraction.has(&way);
                if free {
                    self.ways.clear();
                }
                self.ways.push(way);
                if free {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }
}
