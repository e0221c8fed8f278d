//! The top of a tree: positions that are few moves away, without the rest of the tree.
//!
//! The caller gives the outcomes and nimbers, which it may have searched for; so the top of a tree that is too large to
//! develop can be drawn. A node is here if it is at most `depth` moves from the root by the shortest way.

use super::{Kind, Mark, Node, Reader, Tree};
use crate::DrawError;
use crate::tree::develop::{Called, called};
use grundy_core::{Component, Game, Hints, Nimber, Outcome, Sink};
use grundy_study::{PlainSum, StudyError};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

/// Who says what is true of a position: its outcome for [`Kind::Outcomes`] and [`Kind::Solution`], its nimber for
/// [`Kind::Nimbers`].
pub type Ask<'a, E> = &'a mut dyn FnMut(&str, Kind) -> Result<Mark, E>;

/// Why there is no tree.
#[derive(Debug)]
pub enum TopError<E> {
    /// It cannot be drawn.
    Draw(DrawError),
    /// Who was asked does not know.
    Ask(E),
}

impl<E> From<DrawError> for TopError<E> {
    fn from(error: DrawError) -> Self {
        TopError::Draw(error)
    }
}

/// Develops the top of a tree. `limit` is the most positions that may be met. A part that suffices for a nimber
/// ([`Kind::NimberProof`]) has no top of its own: it is chosen from below.
///
/// # Errors
/// As [`develop`](super::develop), and those of `ask`.
pub fn develop_top<E>(
    game: &str,
    position: &str,
    kind: Kind,
    depth: usize,
    limit: usize,
    ask: Ask<'_, E>,
) -> Result<Tree, TopError<E>> {
    struct Top<'a, 'b, E>(&'a str, Kind, usize, usize, Ask<'b, E>);
    impl<E> Called<Result<Tree, TopError<E>>> for Top<'_, '_, E> {
        fn with<G: Hints + 'static>(self, game: &G) -> Result<Tree, TopError<E>> {
            let Top(position, kind, depth, limit, ask) = self;
            develop_top_game(game, position, kind, (depth, limit), ask)
        }
    }
    called(game, Top(position, kind, depth, limit, ask))?
}

/// Develops the top of a tree of any game; see [`develop_top`].
///
/// # Errors
/// As [`develop_top`].
pub fn develop_top_game<G: Game + 'static, E>(
    game: &G,
    position: &str,
    kind: Kind,
    (depth, limit): (usize, usize),
    ask: Ask<'_, E>,
) -> Result<Tree, TopError<E>> {
    let root = PlainSum::of(game, &game.parse(position).map_err(DrawError::from)?);
    let mut mark = |position: &PlainSum| match kind {
        Kind::Game | Kind::NimberProof => Ok(Mark::Plain),
        // A position without moves has no text that every game reads.
        Kind::Outcomes | Kind::Solution if position.is_empty() => Ok(Mark::Outcome(Outcome::Loss)),
        Kind::Nimbers if position.is_empty() => Ok(Mark::Nimber(Nimber::ZERO)),
        _ => ask(&position.write(game), kind).map_err(TopError::Ask),
    };
    let mut met = vec![(root.clone(), mark(&root)?, 0)];
    let mut numbers = HashMap::from([(root, 0)]);
    let mut children: Vec<Vec<usize>> = Vec::new();
    let mut folded = Vec::new();
    // Nodes are met in the order of their distance.
    while children.len() < met.len() {
        let (position, said, distance) = met[children.len()].clone();
        let mut options = options(game, &position, limit).map_err(DrawError::from)?;
        let wins = kind == Kind::Solution && said == Mark::Outcome(Outcome::Win);
        if distance == depth {
            folded.push(if wins { 1 } else { options.len() });
            children.push(Vec::new());
            continue;
        }
        folded.push(0);
        if wins {
            // One answer is enough: the first that wins.
            let mut losing = None;
            for option in options {
                if mark(&option)? == Mark::Outcome(Outcome::Loss) {
                    losing = Some(option);
                    break;
                }
            }
            options = losing.into_iter().collect();
        }
        let mut below = Vec::new();
        for option in options {
            let number = match numbers.get(&option) {
                Some(&number) => number,
                None if met.len() >= limit => return Err(DrawError::from(StudyError::TooLarge { limit }).into()),
                None => {
                    numbers.insert(option.clone(), met.len());
                    let said = mark(&option)?;
                    met.push((option, said, distance + 1));
                    met.len() - 1
                }
            };
            below.push(number);
        }
        children.push(below);
    }
    let layer = layers(&children);
    let mut order: Vec<usize> = (0..met.len()).collect();
    order.sort_by_key(|&node| layer[node]);
    let mut rank = vec![0; met.len()];
    order.iter().enumerate().for_each(|(new, &old)| rank[old] = new);
    let node = |&old: &usize| Node {
        position: if met[old].0.is_empty() { String::new() } else { met[old].0.write(game) },
        mark: met[old].1,
        children: children[old].iter().map(|&child| rank[child]).collect(),
        depth: layer[old],
        folded: folded[old],
    };
    Ok(Tree { nodes: order.iter().map(node).collect(), note: None, reader: Reader::new(game) })
}

/// The most moves that lead to each node.
fn layers(children: &[Vec<usize>]) -> Vec<usize> {
    let mut parents = vec![0; children.len()];
    children.iter().flatten().for_each(|&child| parents[child] += 1);
    let mut layer = vec![0; children.len()];
    // No play leads back, so every node but the root gets ready after its parents.
    let mut ready = vec![0];
    while let Some(node) = ready.pop() {
        for &child in &children[node] {
            layer[child] = layer[child].max(layer[node] + 1);
            parents[child] -= 1;
            if parents[child] == 0 {
                ready.push(child);
            }
        }
    }
    layer
}

/// The distinct positions that one move leads to, at most `limit`; equal parts stay.
fn options<G: Game>(game: &G, position: &PlainSum, limit: usize) -> Result<Vec<PlainSum>, StudyError> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let different: BTreeSet<&Component> = position.components().iter().collect();
    for component in different {
        let mut options = Options { game, limit, parts: Vec::new(), options: Vec::new() };
        if game.options(component, &mut options).is_break() {
            return Err(StudyError::TooLarge { limit });
        }
        let played = options.options.iter().filter_map(|option| position.play(component, option));
        found.extend(played.filter(|option| seen.insert(option.clone())));
        if found.len() > limit {
            return Err(StudyError::TooLarge { limit });
        }
    }
    Ok(found)
}

struct Options<'g, G> {
    game: &'g G,
    limit: usize,
    parts: Vec<Vec<u8>>,
    options: Vec<PlainSum>,
}

impl<G: Game> Sink for Options<'_, G> {
    fn component(&mut self, bytes: &[u8]) {
        self.parts.push(bytes.to_vec());
    }

    fn end(&mut self) -> ControlFlow<()> {
        let parts = std::mem::take(&mut self.parts);
        if self.options.len() >= self.limit {
            return ControlFlow::Break(());
        }
        self.options.push(PlainSum::new(self.game, parts.iter().map(Vec::as_slice)));
        ControlFlow::Continue(())
    }
}
