//! Solution trees (section 2.5 of the paper): the nodes that suffice for an outcome.

use crate::arena::{Arena, Id, Step};
use crate::layers::layers;
use crate::{Elementary, GameTree, NodeId, Order, PlainSum, StudyError, solve_elementary};
use grundy_core::{Component, Hints, Outcome};
use std::collections::{HashMap, HashSet};

/// A solution tree: a winning strategy, for the first player if the root is winning, else for the second.
///
/// A sum is one position in it, but every edge remembers which component was played and what became of it, and that is
/// all that the theorem of section 4 needs ([`crate::inevitable`]).
///
/// # Invariant
/// Node 0 is the root; a winning node has one move, to a losing node; a losing node has all its moves, all to winning
/// nodes; nodes stand by depth, and moves lead to larger numbers.
#[derive(Clone, Debug)]
pub struct SolutionTree {
    nodes: Vec<SolutionNode>,
}

/// A position in a [`SolutionTree`].
#[derive(Clone, Debug)]
pub struct SolutionNode {
    /// The position.
    pub position: PlainSum,
    /// Its outcome.
    pub outcome: Outcome,
    /// One winning move, or every move of a losing position. Different moves can lead to equal positions.
    pub moves: Vec<PlayedMove>,
    /// The most moves that lead here from the root: the layer to draw the node on.
    pub depth: usize,
}

/// An edge of a [`SolutionTree`]: `component` becomes `option`, the other components stay.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The component that was played.
    pub component: Component,
    /// What became of it.
    pub option: PlainSum,
    /// The position after the move.
    pub node: NodeId,
}

impl SolutionNode {
    /// The distinct positions that the moves lead to, in the order of the moves.
    pub fn options(&self) -> Vec<NodeId> {
        let mut seen = HashSet::new();
        self.moves.iter().map(|played| played.node).filter(|&node| seen.insert(node)).collect()
    }
}

impl SolutionTree {
    /// A small solution tree of a position, taken from its whole game tree.
    ///
    /// The size of a solution is first counted as if nothing were shared. Then, from the root down, a winning node
    /// keeps a losing option that is wanted already, else the one with the smallest solution. The tree is small, not
    /// always the smallest.
    ///
    /// # Errors
    /// As [`GameTree::new`].
    pub fn small<G: Hints>(game: &G, position: &PlainSum, limit: usize) -> Result<Self, StudyError> {
        let tree = GameTree::new(game, position, limit)?;
        let losing = |id: &NodeId| tree.nodes()[*id].outcome == Outcome::Loss;
        let mut size = vec![0u64; tree.nodes().len()];
        for (id, node) in tree.nodes().iter().enumerate().rev() {
            let sizes = node.options.iter().map(|&option| size[option]);
            let below = match node.outcome {
                Outcome::Loss => sizes.fold(0, u64::saturating_add),
                Outcome::Win => node.options.iter().copied().filter(losing).map(|o| size[o]).min().unwrap_or(0),
            };
            size[id] = below.saturating_add(1);
        }
        let mut wanted = vec![false; tree.nodes().len()];
        wanted[0] = true;
        for (id, node) in tree.nodes().iter().enumerate() {
            match node.outcome {
                _ if !wanted[id] => {}
                Outcome::Loss => node.options.iter().for_each(|&option| wanted[option] = true),
                Outcome::Win => {
                    let cheapest = node.options.iter().copied().filter(losing).min_by_key(|&o| (!wanted[o], size[o]));
                    wanted[cheapest.unwrap_or(id)] = true;
                }
            }
        }
        // What is wanted is closed, so the elementary computation never leaves it when it tries the wanted first.
        let value = |position: &PlainSum| match tree.find(position) {
            Some(id) if wanted[id] && losing(&id) => 0,
            _ => 1,
        };
        let Elementary { tree, .. } = solve_elementary(game, position, Order::By(&value), limit)?;
        Ok(tree)
    }

    /// Cuts the solution tree out of what was computed. `winning` has one move for each winning position.
    pub(crate) fn extract<G: Hints>(
        arena: &mut Arena<'_, G>,
        root: Id,
        winning: &HashMap<Id, Step>,
    ) -> Result<Self, StudyError> {
        let mut met = vec![root];
        let mut numbers = HashMap::from([(root, 0)]);
        let mut moves: Vec<Vec<Step>> = Vec::new();
        while moves.len() < met.len() {
            let id = met[moves.len()];
            let steps = match winning.get(&id) {
                Some(step) => vec![step.clone()],
                None => arena.moves(id)?,
            };
            for step in &steps {
                numbers.entry(step.to).or_insert_with(|| {
                    met.push(step.to);
                    met.len() - 1
                });
            }
            moves.push(steps);
        }
        let children: Vec<Vec<NodeId>> =
            moves.iter().map(|steps| steps.iter().map(|step| numbers[&step.to]).collect()).collect();
        let layers =
            layers(&children).map_err(|on_cycle| StudyError::LeadsBack { position: arena.position(met[on_cycle]) })?;
        let played = |step: &Step| PlayedMove {
            component: arena.name(step.component).clone(),
            option: arena.named(&step.into),
            node: layers.rank[numbers[&step.to]],
        };
        let node = |&old: &NodeId| SolutionNode {
            position: arena.position(met[old]),
            outcome: if winning.contains_key(&met[old]) { Outcome::Win } else { Outcome::Loss },
            moves: moves[old].iter().map(played).collect(),
            depth: layers.depth[old],
        };
        Ok(SolutionTree { nodes: layers.order.iter().map(node).collect() })
    }

    /// The position the tree solves.
    pub fn root(&self) -> &SolutionNode {
        &self.nodes[0]
    }

    /// All nodes, the root first.
    pub fn nodes(&self) -> &[SolutionNode] {
        &self.nodes
    }
}
