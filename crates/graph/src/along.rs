//! A canonical order of the vertices that runs along the graph, so that its band (see `pack`) is narrow.
//!
//! Colours are refined until that does not help any more. If they all differ, they are a canonical order at once;
//! otherwise `label` finds one. From it a search in breadth starts at its first vertex, and again at the vertex found
//! last, which lies at an end of the graph; the order of that second search is the result. Paths and cycles need none
//! of this.

use crate::graph::Graph;
use crate::{label, refine};

/// Rounds of refinement between two counts of the colours.
const ROUNDS: usize = 4;

/// The vertices of a connected graph in canonical order. Marked vertices differ from others. `None` if that takes more
/// than `budget` steps, or if the graph is not connected.
pub fn canonical_along(graph: &Graph, marks: &[bool], budget: usize) -> Option<Vec<u16>> {
    let order = match thread(graph, marks) {
        Some(order) => order,
        None => by_colours(graph, marks, budget)?,
    };
    (order.len() == graph.len()).then_some(order)
}

fn by_colours(graph: &Graph, marks: &[bool], budget: usize) -> Option<Vec<u16>> {
    let n = graph.len();
    let first = marks.iter().map(|&mark| 1 + u64::from(mark)).collect();
    let colours = refine::stable(graph, first, ROUNDS);
    let mut order: Vec<u16> = (0..n as u16).collect();
    order.sort_unstable_by_key(|&v| colours[usize::from(v)]);
    let differ = |pair: &[u16]| colours[usize::from(pair[0])] != colours[usize::from(pair[1])];
    if !order.windows(2).all(differ) {
        order = label::canonical(graph, &colours, budget)?;
    }
    let mut rank = vec![0u16; n];
    order.iter().zip(0..).for_each(|(&v, i)| rank[usize::from(v)] = i);
    let end = in_breadth(graph, &rank, *order.first()?).last().copied()?;
    Some(in_breadth(graph, &rank, end))
}

/// The vertices in the order of a search in breadth, neighbours of one vertex by their rank.
fn in_breadth(graph: &Graph, rank: &[u16], start: u16) -> Vec<u16> {
    let mut reached = vec![false; graph.len()];
    let mut order = Vec::with_capacity(graph.len());
    order.push(start);
    reached[usize::from(start)] = true;
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        next += 1;
        let first = order.len();
        for &u in graph.neighbours(usize::from(v)) {
            if !std::mem::replace(&mut reached[usize::from(u)], true) {
                order.push(u);
            }
        }
        if order.len() > first + 1 {
            order[first..].sort_unstable_by_key(|&u| rank[usize::from(u)]);
        }
    }
    order
}

/// The canonical order of a path, or of a cycle without marks: along it.
fn thread(graph: &Graph, marks: &[bool]) -> Option<Vec<u16>> {
    let n = graph.len();
    if graph.size() > n || (0..n).any(|v| graph.degree(v) > 2) {
        return None;
    }
    let ends: Vec<u16> = (0..n as u16).filter(|&v| graph.degree(usize::from(v)) < 2).collect();
    if ends.is_empty() && marks.contains(&true) {
        return None;
    }
    let walk = |start: u16| {
        let (mut order, mut last) = (vec![start], start);
        while let Some(&next) = graph
            .neighbours(usize::from(order[order.len() - 1]))
            .iter()
            .find(|&&u| u != last && u != start || order.len() == 1)
        {
            last = order[order.len() - 1];
            order.push(next);
        }
        order
    };
    if ends.is_empty() {
        // Both ways around, neighbours are as near as possible: 0, 1, n-1, 2, n-2, ...
        return Some(in_breadth(graph, &vec![0; n], 0));
    }
    let walks = ends.into_iter().map(walk);
    walks.min_by_key(|order| order.iter().map(|&v| marks[usize::from(v)]).collect::<Vec<_>>())
}
