//! Proof numbers of couples from those of their options, and the facts that follow on the way.

use super::{Frontier, News, PartId};
use crate::couples::key_of;
use grundy_core::{Hints, Nimber, Outcome};
use grundy_search::CoupleState;
use std::sync::PoisonError;

/// A proof number that stands for "impossible".
pub(crate) const INFINITE: u64 = u64::MAX;
/// The largest number a couple can have.
const LARGEST: u64 = 1 << 57;

/// Proof and disproof number of a couple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub proof: u64,
    pub disproof: u64,
}

impl Numbers {
    pub fn least(self) -> u64 {
        self.proof.min(self.disproof)
    }
}

/// What is known of a couple, or of an option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Decision {
    /// Decided.
    Known(Outcome),
    /// Open, with its numbers.
    Open(Numbers),
}

/// A child of a couple that is open: where a walk goes on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Child {
    pub part: PartId,
    pub nimber: Nimber,
    pub numbers: Numbers,
    /// Whether the numbers are those of a sum of several open parts, of which this is one.
    pub in_sum: bool,
}

impl<G: Hints> Frontier<G> {
    /// What is known of a couple, from what is kept; computed if nothing is.
    pub fn decision(&mut self, id: PartId, nimber: Nimber) -> Decision {
        let part = self.part(id);
        if let Some(known) = part.nimber {
            return Decision::Known(if known == nimber { Outcome::Loss } else { Outcome::Win });
        }
        if part.excluded.contains(nimber) {
            return Decision::Known(Outcome::Win);
        }
        if let Some(numbers) = part.couples.get(&nimber) {
            return Decision::Open(*numbers);
        }
        let decision = if part.is_leaf() { self.look_up(id, nimber) } else { self.evaluate(id, nimber) };
        if let Decision::Open(numbers) = decision {
            self.part_mut(id).couples.insert(nimber, numbers);
        }
        decision
    }

    /// What workers found of a couple of a leaf, or an estimate.
    fn look_up(&mut self, id: PartId, nimber: Nimber) -> Decision {
        let part = self.part(id);
        let estimate = Numbers { proof: part.estimate.proof.into(), disproof: part.estimate.disproof.into() };
        let mut canonical = Vec::new();
        self.game.canonize(&part.bytes, &mut canonical);
        let (key, identifies) = key_of(&self.game, &canonical, nimber);
        self.keys.insert(key, (id, nimber));
        let found = self.board.lock().unwrap_or_else(PoisonError::into_inner).get(&key);
        match found.map(|couple| (couple, couple.state())) {
            Some((couple, CoupleState::Winning)) if identifies && !couple.is_in_sample(self.sample) => {
                self.exclude(id, nimber);
                Decision::Known(Outcome::Win)
            }
            Some((_, CoupleState::Open { proof, disproof })) => Decision::Open(Numbers { proof, disproof }),
            _ => Decision::Open(estimate),
        }
    }

    /// Algorithm 1 with numbers: what the options of an expanded part say about a couple. Facts that follow are
    /// recorded.
    pub(super) fn evaluate(&mut self, id: PartId, nimber: Nimber) -> Decision {
        let mut sums = Sums::default();
        let complete = self.each_child(id, nimber, |_, child| sums.add(child.numbers));
        if let Some(known) = self.part(id).nimber {
            return Decision::Known(if known == nimber { Outcome::Loss } else { Outcome::Win });
        }
        if self.part(id).excluded.contains(nimber) {
            return Decision::Known(Outcome::Win);
        }
        if complete {
            // Every option is known, so the nimber is the mex of what was seen.
            let mex = self.part(id).excluded.mex();
            self.set_nimber(id, mex);
            return Decision::Known(if mex == nimber { Outcome::Loss } else { Outcome::Win });
        }
        if sums.count == 0 {
            // Every option of both kinds is winning: the couple is losing.
            self.set_nimber(id, nimber);
            return Decision::Known(Outcome::Loss);
        }
        Decision::Open(Numbers { proof: sums.proof, disproof: sums.disproof })
    }

