//! Whether two graphs are isomorphic: exact, by finding the isomorphism or showing that there is none.
//!
//! Colours (see `refine`) say which vertices may correspond, and an arrangement is built vertex by vertex along edges.
//! Only the arrangement decides: a bijection under which every edge of one graph is an edge of the other, with equally
//! many edges, is an isomorphism. The rare pairs that take too many steps are compared by their canonical forms, which
//! is exact too.

use crate::graph::Graph;
use crate::{label, refine};

/// Whether the graphs are isomorphic; `None` if that takes too many steps.
pub fn isomorphic(a: &Graph, b: &Graph) -> Option<bool> {
    if a.len() != b.len() || a.size() != b.size() {
        return Some(false);
    }
    let (colours_a, colours_b) = (refine::classes(a), refine::classes(b));
    let sorted = |colours: &[u64]| {
        let mut sorted = colours.to_vec();
        sorted.sort_unstable();
        sorted
    };
    let ranks = sorted(&colours_a);
    if ranks != sorted(&colours_b) {
        return Some(false);
    }
    // The rarest colour leaves the fewest places for the first vertex.
    let Some(rarest) = ranks.chunk_by(|x, y| x == y).min_by_key(|class| class.len()).map(|class| class[0]) else {
        return Some(true);
    };
    let root = colours_a.iter().position(|&colour| colour == rarest).unwrap_or(0);
    let mut matching = Matching::new(a, b, &colours_a, &colours_b, root);
    let mut budget = 64 * a.len() + 1000;
    for image in (0..b.len()).filter(|&v| colours_b[v] == rarest) {
        match matching.extend_from(image as u16, &mut budget) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => return Some(canonical(a)? == canonical(b)?),
        }
    }
    Some(false)
}

fn canonical(graph: &Graph) -> Option<Graph> {
    label::canonical(graph, &vec![0; graph.len()], label::BUDGET).map(|order| graph.induced(&order))
}

/// A partial arrangement of the vertices of `a` on those of `b`.
struct Matching<'g> {
    a: &'g Graph,
    b: &'g Graph,
    colours_a: &'g [u64],
    colours_b: &'g [u64],
    /// The vertices of `a` in the order they are placed, each but the first next to the one at its second number.
    order: Vec<(u16, u16)>,
    image: Vec<u16>,
    used: Vec<bool>,
}

const NONE: u16 = u16::MAX;

impl<'g> Matching<'g> {
    fn new(a: &'g Graph, b: &'g Graph, colours_a: &'g [u64], colours_b: &'g [u64], root: usize) -> Self {
        let mut order = Vec::with_capacity(a.len());
        let mut seen = vec![false; a.len()];
        let mut place = |v: usize, parent: usize, order: &mut Vec<(u16, u16)>| {
            if !std::mem::replace(&mut seen[v], true) {
                order.push((v as u16, parent as u16));
            }
        };
        place(root, 0, &mut order);
        let mut next = 0;
        // What is not reached, because the graph is not connected, is placed anywhere.
        for v in 0..=a.len() {
            while let Some(&(w, _)) = order.get(next) {
                a.neighbours(usize::from(w)).iter().for_each(|&u| place(usize::from(u), next, &mut order));
                next += 1;
            }
            if v < a.len() {
                place(v, usize::from(NONE), &mut order);
            }
        }
        let image = vec![NONE; a.len()];
        Matching { a, b, colours_a, colours_b, order, image, used: vec![false; b.len()] }
    }

    /// Whether the first vertex can be placed on `first` and the others after it; `None` if the budget does not
    /// suffice.
    fn extend_from(&mut self, first: u16, budget: &mut usize) -> Option<bool> {
        let mut tried = vec![0usize; self.order.len()];
        self.place(0, first);
        let mut depth = 1;
        while depth < self.order.len() {
            *budget = budget.checked_sub(1)?;
            let (v, parent) = self.order[depth];
            match self.candidate(v, parent, &mut tried[depth]) {
                Some(u) => {
                    self.place(depth, u);
                    depth += 1;
                }
                None => {
                    tried[depth] = 0;
                    depth -= 1;
                    self.lift(depth);
                    if depth == 0 {
                        return Some(false);
                    }
                }
            }
        }
        Some(true)
    }

    /// The next place for `v` after the first `tried` ones.
    fn candidate(&self, v: u16, parent: u16, tried: &mut usize) -> Option<u16> {
        let v = usize::from(v);
        loop {
            let u = if parent == NONE {
                Some(*tried as u16).filter(|_| *tried < self.b.len())
            } else {
                let (placed, _) = self.order[usize::from(parent)];
                self.b.neighbours(usize::from(self.image[usize::from(placed)])).get(*tried).copied()
            }?;
            *tried += 1;
            let fits = !self.used[usize::from(u)]
                && self.colours_a[v] == self.colours_b[usize::from(u)]
                && self
                    .a
                    .neighbours(v)
                    .iter()
                    .map(|&w| self.image[usize::from(w)])
                    .all(|w| w == NONE || self.b.neighbours(usize::from(u)).contains(&w));
            if fits {
                return Some(u);
            }
        }
    }

    fn place(&mut self, depth: usize, u: u16) {
        self.image[usize::from(self.order[depth].0)] = u;
        self.used[usize::from(u)] = true;
    }

    fn lift(&mut self, depth: usize) {
        let image = &mut self.image[usize::from(self.order[depth].0)];
        self.used[usize::from(std::mem::replace(image, NONE))] = false;
    }
}
