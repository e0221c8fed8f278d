//! The canonical labelling of a coloured graph: isomorphic graphs become the same graph.
//!
//! Individualisation and refinement: colours are refined by neighbours until they no longer split; then every vertex of
//! the smallest class is given a colour of its own in turn, and so on until all colours differ. Each such leaf orders
//! the vertices; the least graph it gives is the canonical one. Everything done depends on colours only, never on the
//! order in which vertices came, so isomorphic graphs have the same leaves: two colours that are equal by accident cost
//! time, not exactness.
//!
//! Three things keep the tree small. Of the children of a node only those with the least invariant are explored. Two
//! leaves that give the same graph show an automorphism, and what it maps to each other is explored once. A class of
//! *twins* (any two of them have the same other neighbours) needs one child: exchanging two twins is an automorphism
//! that fixes everything else.
//!
//! Some graphs (incidence graphs of projective planes, say) need more time than anyone has. The search counts its
//! steps, and gives up when they exceed its budget.

use crate::graph::Graph;

/// Steps that suffice for nearly every graph a game meets, and take about ten milliseconds.
pub const BUDGET: usize = 4_000_000;

/// The vertices in canonical order: isomorphic coloured graphs, each with its vertices renumbered in this order, are
/// equal. The colours of a vertex decide first. `None` if that takes more than `budget` steps (a step is a look at a
/// neighbour).
///
/// ```
/// use grundy_graph::{Graph, label};
///
/// let canonical = |graph: &Graph| {
///     let order = label::canonical(graph, &vec![0; graph.len()], label::BUDGET)?;
///     Some(graph.induced(&order))
/// };
/// let one = Graph::of_edges([(0, 1), (1, 2), (2, 3)]);
/// let other = Graph::of_edges([(2, 0), (0, 3), (3, 1)]);
/// assert_eq!(canonical(&one), canonical(&other));
/// ```
pub fn canonical(graph: &Graph, colours: &[u64], budget: usize) -> Option<Vec<u16>> {
    let n = graph.len();
    let mut search = Search {
        graph,
        mixed: (0..=n as u64).map(mix).collect(),
        sums: vec![0; n],
        path: Vec::new(),
        best: None,
        automorphisms: Vec::new(),
        budget,
    };
    let mut root = Partition::new(colours);
    search.refine(&mut root)?;
    search.descend(root)?;
    search.best.map(|best| best.order)
}

/// Vertices in the order of their colours; equal colours are a class.
#[derive(Clone)]
struct Partition {
    order: Vec<u16>,
    /// The number of the class of each vertex, from 1.
    rank: Vec<u32>,
    /// How many classes there are.
    classes: usize,
}

impl Partition {
    fn new(colours: &[u64]) -> Self {
        let mut order: Vec<u16> = (0..colours.len() as u16).collect();
        order.sort_unstable_by_key(|&v| colours[usize::from(v)]);
        let mut partition = Partition { rank: vec![0; order.len()], order, classes: 0 };
        let Partition { order, rank, classes } = &mut partition;
        for class in order.chunk_by(|&u, &v| colours[usize::from(u)] == colours[usize::from(v)]) {
            *classes += 1;
            class.iter().for_each(|&v| rank[usize::from(v)] = *classes as u32);
        }
        partition
    }

    /// The classes in order.
    fn classes(&self) -> impl Iterator<Item = &[u16]> {
        self.order.chunk_by(|&u, &v| self.rank[usize::from(u)] == self.rank[usize::from(v)])
    }

    /// The same with `v` in a class of its own, before the rest of its class and after the class before.
    fn individualised(&self, v: u16) -> Self {
        let mut child = self.clone();
        let own = self.rank[usize::from(v)];
        let start = self.order.partition_point(|&u| self.rank[usize::from(u)] < own);
        let at = self.order.iter().position(|&u| u == v).unwrap_or(start);
        child.order[start..=at].rotate_right(1);
        for &u in &child.order[start + 1..] {
            child.rank[usize::from(u)] += 1;
        }
        child.classes += 1;
        child
    }
}

struct Search<'g> {
    graph: &'g Graph,
    /// What neighbours see of each rank.
    mixed: Vec<u64>,
    sums: Vec<u64>,
    /// The vertices individualised so far.
    path: Vec<u16>,
    best: Option<Leaf>,
    automorphisms: Vec<Vec<u16>>,
    /// Steps left.
    budget: usize,
}

struct Leaf {
    edges: Vec<(u16, u16)>,
    order: Vec<u16>,
    path: Vec<u16>,
}

