//! A solution tree under construction: facts, and for each of their obligations the way that meets it.
//!
//! The facts are exactly those that the root needs, directly or through other facts: each counts the obligations that
//! use it, and goes when the last of them does. Every change is logged, so that an attempt can be taken back.
//!
//! # Invariant
//! Between attempts every obligation of every fact, and of the root, is met by a way all of whose members are facts,
//! and every fact is used. Nothing is circular: the ways of a fact consist of options of it, and of options of options.

use crate::classes::Id;
use crate::obligations::{Way, simplify};
use crate::order::order;
use crate::proof::ProveError;
use crate::random::Random;
use crate::source::Source;
use grundy_core::Hints;

const NONE: u32 = u32::MAX;

/// How fast prices follow what facts bring along.
const LEARN: f32 = 0.2;

/// An obligation of a fact or of the root, by number.
pub(crate) type Obligation = u32;

#[derive(Default)]
pub(crate) struct Tree {
    facts: Vec<Id>,
    /// By class: its place among the facts.
    place: Vec<u32>,
    /// By class: the obligations that use it, each with the place of the class in the way.
    users: Vec<Vec<(Obligation, u32)>>,
    /// By class: its obligations, once it has been a fact.
    own: Vec<Option<(u32, u32)>>,
    /// By class: how many facts it is expected to bring along, itself included.
    price: Vec<f32>,
    /// By class: what the last tree learned about its price, or 0.
    learned: Vec<f32>,
    /// By class: the last attempt in which it went, or 0.
    left: Vec<u32>,
    attempt: u32,
    root: (u32, u32),
    obligations: Vec<State>,
    /// Where each way begins among the members.
    ways: Vec<u32>,
    members: Vec<Id>,
    /// For each place in the chosen way of an obligation: where the class lists it as a user.
    slots: Vec<u32>,
    log: Vec<Change>,
    /// Facts that may have lost their last user.
    orphans: Vec<Id>,
    /// What is still to do, last first.
    open: Vec<Open>,
}

enum Open {
    /// An obligation is to be met.
    Meet(Obligation),
    /// All that a new fact brought along has been met; there were so many new facts before it.
    Done(Id, usize),
}

struct State {
    /// The fact whose obligation this is, or none for the root.
    owner: Id,
    ways: (u32, u32),
    chosen: u32,
    slots: u32,
}

enum Change {
    Entered(Id),
    Left(Id),
    Chosen(Obligation),
    Released(Obligation, u32),
}

/// Why an attempt failed.
pub(crate) enum Failed {
    /// An obligation has no other way, or the tree grew too much.
    Attempt,
    /// The solver could not fill a gap.
    Prove(ProveError),
}

impl From<ProveError> for Failed {
    fn from(error: ProveError) -> Self {
        Failed::Prove(error)
    }
}

impl Tree {
    /// A tree whose root is a claim that can be met in these ways, not yet met. `learned` are the prices of an earlier
    /// tree.
    pub fn new(claim: Vec<Way>, learned: Vec<f32>) -> Self {
        let mut tree = Tree { attempt: 1, learned, ..Tree::default() };
        tree.root = tree.add_obligations(NONE, simplify(vec![claim]));
        tree.open = (tree.root.0..tree.root.1).map(Open::Meet).collect();
        tree
    }

    /// Makes these classes cheap, until they are facts.
    pub fn favour(&mut self, ids: &[Id]) {
        for &id in ids {
            self.make_room(id);
            self.price[id as usize] = 1e-3;
        }
    }

    /// The prices, for the next tree.
    pub fn learned(mut self) -> Vec<f32> {
        self.learned.resize(self.place.len().max(self.learned.len()), 0.0);
        for (id, own) in self.own.iter().enumerate() {
            if own.is_some() {
                self.learned[id] = self.price[id];
            }
        }
        self.learned
    }

    pub fn facts(&self) -> &[Id] {
        &self.facts
    }

    pub fn is_fact(&self, id: Id) -> bool {
        self.place.get(id as usize).is_some_and(|&place| place != NONE)
    }

