//! The walk from the question to the most promising leaf.

use super::evaluate::{Child, INFINITE};
use super::{Decision, Frontier, Goal, Numbers, PartId};
use grundy_core::{Hints, Nimber};

/// A leaf to search, and how far: beyond these numbers another leaf is more promising.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Leaf {
    pub part: PartId,
    pub nimber: Nimber,
    pub bounds: Numbers,
    /// The couples from the question to the leaf, both included.
    pub path: Vec<(PartId, Nimber)>,
}

const UNBOUNDED: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };

impl<G: Hints> Frontier<G> {
    /// The most promising leaf for one more worker, whose last leaf was at the end of `home`; a job may be searching it.
    /// `None` if the question is answered.
    pub fn select(&mut self, parts: &[PartId], goal: Goal, home: &[(PartId, Nimber)]) -> Option<Leaf> {
        self.home = home.to_vec();
        let leaf = self.select_for_home(parts, goal);
        self.home.clear();
        leaf
    }

    fn select_for_home(&mut self, parts: &[PartId], goal: Goal) -> Option<Leaf> {
        loop {
            let before = self.news.len();
            if let Some(leaf) = self.walk(parts, goal) {
                return Some(leaf);
            }
            if self.news.len() == before {
                return None;
            }
            // The walk found a fact: the most promising leaf is elsewhere now.
            self.settle();
        }
    }

    /// The walk, with the thresholds of df-pn on the way down.
    fn walk(&mut self, parts: &[PartId], goal: Goal) -> Option<Leaf> {
        let mut at = self.root(parts, goal)?;
        let mut bounds = UNBOUNDED;
        let mut path = Vec::new();
        loop {
            path.push((at.part, at.nimber));
            if self.part(at.part).is_leaf() {
                return Some(Leaf { part: at.part, nimber: at.nimber, bounds, path });
            }
            let (mut best, mut least, mut second, mut total): (Option<Child>, _, _, u64) =
                (None, INFINITE, INFINITE, 0);
            self.each_child(at.part, at.nimber, |frontier, child| {
                total = total.saturating_add(child.numbers.proof);
                let apparent = frontier.apparent(child.part, child.nimber, child.numbers.disproof);
                if apparent < least {
                    second = least;
                    (best, least) = (Some(child), apparent);
                } else {
                    second = second.min(apparent);
                }
            });
            let next = best?;
            bounds = if next.in_sum { UNBOUNDED } else { below(bounds, next.numbers, second, total) };
            at = next;
        }
    }

    /// Proof and disproof number of the question: what the live view shows.
    pub fn numbers(&mut self, parts: &[PartId], goal: Goal) -> Option<(u64, u64)> {
        self.root(parts, goal).map(|child| (child.numbers.proof, child.numbers.disproof))
    }

    /// The couple in which the question is decided next.
    fn root(&mut self, parts: &[PartId], goal: Goal) -> Option<Child> {
        let open: Vec<PartId> = parts.iter().copied().filter(|&id| self.part(id).nimber.is_none()).collect();
        match (&open[..], goal) {
            ([], _) => None,
            ([last], Goal::Outcome) => {
                let known = Nimber::nim_sum(parts.iter().filter_map(|&id| self.part(id).nimber));
                match self.decision(*last, known) {
                    Decision::Open(numbers) => Some(Child { part: *last, nimber: known, numbers, in_sum: false }),
                    Decision::Known(_) => None,
                }
            }
            _ => self.sum(&open),
        }
    }
}

/// The bounds of the most promising option of a couple: its disproof number is the proof number of the couple until the
/// second best option is as good, its proof number a part of the disproof number of the couple.
fn below(bounds: Numbers, chosen: Numbers, second: u64, total: u64) -> Numbers {
    let siblings = total.saturating_sub(chosen.proof);
    let proof = if bounds.disproof == INFINITE { INFINITE } else { bounds.disproof.saturating_sub(siblings) };
    let disproof = bounds.proof.min(second.saturating_add(1));
    Numbers {
        proof: proof.max(chosen.proof.saturating_add(1)),
        disproof: disproof.max(chosen.disproof.saturating_add(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leaf_is_searched_until_another_one_is_more_promising() {
        let chosen = Numbers { proof: 4, disproof: 10 };
        assert_eq!(below(UNBOUNDED, chosen, 15, 9), Numbers { proof: INFINITE, disproof: 16 });
        assert_eq!(below(UNBOUNDED, chosen, INFINITE, 4), UNBOUNDED);
        // The sum of the proof numbers may grow from 9 to 20, by 11.
        assert_eq!(below(Numbers { proof: 12, disproof: 20 }, chosen, 15, 9), Numbers { proof: 15, disproof: 12 });
        // A leaf is searched a little even if its couple is past its bounds.
        assert_eq!(below(Numbers { proof: 3, disproof: 5 }, chosen, 15, 9), Numbers { proof: 5, disproof: 11 });
    }
}
