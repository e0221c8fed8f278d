//! The domination game: choose a vertex that dominates something new; it dominates itself and its neighbours.
//!
//! A vertex is marked when it is dominated. What a vertex still dominates, its *trace*, are the unmarked vertices among
//! itself and its neighbours; a move is possible on every vertex with a trace, and marks the trace. Reductions, all of
//! which keep the game tree:
//! 1. An edge between two marked vertices is deleted: it is in no trace, now or later.
//! 2. A marked vertex without neighbours is dropped: its trace is empty.
//! 3. A marked vertex is dropped if another vertex has the same trace: the two moves lead to the same position, and the
//!    traces stay equal, because a move takes the same vertices out of both. (A marked vertex is in no trace.)

use grundy_graph::bits::Bits;
use grundy_graph::masks::Masks;
use std::ops::ControlFlow;

/// A graph, its marked vertices, and the vertices that are left of it.
pub(super) struct Rest<B> {
    pub graph: Masks<B>,
    pub marks: B,
    pub left: B,
}

/// Calls `each` with every move: a vertex, and the marks after it.
pub(super) fn moves<B: Bits>(
    graph: &Masks<B>,
    marks: B,
    mut each: impl FnMut(usize, B) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for v in 0..graph.len() {
        let dominated = graph.around(v) | B::bit(v);
        if !(dominated & !marks).is_empty() {
            each(v, marks | dominated)?;
        }
    }
    ControlFlow::Continue(())
}

/// What is left of a graph with these marks. Rules 1 and 2 always apply, because parts without moves must be left out.
pub(super) fn rest<B: Bits>(graph: &Masks<B>, marks: B, reductions: bool) -> Rest<B> {
    let all = graph.all();
    let mut graph = graph.clone();
    for v in marks.iter() {
        graph.retain(v, !marks);
    }
    let mut left = all;
    for v in marks.iter().filter(|&v| graph.around(v).is_empty()) {
        left = left & !B::bit(v);
    }
    if reductions {
        left = drop_equal_traces(&graph, marks, left);
    }
    Rest { graph, marks, left }
}

/// Rule 3.
fn drop_equal_traces<B: Bits>(graph: &Masks<B>, marks: B, left: B) -> B {
    let mut left = left;
    let trace = |v: usize| (graph.around(v) | B::bit(v)) & !marks;
    for v in (left & marks).iter() {
        let own = trace(v);
        // Who has this trace is a neighbour of all its members, or one of them.
        let first = own.first();
        let mut others = ((graph.around(first) | B::bit(first)) & left & !B::bit(v)).iter();
        if others.any(|u| trace(u) == own) {
            left = left & !B::bit(v);
        }
    }
    left
}