    /// Calls `each` with every open child of a couple of an expanded part; an option of several open parts is one
    /// child, that of its most promising part, with the numbers of the sum. Excludes the nimbers of known options.
    /// Returns whether every option is known. Stops as soon as the couple is known to be winning.
    pub(super) fn each_child(&mut self, id: PartId, nimber: Nimber, mut each: impl FnMut(&mut Self, Child)) -> bool {
        let Some(options) = self.part(id).options.clone() else { return false };
        let mut complete = true;
        for option in options.iter() {
            loop {
                let mut known = nimber;
                let mut open = Vec::new();
                for &part in option {
                    match self.part(part).nimber {
                        Some(found) => known ^= found,
                        None => open.push(part),
                    }
                }
                let child = match open[..] {
                    [] => {
                        self.exclude(id, known ^ nimber);
                        if known == Nimber::ZERO {
                            return false;
                        }
                        break;
                    }
                    [part] => match self.decision(part, known) {
                        Decision::Open(numbers) => Some(Child { part, nimber: known, numbers, in_sum: false }),
                        Decision::Known(_) => None,
                    },
                    _ => self.sum(&open),
                };
                // Evaluating a part may have found its nimber: then the option is another couple, or none.
                if open.iter().any(|&part| self.part(part).nimber.is_some()) {
                    continue;
                }
                complete = false;
                if let Some(child) = child {
                    each(self, child);
                }
                break;
            }
        }
        for smaller in nimber.below() {
            if let Decision::Open(numbers) = self.decision(id, smaller) {
                each(self, Child { part: id, nimber: smaller, numbers, in_sum: false });
            }
        }
        complete
    }

    /// Algorithm 2: a sum of several open parts costs what finding each of them costs; the easiest one, with
    /// virtual loss, is next. `None` if the nimber of one of them was found on the way.
    pub(super) fn sum(&mut self, open: &[PartId]) -> Option<Child> {
        let mut total = 0u64;
        let mut best: Option<(u64, Child)> = None;
        for &part in open {
            // A decision may exclude the nimber that it is about; then the next one is tried.
            let (nimber, numbers) = loop {
                let nimber = self.part(part).excluded.mex();
                match self.decision(part, nimber) {
                    Decision::Open(numbers) => break (nimber, numbers),
                    Decision::Known(_) if self.part(part).nimber.is_some() => return None,
                    Decision::Known(_) => {}
                }
            };
            total = add(total, numbers.least());
            let apparent = self.apparent(part, nimber, numbers.least());
            if best.is_none_or(|(least, _)| apparent < least) {
                best = Some((apparent, Child { part, nimber, numbers, in_sum: true }));
            }
        }
        best.map(|(_, child)| Child { numbers: Numbers { proof: total, disproof: total }, ..child })
    }

    /// Records a nimber and everything that depends on it.
    pub(super) fn set_nimber(&mut self, id: PartId, nimber: Nimber) {
        let part = self.part(id);
        match part.nimber {
            Some(known) if known == nimber => return,
            Some(known) => return self.contradict(id, &format!("nimbers {known} and {nimber}")),
            None if part.excluded.contains(nimber) => {
                return self.contradict(id, &format!("nimber {nimber} and not {nimber}"));
            }
            None => {}
        }
        let part = self.part_mut(id);
        part.nimber = Some(nimber);
        part.couples.clear();
        self.news.push(News::Nimber(id, nimber));
        self.changed.push_back(id);
    }

    /// Records that a part does not have a nimber.
    pub(super) fn exclude(&mut self, id: PartId, nimber: Nimber) {
        let part = self.part_mut(id);
        if part.nimber == Some(nimber) {
            return self.contradict(id, &format!("nimber {nimber} and not {nimber}"));
        }
        if part.nimber.is_none() && part.excluded.insert(nimber) {
            part.couples.remove(&nimber);
            self.news.push(News::NotNimber(id, nimber));
            self.changed.push_back(id);
        }
    }

