//! The whole game tree of a position, with outcomes and nimbers (sections 2.3, 2.4 and 3.3 of the paper).

use crate::arena::Arena;
use crate::layers::layers;
use crate::{NodeId, PlainSum, StudyError};
use grundy_core::{Hints, Nimber, Outcome, mex};
use std::collections::HashMap;

/// The game tree of a position: every position that can be reached, with equal ones identified, and an edge to each
/// option.
///
/// A sum is taken as one position. Components are not looked at one by one and equal pairs do not cancel, so the tree
/// of a sum is as large as the theory of section 4 says it is: use a limit.
///
/// # Invariant
/// Node 0 is the root; nodes stand by depth; an option has a larger number and a larger depth than the node it belongs
/// to.
#[derive(Clone, Debug)]
pub struct GameTree {
    nodes: Vec<GameNode>,
    ids: HashMap<PlainSum, NodeId>,
}

/// A position in a [`GameTree`].
#[derive(Clone, Debug)]
pub struct GameNode {
    /// The position.
    pub position: PlainSum,
    /// Its distinct options, in the order the game gives them.
    pub options: Vec<NodeId>,
    /// Winning exactly if some option is losing (section 2.4).
    pub outcome: Outcome,
    /// The mex of the nimbers of the options (Proposition 5).
    pub nimber: Nimber,
    /// The most moves that lead here from the root: the layer to draw the node on.
    pub depth: usize,
    /// The most moves that can still be made.
    pub height: usize,
}

impl GameTree {
    /// Develops the game tree of a position.
    ///
    /// # Errors
    /// More than `limit` nodes, or a position that leads back to itself.
    pub fn new<G: Hints>(game: &G, position: &PlainSum, limit: usize) -> Result<Self, StudyError> {
        let mut arena = Arena::new(game, limit);
        arena.enter(position)?;
        // Positions are numbered as they are met, so this loop runs until no option is new.
        let mut options = Vec::new();
        while options.len() < arena.len() {
            options.push(arena.neighbours(options.len())?);
        }
        let layers =
            layers(&options).map_err(|on_cycle| StudyError::LeadsBack { position: arena.position(on_cycle) })?;
        let mut nodes: Vec<GameNode> = (layers.order.iter())
            .map(|&old| GameNode {
                position: arena.position(old),
                options: options[old].iter().map(|&option| layers.rank[option]).collect(),
                outcome: Outcome::Loss,
                nimber: Nimber::ZERO,
                depth: layers.depth[old],
                height: 0,
            })
            .collect();
        for id in (0..nodes.len()).rev() {
            let (above, below) = nodes.split_at_mut(id + 1);
            let node = &mut above[id];
            let option = |&option: &NodeId| &below[option - id - 1];
            // The outcome has its own rule, though Proposition 2 would give it: the tests compare the two.
            let losing = node.options.iter().map(option).any(|o| o.outcome == Outcome::Loss);
            node.outcome = if losing { Outcome::Win } else { Outcome::Loss };
            node.nimber = mex(node.options.iter().map(option).map(|o| o.nimber));
            node.height = node.options.iter().map(option).map(|o| o.height + 1).max().unwrap_or(0);
        }
        let ids = nodes.iter().enumerate().map(|(id, node)| (node.position.clone(), id)).collect();
        Ok(GameTree { nodes, ids })
    }

    /// The position the tree was made for.
    pub fn root(&self) -> &GameNode {
        &self.nodes[0]
    }

    /// All nodes, the root first.
    pub fn nodes(&self) -> &[GameNode] {
        &self.nodes
    }

    /// The node of a position, if it can be reached.
    pub fn find(&self, position: &PlainSum) -> Option<NodeId> {
        self.ids.get(position).copied()
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.nodes.iter().map(|node| node.options.len()).sum()
    }
}
