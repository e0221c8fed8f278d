//! The canonical labelling of a graph: isomorphic graphs become the same graph.
//!
//! Individualisation and refinement: colours are refined by neighbours until they no longer split; then every vertex of
//! the smallest class is given a colour of its own in turn, and so on until all colours differ. Each such leaf orders the
//! vertices; the least graph it gives is the canonical one. Everything done depends on colours only, never on the order in
//! which vertices came, so isomorphic graphs have the same leaves: a colour accident costs time, not exactness.
//! Two leaves that give the same graph show an automorphism, and what it maps to each other is explored once.

use super::graph::Graph;

/// The representative of all graphs isomorphic to this one.
pub(super) fn canonical(graph: &Graph) -> Graph {
    let mut colours = vec![1u64; graph.len()];
    refine(graph, &mut colours);
    let mut search = Search { graph, path: Vec::new(), best: None, automorphisms: Vec::new() };
    search.descend(colours);
    Graph::new(search.best.map(|best| best.edges).unwrap_or_default())
}

struct Search<'g> {
    graph: &'g Graph,
    /// The vertices individualised so far.
    path: Vec<usize>,
    best: Option<Leaf>,
    automorphisms: Vec<Vec<u16>>,
}

struct Leaf {
    edges: Vec<(u16, u16)>,
    order: Vec<u16>,
    path: Vec<usize>,
}

impl Search<'_> {
    /// Explores the node with these refined colours. Returns the depth of the node where exploration goes on.
    fn descend(&mut self, colours: Vec<u64>) -> usize {
        let mut order: Vec<u16> = (0..colours.len() as u16).collect();
        order.sort_unstable_by_key(|&v| colours[usize::from(v)]);
        let classes = order.chunk_by(|&u, &v| colours[usize::from(u)] == colours[usize::from(v)]);
        let Some(class) = classes.filter(|class| class.len() > 1).min_by_key(|class| class.len()).map(<[u16]>::to_vec)
        else {
            return self.leaf(order);
        };

        // Of the children, only those with the least invariant: which these are depends on colours alone.
        let mut children = Vec::new();
        let mut least = u64::MAX;
        for v in class.into_iter().map(usize::from) {
            // Before the rest of its class, after the class before.
            let mut child: Vec<u64> = colours.iter().map(|&colour| 2 * colour).collect();
            child[v] -= 1;
            let invariant = refine(self.graph, &mut child);
            if invariant < least {
                least = invariant;
                children.clear();
            }
            if invariant == least {
                children.push((v, child));
            }
        }
        let depth = self.path.len();
        let mut explored: Vec<usize> = Vec::new();
        for (v, child) in children {
            if !explored.is_empty() && self.orbit(v).iter().any(|u| explored.contains(u)) {
                continue;
            }
            explored.push(v);
            self.path.push(v);
            let level = self.descend(child);
            self.path.pop();
            if level < depth {
                return level;
            }
        }
        depth
    }

    /// Compares the graph that the order of the vertices gives with the best one.
    fn leaf(&mut self, order: Vec<u16>) -> usize {
        let mut rank = vec![0u16; order.len()];
        order.iter().zip(0..).for_each(|(&v, i)| rank[usize::from(v)] = i);
        let mut edges: Vec<(u16, u16)> = self
            .graph
            .edges()
            .map(|(u, v)| (rank[usize::from(u)], rank[usize::from(v)]))
            .map(|(u, v)| (u.min(v), u.max(v)))
            .collect();
        edges.sort_unstable();
        match &self.best {
            Some(best) if best.edges < edges => self.path.len(),
            Some(best) if best.edges == edges => {
                // The automorphism maps the leaf's vertex at each rank to the best one's. If it fixes the common part of the
                // two paths and maps the next vertex of one to that of the other, the rest of this branch is a copy.
                let map: Vec<u16> = rank.iter().map(|&i| best.order[usize::from(i)]).collect();
                let common = best.path.iter().zip(&self.path).take_while(|(u, v)| u == v).count();
                let steps = self.path.iter().zip(&best.path).take(common + 1);
                let copies = steps.into_iter().all(|(&from, &to)| usize::from(map[from]) == to);
                self.automorphisms.push(map);
                if copies { common } else { self.path.len() }
            }
            _ => {
                self.best = Some(Leaf { edges, order, path: self.path.clone() });
                self.path.len()
            }
        }
    }

    /// The vertices that known automorphisms which fix the path lead to from `v`.
    fn orbit(&self, v: usize) -> Vec<usize> {
        let fixing: Vec<_> =
            self.automorphisms.iter().filter(|map| self.path.iter().all(|&p| usize::from(map[p]) == p)).collect();
        let mut orbit = vec![v];
        let mut next = 0;
        while next < orbit.len() {
            for map in &fixing {
                // An automorphism has finite order, so following it forwards reaches the whole orbit.
                let u = usize::from(map[orbit[next]]);
                if !orbit.contains(&u) {
                    orbit.push(u);
                }
            }
            next += 1;
        }
        orbit
    }
}

/// Refines colours by those of the neighbours until no class splits. Colours become the ranks of their classes, in the order
/// of the old colours first, so classes never merge. Returns a number that depends only on the coloured graph.
fn refine(graph: &Graph, colours: &mut [u64]) -> u64 {
    let n = colours.len();
    let mut order: Vec<u16> = (0..n as u16).collect();
    let mut keys: Vec<(u64, u64)> = colours.iter().map(|&colour| (colour, 0)).collect();
    let mut classes = 0;
    loop {
        order.sort_unstable_by_key(|&v| keys[usize::from(v)]);
        let found =
            order.chunk_by(|&u, &v| keys[usize::from(u)] == keys[usize::from(v)]).zip(1u64..).map(|(class, rank)| {
                class.iter().for_each(|&v| colours[usize::from(v)] = rank);
                rank
            });
        let found = found.last().unwrap_or(0);
        let stable = found == classes;
        classes = found;
        for (v, key) in keys.iter_mut().enumerate() {
            let around = graph.neighbours(v).iter().map(|&u| mix(colours[usize::from(u)]));
            *key = (colours[v], around.fold(0, u64::wrapping_add));
        }
        if stable || found == n as u64 {
            return keys.iter().fold(0, |sum, &(own, around)| sum.wrapping_add(mix(around ^ mix(own))));
        }
    }
}

fn mix(colour: u64) -> u64 {
    let x = (colour ^ colour >> 32).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ x >> 32
}
