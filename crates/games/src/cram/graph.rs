//! A component as a plain graph: what two drawings of one component have in common, and Arc-Kayles on any graph.
//!
//! Nothing here is fast. Boards become graphs to be compared (`same`) and labelled (`label`); graphs that no board can show
//! are played by the same rules, move by move. As bytes: a 0 (no board has 0 columns), then for each vertex its larger
//! neighbours as increments from the vertex or the neighbour before, least first, closed by a 0; zeros at the end are left
//! out. Numbers are seven bits a byte, low bits first, the high bit set in all but the last byte.
//!
//! # Invariant
//! No loops, no parallel edges, at most [`MAX_CELLS`] vertices and [`MAX_EDGES`] edges; the neighbours of a vertex increase.

use super::bits::Bits;
use super::board::{Board, MAX_CELLS, with_board};
use grundy_core::Sink;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The most edges of a graph; a full board of 1,024 cells has fewer.
pub(super) const MAX_EDGES: usize = 2048;

/// A graph on the vertices 0, 1, 2, ...; the neighbours of all vertices in one list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Graph {
    starts: Vec<u16>,
    ends: Vec<u16>,
}

impl Graph {
    /// The graph with these edges, on the vertices up to the largest.
    pub fn new(edges: impl IntoIterator<Item = (u16, u16)>) -> Self {
        let mut arcs: Vec<(u16, u16)> = edges.into_iter().flat_map(|(u, v)| [(u, v), (v, u)]).collect();
        arcs.sort_unstable();
        arcs.dedup();
        let n = arcs.last().map_or(0, |&(v, _)| usize::from(v) + 1);
        let mut starts = vec![0u16; n + 1];
        arcs.iter().for_each(|&(v, _)| starts[usize::from(v) + 1] += 1);
        (0..n).for_each(|v| starts[v + 1] += starts[v]);
        Graph { starts, ends: arcs.into_iter().map(|(_, u)| u).collect() }
    }

    /// The graph of a component, be it a board or a graph already.
    pub fn of(component: &[u8]) -> Option<Self> {
        if component.first() == Some(&0) {
            Self::read(component)
        } else {
            with_board!(component, None, |board| Some(Self::of_board(&board)))
        }
    }

    /// The graph of a board; its cells are numbered row by row.
    pub fn of_board<B: Bits>(board: &Board<B>) -> Self {
        let mut number = vec![0u16; board.columns * board.rows];
        board.cells().iter().zip(0..).for_each(|(cell, v)| number[cell] = v);
        let rights = board.right.iter().map(|i| (number[i], number[i + 1]));
        Self::new(rights.chain(board.down.iter().map(|i| (number[i], number[i + board.columns]))))
    }

    /// The graph with these bytes, if they are those of one connected graph.
    fn read(bytes: &[u8]) -> Option<Self> {
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
        let graph = Self::new(edges);
        let whole = matches!(&graph.split()[..], [part] if part.len() == graph.len());
        whole.then_some(graph)
    }

    /// The bytes of this graph.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0];
        for v in 0..self.len() {
            let mut last = v;
            for u in self.neighbours(v).iter().map(|&u| usize::from(u)).filter(|&u| u > v) {
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

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of edges.
    pub fn size(&self) -> usize {
        self.ends.len() / 2
    }

    /// The neighbours of a vertex, increasing.
    pub fn neighbours(&self, v: usize) -> &[u16] {
        &self.ends[usize::from(self.starts[v])..usize::from(self.starts[v + 1])]
    }

    /// The edges, each once, smaller vertex first.
    pub fn edges(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        (0..self.len()).flat_map(move |v| {
            let v16 = v as u16;
            self.neighbours(v).iter().filter(move |&&u| u > v16).map(move |&u| (v16, u))
        })
    }

    /// The graph after playing the edge `u-v`, on the same vertices.
    pub fn play(&self, u: u16, v: u16) -> Self {
        Self::new(self.edges().filter(|&(a, b)| a != u && a != v && b != u && b != v))
    }

    /// Applies the reductions of `reduce` until none applies.
    pub fn reduced(&self) -> Self {
        let mut around: Vec<Vec<u16>> = (0..self.len()).map(|v| self.neighbours(v).to_vec()).collect();
        let cut = |around: &mut Vec<Vec<u16>>, u: u16, v: u16| {
            around[usize::from(u)].retain(|&x| x != v);
            around[usize::from(v)].retain(|&x| x != u);
        };
        loop {
            let kept: Vec<Option<u16>> =
                around.iter().map(|list| list.iter().copied().find(|&u| around[usize::from(u)].len() == 1)).collect();
            let carries_another = |w: u16, u: u16| kept[usize::from(w)].is_some_and(|leaf| leaf != u);
            let useless = (0..self.len() as u16).find(|&u| {
                let list = &around[usize::from(u)];
                !list.is_empty() && list.iter().all(|&w| carries_another(w, u))
            });
            if let Some(u) = useless {
                for w in around[usize::from(u)].clone() {
                    cut(&mut around, u, w);
                }
                continue;
            }
            let mut first_with = BTreeMap::new();
            let twins = (0..self.len() as u16).find_map(|d| match around[usize::from(d)][..] {
                [b, c] => first_with.insert((b, c), d).map(|a| (a, d, b, c)),
                _ => None,
            });
            match twins {
                Some((a, d, b, c)) => {
                    cut(&mut around, a, b);
                    cut(&mut around, d, c);
                }
                None => break,
            }
        }
        Self::new((0..self.len()).flat_map(|v| around[v].iter().map(move |&u| (v as u16, u)).collect::<Vec<_>>()))
    }

    /// The connected parts with an edge, each numbered from 0 in the order of the vertices here.
    pub fn split(&self) -> Vec<Self> {
        let mut part = vec![usize::MAX; self.len()];
        let mut parts = 0;
        for seed in 0..self.len() {
            if part[seed] != usize::MAX || self.neighbours(seed).is_empty() {
                continue;
            }
            let mut open = vec![seed];
            part[seed] = parts;
            while let Some(v) = open.pop() {
                for u in self.neighbours(v).iter().map(|&u| usize::from(u)) {
                    if part[u] == usize::MAX {
                        part[u] = parts;
                        open.push(u);
                    }
                }
            }
            parts += 1;
        }
        let mut number = vec![0u16; self.len()];
        let mut sizes = vec![0u16; parts];
        for v in (0..self.len()).filter(|&v| part[v] != usize::MAX) {
            number[v] = sizes[part[v]];
            sizes[part[v]] += 1;
        }
        let mut edges = vec![Vec::new(); parts];
        for (u, v) in self.edges() {
            edges[part[usize::from(u)]].push((number[usize::from(u)], number[usize::from(v)]));
        }
        edges.into_iter().map(Self::new).collect()
    }

    /// Pushes the options of the graph.
    pub fn options<S: Sink>(&self, reductions: bool, sink: &mut S) -> ControlFlow<()> {
        for (u, v) in self.edges() {
            let left = self.play(u, v);
            for part in if reductions { left.reduced() } else { left }.split() {
                sink.component(&part.bytes());
            }
            sink.end()?;
        }
        ControlFlow::Continue(())
    }
}
