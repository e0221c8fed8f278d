//! A component as a plain graph: what two drawings of one component have in common, and Arc-Kayles on any graph.
//!
//! Boards become graphs to be compared (`same`) and brought to an exact form (`draw`); graphs that no board can show
//! are played by the rules of `kayles::arc`. As bytes: a 0 (no board has 0 columns), then for each vertex its larger
//! neighbours as increments from the vertex or the neighbour before, least first, closed by a 0; zeros at the end are
//! left out. Numbers are seven bits a byte, low bits first, the high bit set in all but the last byte.
//!
//! # Invariant
//! No loops, no parallel edges, at most [`MAX_CELLS`] vertices and [`MAX_EDGES`] edges; the neighbours of a vertex
//! increase.

use super::board::{Board, MAX_CELLS, with_board};
use crate::kayles::arc;
use grundy_core::Sink;
use grundy_graph::bits::Bits;
use grundy_graph::{Graph, with_masks};
use std::ops::ControlFlow;

/// The most edges of a graph; a full board of 1,024 cells has fewer.
pub(super) const MAX_EDGES: usize = 2048;

/// The graph of a component, be it a board or a graph already.
pub(super) fn of(component: &[u8]) -> Option<Graph> {
    if component.first() == Some(&0) {
        read(component)
    } else {
        with_board!(component, None, |board| Some(of_board(&board)))
    }
}

/// The graph of a board; its cells are numbered row by row.
pub(super) fn of_board<B: Bits>(board: &Board<B>) -> Graph {
    let mut number = vec![0u16; board.columns * board.rows];
    board.cells().iter().zip(0..).for_each(|(cell, v)| number[cell] = v);
    let rights = board.right.iter().map(|i| (number[i], number[i + 1]));
    Graph::of_edges(rights.chain(board.down.iter().map(|i| (number[i], number[i + board.columns]))))
}

/// The graph with these bytes, if they are those of one connected graph.
fn read(bytes: &[u8]) -> Option<Graph> {
    let (mut edges, mut v, mut last) = (Vec::new(), 0usize, 0usize);
    let mut rest = bytes[1..].iter();
    while let Some(&first) = rest.next() {
        let (mut number, mut byte, mut shift) = (usize::from(first & 127), first, 7);
        while byte & 128 != 0 && shift < 14 {
            byte = *rest.next()?;
            number |= usize::from(byte & 127) << shift;
            shift += 7;
        }
        if number == 0 {
            v += 1;
            last = v;
        } else {
            last += number;
            edges.push((v as u16, last as u16));
        }
        if byte & 128 != 0 || last >= MAX_CELLS || edges.len() > MAX_EDGES {
            return None;
        }
    }
    let graph = Graph::of_edges(edges);
    let whole = matches!(&split(&graph)[..], [part] if part.len() == graph.len());
    whole.then_some(graph)
}

/// The bytes of this graph.
pub(super) fn bytes(graph: &Graph) -> Vec<u8> {
    let mut bytes = vec![0];
    for v in 0..graph.len() {
        let mut last = v;
        for u in graph.neighbours(v).iter().map(|&u| usize::from(u)).filter(|&u| u > v) {
            let mut number = u - last;
            while number >= 128 {
                bytes.push(number as u8 | 128);
                number >>= 7;
            }
            bytes.push(number as u8);
            last = u;
        }
        bytes.push(0);
    }
    let length = bytes.iter().rposition(|&byte| byte != 0).map_or(1, |i| i + 1);
    bytes.truncate(length);
    bytes
}

/// The graph after playing the edge `u-v`, on the same vertices.
pub(super) fn play(graph: &Graph, u: u16, v: u16) -> Graph {
    Graph::of_edges(graph.edges().filter(|&(a, b)| a != u && a != v && b != u && b != v))
}

/// Applies the reductions of `reduce` until none applies.
pub(super) fn reduced(graph: &Graph) -> Graph {
    with_masks!(graph, |masks| {
        let (masks, left) = arc::rest(&masks, masks.all(), true);
        masks.induced(left)
    })
}

/// The connected parts with an edge, each numbered from 0 in the order of the vertices here.
pub(super) fn split(graph: &Graph) -> Vec<Graph> {
    let parts = graph.parts();
    parts.iter().filter(|part| part.len() > 1).map(|part| graph.induced(part)).collect()
}

/// Pushes the options of the graph.
pub(super) fn options<S: Sink>(graph: &Graph, reductions: bool, sink: &mut S) -> ControlFlow<()> {
    with_masks!(graph, |masks| {
        arc::moves(&masks, |_, _, left| {
            let (masks, left) = arc::rest(&masks, left, reductions);
            masks.parts(left, |part| sink.component(&bytes(&masks.induced(part))));
            sink.end()
        })
    })
}
