//! The theorem of central symmetry, on boards and on graphs.
//!
//! Let s be the turn by 180 degrees, and let it map the edges of the component to themselves. A move on the edge `e`
//! can be answered by `s(e)` exactly when the two have no cell in common, and then the rest is symmetric again. They
//! have one in common only if `e` meets the centre cell (both sides of the box odd) or `e` joins the two central cells
//! (one side odd).
//! - No such edge: the second player always answers, so the nimber is 0.
//! - Both sides odd is then possible only with an empty centre. One side odd, and the central edge is there: the first
//!   player plays it and becomes the second player of the case before, so the nimber is not 0.
//!
//! For full boards this is: even x even is 0, even x odd is not 0.

use super::board::Board;
use grundy_core::{Claim, Nimber, Theorem};
use grundy_graph::bits::Bits;
use grundy_graph::{Graph, refine};

/// The name that certificates carry.
pub(super) const NAME: &str = "central-symmetry";

/// What the symmetry says of the component, if it has it.
pub(super) fn theorem<B: Bits>(board: &Board<B>) -> Option<Theorem> {
    if board.turned() != *board {
        return None;
    }
    let middle = board.columns * board.rows / 2;
    let claim = match (board.columns % 2, board.rows % 2) {
        (1, 1) if board.cells().has(middle) => return None,
        (0, 1) if board.right.has(middle - 1) => Claim::IsNot(Nimber::ZERO),
        (1, 0) if board.down.has(middle - 1 - board.columns / 2) => Claim::IsNot(Nimber::ZERO),
        _ => Claim::Is(Nimber::ZERO),
    };
    Some(Theorem { name: NAME, claim })
}

/// The same theorem without a drawing: an automorphism that is its own inverse, fixes no vertex and maps at most one
/// edge to itself takes the part of the turn. (It cannot map an edge to another one that meets it without fixing a
/// vertex.)
pub(super) fn theorem_of_graph(graph: &Graph) -> Option<Theorem> {
    if graph.len() % 2 == 1 || graph.is_empty() {
        return None;
    }
    let (last, before) = refine::colours(graph);
    let colours = last.into_iter().zip(before).collect();
    let mut pairing =
        Pairing { graph, colours, partner: vec![None; graph.len()], central: 0, budget: 100 * graph.len() };
    let claim = match (pairing.complete(), pairing.central) {
        (false, _) => return None,
        (true, 0) => Claim::Is(Nimber::ZERO),
        (true, _) => Claim::IsNot(Nimber::ZERO),
    };
    Some(Theorem { name: NAME, claim })
}

/// A partial automorphism that is its own inverse.
struct Pairing<'g> {
    graph: &'g Graph,
    colours: Vec<(u16, u16)>,
    partner: Vec<Option<u16>>,
    /// Edges between partners so far.
    central: usize,
    budget: usize,
}

impl Pairing<'_> {
    /// Pairs the vertices that are left; `false` if that is impossible or takes too long.
    fn complete(&mut self) -> bool {
        let n = self.graph.len();
        // A vertex next to a paired one has few possible partners; at the start, or in another part, any may do.
        let next_to_paired =
            |v: &usize| self.graph.neighbours(*v).iter().any(|&u| self.partner[usize::from(u)].is_some());
        let mut open = (0..n).filter(|&v| self.partner[v].is_none());
        let Some(v) = open.clone().find(next_to_paired).or_else(|| open.next()) else { return true };
        for u in v as u16..n as u16 {
            if self.budget == 0 || !self.may_pair(v as u16, u) {
                continue;
            }
            self.budget -= 1;
            let edge = usize::from(self.graph.neighbours(v).contains(&u));
            self.partner[v] = Some(u);
            self.partner[usize::from(u)] = Some(v as u16);
            self.central += edge;
            if self.complete() {
                return true;
            }
            self.central -= edge;
            self.partner[v] = None;
            self.partner[usize::from(u)] = None;
        }
        false
    }

    fn may_pair(&self, v: u16, u: u16) -> bool {
        let (from, to) = (usize::from(v), usize::from(u));
        let around = self.graph.neighbours(from);
        let follows = |from: usize, to: usize| {
            let mut images = self.graph.neighbours(from).iter().filter_map(|&w| self.partner[usize::from(w)]);
            images.all(|image| self.graph.neighbours(to).contains(&image))
        };
        u != v
            && self.partner[to].is_none()
            && self.colours[from] == self.colours[to]
            && !(self.central == 1 && around.contains(&u))
            && follows(from, to)
            && follows(to, from)
    }
}
