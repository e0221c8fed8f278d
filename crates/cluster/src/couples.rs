//! Couples that travel: what workers found out about couples that are not facts.
//!
//! A fact is a losing couple. Most of a search lies between facts: couples that were found to be winning, which are
//! three quarters of all expansions, and open ones with their numbers. Workers that share only facts find all of this
//! again, each in its own table. So a worker also reports the couples that cost it most, and gets those of the others;
//! a couple that is winning elsewhere is not searched, and one that looked hard elsewhere is left until it is the most
//! promising one.
//!
//! A couple travels as a hash of 128 bits, so that it takes as much room as a short component and no canonical form has
//! to be computed.
//!
//! # Invariant
//! Numbers are hints. That a couple is winning is believed, like a fact: so it travels only where the hash identifies
//! the component, a sample is not believed, and a worker that proves the opposite ends the run.

use grundy_core::{Component, Hints, Nimber};
use grundy_search::{CoupleExchange, CoupleState, FactLog};
use rapidhash::v3::rapidhash_v3;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What stands for a couple: a hash of its component and its nimber.
pub(crate) type Key = [u8; 16];

/// A couple and what a worker found: its numbers, or that it is winning.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Couple {
    /// Stands for component and nimber.
    pub(crate) key: Key,
    /// Its proof number; 0 if it is winning. Larger numbers are cut off.
    pub(crate) proof: u32,
    /// Its disproof number.
    pub(crate) disproof: u32,
}

impl Couple {
    /// Bytes in a message, about.
    pub const SIZE: usize = 22;

    fn new(key: Key, state: CoupleState) -> Self {
        let cut = |number: u64| u32::try_from(number.max(1)).unwrap_or(u32::MAX);
        match state {
            CoupleState::Winning => Couple { key, proof: 0, disproof: u32::MAX },
            CoupleState::Open { proof, disproof } => Couple { key, proof: cut(proof), disproof: cut(disproof) },
        }
    }

    /// What was found.
    pub fn state(&self) -> CoupleState {
        match self.proof {
            0 => CoupleState::Winning,
            proof => CoupleState::Open { proof: proof.into(), disproof: self.disproof.into() },
        }
    }

    /// The same couple, said to be winning: for tests of what happens if that is not true.
    #[doc(hidden)]
    pub fn as_winning(&self) -> Couple {
        Couple::new(self.key, CoupleState::Winning)
    }

    /// Whether this couple belongs to a sample of one in so many, none for 0.
    pub fn is_in_sample(&self, one_in: u64) -> bool {
        one_in > 0 && u64::from_le_bytes(*self.key.first_chunk().unwrap_or(&[0; 8])).is_multiple_of(one_in)
    }
}

/// The key of a couple, and whether it identifies the component. Where a game decides identity itself, a fingerprint
/// takes the place of the bytes; then two components may share a key.
pub(crate) fn key_of<G: Hints>(game: &G, canonical: &[u8], nimber: Nimber) -> (Key, bool) {
    let print = game.fingerprint(canonical);
    let mut bytes = Vec::with_capacity(64);
    bytes.extend([0; 8]);
    bytes.extend(nimber.get().to_le_bytes());
    match print {
        Some(print) => bytes.extend(print.to_le_bytes()),
        None => bytes.extend_from_slice(canonical),
    }
    let first = rapidhash_v3(&bytes).to_le_bytes();
    bytes[..8].copy_from_slice(&first);
    let second = rapidhash_v3(&bytes).to_le_bytes();
    let mut key = [0; 16];
    key[..8].copy_from_slice(&first);
    key[8..].copy_from_slice(&second);
    (key, print.is_none())
}

/// A map that forgets: when half of what it may hold has come in, everything older goes.
struct Recent<T> {
    young: HashMap<Key, T>,
    old: HashMap<Key, T>,
    most: usize,
}

impl<T> Recent<T> {
    fn new(most: usize) -> Self {
        Recent { young: HashMap::new(), old: HashMap::new(), most }
    }

    fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
    }

    fn get(&self, key: &Key) -> Option<&T> {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    fn insert(&mut self, key: Key, value: T) {
        if self.young.len() >= self.most / 2 {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }
}

/// Couples of all workers, as the coordinator keeps them: what is known of each, and who has seen what.
pub(crate) struct Board {
    /// With its number in the order of arrival, and the worker that sent it.
    known: Recent<(Couple, u64, u64)>,
    /// What came in, with the worker that sent it, the latest last.
    news: VecDeque<(Key, u64)>,
    /// How many have come in.
    entered: u64,
    /// How far each worker has been served.
    served: HashMap<u64, u64>,
}

impl Board {
    /// Couples that are kept, and news for workers that have not been served yet.
    const MOST: usize = 1 << 24;

    pub fn new() -> Self {
        Board { known: Recent::new(Self::MOST), news: VecDeque::new(), entered: 0, served: HashMap::new() }
    }

    /// Enters what a worker found. Returns whether it is news.
    pub fn enter(&mut self, couple: Couple, from: u64) -> bool {
        if self.known.get(&couple.key).is_some_and(|(known, ..)| known.proof == 0 || *known == couple) {
            return false;
        }
        self.known.insert(couple.key, (couple, self.entered, from));
        self.news.push_back((couple.key, from));
        self.entered += 1;
        if self.news.len() > Self::MOST {
            self.news.pop_front();
        }
        true
    }

    /// What is known of a couple.
    pub fn get(&self, key: &Key) -> Option<Couple> {
        self.known.get(key).map(|(couple, ..)| *couple)
    }

    /// What other workers had sent when so many had come in.
    fn get_before(&self, key: &Key, entered: u64, reader: u64) -> Option<Couple> {
        let (couple, number, from) = self.known.get(key)?;
        (*number < entered && *from != reader).then_some(*couple)
    }

    /// How many couples have come in.
    pub fn entered(&self) -> u64 {
        self.entered
    }

    /// What other workers found since this one was last served, the latest first, within a budget of bytes. The rest is
    /// skipped for good.
    pub fn serve(&mut self, worker: u64, budget: usize) -> Vec<Couple> {
        let served = self.served.insert(worker, self.entered).unwrap_or(0);
        let new = usize::try_from(self.entered - served).unwrap_or(usize::MAX).min(self.news.len());
        let mut seen = HashSet::new();
        let news = self.news.iter().rev().take(new).filter(|(_, from)| *from != worker);
        news.filter(|(key, _)| seen.insert(*key))
            .filter_map(|(key, _)| self.get(key))
            .take(budget / Couple::SIZE)
            .collect()
    }

    /// Forgets every couple.
    pub fn clear(&mut self) {
        self.known.clear();
        self.news.clear();
    }

    /// A worker that is gone starts with nothing if it comes back.
    pub fn forget(&mut self, worker: u64) {
        self.served.remove(&worker);
    }
}

/// Couples of one worker: what it found, and what the others did.
pub(crate) struct Exchange<G> {
    game: G,
    shards: Vec<Mutex<Shard>>,
    /// One winning couple in this many is not believed.
    sample: AtomicU64,
    /// In a simulation: the couples of all workers, the number of this one, and how many it has seen.
    board: Option<(Arc<Mutex<Board>>, u64, AtomicU64)>,
    /// A component that was proved to have a nimber that it does not have elsewhere.
    denied: Mutex<Option<(Component, Nimber)>>,
    /// Facts that were proved since the last report.
    facts: Mutex<Vec<(Component, Nimber)>>,
}

struct Shard {
    elsewhere: Recent<Couple>,
    /// With the nodes of the visits.
    found: HashMap<Key, (CoupleState, u64)>,
    /// Couples that cost fewer nodes are not kept: there are too many.
    least: u64,
}

impl Shard {
    /// Couples that were found and not sent yet.
    const MOST: usize = (1 << 18) / SHARDS;

    fn add(&mut self, key: Key, state: CoupleState, nodes: u64) {
        match self.found.get_mut(&key) {
            Some(found) => *found = (state, found.1 + nodes),
            None if nodes < self.least => {}
            None => {
                self.found.insert(key, (state, nodes));
                while self.found.len() > Self::MOST {
                    self.least *= 2;
                    self.found.retain(|_, (_, nodes)| *nodes >= self.least);
                }
            }
        }
    }

    fn take(&mut self) -> HashMap<Key, (CoupleState, u64)> {
        self.least = 1;
        std::mem::take(&mut self.found)
    }
}

/// So that threads seldom meet.
const SHARDS: usize = 64;

impl<G: Hints> Exchange<G> {
    /// With room for so many couples of others.
    pub fn new(game: G, most: usize) -> Self {
        let shard = || Mutex::new(Shard { elsewhere: Recent::new(most / SHARDS), found: HashMap::new(), least: 1 });
        Exchange {
            game,
            shards: (0..SHARDS).map(|_| shard()).collect(),
            sample: AtomicU64::new(0),
            board: None,
            denied: Mutex::new(None),
            facts: Mutex::new(Vec::new()),
        }
    }

    /// In a simulation, all workers look at one board instead of having a copy each.
    pub fn at(self, board: Arc<Mutex<Board>>, reader: u64) -> Self {
        Exchange { board: Some((board, reader, AtomicU64::new(0))), ..self }
    }

    /// In a simulation: sees what has come in up to now. Returns how many that are.
    pub fn look(&self) -> u64 {
        let Some((board, _, seen)) = &self.board else { return 0 };
        let entered = locked(board).entered();
        entered - seen.swap(entered, Relaxed)
    }

    /// Takes over couples of others; one winning couple in `sample` is not believed.
    pub fn learn(&self, couples: &[Couple], sample: u64) {
        self.sample.store(sample, Relaxed);
        for couple in couples {
            self.shard(&couple.key).elsewhere.insert(couple.key, *couple);
        }
    }

    /// Forgets every couple, its own and those of others.
    pub fn clear(&self) {
        for shard in &self.shards {
            let mut shard = locked(shard);
            shard.take();
            shard.elsewhere.clear();
        }
    }

    /// What was found since the last call, what cost most first, within a budget of bytes.
    pub fn take_found(&self, budget: u64) -> Vec<Couple> {
        let found = self.shards.iter().flat_map(|shard| locked(shard).take());
        let mut found: Vec<(u64, Couple)> =
            found.map(|(key, (state, nodes))| (nodes, Couple::new(key, state))).collect();
        found.sort_unstable_by_key(|(nodes, couple)| (Reverse(*nodes), couple.key));
        found.truncate(usize::try_from(budget).unwrap_or(usize::MAX) / Couple::SIZE);
        found.into_iter().map(|(_, couple)| couple).collect()
    }

    /// Facts that were proved since the last call.
    pub fn take_facts(&self) -> Vec<(Component, Nimber)> {
        std::mem::take(&mut *locked(&self.facts))
    }

    /// A fact that was proved here although its couple is winning elsewhere.
    pub fn denied(&self) -> Option<(Component, Nimber)> {
        locked(&self.denied).clone()
    }

    fn shard(&self, key: &Key) -> MutexGuard<'_, Shard> {
        locked(&self.shards[usize::from(key[15]) % SHARDS])
    }

    fn elsewhere(&self, key: &Key) -> Option<Couple> {
        match &self.board {
            Some((board, reader, seen)) => locked(board).get_before(key, seen.load(Relaxed), *reader),
            None => self.shard(key).elsewhere.get(key).copied(),
        }
    }
}

