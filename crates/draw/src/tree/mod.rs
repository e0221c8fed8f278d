//! Trees of positions, as the paper draws them: game trees with outcomes or nimbers, solution trees, proofs of a
//! nimber.
//!
//! [`develop`] makes a [`Tree`] from names, [`develop_top`] only its upper part; [`Tree::fold`] leaves so much of it as
//! can be looked at; [`picture`](Tree::picture), [`dot`](Tree::dot) and [`text`](Tree::text) draw it. Theory: sections
//! 2.3 to 2.5, 3.3 and 4.3.

mod develop;
mod dot;
mod layout;
mod paint;
mod text;
mod top;

use crate::rows::Look;
pub use develop::{develop, develop_game};
use grundy_core::{Game, Nimber, Outcome, ParseError, Position};
use std::fmt;
use std::sync::Arc;
pub use top::{Ask, TopError, develop_top, develop_top_game};

/// Which tree of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The game tree, equal positions identified.
    Game,
    /// The game tree with outcomes.
    Outcomes,
    /// The game tree with nimbers.
    Nimbers,
    /// A solution tree: what suffices for the outcome.
    Solution,
    /// A part of the game tree that suffices for the nimber; of a sum, one for each component.
    NimberProof,
}

/// A tree, or several side by side; equal positions are one node.
///
/// # Invariant
/// Nodes stand by depth, those of depth 0 first; children have larger numbers and larger depths.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// What the whole shows, as one line below it.
    pub note: Option<String>,
    /// Reads the positions that are drawn, which are few.
    reader: Reader,
}

/// Reads positions of the game of a tree.
#[derive(Clone)]
struct Reader {
    parse: Arc<Parse>,
    look: Look,
}

type Parse = dyn Fn(&str) -> Result<Position, ParseError> + Send + Sync;

impl Reader {
    fn new<G: Game + 'static>(game: &G) -> Self {
        let (game, look) = (game.clone(), Look::of(&game.name()));
        Reader { parse: Arc::new(move |text| game.parse(text)), look }
    }

    fn read(&self, text: &str) -> Result<Position, ParseError> {
        (self.parse)(text)
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reader")
    }
}

/// A position in a tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position in the game's notation; empty for a position without moves.
    pub position: String,
    /// What is said of it.
    pub mark: Mark,
    /// Its options in the tree.
    pub children: Vec<usize>,
    /// The layer it is drawn on.
    pub depth: usize,
    /// How many of its options are not drawn.
    pub folded: usize,
}

/// What is said of a position in a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Nothing.
    Plain,
    /// Its outcome.
    Outcome(Outcome),
    /// Its nimber.
    Nimber(Nimber),
    /// A nimber that it does not have.
    Different(Nimber),
}

impl Mark {
    /// As short as possible: `W`, `L`, `2`, `≠ 0`.
    pub fn text(self) -> String {
        match self {
            Mark::Plain => String::new(),
            Mark::Outcome(outcome) => outcome.letter().to_string(),
            Mark::Nimber(nimber) => nimber.to_string(),
            Mark::Different(nimber) => format!("≠ {nimber}"),
        }
    }
}

impl Tree {
    /// Leaves the nodes down to a depth, and at most so many; nodes that lose options get the number of them.
    pub fn fold(&mut self, depth: usize, most: usize) {
        let all = self.nodes.len();
        let kept = self.nodes.iter().take_while(|node| node.depth <= depth).count().min(most.max(1));
        if kept == all {
            return;
        }
        self.nodes.truncate(kept);
        for node in &mut self.nodes {
            let before = node.children.len();
            node.children.retain(|&child| child < kept);
            node.folded += before - node.children.len();
        }
        let shown = format!("{kept} of {all} positions");
        self.note = Some(self.note.take().map_or(shown.clone(), |note| format!("{note} ({shown})")));
    }
}
