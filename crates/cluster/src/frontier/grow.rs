//! Parts come in, leaves are expanded, reports of workers are entered.

use super::{Frontier, Leaf, News, Numbers, OptionParts, Part, PartId};
use crate::couples::Couple;
use crate::message::exact;
use grundy_core::{Claim, Component, Hints, Nimber, NimberSet, each_option};
use grundy_search::CoupleState;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

impl<G: Hints> Frontier<G> {
    /// The parts of a position, equal pairs cancelled.
    pub fn intern_all(&mut self, components: &[Component]) -> Vec<PartId> {
        let mut parts = BTreeSet::new();
        for component in components {
            let id = self.intern(component);
            // An equal pair is worth nothing.
            if !parts.insert(id) {
                parts.remove(&id);
            }
        }
        parts.into_iter().collect()
    }

    /// The part of a component, which need not be canonical.
    fn intern(&mut self, component: &[u8]) -> PartId {
        let bytes = exact(&self.game, component);
        if let Some(&id) = self.ids.get(&bytes) {
            return id;
        }
        let id = PartId::try_from(self.parts.len()).expect("fewer than 2^32 parts");
        let theorem = if self.theorems { self.game.theorem(&bytes) } else { None };
        let mut excluded = NimberSet::new();
        let mut nimber = None;
        match theorem.map(|theorem| theorem.claim) {
            Some(Claim::Is(known)) => nimber = Some(known),
            Some(Claim::IsNot(other)) => drop(excluded.insert(other)),
            None => {}
        }
        self.ids.insert(bytes.clone(), id);
        self.parts.push(Part {
            estimate: self.game.estimate(&bytes),
            bytes,
            nimber,
            excluded,
            options: None,
            users: Vec::new(),
            couples: BTreeMap::new(),
            failures: 0,
            attached: false,
        });
        id
    }

    /// Lists the options of a leaf.
    pub fn expand(&mut self, id: PartId) {
        if !self.part(id).attached || !self.part(id).is_leaf() || self.part(id).nimber.is_some() {
            return;
        }
        let bytes = self.part(id).bytes.clone();
        let mut listed: Vec<Vec<Component>> = Vec::new();
        let _ = each_option(&self.game, &bytes, &mut |option| {
            listed.push(option.to_vec());
            ControlFlow::Continue(())
        });
        let mut options: BTreeSet<OptionParts> = BTreeSet::new();
        for option in listed {
            options.insert(self.intern_all(&option).into());
        }
        for &part in options.iter().flat_map(|option| option.iter()) {
            let part = self.part_mut(part);
            part.attached = true;
            if part.users.last() != Some(&id) && !part.users.contains(&id) {
                part.users.push(id);
            }
        }
        let part = self.part_mut(id);
        part.options = Some(options.into_iter().collect());
        let asked: Vec<Nimber> = part.couples.keys().copied().collect();
        part.couples.clear();
        self.news.push(News::Expanded(id));
        for nimber in asked {
            self.decision(id, nimber);
        }
        self.changed.push_back(id);
        self.settle();
    }

    /// Begins with another question. What is known stays; numbers and lists of options go, as in the tables of the
    /// workers.
    pub fn restart(&mut self, question: &[PartId]) {
        self.settle();
        for part in &mut self.parts {
            part.options = None;
            part.users.clear();
            part.couples.clear();
            part.attached = false;
        }
        self.keys.clear();
        for &id in question {
            self.part_mut(id).attached = true;
        }
    }

    /// A job begins at a leaf.
    pub fn begin(&mut self, leaf: &Leaf) {
        for &couple in &leaf.path {
            *self.jobs.entry(couple).or_insert(0) += 1;
        }
    }

    /// A job at a leaf has ended.
    pub fn end(&mut self, leaf: &Leaf) {
        for couple in &leaf.path {
            if let Entry::Occupied(mut jobs) = self.jobs.entry(*couple) {
                *jobs.get_mut() -= 1;
                if *jobs.get() == 0 {
                    jobs.remove();
                }
            }
        }
    }

    /// Whether a job searches the couple of a leaf.
    pub fn is_searched(&self, leaf: &Leaf) -> bool {
        self.jobs.contains_key(&(leaf.part, leaf.nimber))
    }

    /// A worker found these numbers for a leaf.
    pub fn report_numbers(&mut self, id: PartId, nimber: Nimber, proof: u64, disproof: u64) {
        let part = self.part_mut(id);
        if part.nimber.is_none() && part.is_leaf() && !part.excluded.contains(nimber) {
            part.couples.insert(nimber, Numbers { proof: proof.max(1), disproof: disproof.max(1) });
            self.changed.push_back(id);
        }
    }

    /// A worker found something of a couple, perhaps of one of a leaf.
    pub fn report_couple(&mut self, couple: &Couple) {
        let Some(&(part, nimber)) = self.keys.get(&couple.key) else { return };
        match couple.state() {
            CoupleState::Winning if couple.is_in_sample(self.sample) => {}
            CoupleState::Winning => self.exclude(part, nimber),
            CoupleState::Open { proof, disproof } => self.report_numbers(part, nimber, proof, disproof),
        }
    }

    /// A fact from elsewhere.
    pub fn learn(&mut self, id: PartId, nimber: Nimber) {
        self.set_nimber(id, nimber);
        self.settle();
    }

    /// Parts that came in since the last call, are open, and have a nimber elsewhere.
    pub fn unknown_parts(&mut self, nimber: impl Fn(&[u8]) -> Option<u32>) -> Vec<(PartId, u32)> {
        let new = std::mem::replace(&mut self.looked_up, self.parts.len())..self.parts.len();
        let open = new.filter(|&at| self.parts[at].nimber.is_none());
        open.filter_map(|at| Some((PartId::try_from(at).ok()?, nimber(&self.parts[at].bytes)?))).collect()
    }

    /// A part is known not to have a nimber.
    pub fn learn_not(&mut self, id: PartId, nimber: Nimber) {
        self.exclude(id, nimber);
        self.settle();
    }
}