    fn contradict(&mut self, id: PartId, what: &str) {
        let text = self.game().write(&self.part(id).bytes);
        self.contradiction.get_or_insert(format!("{text} is said to have {what}"));
    }

    /// Brings all numbers up to date with what has changed.
    pub fn settle(&mut self) {
        while let Some(id) = self.changed.pop_front() {
            if self.contradiction.is_some() {
                return self.changed.clear();
            }
            if !self.part(id).is_leaf() {
                self.renew(id);
            }
            for i in 0..self.part(id).users.len() {
                let user = self.part(id).users[i];
                self.renew(user);
            }
        }
    }

    /// Evaluates the couples of an expanded part again; those that use it follow if one has changed.
    fn renew(&mut self, id: PartId) {
        let nimbers: Vec<Nimber> = self.part(id).couples.keys().copied().collect();
        for nimber in nimbers {
            let Some(&before) = self.part(id).couples.get(&nimber) else { continue };
            match self.evaluate(id, nimber) {
                // What was recorded has queued the part already.
                Decision::Known(_) => drop(self.part_mut(id).couples.remove(&nimber)),
                Decision::Open(numbers) if numbers != before => {
                    self.part_mut(id).couples.insert(nimber, numbers);
                    if self.changed.back() != Some(&id) {
                        self.changed.push_back(id);
                    }
                }
                Decision::Open(..) => {}
            }
        }
    }

    /// How hard a couple looks to one more worker, given how hard it is: each job below it adds an eighth, and a worker
    /// that was there the last time takes off a quarter.
    pub(super) fn apparent(&self, id: PartId, nimber: Nimber, number: u64) -> u64 {
        let jobs = self.jobs.get(&(id, nimber)).copied().unwrap_or(0);
        let apparent = number.saturating_add((number / 8 + 1).saturating_mul(jobs.into()));
        if self.home.contains(&(id, nimber)) { apparent - apparent / 4 } else { apparent }
    }
}

/// Numbers of a couple in the making.
struct Sums {
    count: usize,
    /// The least disproof number.
    proof: u64,
    /// The sum of the proof numbers.
    disproof: u64,
}

impl Default for Sums {
    fn default() -> Self {
        Sums { count: 0, proof: INFINITE, disproof: 0 }
    }
}

impl Sums {
    fn add(&mut self, child: Numbers) {
        self.count += 1;
        self.disproof = add(self.disproof, child.proof);
        self.proof = self.proof.min(child.disproof);
    }
}

fn add(a: u64, b: u64) -> u64 {
    a.saturating_add(b).min(LARGEST)
}

#[cfg(test)]
mod tests {
    use super::super::{Frontier, Leaf, Numbers};
    use crate::couples::Board;
    use grundy_core::{Game, Nimber};
    use grundy_games::sprouts::Sprouts;
    use std::sync::{Arc, Mutex};

    #[test]
    fn jobs_make_a_couple_look_harder_and_a_worker_finds_its_own_easier() {
        let game = Sprouts::default();
        let mut frontier = Frontier::new(game, true, Arc::new(Mutex::new(Board::new())), 0);
        let part = frontier.intern_all(&game.parse("5").expect("spots"))[0];
        let (couple, bounds) = ((part, Nimber::ZERO), Numbers { proof: 1, disproof: 1 });
        let leaf = Leaf { part, nimber: Nimber::ZERO, bounds, path: vec![couple] };
        assert_eq!(frontier.apparent(part, Nimber::ZERO, 80), 80);
        frontier.begin(&leaf);
        frontier.begin(&leaf);
        assert_eq!(frontier.apparent(part, Nimber::ZERO, 80), 102);
        assert_eq!(frontier.apparent(part, Nimber::new(1), 80), 80, "another couple");
        frontier.home = vec![couple];
        assert_eq!(frontier.apparent(part, Nimber::ZERO, 80), 77);
        frontier.end(&leaf);
        frontier.end(&leaf);
        assert_eq!(frontier.apparent(part, Nimber::ZERO, 80), 60);
    }
}