impl Search<'_> {
    /// Refines the classes by neighbours until none splits. Old classes keep their order, so classes never merge.
    /// Returns a number that depends on the coloured graph only.
    fn refine(&mut self, partition: &mut Partition) -> Option<u64> {
        let n = partition.order.len();
        while partition.classes < n {
            let mut steps = n;
            let mut start = 0;
            while start < n {
                let own = partition.rank[usize::from(partition.order[start])];
                let rest = &partition.order[start..];
                let length = rest.iter().take_while(|&&v| partition.rank[usize::from(v)] == own).count();
                if length > 1 {
                    let class = &mut partition.order[start..start + length];
                    for &v in &*class {
                        let near = self.graph.neighbours(usize::from(v));
                        steps += near.len();
                        let seen = near.iter().map(|&u| self.mixed[partition.rank[usize::from(u)] as usize]);
                        self.sums[usize::from(v)] = seen.fold(0, u64::wrapping_add);
                    }
                    class.sort_unstable_by_key(|&v| self.sums[usize::from(v)]);
                }
                start += length;
            }
            self.budget = self.budget.checked_sub(steps)?;
            // New ranks, from the old ones and the sums within the old classes.
            let (mut classes, mut previous) = (0u32, None);
            for &v in &partition.order {
                let v = usize::from(v);
                let own = partition.rank[v];
                let begins = match previous {
                    Some((rank, sum)) => rank != own || self.sums[v] != sum,
                    None => true,
                };
                classes += u32::from(begins);
                previous = Some((own, self.sums[v]));
                partition.rank[v] = classes;
            }
            let stable = classes as usize == partition.classes;
            partition.classes = classes as usize;
            if stable {
                break;
            }
        }
        self.budget = self.budget.checked_sub(n + 2 * self.graph.size())?;
        Some((0..n).fold(0, |sum, v| {
            let seen = self.graph.neighbours(v).iter().map(|&u| self.mixed[partition.rank[usize::from(u)] as usize]);
            let around = seen.fold(0, u64::wrapping_add);
            sum.wrapping_add(mix(around ^ self.mixed[partition.rank[v] as usize]))
        }))
    }

    /// Explores the node with these refined colours. Returns the depth of the node where exploration continues.
    fn descend(&mut self, partition: Partition) -> Option<usize> {
        let smallest = partition.classes().filter(|class| class.len() > 1).min_by_key(|class| class.len());
        let Some(class) = smallest.map(<[u16]>::to_vec) else { return Some(self.leaf(partition.order)) };
        let children = if self.are_twins(&class) {
            let mut child = partition.individualised(class[0]);
            self.refine(&mut child)?;
            vec![(class[0], child)]
        } else {
            self.least_children(&partition, &class)?
        };
        let depth = self.path.len();
        let mut explored: Vec<u16> = Vec::new();
        for (v, child) in children {
            if !explored.is_empty() && self.orbit(v).iter().any(|u| explored.contains(u)) {
                continue;
            }
            explored.push(v);
            self.path.push(v);
            let level = self.descend(child)?;
            self.path.pop();
            if level < depth {
                return Some(level);
            }
        }
        Some(depth)
    }

    /// The children with the least invariant: which these are depends on colours alone.
    fn least_children(&mut self, partition: &Partition, class: &[u16]) -> Option<Vec<(u16, Partition)>> {
        let mut children = Vec::new();
        let mut least = u64::MAX;
        for &v in class {
            let mut child = partition.individualised(v);
            let invariant = self.refine(&mut child)?;
            if invariant < least {
                least = invariant;
                children.clear();
            }
            if invariant == least {
                children.push((v, child));
            }
        }
        Some(children)
    }

    /// Whether any two vertices of the class have the same neighbours beside each other.
    fn are_twins(&self, class: &[u16]) -> bool {
        let first = class[0];
        let others = |u: u16, v: u16| self.graph.neighbours(usize::from(u)).iter().filter(move |&&w| w != v);
        let alike = |&v: &u16| {
            self.graph.degree(usize::from(first)) == self.graph.degree(usize::from(v))
                && others(first, v).eq(others(v, first))
        };
        // "Same other neighbours" is transitive: all edges of a class lie within it, or none.
        class[1..].iter().all(alike)
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
                // The automorphism maps the leaf's vertex at each rank to the best one's. If it fixes the common part
                // of the two paths and maps the next vertex of one to that of the other, the rest of this branch is a
                // copy.
                let map: Vec<u16> = rank.iter().map(|&i| best.order[usize::from(i)]).collect();
                let common = best.path.iter().zip(&self.path).take_while(|(u, v)| u == v).count();
                let steps = self.path.iter().zip(&best.path).take(common + 1);
                let copies = steps.into_iter().all(|(&from, &to)| map[usize::from(from)] == to);
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
    fn orbit(&self, v: u16) -> Vec<u16> {
        let fixing: Vec<_> =
            self.automorphisms.iter().filter(|map| self.path.iter().all(|&p| map[usize::from(p)] == p)).collect();
        let mut orbit = vec![v];
        let mut reached = vec![false; self.graph.len()];
        reached[usize::from(v)] = true;
        let mut next = 0;
        while next < orbit.len() {
            for map in &fixing {
                // An automorphism has finite order, so following it forwards reaches the whole orbit.
                let u = map[usize::from(orbit[next])];
                if !std::mem::replace(&mut reached[usize::from(u)], true) {
                    orbit.push(u);
                }
            }
            next += 1;
        }
        orbit
    }
}

fn mix(colour: u64) -> u64 {
    let x = (colour ^ colour >> 32).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ x >> 32
}
