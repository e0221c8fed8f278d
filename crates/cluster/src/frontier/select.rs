//! The walk from the question to the most promising leaf.

use super::evaluate::Child;
use super::{Decision, Frontier, Goal, PartId};
use grundy_core::{Hints, Nimber};

impl<G: Hints> Frontier<G> {
    /// The most promising leaf that no job searches, as a couple. `None` if every leaf is being searched, or if the question is answered.
    pub fn select(&mut self, parts: &[PartId], goal: Goal) -> Option<(PartId, Nimber)> {
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

    fn walk(&mut self, parts: &[PartId], goal: Goal) -> Option<(PartId, Nimber)> {
        let mut at = self.root(parts, goal)?;
        loop {
            if at.locked {
                return None;
            }
            if self.part(at.part).is_leaf() {
                return Some((at.part, at.nimber));
            }
            let mut best: Option<Child> = None;
            self.each_child(at.part, at.nimber, |_, child| {
                if !child.locked && best.is_none_or(|b| child.numbers.disproof < b.numbers.disproof) {
                    best = Some(child);
                }
            });
            at = best?;
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
                    Decision::Open(numbers, locked) => Some(Child { part: *last, nimber: known, numbers, locked }),
                    Decision::Known(_) => None,
                }
            }
            _ => self.sum(&open),
        }
    }
}
