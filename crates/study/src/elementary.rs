//! The elementary computation of an outcome (section 4.1 of the paper): a sum is one position like any other.
//!
//! Depth-first, and no position is computed twice. It knows no theorem: components are not solved apart, equal pairs do
//! not cancel, Proposition 1 is not used.

use crate::arena::{Arena, Id, Step};
use crate::{Order, PlainSum, SolutionTree, StudyError};
use grundy_core::{Hints, Outcome};
use std::collections::{HashMap, HashSet};

/// What the elementary computation found.
#[derive(Clone, Debug)]
pub struct Elementary {
    /// The outcome of the position.
    pub outcome: Outcome,
    /// The number of nodes computed: the distinct positions whose outcome was found, positions without moves included.
    /// Positions that were generated as options but never needed do not count.
    pub computed: usize,
    /// The part of what was computed that proves the outcome.
    pub tree: SolutionTree,
}

/// Finds the outcome of a position by computing the outcomes of its options, and theirs, until a losing one settles a
/// node.
///
/// # Errors
/// More than `limit` positions met (computed, or generated as options), or a position that leads back to itself.
pub fn solve_elementary<G: Hints>(
    game: &G,
    position: &PlainSum,
    order: Order<'_>,
    limit: usize,
) -> Result<Elementary, StudyError> {
    let mut search = Search { arena: Arena::new(game, limit), order, winning: HashMap::new(), losing: HashSet::new() };
    let root = search.arena.enter(position)?;
    search.run(root)?;
    Ok(Elementary {
        outcome: if search.losing.contains(&root) { Outcome::Loss } else { Outcome::Win },
        computed: search.winning.len() + search.losing.len(),
        tree: SolutionTree::extract(&mut search.arena, root, &search.winning)?,
    })
}

struct Search<'g, 'o, G> {
    arena: Arena<'g, G>,
    order: Order<'o>,
    /// The winning positions, each with a move to a losing one.
    winning: HashMap<Id, Step>,
    losing: HashSet<Id>,
}

/// A position under computation: `moves[next..]` have not been looked at.
struct Frame {
    id: Id,
    moves: Vec<Step>,
    next: usize,
}

impl<G: Hints> Search<'_, '_, G> {
    fn run(&mut self, root: Id) -> Result<(), StudyError> {
        let mut open = HashSet::from([root]);
        let mut stack = vec![self.frame(root)?];
        while let Some(frame) = stack.last_mut() {
            // 1. Pass over the options already known to be winning.
            while frame.moves.get(frame.next).is_some_and(|step| self.winning.contains_key(&step.to)) {
                frame.next += 1;
            }
            match frame.moves.get(frame.next) {
                // 2. An option not computed yet is computed first.
                Some(step) if !self.losing.contains(&step.to) => {
                    let to = step.to;
                    if !open.insert(to) {
                        return Err(StudyError::LeadsBack { position: self.arena.position(to) });
                    }
                    stack.push(self.frame(to)?);
                    continue;
                }
                // 3. A losing option: the node is winning.
                Some(step) => {
                    self.winning.insert(frame.id, step.clone());
                }
                // 4. All options are winning, or there is none: the node is losing.
                None => {
                    self.losing.insert(frame.id);
                }
            }
            open.remove(&frame.id);
            stack.pop();
        }
        Ok(())
    }

    fn frame(&mut self, id: Id) -> Result<Frame, StudyError> {
        let moves = self.arena.moves(id)?;
        Ok(Frame { id, moves: self.order.sort(&mut self.arena, moves, |step| step.to)?, next: 0 })
    }
}
