//! Graphs, as components of games that are played on them.
//!
//! The form of a component is the number of its vertices (two bytes), then a colour for each vertex or nothing, then
//! its edges: four bytes each, smaller end first, in order. The vertices are `0..n`.

use crate::label;
use crate::rules::{Form, mix};
use crate::work;

/// A graph with vertices `0..n`, coloured or not.
pub(crate) struct Graph {
    /// The colours of the vertices; empty in a game without colours.
    pub(crate) colours: Vec<u8>,
    /// In order, the smaller end first.
    pub(crate) edges: Vec<(u16, u16)>,
    /// The neighbours of `v` and the edges to them are `around[start[v]..start[v + 1]]`.
    start: Vec<usize>,
    around: Vec<(u16, usize)>,
}

impl Graph {
    /// A graph of `count` vertices; edges may repeat.
    pub(crate) fn new(count: usize, colours: Vec<u8>, mut edges: Vec<(u16, u16)>) -> Self {
        for edge in &mut edges {
            *edge = (edge.0.min(edge.1), edge.0.max(edge.1));
        }
        edges.sort_unstable();
        edges.dedup();
        let mut start = vec![0; count + 2];
        for &(u, v) in &edges {
            start[usize::from(u) + 2] += 1;
            start[usize::from(v) + 2] += 1;
        }
        for v in 2..start.len() {
            start[v] += start[v - 1];
        }
        // `start[v + 1]` runs from the first place of `v` to the first one of the next vertex.
        let mut around = vec![(0, 0); 2 * edges.len()];
        for (e, &(u, v)) in edges.iter().enumerate() {
            for (from, to) in [(u, v), (v, u)] {
                around[start[usize::from(from) + 1]] = (to, e);
                start[usize::from(from) + 1] += 1;
            }
        }
        start.pop();
        Graph { colours, edges, start, around }
    }

    /// The graph that a form describes, in a game with colours or without.
    pub(crate) fn of(form: &Form, coloured: bool) -> Self {
        let (count, colours, edges) = read(form, coloured);
        Graph::new(count, colours.to_vec(), edges.collect())
    }

    /// The number of vertices.
    pub(crate) fn count(&self) -> usize {
        self.start.len() - 1
    }

    /// The neighbours of a vertex in order, each with the number of the edge.
    pub(crate) fn around(&self, v: usize) -> &[(u16, usize)] {
        &self.around[self.start[v]..self.start[v + 1]]
    }

    /// The form with these colours and `number_of_edges` edges.
    fn form(
        count: usize,
        colours: impl ExactSizeIterator<Item = u8>,
        number_of_edges: usize,
        edges: impl Iterator<Item = (u16, u16)>,
    ) -> Form {
        let mut form = Vec::with_capacity(2 + colours.len() + 4 * number_of_edges);
        form.extend((count as u16).to_be_bytes());
        form.extend(colours);
        for (u, v) in edges {
            let ([a, b], [c, d]) = (u.to_be_bytes(), v.to_be_bytes());
            form.extend([a, b, c, d]);
        }
        form.into()
    }

    /// The same form for all isomorphic graphs, colours respected: the edges in order under the labelling that makes it
    /// least.
    pub(crate) fn exact(&self) -> Form {
        let count = self.count();
        let neighbours = (0..count).map(|v| self.around(v).iter().map(|&(w, _)| usize::from(w)).collect()).collect();
        let given: Vec<usize> = match self.colours.is_empty() {
            true => vec![0; count],
            // The number of vertices with smaller colours.
            false => self.colours.iter().map(|c| self.colours.iter().filter(|d| *d < c).count()).collect(),
        };
        let plain = label::Graph { colours: given, neighbours };
        let list = |label: &[usize]| {
            let mut edges: Vec<(u16, u16)> = Vec::with_capacity(self.edges.len());
            for &(u, v) in &self.edges {
                let (u, v) = (label[usize::from(u)] as u16, label[usize::from(v)] as u16);
                edges.push((u.min(v), u.max(v)));
            }
            edges.sort_unstable();
            let mut colours = vec![0; self.colours.len()];
            for (v, &colour) in self.colours.iter().enumerate() {
                colours[label[v]] = colour;
            }
            (edges, colours)
        };
        let (edges, colours) = plain.least_form(count, &list);
        Graph::form(count, colours.into_iter(), edges.len(), edges.into_iter())
    }
}

/// What a form describes: the number of vertices, their colours, and the edges.
fn read(form: &Form, coloured: bool) -> (usize, &[u8], impl Iterator<Item = (u16, u16)> + Clone) {
    let number = |bytes: &[u8]| u16::from(bytes[0]) << 8 | u16::from(bytes[1]);
    let count = usize::from(number(form));
    let (colours, edges) = form[2..].split_at(if coloured { count } else { 0 });
    (count, colours, edges.chunks_exact(4).map(move |edge| (number(edge), number(&edge[2..]))))
}

