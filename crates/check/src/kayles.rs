//! Games on any graph: Node-Kayles, Arc-Kayles, the domination game and Grim.
//!
//! - Node-Kayles: choose a vertex; it and its neighbours are deleted.
//! - Arc-Kayles: choose an edge; its ends are deleted. This is Cram on a graph, so `cram` has the rules and reductions.
//! - Domination: choose a vertex such that it or a neighbour is not dominated; all of these are dominated.
//! - Grim: choose a vertex that has a neighbour; it is deleted.
//!
//! A component is a connected graph, in the domination game with colour 1 for dominated vertices.

use crate::cram;
use crate::graph::{self, Graph, Left};
use crate::rules::{Each, Form, Rules, RulesError, number, printable};
use crate::work;
use std::ops::ControlFlow;

/// Vertices are numbers below this one.
const MAX_VERTICES: usize = 1024;

/// The most edges of a graph.
const MAX_EDGES: usize = 6000;

/// The rules of a game on graphs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kayles {
    Node,
    Arc,
    Domination,
    Grim,
}

const DOMINATED: u8 = 1;

impl Rules for Kayles {
    fn parse(&self, text: &str) -> Result<Vec<Form>, RulesError> {
        let mut components = Vec::new();
        for part in text.split('+') {
            let (graph, exists) = self.graph(part.trim_matches(' ')).map_err(RulesError::Position)?;
            components.extend(self.components(&graph, Left::all(&graph), graph.colours.clone(), exists));
        }
        Ok(components)
    }

    fn options(&self, component: &Form, each: Each<'_>) -> ControlFlow<()> {
        if *self == Kayles::Arc {
            return cram::options(component, each);
        }
        let graph = self.graph_of(component);
        for v in 0..graph.count() {
            let closed = || graph.around(v).iter().map(|&(w, _)| usize::from(w)).chain([v]);
            let (mut left, mut colours) = (Left::all(&graph), graph.colours.clone());
            let mut exists = vec![true; graph.count()];
            work::spend(graph.count() + graph.edges.len());
            if *self == Kayles::Grim {
                if graph.around(v).is_empty() {
                    continue;
                }
                left.isolate(v);
                exists[v] = false;
            } else if *self == Kayles::Node {
                for w in closed() {
                    left.isolate(w);
                    exists[w] = false;
                }
            } else if closed().all(|w| colours[w] == DOMINATED) {
                continue;
            } else {
                closed().for_each(|w| colours[w] = DOMINATED);
            }
            each(&self.components(&graph, left, colours, exists))?;
        }
        ControlFlow::Continue(())
    }

    fn exact(&self, component: &Form) -> Form {
        self.graph_of(component).exact()
    }

    fn sketch(&self, component: &Form) -> u64 {
        graph::sketch(component, self.is_coloured())
    }

    /// Vertices, edges, or vertices that are not dominated: every move makes them fewer.
    fn size(&self, component: &Form) -> Option<u64> {
        let graph = self.graph_of(component);
        Some(match self {
            Kayles::Node | Kayles::Grim => graph.count(),
            Kayles::Arc => graph.edges.len(),
            Kayles::Domination => graph.colours.iter().filter(|&&colour| colour != DOMINATED).count(),
        } as u64)
    }

    fn text(&self, component: &Form) -> String {
        let graph = self.graph_of(component);
        let marks = (0..graph.count()).filter(|&v| graph.colours.get(v) == Some(&DOMINATED)).map(|v| format!("{v}*"));
        let mut entries: Vec<String> = marks.collect();
        entries.extend(graph.edges.iter().map(|(u, v)| format!("{u}-{v}")));
        if entries.is_empty() {
            entries.push("0".to_string()); // a single vertex
        }
        format!("graph({})", entries.join(","))
    }
}

impl Kayles {
    fn is_coloured(&self) -> bool {
        *self == Kayles::Domination
    }

    fn graph_of(&self, form: &Form) -> Graph {
        Graph::of(form, self.is_coloured())
    }