    /// Meets all open obligations, at the least price, without the classes that are banned.
    ///
    /// # Errors
    /// If that is impossible, or takes too many new facts. The tree is then to be taken back.
    pub fn settle<G: Hints>(
        &mut self,
        source: &mut Source<'_, G>,
        random: &mut Random,
        rule: &ChoiceRule,
    ) -> Result<(), Failed> {
        let mut entered = 0;
        while let Some(open) = self.open.pop() {
            let obligation = match open {
                Open::Meet(obligation) => obligation,
                Open::Done(id, before) => {
                    let price = &mut self.price[id as usize];
                    *price += LEARN * ((entered - before) as f32 - *price);
                    continue;
                }
            };
            // Its fact may have gone since, and come back.
            let state = &self.obligations[obligation as usize];
            if state.chosen != NONE || state.owner != NONE && !self.is_fact(state.owner) {
                continue;
            }
            let way = self.cheapest(obligation, random, rule).ok_or(Failed::Attempt)?;
            self.choose(obligation, way);
            for at in self.range(way) {
                let id = self.members[at];
                if !self.is_fact(id) {
                    if rule.most.is_some_and(|most| entered >= most) {
                        return Err(Failed::Attempt);
                    }
                    self.open.push(Open::Done(id, entered));
                    entered += 1;
                    self.enter(source, id)?;
                }
            }
        }
        Ok(())
    }

    /// How many obligations use a fact.
    pub fn users(&self, id: Id) -> usize {
        self.users[id as usize].len()
    }

    /// Whether every obligation that uses a fact has a way without it. Where there is none, which is the rule at first,
    /// an attempt is hopeless: to know that beforehand makes rounds three times as fast.
    pub fn can_do_without(&self, id: Id) -> bool {
        self.users[id as usize].iter().all(|&(obligation, _)| {
            let (first, end) = self.obligations[obligation as usize].ways;
            end - first > 1 && (first..end).any(|way| !self.members[self.range(way)].contains(&id))
        })
    }

    /// Lets a fact go, and all that only it needs: opens every obligation that uses it. How many facts went.
    pub fn remove(&mut self, id: Id) -> usize {
        let before = self.facts.len();
        self.attempt += 1;
        while let Some(&(obligation, _)) = self.users[id as usize].last() {
            self.release(obligation);
            self.open.push(Open::Meet(obligation));
        }
        self.sweep();
        before - self.facts.len()
    }

    /// Makes all changes since the last one final.
    pub fn commit(&mut self) {
        self.log.clear();
    }

    /// Takes back all changes since the last final one.
    pub fn take_back(&mut self) {
        self.open.clear();
        self.orphans.clear();
        while let Some(change) = self.log.pop() {
            match change {
                Change::Entered(id) => self.remove_fact(id),
                Change::Left(id) => self.add_fact(id),
                Change::Chosen(obligation) => drop(self.unhook(obligation)),
                Change::Released(obligation, way) => self.hook(obligation, way),
            }
        }
    }

    /// The facts in an order in which each needs only earlier ones.
    pub fn ordered(&self) -> Vec<Id> {
        let mut root = Vec::new();
        self.each_need(self.root, &mut |id| root.push(id));
        order(&root, |id, each| self.each_need(self.own[id as usize].unwrap_or_default(), each))
    }

    /// Calls `each` with the members of the ways that meet these obligations.
    fn each_need(&self, obligations: (u32, u32), each: &mut dyn FnMut(Id)) {
        for obligation in obligations.0..obligations.1 {
            let way = self.obligations[obligation as usize].chosen;
            self.members[self.range(way)].iter().for_each(|&id| each(id));
        }
    }

    // ---- Choices ------------------------------------------------------------------------------------------------