impl<G: Hints> CoupleExchange for Exchange<G> {
    fn state(&self, component: &[u8], nimber: Nimber) -> Option<CoupleState> {
        let (key, identifies) = key_of(&self.game, component, nimber);
        let couple = self.elsewhere(&key)?;
        match couple.state() {
            CoupleState::Winning => {
                (identifies && !couple.is_in_sample(self.sample.load(Relaxed))).then_some(couple.state())
            }
            open => Some(open),
        }
    }

    fn found(&self, component: &[u8], nimber: Nimber, state: CoupleState, nodes: u64) {
        let (key, identifies) = key_of(&self.game, component, nimber);
        if identifies || state != CoupleState::Winning {
            self.shard(&key).add(key, state, nodes);
        }
    }
}

impl<G: Hints> FactLog for Exchange<G> {
    fn fact(&self, component: &[u8], nimber: Nimber) {
        let (key, identifies) = key_of(&self.game, component, nimber);
        if identifies && self.elsewhere(&key).is_some_and(|couple| couple.state() == CoupleState::Winning) {
            *locked(&self.denied) = Some((Component::from(component), nimber));
        }
        locked(&self.facts).push((Component::from(component), nimber));
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Game;
    use grundy_games::cram::Cram;
    use grundy_games::sprouts::Sprouts;

    const OPEN: CoupleState = CoupleState::Open { proof: 3, disproof: 8 };

    fn couple(name: u8, state: CoupleState) -> Couple {
        Couple::new([name; 16], state)
    }

    #[test]
    fn a_worker_gets_the_couples_of_the_others_once_the_latest_first() {
        let mut board = Board::new();
        assert!(board.enter(couple(1, OPEN), 7));
        assert!(!board.enter(couple(1, OPEN), 8), "no news");
        assert!(board.enter(couple(2, OPEN), 8));
        assert!(board.enter(couple(2, CoupleState::Winning), 8));
        assert!(!board.enter(couple(2, OPEN), 7), "a winning couple stays winning");
        let both = [couple(2, CoupleState::Winning), couple(1, OPEN)];
        assert_eq!(board.serve(9, 1000), both);
        assert_eq!(board.serve(9, 1000), []);
        assert_eq!(board.serve(8, 1000), [couple(1, OPEN)]);
        assert_eq!(board.serve(6, Couple::SIZE), both[..1]);
        board.forget(9);
        assert_eq!(board.serve(9, 1000), both);
        assert_eq!(board.entered(), 3);
        board.clear();
        assert_eq!((board.get(&[1; 16]), board.serve(6, 1000)), (None, vec![]));
        assert!(board.enter(couple(1, OPEN), 7), "news again");
        assert_eq!(board.serve(9, 1000), [couple(1, OPEN)]);
    }

    #[test]
    fn what_is_old_is_forgotten() {
        let mut recent = Recent::new(8);
        for name in 0..100 {
            recent.insert([name; 16], name);
            assert_eq!(recent.get(&[name; 16]), Some(&name));
            assert!(name < 3 || recent.get(&[name - 3; 16]).is_some(), "too early");
        }
        assert!(recent.young.len() + recent.old.len() <= 8 && recent.get(&[0; 16]).is_none());
    }

    #[test]
    fn a_key_is_made_of_component_and_nimber() {
        let sprouts = Sprouts::default();
        let (one, two) = (Nimber::new(1), Nimber::new(2));
        let position = sprouts.parse("5").expect("spots");
        let (key, identifies) = key_of(&sprouts, &position[0], one);
        assert!(identifies && key == key_of(&sprouts, &position[0], one).0);
        assert_ne!(key, key_of(&sprouts, &position[0], two).0);
        assert_ne!(key, key_of(&sprouts, &sprouts.parse("6").expect("spots")[0], one).0);
        // Cram decides identity itself: its keys are fingerprints, which several boards may share.
        let cram = Cram::default();
        assert!(!key_of(&cram, &cram.parse("4x5").expect("a board")[0], one).1);
    }

    #[test]
    fn what_others_found_is_used_but_not_repeated() {
        let game = Sprouts::default();
        let exchange = Exchange::new(game, 1000);
        let position = game.parse("5").expect("spots");
        let (component, nimber) = (&position[0][..], Nimber::new(2));
        let key = key_of(&game, component, nimber).0;
        assert_eq!(exchange.state(component, nimber), None);
        exchange.learn(&[Couple::new(key, OPEN)], 0);
        assert_eq!(exchange.state(component, nimber), Some(OPEN));
        exchange.learn(&[Couple::new(key, CoupleState::Winning)], 0);
        assert_eq!(exchange.state(component, nimber), Some(CoupleState::Winning));
        assert_eq!(exchange.take_found(1000), []);
        exchange.found(component, nimber, OPEN, 5);
        exchange.clear();
        assert_eq!((exchange.state(component, nimber), exchange.take_found(1000)), (None, vec![]));
        exchange.learn(&[Couple::new(key, CoupleState::Winning)], 0);
        // One in one: nothing is believed.
        exchange.learn(&[], 1);
        assert_eq!(exchange.state(component, nimber), None);
        // A proof of the opposite is noticed.
        exchange.fact(component, Nimber::ZERO);
        assert_eq!(exchange.denied(), None);
        exchange.fact(component, nimber);
        assert_eq!(exchange.denied(), Some((position[0].clone(), nimber)));
    }

    #[test]
    fn the_couples_that_cost_most_are_sent_first() {
        let game = Sprouts::default();
        let exchange = Exchange::new(game, 1000);
        let [cheap, dear] = ["5", "6"].map(|text| game.parse(text).expect("spots")[0].clone());
        exchange.found(&dear, Nimber::ZERO, OPEN, 40);
        exchange.found(&cheap, Nimber::ZERO, OPEN, 25);
        exchange.found(&cheap, Nimber::ZERO, CoupleState::Winning, 5);
        let keys = [&dear, &cheap].map(|component| key_of(&game, component, Nimber::ZERO).0);
        let expected = [Couple::new(keys[0], OPEN), Couple::new(keys[1], CoupleState::Winning)];
        assert_eq!(exchange.take_found(2 * Couple::SIZE as u64), expected);
        assert_eq!(exchange.take_found(1000), []);
    }

    #[test]
    fn of_too_many_couples_the_cheap_ones_are_dropped() {
        let mut shard = Shard { elsewhere: Recent::new(0), found: HashMap::new(), least: 1 };
        for number in 0..40 * Shard::MOST as u64 {
            let key = (u128::from(number)).to_le_bytes();
            shard.add(key, OPEN, if number.is_multiple_of(100) { 1000 } else { 1 });
            assert!(shard.found.len() <= Shard::MOST);
        }
        let dear =
            |found: &HashMap<Key, (CoupleState, u64)>| found.values().filter(|(_, nodes)| *nodes == 1000).count();
        let found = shard.take();
        assert_eq!(dear(&found), (40 * Shard::MOST).div_ceil(100));
        shard.add([1; 16], OPEN, 1);
        assert_eq!(shard.take().len(), 1);
    }
}
