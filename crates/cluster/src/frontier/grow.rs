//! Parts come in, leaves are expanded, reports of workers are entered.

use super::{Frontier, News, OptionParts, Part, PartId};
use crate::message::exact;
use grundy_core::{Claim, Component, Hints, Nimber, NimberSet, each_option};
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
            work: 0,
            failures: 0,
            home: None,
            attached: false,
        });
        id
    }

    /// Lists the options of a leaf. `below` has numbers of couples that a worker knows.
    pub fn expand(&mut self, id: PartId, below: &[(Vec<u8>, u32, u64, u64)]) {
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
        self.free_leaves -= usize::from(self.is_free_leaf(id));
        let home = self.part(id).home;
        for &part in options.iter().flat_map(|option| option.iter()) {
            self.attach(part);
            let part = self.part_mut(part);
            if part.users.last() != Some(&id) && !part.users.contains(&id) {
                part.users.push(id);
            }
            part.home = part.home.or(home);
        }
        let part = self.part_mut(id);
        part.options = Some(options.into_iter().collect());
        let asked: Vec<Nimber> = part.couples.keys().copied().collect();
        part.couples.clear();
        for (component, nimber, proof, disproof) in below {
            if let Some(part) = self.find(component) {
                self.report_numbers(part, Nimber::new(*nimber), *proof, *disproof);
            }
        }
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
            (part.work, part.home, part.attached) = (0, None, false);
        }
        self.free_leaves = 0;
        for &id in question {
            self.attach(id);
        }
    }

    /// A part has become part of the graph below the question.
    fn attach(&mut self, id: PartId) {
        if !std::mem::replace(&mut self.part_mut(id).attached, true) {
            self.free_leaves += usize::from(self.is_free_leaf(id));
        }
    }

    /// A job begins (`true`) or ends at a leaf.
    pub fn lock(&mut self, id: PartId, nimber: Nimber, begins: bool) {
        self.set_leaf(id, nimber, |_, jobs| *jobs = if begins { *jobs + 1 } else { jobs.saturating_sub(1) });
        self.settle();
    }

    /// A worker found these numbers for a leaf.
    pub fn report_numbers(&mut self, id: PartId, nimber: Nimber, proof: u64, disproof: u64) {
        self.set_leaf(id, nimber, |numbers, _| {
            numbers.proof = proof.max(1);
            numbers.disproof = disproof.max(1);
        });
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