    fn cheapest(&mut self, obligation: Obligation, random: &mut Random, rule: &ChoiceRule) -> Option<u32> {
        let (first, end) = self.obligations[obligation as usize].ways;
        let (mut best, mut least, mut ties) = (None, f32::INFINITY, 0);
        'ways: for way in first..end {
            let mut price = 0.0;
            for at in self.range(way) {
                let id = self.members[at];
                if rule.banned == Some(id) {
                    continue 'ways;
                }
                if !self.is_fact(id) {
                    let second_hand = self.left[id as usize] == self.attempt;
                    price += self.price[id as usize] * if second_hand { rule.second_hand } else { 1.0 };
                }
            }
            if price > 0.0 && rule.noise > 0.0 {
                price *= 1.0 + rule.noise * random.unit();
            }
            if price < least {
                (best, least, ties) = (Some(way), price, 1);
            } else if price == least {
                ties += 1;
                if random.below(ties) == 0 {
                    best = Some(way);
                }
            }
        }
        best
    }

    fn choose(&mut self, obligation: Obligation, way: u32) {
        self.hook(obligation, way);
        self.log.push(Change::Chosen(obligation));
    }

    fn release(&mut self, obligation: Obligation) {
        let way = self.unhook(obligation);
        self.log.push(Change::Released(obligation, way));
        for at in self.range(way) {
            let id = self.members[at];
            if self.users[id as usize].is_empty() {
                self.orphans.push(id);
            }
        }
    }

    fn enter<G: Hints>(&mut self, source: &mut Source<'_, G>, id: Id) -> Result<(), ProveError> {
        let (first, end) = match self.own[id as usize] {
            Some(own) => own,
            None => {
                let own = self.add_obligations(id, source.obligations(id)?);
                self.own[id as usize] = Some(own);
                self.price[id as usize] = match self.learned.get(id as usize) {
                    Some(&learned) if learned > 0.0 => learned,
                    _ => 1.0 + (source.classes.difficulty(id) as f32).ln_1p(),
                };
                own
            }
        };
        self.add_fact(id);
        self.log.push(Change::Entered(id));
        self.open.extend((first..end).map(Open::Meet));
        Ok(())
    }

    /// Lets facts go that nothing uses.
    fn sweep(&mut self) {
        while let Some(id) = self.orphans.pop() {
            if !self.is_fact(id) || !self.users[id as usize].is_empty() {
                continue;
            }
            self.remove_fact(id);
            self.left[id as usize] = self.attempt;
            self.log.push(Change::Left(id));
            let (first, end) = self.own[id as usize].unwrap_or((0, 0));
            for obligation in first..end {
                if self.obligations[obligation as usize].chosen != NONE {
                    self.release(obligation);
                }
            }
        }
    }

    // ---- Links --------------------------------------------------------------------------------------------------

    fn hook(&mut self, obligation: Obligation, way: u32) {
        let state = &mut self.obligations[obligation as usize];
        state.chosen = way;
        let slots = state.slots;
        for (j, at) in self.range(way).enumerate() {
            let users = &mut self.users[self.members[at] as usize];
            self.slots[slots as usize + j] = users.len() as u32;
            users.push((obligation, j as u32));
        }
    }

    fn unhook(&mut self, obligation: Obligation) -> u32 {
        let state = &mut self.obligations[obligation as usize];
        let way = std::mem::replace(&mut state.chosen, NONE);
        let slots = state.slots;
        for (j, at) in self.range(way).enumerate() {
            let users = &mut self.users[self.members[at] as usize];
            let slot = self.slots[slots as usize + j];
            users.swap_remove(slot as usize);
            if let Some(&(moved, k)) = users.get(slot as usize) {
                self.slots[(self.obligations[moved as usize].slots + k) as usize] = slot;
            }
        }
        way
    }

    fn add_fact(&mut self, id: Id) {
        self.place[id as usize] = self.facts.len() as u32;
        self.facts.push(id);
    }

    fn remove_fact(&mut self, id: Id) {
        let place = std::mem::replace(&mut self.place[id as usize], NONE);
        self.facts.swap_remove(place as usize);
        if let Some(&moved) = self.facts.get(place as usize) {
            self.place[moved as usize] = place;
        }
    }

    fn range(&self, way: u32) -> std::ops::Range<usize> {
        self.ways[way as usize] as usize..self.ways[way as usize + 1] as usize
    }

    fn add_obligations(&mut self, owner: Id, obligations: Vec<Vec<Way>>) -> (u32, u32) {
        let first = self.obligations.len() as u32;
        if self.ways.is_empty() {
            self.ways.push(0);
        }
        for ways in obligations {
            let start = self.ways.len() as u32 - 1;
            let mut longest = 0;
            for way in ways {
                longest = longest.max(way.len());
                self.members.extend(&way);
                self.ways.push(self.members.len() as u32);
                self.make_room(way.last().copied().unwrap_or(0));
            }
            let slots = self.slots.len() as u32;
            self.slots.resize(self.slots.len() + longest, 0);
            self.obligations.push(State { owner, ways: (start, self.ways.len() as u32 - 1), chosen: NONE, slots });
        }
        (first, self.obligations.len() as u32)
    }

    /// Makes room for classes up to this one.
    fn make_room(&mut self, id: Id) {
        let len = id as usize + 1;
        if len > self.place.len() {
            self.place.resize(len, NONE);
            self.users.resize(len, Vec::new());
            self.own.resize(len, None);
            let known = |id| self.learned.get(id).copied().filter(|&price| price > 0.0);
            self.price.extend((self.price.len()..len).map(|id| known(id).unwrap_or(1.0)));
            self.left.resize(len, 0);
        }
    }
}

/// How ways are chosen.
#[derive(Clone, Copy, Default)]
pub(crate) struct ChoiceRule {
    /// A class that must not be used.
    pub banned: Option<Id>,
    /// The most facts that may come in; no number is no limit.
    pub most: Option<usize>,
    /// How much chance may raise a price.
    pub noise: f32,
    /// What is left of the price of a fact that went in the same attempt. Without this discount local search is stuck
    /// early (138 facts instead of 108 for eight spots): repairs should reuse what is there.
    pub second_hand: f32,
}
