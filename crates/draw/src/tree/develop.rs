//! From a game, a position and a kind to a tree.

use super::{Kind, Mark, Node, Reader, Tree};
use crate::DrawError;
use grundy_core::{Game, Hints, Nimber, Outcome, ParseError, Position, Sink};
use grundy_games::cram::Cram;
use grundy_games::{Kind as Look, WithGame, with_game};
use grundy_study::{GameTree, Label, NimberProof, PlainSum, SolutionTree};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// Develops a tree. `limit` is the most positions that may be met on the way, however few are drawn in the end.
///
/// # Errors
/// An unknown game, a position that cannot be read, or more positions than allowed.
pub fn develop(game: &str, position: &str, kind: Kind, limit: usize) -> Result<Tree, DrawError> {
    struct Whole<'a>(&'a str, Kind, usize);
    impl Called<Result<Tree, DrawError>> for Whole<'_> {
        fn with<G: Hints + 'static>(self, game: &G) -> Result<Tree, DrawError> {
            develop_game(game, self.0, self.1, self.2)
        }
    }
    called(game, Whole(position, kind, limit))?
}

/// What is to be done with a game once its name has chosen it.
pub(super) trait Called<R> {
    /// Does it.
    fn with<G: Hints + 'static>(self, game: &G) -> R;
}

/// Does it with the game of this name, whose positions are as they are drawn.
pub(super) fn called<R>(name: &str, what: impl Called<R>) -> Result<R, DrawError> {
    struct AsCalled<C>(C);
    impl<R, C: Called<R>> WithGame for AsCalled<(C, PhantomData<R>)> {
        type Output = R;

        fn with<G: Hints + 'static>(self, game: G, _: Look) -> R {
            self.0.0.with(&game)
        }
    }
    if grundy_games::find(name).is_some_and(|game| game.kind == Look::Board) {
        return Ok(what.with(&AsDrawn(Cram::literal())));
    }
    with_game(name, AsCalled((what, PhantomData))).map_err(|error| error.into_parse_error().into())
}

/// Develops a tree of any game; see [`develop`].
///
/// # Errors
/// As [`develop`].
pub fn develop_game<G: Hints + 'static>(game: &G, position: &str, kind: Kind, limit: usize) -> Result<Tree, DrawError> {
    let position = PlainSum::of(game, &game.parse(position)?);
    let mut tree = Tree { nodes: Vec::new(), note: None, reader: Reader::new(game) };
    let node = |position: &PlainSum, mark: Mark, children: Vec<usize>, depth: usize| Node {
        position: if position.is_empty() { String::new() } else { position.write(game) },
        mark,
        children,
        depth,
        folded: 0,
    };
    match kind {
        Kind::Game | Kind::Outcomes | Kind::Nimbers => {
            let developed = GameTree::new(game, &position, limit)?;
            tree.nodes.extend(developed.nodes().iter().map(|n| {
                let mark = match kind {
                    Kind::Outcomes => Mark::Outcome(n.outcome),
                    Kind::Nimbers => Mark::Nimber(n.nimber),
                    _ => Mark::Plain,
                };
                node(&n.position, mark, n.options.clone(), n.depth)
            }));
        }
        Kind::Solution => {
            let solution = SolutionTree::small(game, &position, limit)?;
            let nodes = solution.nodes().iter();
            tree.nodes.extend(nodes.map(|n| node(&n.position, Mark::Outcome(n.outcome), n.options(), n.depth)));
        }
        Kind::NimberProof => {
            let mut nimbers = Vec::new();
            let mut proofs: Vec<Vec<Node>> = Vec::new();
            let parts = position.components().iter().map(|component| PlainSum::new(game, [&component[..]]));
            for part in if position.is_empty() { vec![position.clone()] } else { parts.collect() } {
                let developed = GameTree::new(game, &part, limit)?;
                nimbers.push(developed.root().nimber);
                let mark = |label: Label| match label {
                    Label::Is(nimber) => Mark::Nimber(nimber),
                    Label::IsNot(nimber) => Mark::Different(nimber),
                };
                let proof = NimberProof::new(&developed);
                let nodes = proof.nodes().iter();
                proofs.push(nodes.map(|n| node(&n.position, mark(n.label), n.children.clone(), n.depth)).collect());
            }
            tree.nodes = side_by_side(proofs);
            if nimbers.len() > 1 {
                let sum = nimbers.iter().fold(Nimber::ZERO, |a, &b| a ^ b);
                let parts: Vec<String> = nimbers.iter().map(Nimber::to_string).collect();
                let ending = match Outcome::of(sum) {
                    Outcome::Win => "winning",
                    Outcome::Loss => "losing",
                };
                tree.note = Some(format!("{} = {sum}: the sum is {ending}", parts.join(" ⊕ ")));
            }
        }
    }
    Ok(tree)
}

/// Several trees as one list of nodes, by depth.
fn side_by_side(trees: Vec<Vec<Node>>) -> Vec<Node> {
    let mut order: Vec<(usize, usize, usize)> = Vec::new();
    for (t, nodes) in trees.iter().enumerate() {
        order.extend(nodes.iter().enumerate().map(|(i, node)| (node.depth, t, i)));
    }
    order.sort_unstable();
    let mut number: Vec<Vec<usize>> = trees.iter().map(|nodes| vec![0; nodes.len()]).collect();
    for (new, &(_, t, i)) in order.iter().enumerate() {
        number[t][i] = new;
    }
    let moved = |&(_, t, i): &(usize, usize, usize)| {
        let node: &Node = &trees[t][i];
        Node { children: node.children.iter().map(|&child| number[t][child]).collect(), ..node.clone() }
    };
    order.iter().map(moved).collect()
}

/// A game whose positions are the same only when [`Game::canonize`] says so.
///
/// For Cram that is symmetry, as in the paper's figures. The exact form goes further and draws all boards with the same
/// graph alike, so that a bent strip would look straight.
#[derive(Clone)]
struct AsDrawn<G>(G);

impl<G: Game> Hints for AsDrawn<G> {}

impl<G: Game> Game for AsDrawn<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        self.0.parse(text)
    }

    fn write(&self, component: &[u8]) -> String {
        self.0.write(component)
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        self.0.options(component, sink)
    }

    fn canonize(&self, component: &[u8], out: &mut Vec<u8>) {
        self.0.canonize(component, out);
    }

    fn join(&self, components: &[String]) -> String {
        self.0.join(components)
    }
}
