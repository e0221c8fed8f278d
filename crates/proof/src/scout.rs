//! Scouts: what the facts that are known now offer for the obligations of one fact.
//!
//! A scout changes nothing, so that many look at once, each on a thread of its own. What one of them brings back does
//! not depend on the others.

use crate::classes::{Classes, Id};
use crate::proof::ProveError;
use grundy_core::{Component, Hints, Nimber, Sink, Sum, collect_options};
use grundy_search::{FactReader, Solver};
use rapidhash::RapidHashMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// Ways to meet the obligations of a fact, as far as what is known offers any.
pub(crate) struct Found {
    /// For every smaller nimber, in order: options that have it.
    pub reach: Vec<(Nimber, Vec<Offer>)>,
    /// For every option: what shows that it does not have the nimber of the fact.
    pub exclude: Vec<(Sum, Vec<Offer>)>,
}

/// A way, which may need facts that no class was made for.
pub(crate) type Offer = Vec<Part>;

/// A fact that a way needs.
#[derive(Clone)]
pub(crate) enum Part {
    Met(Id),
    New(Arc<NewPart>),
}

/// A component in canonical form that no class was made for, and how hard the game thinks it is.
pub(crate) struct NewPart {
    pub component: Component,
    pub difficulty: u32,
}

pub(crate) struct Scout<'a, G: Hints> {
    classes: &'a Classes<G>,
    reader: FactReader<'a, G>,
    /// Whether a class is in the proof already.
    is_needed: &'a (dyn Fn(Id) -> bool + Sync),
    /// Parts of offers that were made before: most are made many times.
    parts: RapidHashMap<Component, Part>,
}

impl<'a, G: Hints> Scout<'a, G> {
    pub fn new(solver: &'a Solver<G>, classes: &'a Classes<G>, is_needed: &'a (dyn Fn(Id) -> bool + Sync)) -> Self {
        Scout { classes, reader: solver.reader(), is_needed, parts: RapidHashMap::default() }
    }

    /// Looks for ways to meet the obligations of the fact that a class has this nimber.
    pub fn look(&mut self, id: Id, nimber: Nimber) -> Result<Found, ProveError> {
        let options = collect_options(self.classes.game(), self.classes.bytes(id));
        let mut found = Found {
            reach: nimber.below().map(|smaller| (smaller, Vec::new())).collect(),
            exclude: Vec::with_capacity(options.len()),
        };
        for option in options {
            let nimbers: Vec<_> = option.components().iter().map(|part| self.reader.nimber(part)).collect();
            let value = nim_sum(nimbers.iter().copied());
            let mut offers = Vec::new();
            if let Some(value) = value {
                let way = self.offer(option.components());
                if let Some((_, offers)) = found.reach.get_mut(value.get() as usize) {
                    offers.push(way.clone());
                } else if value == nimber {
                    return Err(ProveError::Contradiction);
                }
                offers.push(way);
            }
            if !offers.first().is_some_and(|way| self.is_free(way)) {
                self.look_at_replies(&option, &nimbers, nimber, &mut offers);
            }
            found.exclude.push((option, offers));
        }
        Ok(found)
    }

    /// Adds the replies in one component of an option that show that it does not have this nimber. If one of them needs
    /// no new fact, it replaces all other offers.
    fn look_at_replies(&mut self, option: &Sum, nimbers: &[Option<Nimber>], nimber: Nimber, offers: &mut Vec<Offer>) {
        let parts = option.components();
        for (at, last) in parts.iter().enumerate() {
            let others = nimbers.iter().enumerate().filter(|&(other, _)| other != at);
            let Some(known) = nim_sum(others.map(|(_, &nimber)| nimber)) else { continue };
            if nimbers[at].is_some() && self.classes.theorem_of(last).is_some() {
                continue;
            }
            let others = self.offer(parts[..at].iter().chain(&parts[at + 1..]));
            let game = self.classes.game();
            let mut replies = Replies {
                scout: self,
                wanted: nimber ^ known,
                others: &others,
                offers,
                bytes: Vec::new(),
                parts: Vec::new(),
            };
            if game.options(last, &mut replies).is_break() {
                break;
            }
        }
    }

    fn offer<'c>(&mut self, components: impl IntoIterator<Item = &'c Component>) -> Offer {
        components.into_iter().map(|component| self.part(component)).collect()
    }

    fn part(&mut self, component: &Component) -> Part {
        if let Some(part) = self.parts.get(component) {
            return part.clone();
        }
        let part = match self.classes.find(component) {
            Some(id) => Part::Met(id),
            None => {
                let difficulty = self.classes.game().estimate(component).difficulty;
                Part::New(Arc::new(NewPart { component: component.clone(), difficulty }))
            }
        };
        self.parts.insert(component.clone(), part.clone());
        part
    }

    fn is_free(&self, way: &[Part]) -> bool {
        way.iter().all(|part| matches!(part, Part::Met(id) if (self.is_needed)(*id)))
    }
}

/// The sum of nimbers that are all known.
fn nim_sum(nimbers: impl IntoIterator<Item = Option<Nimber>>) -> Option<Nimber> {
    nimbers.into_iter().try_fold(Nimber::ZERO, |sum, nimber| Some(sum ^ nimber?))
}

/// Takes the options of a component and offers those with a nimber.
struct Replies<'r, 'a, G: Hints> {
    scout: &'r mut Scout<'a, G>,
    wanted: Nimber,
    /// What every offer needs besides.
    others: &'r [Part],
    offers: &'r mut Vec<Offer>,
    /// The reply under construction: its components as they were pushed.
    bytes: Vec<u8>,
    parts: Vec<(Range<usize>, Option<Nimber>)>,
}

impl<G: Hints> Replies<'_, '_, G> {
    /// The reply in canonical form, equal pairs cancelled.
    fn sum(&self) -> Sum {
        let canonize = |(range, _): &(Range<usize>, _)| {
            let mut canonical = Vec::new();
            self.scout.classes.game().canonize(&self.bytes[range.clone()], &mut canonical);
            Component::from(canonical)
        };
        Sum::from_canonical(self.parts.iter().map(canonize))
    }

    /// The reply, if it has the nimber.
    fn with_the_nimber(&mut self) -> Option<Sum> {
        let unknown = self.parts.iter().filter(|(_, nimber)| nimber.is_none()).count();
        let known = self.parts.iter().filter_map(|(_, nimber)| *nimber).fold(Nimber::ZERO, |a, b| a ^ b);
        if unknown % 2 == 1 || known != self.wanted {
            return None;
        }
        let reply = self.sum();
        // Unknown components are of no use, unless they cancel each other.
        let usable = unknown == 0 || reply.components().iter().all(|part| self.scout.reader.nimber(part).is_some());
        usable.then_some(reply)
    }
}

impl<G: Hints> Sink for Replies<'_, '_, G> {
    fn component(&mut self, bytes: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.parts.push((start..self.bytes.len(), self.scout.reader.nimber(bytes)));
    }

    fn end(&mut self) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        if let Some(reply) = self.with_the_nimber() {
            let mut way = self.others.to_vec();
            way.extend(self.scout.offer(reply.components()));
            if self.scout.is_free(&way) {
                self.offers.clear();
                flow = ControlFlow::Break(());
            }
            self.offers.push(way);
        }
        self.bytes.clear();
        self.parts.clear();
        flow
    }
}
