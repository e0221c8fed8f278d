//! Grim: choose a vertex with at least one neighbour and delete it (Adams, Dixon, Elder, Peabody, Vega and Willis,
//! *Combinatorial Analysis of a Subtraction Game on Graphs*, 2016). On a path it is the octal game 0.6, Officers.
//!
//! A vertex without neighbours can never be chosen, so it is not part of a position. There is no other reduction.

use grundy_graph::bits::Bits;
use grundy_graph::masks::Masks;
use std::ops::ControlFlow;

/// Calls `each` with the vertices that are left after every move. A component has no vertex without neighbours.
pub(super) fn moves<B: Bits>(graph: &Masks<B>, mut each: impl FnMut(B) -> ControlFlow<()>) -> ControlFlow<()> {
    (0..graph.len()).try_for_each(|v| each(graph.all() & !B::bit(v)))
}

/// Drops the vertices without neighbours.
pub(super) fn reduce<B: Bits>(graph: &Masks<B>, within: B) -> B {
    let alone = within.iter().filter(|&v| (graph.around(v) & within).count() == 0);
    alone.fold(within, |left, v| left & !B::bit(v))
}
