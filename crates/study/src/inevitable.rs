//! The theorem of inevitability (section 4.2 of the paper) as a function that only reads.
//!
//! A solution tree of P1 + P2 contains the nimber of one of the two. [`inevitable`] follows the paper's induction. The
//! tree takes the sum as one position; which part of a node came from P1 and which from P2 is worked out on the way
//! down from the component that each edge says was played. If both parts have that component, the move may be taken for
//! a move in either, and the proof holds for each reading.
//!
//! # Invariant
//! There is no game in this file's [`inevitable`]: no option is generated and no outcome is computed.

use crate::solution::PlayedMove;
use crate::{
    ByNimbers, Elementary, NodeId, PlainSum, SolutionTree, Strategy, StudyError, solve_by_nimbers, solve_elementary,
};
use grundy_core::{Hints, Nimber, NimberSet, Outcome};
use std::collections::{HashMap, HashSet};

/// What a solution tree of P1 + P2 says about the nimbers of P1 and P2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inevitable {
    /// The part whose nimber was read off.
    pub known: Side,
    /// Its nimber.
    pub nimber: Nimber,
    /// Whether the other part has the same one.
    pub other: Other,
    /// How many nodes of the tree were read for it.
    pub read: usize,
}

/// One of the two parts of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// P1.
    First,
    /// P2.
    Second,
}

/// The nimber of the other part, compared with the known one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Other {
    /// Equal: the sum is losing (Proposition 4).
    Equal,
    /// Different: the sum is winning.
    Different,
}

/// Reads the nimber of one part, and whether the other is equal, off a solution tree of the sum `first + second`.
///
/// # Errors
/// [`StudyError::NotTheSum`] if the root of the tree is another position.
pub fn inevitable(tree: &SolutionTree, first: &PlainSum, second: &PlainSum) -> Result<Inevitable, StudyError> {
    if first.plus(second) != tree.root().position {
        return Err(StudyError::NotTheSum);
    }
    let mut reader = Reader { tree, found: HashMap::new(), touched: HashSet::from([0]) };
    let root = Pair { node: 0, first: first.clone(), second: second.clone() };
    let (known, nimber, other) = match tree.root().outcome {
        // Case 1: in the losing option both parts are worth the same, and the part that was not played is still whole.
        Outcome::Win => {
            let (played, reply) = root.reply(tree, Side::First);
            (played.opposite(), reader.losing(reply).1, Other::Different)
        }
        Outcome::Loss => {
            let (side, nimber) = reader.losing(root);
            (side, nimber, Other::Equal)
        }
    };
    Ok(Inevitable { known, nimber, other, read: reader.touched.len() })
}

/// The sum of two positions solved in both ways.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The sum as one position (section 4.1).
    pub elementary: Elementary,
    /// The same by Algorithms 1, 2 and 3 (section 5).
    pub by_nimbers: ByNimbers,
    /// What the solution tree of the elementary way had to contain (section 4.2).
    pub inevitable: Inevitable,
}

/// Solves `first + second` the elementary way and by nimbers, and reads the theorem off the solution tree of the first.
///
/// # Errors
/// As [`solve_elementary`] and [`solve_by_nimbers`]; `limit` holds for each of them.
pub fn compare<G: Hints>(
    game: &G,
    first: &PlainSum,
    second: &PlainSum,
    strategy: Strategy<'_>,
    limit: usize,
) -> Result<Comparison, StudyError> {
    let sum = first.plus(second);
    let by_nimbers = solve_by_nimbers(game, &sum, strategy, limit)?;
    let elementary = solve_elementary(game, &sum, strategy.order, limit)?;
    let inevitable = inevitable(&elementary.tree, first, second)?;
    Ok(Comparison { elementary, by_nimbers, inevitable })
}

impl Side {
    /// The other one.
    pub fn opposite(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// A node of the tree with what is left of P1 and of P2 in it.
///
/// # Invariant
/// `first + second` is the position of `node`.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pair {
    node: NodeId,
    first: PlainSum,
    second: PlainSum,
}

impl Pair {
    /// This pair after a move in one part, if that part has the component.
    fn play(&self, side: Side, edge: &PlayedMove) -> Option<Pair> {
        let (first, second) = match side {
            Side::First => (self.first.play(&edge.component, &edge.option)?, self.second.clone()),
            Side::Second => (self.first.clone(), self.second.play(&edge.component, &edge.option)?),
        };
        Some(Pair { node: edge.node, first, second })
    }

    /// The losing option that the tree keeps for this winning pair, taken for a move in `side` where it can be.
    fn reply(&self, tree: &SolutionTree, side: Side) -> (Side, Pair) {
        let edge = &tree.nodes()[self.node].moves[0];
        [side, side.opposite()]
            .into_iter()
            .find_map(|side| Some((side, self.play(side, edge)?)))
            .expect("the component played stands in one of the two parts, for their sum is the node")
    }
}

struct Reader<'t> {
    tree: &'t SolutionTree,
    /// The nimber that both parts of a losing pair have, and whose it was found to be first.
    found: HashMap<Pair, (Side, Nimber)>,
    touched: HashSet<NodeId>,
}

/// A losing pair under reading: the nimbers of the options of its first part that have been read so far.
struct Frame {
    pair: Pair,
    next: usize,
    options: NimberSet,
}

impl Reader<'_> {
    /// The nimber of both parts of a losing pair: case 2 of the proof, with a stack in place of the induction.
    fn losing(&mut self, pair: Pair) -> (Side, Nimber) {
        let frame = |pair| Frame { pair, next: 0, options: NimberSet::new() };
        let mut stack = vec![frame(pair.clone())];
        while let Some(top) = stack.last_mut() {
            match self.step(top) {
                Some(needed) => stack.push(frame(needed)),
                None => {
                    stack.pop();
                }
            }
        }
        self.found[&pair]
    }

    /// Goes on with a pair until it is found, or until another losing pair has to be found first.
    fn step(&mut self, frame: &mut Frame) -> Option<Pair> {
        let pair = &frame.pair;
        let node = &self.tree.nodes()[pair.node];
        self.touched.insert(pair.node);
        while let Some(edge) = node.moves.get(frame.next) {
            // Every move in the first part leads to a winning pair, of which the tree keeps one losing option.
            let Some(option) = pair.play(Side::First, edge) else {
                frame.next += 1;
                continue;
            };
            self.touched.insert(option.node);
            let (played, reply) = option.reply(self.tree, Side::First);
            let Some(&(_, nimber)) = self.found.get(&reply) else { return Some(reply) };
            if played == Side::First {
                // The second part is still whole in the losing option: its nimber is known, and it is that of both.
                self.found.insert(pair.clone(), (Side::Second, nimber));
                return None;
            }
            // The first part is P1^i in the losing option: the nimber of P1^i is known.
            frame.options.insert(nimber);
            frame.next += 1;
        }
        // The nimbers of all P1^i are known; if there is none, this is the nimber 0 of a part without moves.
        self.found.insert(pair.clone(), (Side::First, frame.options.mex()));
        None
    }
}