/// A number that isomorphic graphs share: what every vertex sees of its neighbours, and these of theirs. Most components
/// are looked at in this way only, so it takes the form as it is.
pub(crate) fn sketch(form: &Form, coloured: bool) -> u64 {
    let (count, colours, edges) = read(form, coloured);
    // For each vertex, what it is, then what it sees: a sum, so that the order of its neighbours does not matter. Beside
    // it, what it shows to its neighbours.
    let mut looks = vec![(0u64, 0u64); count];
    let mut number_of_edges = 0;
    for (u, v) in edges.clone() {
        looks[usize::from(u)].0 += 1;
        looks[usize::from(v)].0 += 1;
        number_of_edges += 1;
    }
    work::spend(count + number_of_edges);
    for (v, colour) in colours.iter().enumerate() {
        looks[v].0 |= (u64::from(*colour) + 1) << 32;
    }
    looks.iter_mut().for_each(|(sees, _)| *sees = mix(*sees));
    for _ in 0..2 {
        looks.iter_mut().for_each(|(sees, shows)| *shows = mix(*sees));
        for (u, v) in edges.clone() {
            let (u, v) = (usize::from(u), usize::from(v));
            looks[u].0 = looks[u].0.wrapping_add(looks[v].1);
            looks[v].0 = looks[v].0.wrapping_add(looks[u].1);
        }
        looks.iter_mut().for_each(|(sees, _)| *sees = mix(*sees));
    }
    looks.iter().fold(number_of_edges as u64, |sum, &(sees, _)| sum.wrapping_add(sees))
}

/// What is left of a graph when edges and vertices are removed.
#[derive(Clone)]
pub(crate) struct Left<'g> {
    graph: &'g Graph,
    /// Whether each edge is gone.
    gone: Vec<bool>,
    /// The number of edges that each vertex still has.
    pub(crate) degree: Vec<u16>,
}

impl<'g> Left<'g> {
    pub(crate) fn all(graph: &'g Graph) -> Self {
        let degree = (0..graph.count()).map(|v| graph.around(v).len() as u16).collect();
        Left { graph, gone: vec![false; graph.edges.len()], degree }
    }

    /// The same as [`Left::all`], in the place of what was left.
    pub(crate) fn restore(&mut self, all: &Self) {
        self.gone.fill(false);
        self.degree.copy_from_slice(&all.degree);
    }

    /// The neighbours that a vertex still has.
    pub(crate) fn around(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        self.graph.around(v).iter().filter(|(_, e)| !self.gone[*e]).map(|&(w, _)| usize::from(w))
    }

    pub(crate) fn remove_edge(&mut self, e: usize) {
        if !std::mem::replace(&mut self.gone[e], true) {
            let (u, v) = self.graph.edges[e];
            self.degree[usize::from(u)] -= 1;
            self.degree[usize::from(v)] -= 1;
        }
    }

    /// Removes the edge between two neighbours.
    pub(crate) fn remove_between(&mut self, u: usize, v: usize) {
        let around = self.graph.around(u);
        if let Ok(place) = around.binary_search_by_key(&v, |&(w, _)| w.into()) {
            self.remove_edge(around[place].1);
        }
    }

    /// Removes all edges of a vertex.
    pub(crate) fn isolate(&mut self, v: usize) {
        for &(_, e) in self.graph.around(v) {
            self.remove_edge(e);
        }
    }

    /// The connected parts; vertices for which `keep` is false and that have no edges are left out. `colours` are those
    /// of the parts.
    pub(crate) fn split(&self, colours: &[u8], keep: impl Fn(usize) -> bool) -> Vec<Form> {
        let graph = self.graph;
        work::spend(graph.count() + graph.edges.len());
        const NONE: u16 = u16::MAX;
        let mut name = vec![NONE; graph.count()];
        let mut forms = Vec::new();
        let mut part = Vec::new();
        for first in 0..graph.count() {
            if name[first] != NONE || (self.degree[first] == 0 && !keep(first)) {
                continue;
            }
            part.clear();
            part.push(first);
            name[first] = 0;
            let mut next = 0;
            while let Some(&v) = part.get(next) {
                for w in self.around(v) {
                    if name[w] == NONE {
                        name[w] = 0;
                        part.push(w);
                    }
                }
                next += 1;
            }
            // The order of the vertices is kept: the same shape elsewhere on a board gets the same form.
            part.sort_unstable();
            part.iter().zip(0..).for_each(|(&v, k)| name[v] = k);
            let number_of_edges = part.iter().map(|&v| usize::from(self.degree[v])).sum::<usize>() / 2;
            let edges = part.iter().flat_map(|&v| self.around(v).filter(move |&w| w > v).map(move |w| (v, w)));
            let edges = edges.map(|(v, w)| (name[v], name[w]));
            let coloured = if colours.is_empty() { &[] } else { &part[..] };
            forms.push(Graph::form(part.len(), coloured.iter().map(|&v| colours[v]), number_of_edges, edges));
        }
        forms
    }
}
