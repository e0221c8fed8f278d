//! A simple undirected graph on the vertices 0, 1, 2, ...
//!
//! # Invariant
//! No loops, no parallel edges, at most [`MAX_VERTICES`] vertices; the neighbours of a vertex increase.

/// The most vertices of a graph.
pub const MAX_VERTICES: usize = 1024;

/// A graph; the neighbours of all vertices stand in one list, those of each vertex together.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Graph {
    /// Where the neighbours of each vertex start in `ends`, and the length of `ends`.
    starts: Vec<u32>,
    ends: Vec<u16>,
}

impl Graph {
    /// The graph with `n` vertices and these edges. An edge that occurs twice counts once.
    ///
    /// # Panics
    /// If an edge has an end that is no vertex, or is a loop (in debug builds).
    pub fn new(n: usize, edges: impl IntoIterator<Item = (u16, u16)>) -> Self {
        let mut arcs: Vec<(u16, u16)> = edges.into_iter().flat_map(|(u, v)| [(u, v), (v, u)]).collect();
        debug_assert!(arcs.iter().all(|(u, v)| u != v), "no loops");
        arcs.sort_unstable();
        arcs.dedup();
        let mut starts = vec![0u32; n + 1];
        arcs.iter().for_each(|&(v, _)| starts[usize::from(v) + 1] += 1);
        (0..n).for_each(|v| starts[v + 1] += starts[v]);
        Graph { starts, ends: arcs.into_iter().map(|(_, u)| u).collect() }
    }

    /// The graph with these edges, on the vertices up to the largest one that an edge meets.
    pub fn of_edges(edges: impl IntoIterator<Item = (u16, u16)>) -> Self {
        let edges: Vec<(u16, u16)> = edges.into_iter().collect();
        let n = edges.iter().map(|&(u, v)| usize::from(u.max(v)) + 1).max().unwrap_or(0);
        Self::new(n, edges)
    }

    /// The graph whose vertices have these neighbours, each list increasing.
    pub(crate) fn of_lists(lists: impl IntoIterator<Item = impl IntoIterator<Item = u16>>) -> Self {
        let mut graph = Graph { starts: vec![0], ends: Vec::new() };
        for list in lists {
            graph.ends.extend(list);
            graph.starts.push(graph.ends.len() as u32);
        }
        graph
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of edges.
    pub fn size(&self) -> usize {
        self.ends.len() / 2
    }

    /// The neighbours of a vertex, increasing.
    #[inline]
    pub fn neighbours(&self, v: usize) -> &[u16] {
        &self.ends[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// The number of neighbours of a vertex.
    #[inline]
    pub fn degree(&self, v: usize) -> usize {
        (self.starts[v + 1] - self.starts[v]) as usize
    }

    /// Whether two vertices are neighbours.
    pub fn joins(&self, u: usize, v: usize) -> bool {
        self.neighbours(u).binary_search(&(v as u16)).is_ok()
    }

    /// The edges, each once, smaller vertex first, in increasing order.
    pub fn edges(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        (0..self.len()).flat_map(move |v| {
            let v16 = v as u16;
            self.neighbours(v).iter().filter(move |&&u| u > v16).map(move |&u| (v16, u))
        })
    }

    /// The connected parts, each as the list of its vertices in increasing order; the part of vertex 0 first.
    pub fn parts(&self) -> Vec<Vec<u16>> {
        let mut part = vec![usize::MAX; self.len()];
        let mut parts = 0;
        for seed in 0..self.len() {
            if part[seed] != usize::MAX {
                continue;
            }
            part[seed] = parts;
            let mut open = vec![seed];
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
        let mut lists = vec![Vec::new(); parts];
        part.iter().zip(0..).for_each(|(&part, v)| lists[part].push(v));
        lists
    }

    /// The graph on some of the vertices, which are numbered in the order they are given.
    pub fn induced(&self, vertices: &[u16]) -> Self {
        let mut number = vec![u16::MAX; self.len()];
        vertices.iter().zip(0..).for_each(|(&v, i)| number[usize::from(v)] = i);
        Self::of_lists(vertices.iter().map(|&v| {
            let near = self.neighbours(usize::from(v)).iter().map(|&u| number[usize::from(u)]);
            let mut list: Vec<u16> = near.filter(|&u| u != u16::MAX).collect();
            list.sort_unstable();
            list
        }))
    }

    /// Whether the vertices can be given two colours so that neighbours differ.
    pub fn is_bipartite(&self) -> bool {
        let mut side = vec![u8::MAX; self.len()];
        for seed in 0..self.len() {
            if side[seed] != u8::MAX {
                continue;
            }
            side[seed] = 0;
            let mut open = vec![seed];
            while let Some(v) = open.pop() {
                for u in self.neighbours(v).iter().map(|&u| usize::from(u)) {
                    if side[u] == side[v] {
                        return false;
                    }
                    if side[u] == u8::MAX {
                        side[u] = 1 - side[v];
                        open.push(u);
                    }
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_induced_graphs() {
        let graph = Graph::new(7, [(0, 3), (3, 5), (1, 4), (4, 0)]);
        assert_eq!(graph.parts(), [vec![0, 1, 3, 4, 5], vec![2], vec![6]]);
        let part = graph.induced(&[5, 3, 0]);
        assert_eq!(part.edges().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
        assert!(graph.joins(3, 5) && !graph.joins(0, 1) && graph.is_bipartite());
        assert!(!Graph::of_edges([(0, 1), (1, 2), (2, 0)]).is_bipartite());
        assert_eq!((graph.len(), graph.size(), graph.degree(0)), (7, 4, 2));
    }
}
