//! Node-Kayles: choose a vertex, delete it and its neighbours.
//!
//! One reduction: of two *true twins* (neighbours that have the same other neighbours) one is dropped. It keeps the
//! game tree. Choosing one twin leaves what choosing the other leaves. Every other move deletes both or neither, and
//! twins that stay are still twins. So the two graphs have the same options, by induction on the number of vertices.

use grundy_graph::bits::Bits;
use grundy_graph::masks::Masks;
use std::ops::ControlFlow;

/// Calls `each` with every move: a vertex, and the vertices that are left.
pub(super) fn moves<B: Bits>(graph: &Masks<B>, mut each: impl FnMut(usize, B) -> ControlFlow<()>) -> ControlFlow<()> {
    // The canonical order runs along the graph. From its middle outwards: such moves split it best.
    middle_out(graph.len()).try_for_each(|v| each(v, graph.all() & !graph.around(v) & !B::bit(v)))
}

/// The numbers below `n`, those in the middle first.
fn middle_out(n: usize) -> impl Iterator<Item = usize> {
    (0..n).map(move |i| if i % 2 == 0 { n / 2 + i / 2 } else { n / 2 - 1 - i / 2 })
}

/// Drops all but one of the vertices that are true twins of each other within the set. One pass is enough: deleting a
/// twin makes no new ones, because vertices that differed in it differ in the one that stays.
pub(super) fn reduce<B: Bits>(graph: &Masks<B>, within: B) -> B {
    let closed = |v: usize| graph.around(v) & within | B::bit(v);
    let mut left = within;
    for v in within.iter() {
        let own = closed(v);
        if (own & B::below(v)).iter().any(|u| closed(u) == own) {
            left = left & !B::bit(v);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_number_once() {
        for n in 0..9 {
            let mut numbers: Vec<usize> = super::middle_out(n).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..n).collect::<Vec<_>>());
        }
    }
}