    /// Reads `graph(0,1-2,3*)`: the graph, and which vertices exist.
    fn graph(&self, text: &str) -> Result<(Graph, Vec<bool>), String> {
        let list = text.strip_prefix("graph(").and_then(|rest| rest.strip_suffix(')'));
        let list = list.ok_or_else(|| format!("expected graph(...), found '{}'", printable(text)))?;
        let mut exists = vec![false; MAX_VERTICES];
        let mut colours = if *self == Kayles::Domination { vec![0; MAX_VERTICES] } else { Vec::new() };
        let mut edges = Vec::new();
        let mut vertex = |text: &str| -> Result<u16, String> {
            let v = number(text, MAX_VERTICES as u32 - 1)?;
            exists[v as usize] = true;
            Ok(v as u16)
        };
        for entry in list.split(',').filter(|_| !list.is_empty()) {
            if let Some((u, v)) = entry.split_once('-') {
                let (u, v) = (vertex(u)?, vertex(v)?);
                if u == v {
                    return Err(format!("'{}' joins a vertex to itself", printable(entry)));
                }
                edges.push((u.min(v), u.max(v)));
            } else if let Some(v) = entry.strip_suffix('*').filter(|_| *self == Kayles::Domination) {
                colours[usize::from(vertex(v)?)] = DOMINATED;
            } else {
                vertex(entry)?;
            }
        }
        let count = edges.len();
        let graph = Graph::new(MAX_VERTICES, colours, edges);
        if count > MAX_EDGES {
            return Err(format!("more than {MAX_EDGES} edges"));
        }
        if graph.edges.len() < count {
            return Err("an edge occurs twice".to_string());
        }
        Ok((graph, exists))
    }

    /// The connected parts of what is left of a graph, reduced. `exists` says which vertices are left.
    fn components(&self, graph: &Graph, mut left: Left<'_>, colours: Vec<u8>, mut exists: Vec<bool>) -> Vec<Form> {
        match self {
            Kayles::Node => drop_twins(&mut left, &mut exists),
            Kayles::Arc => return cram::components(&mut left),
            Kayles::Grim => (0..exists.len()).for_each(|v| exists[v] &= left.around(v).next().is_some()),
            Kayles::Domination => drop_dominated(graph, &mut left, &colours, &mut exists),
        }
        left.split(&colours, |v| exists[v])
    }
}

/// Of two neighbours with the same other neighbours one is deleted. Choosing one leaves what choosing the other leaves,
/// every other move deletes both or neither, and twins that stay are twins; so the game tree is the same.
fn drop_twins(left: &mut Left<'_>, exists: &mut [bool]) {
    // The closed neighbourhoods before anything is deleted; deleting a twin makes no new ones.
    let closed = |v: usize| {
        let mut closed: Vec<usize> = left.around(v).chain([v]).collect();
        closed.sort_unstable();
        closed
    };
    let all: Vec<Vec<usize>> = (0..exists.len()).map(closed).collect();
    let mut twins = Vec::new();
    for v in (0..exists.len()).filter(|&v| exists[v]) {
        let same = |u: usize| {
            work::spend(if all[u].len() == all[v].len() { all[v].len() } else { 1 });
            all[u] == all[v]
        };
        if left.around(v).take_while(|&u| u < v).any(same) {
            twins.push(v);
        }
    }
    for v in twins {
        left.isolate(v);
        exists[v] = false;
    }
}

/// Three rules that keep the game tree. The *trace* of a vertex is what it would dominate: those among itself and its
/// neighbours that are not dominated.
/// 1. An edge between two dominated vertices is in no trace, now or later.
/// 2. A dominated vertex without neighbours has an empty trace.
/// 3. A dominated vertex can go if another vertex has the same trace: the two moves lead to the same position, and the
///    traces stay equal. A dominated vertex is in no trace.
fn drop_dominated(graph: &Graph, left: &mut Left<'_>, colours: &[u8], exists: &mut [bool]) {
    for (e, &(u, v)) in graph.edges.iter().enumerate() {
        if colours[usize::from(u)] == DOMINATED && colours[usize::from(v)] == DOMINATED {
            left.remove_edge(e);
        }
    }
    let trace = |v: usize| {
        let mut trace: Vec<usize> = left.around(v).chain([v]).filter(|&w| colours[w] != DOMINATED).collect();
        trace.sort_unstable();
        trace
    };
    let traces: Vec<Vec<usize>> = (0..exists.len()).map(trace).collect();
    work::spend(exists.len() + graph.edges.len());
    for v in 0..exists.len() {
        if !exists[v] || colours[v] != DOMINATED {
            continue;
        }
        let drop = match traces[v].first() {
            None => true,
            // A vertex with the same trace is the first vertex of the trace or a neighbour of it.
            Some(&first) => graph.around(first).iter().map(|&(u, _)| usize::from(u)).chain([first]).any(|u| {
                work::spend(if traces[u].len() == traces[v].len() { traces[v].len() } else { 1 });
                u != v && exists[u] && traces[u] == traces[v]
            }),
        };
        if drop {
            left.isolate(v);
            exists[v] = false;
        }
    }
}
