//! Arc-Kayles: choose an edge, delete both of its ends. Cram is this game on the graph of a board.
//!
//! Reductions, each of which keeps the options up to equal nimbers (proofs in FORMATS.md, section 4.3):
//! 1. A vertex without neighbours is dropped.
//! 2. A vertex all of whose neighbours have a leaf other than it is dropped.
//! 3. If `a` and `d` have the same two neighbours `b`, `c` and no others, the edges `a-b` and `d-c` are dropped.

use grundy_graph::bits::Bits;
use grundy_graph::masks::Masks;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Calls `each` with every move: the ends of an edge, and the vertices that are left.
pub(crate) fn moves<B: Bits>(
    graph: &Masks<B>,
    mut each: impl FnMut(usize, usize, B) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for u in 0..graph.len() {
        for v in (graph.around(u) & !B::below(u + 1)).iter() {
            each(u, v, graph.all() & !B::bit(u) & !B::bit(v))?;
        }
    }
    ControlFlow::Continue(())
}

/// What is left of the graph on some of its vertices: all that stay have a neighbour, because parts without moves must
/// be left out.
pub(crate) fn rest<B: Bits>(graph: &Masks<B>, within: B, reductions: bool) -> (Cow<'_, Masks<B>>, B) {
    if reductions {
        return reduce(graph, within);
    }
    let alone = within.iter().filter(|&v| (graph.around(v) & within).is_empty());
    let left = within & !alone.fold(B::default(), |set, v| set | B::bit(v));
    (Cow::Borrowed(graph), left)
}

/// Applies the reductions to the graph on the vertices `within` until none applies.
fn reduce<B: Bits>(graph: &Masks<B>, within: B) -> (Cow<'_, Masks<B>>, B) {
    let mut graph = Cow::Borrowed(graph);
    let mut within = within;
    loop {
        let useless = useless(&graph, within);
        within = within & !useless;
        if !useless.is_empty() {
            continue;
        }
        match twins(&graph, within) {
            Some((a, d, b, c)) => {
                let cut = graph.to_mut();
                cut.cut(a, b);
                cut.cut(d, c);
            }
            None => return (graph, within),
        }
    }
}

/// The vertices that rules 1 and 2 drop, all at once. That is right: of the leaves of a vertex one stays, and a dropped
/// vertex that is no leaf has no leaf itself (a leaf's only neighbour is no leaf, unless the two are alone), so it
/// serves no other one as a reason.
fn useless<B: Bits>(graph: &Masks<B>, within: B) -> B {
    // Vertices with a leaf; the leaves that are dropped because another one stays.
    let (mut carriers, mut spare, mut isolated) = (B::default(), B::default(), B::default());
    for v in within.iter() {
        let around = graph.around(v) & within;
        if around.is_empty() {
            isolated = isolated | B::bit(v);
        } else if around.rest().is_empty() {
            if !(carriers & around).is_empty() {
                spare = spare | B::bit(v);
            }
            carriers = carriers | around;
        }
    }
    if carriers.is_empty() {
        return isolated;
    }
    let inner = within.iter().filter(|&v| {
        let around = graph.around(v) & within;
        !around.is_empty() && !around.rest().is_empty() && (around & !carriers).is_empty()
    });
    inner.fold(isolated | spare, |set, v| set | B::bit(v))
}

/// Two vertices with the same two neighbours and no others, and these neighbours.
fn twins<B: Bits>(graph: &Masks<B>, within: B) -> Option<(usize, usize, usize, usize)> {
    let pair = |v: usize| {
        let around = graph.around(v) & within;
        (around.count() == 2).then_some(around)
    };
    within.iter().find_map(|d| {
        let around = pair(d)?;
        let (b, c) = (around.first(), around.rest().first());
        let mut others = (graph.around(b) & graph.around(c) & within & B::below(d)).iter();
        others.find(|&a| pair(a) == Some(around)).map(|a| (a, d, b, c))
    })
}
