//! A graph as bit sets, one of the neighbours of each vertex: what moves are played on.

use crate::bits::Bits;
use crate::graph::Graph;

/// The neighbours of each vertex as a set.
#[derive(Clone, PartialEq, Eq)]
pub struct Masks<B> {
    around: Vec<B>,
}

impl<B: Bits> Masks<B> {
    /// The sets of a graph, which has at most `B::CELLS` vertices.
    pub fn of(graph: &Graph) -> Self {
        let set = |v| graph.neighbours(v).iter().fold(B::default(), |set, &u| set | B::bit(usize::from(u)));
        Masks { around: (0..graph.len()).map(set).collect() }
    }

    /// With these sets. If `u` is in the set of `v`, then `v` is in that of `u`.
    pub(crate) fn new(around: Vec<B>) -> Self {
        Masks { around }
    }

    /// The number of vertices.
    #[inline]
    pub fn len(&self) -> usize {
        self.around.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.around.is_empty()
    }

    /// All vertices.
    #[inline]
    pub fn all(&self) -> B {
        B::below(self.around.len())
    }

    /// The vertices for which the list says so.
    pub fn set_of(&self, list: &[bool]) -> B {
        list.iter().enumerate().filter(|(_, is)| **is).fold(B::default(), |set, (v, _)| set | B::bit(v))
    }

    /// The neighbours of a vertex.
    #[inline]
    pub fn around(&self, v: usize) -> B {
        self.around[v]
    }

    /// Deletes the edge between two vertices.
    pub fn cut(&mut self, u: usize, v: usize) {
        self.around[u] = self.around[u] & !B::bit(v);
        self.around[v] = self.around[v] & !B::bit(u);
    }

    /// Deletes the edges from `v` to vertices outside `kept`.
    pub fn retain(&mut self, v: usize, kept: B) {
        for u in (self.around[v] & !kept).iter() {
            self.cut(u, v);
        }
    }

    /// The vertices of `within` that can be reached from `seed`, a part of it, without leaving it.
    #[inline]
    pub fn reached(&self, seed: B, within: B) -> B {
        let (mut part, mut open) = (seed, seed);
        while !open.is_empty() {
            let next = open.iter().fold(B::default(), |set, v| set | self.around[v]);
            open = next & within & !part;
            part = part | open;
        }
        part
    }

    /// Calls `each` with the connected parts of the graph on the vertices `within`.
    #[inline]
    pub fn parts(&self, within: B, mut each: impl FnMut(B)) {
        let mut rest = within;
        while !rest.is_empty() {
            let part = self.reached(B::bit(rest.first()), rest);
            rest = rest & !part;
            each(part);
        }
    }

    /// The graph on some of the vertices, numbered in increasing order.
    pub fn induced(&self, vertices: B) -> Graph {
        let mut number = vec![0u16; self.around.len()];
        vertices.iter().zip(0..).for_each(|(v, i)| number[v] = i);
        let number = &number;
        Graph::of_lists(vertices.iter().map(|v| (self.around[v] & vertices).iter().map(|u| number[u])))
    }
}

/// Evaluates `$body` with `$masks` bound to the sets of the graph, in the narrowest width that has room for its
/// vertices.
#[macro_export]
macro_rules! with_masks {
    ($graph:expr, |$masks:ident| $body:expr) => {{
        let graph: &$crate::Graph = $graph;
        match graph.len() {
            0..=64 => {
                let $masks = $crate::masks::Masks::<u64>::of(graph);
                $body
            }
            65..=128 => {
                let $masks = $crate::masks::Masks::<u128>::of(graph);
                $body
            }
            129..=256 => {
                let $masks = $crate::masks::Masks::<$crate::bits::Wide<4>>::of(graph);
                $body
            }
            _ => {
                let $masks = $crate::masks::Masks::<$crate::bits::Wide<16>>::of(graph);
                $body
            }
        }
    }};
}
