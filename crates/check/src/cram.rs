//! Cram: put a domino on two free neighbouring cells. Equally (Arc-Kayles): choose an edge of a graph and remove its two ends.
//!
//! A component is a connected graph; its form is the list of its edges under a canonical labelling, two bytes a vertex.
//! Graphs that differ only in the names of vertices have one form: the rules see nothing but edges.
//!
//! Two rules make more graphs the same. Both keep nimbers, by induction on the number of edges; see [`reduce`].

use crate::label;
use crate::rules::{Each, Form, Rules, number, printable};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// The largest number of cells of a board, free or not, that is read.
pub const MAX_CELLS: usize = 1024;

/// The rules of Cram.
pub struct Cram;

/// The free cells that have a free neighbour, and these neighbours. Symmetric; no cell without neighbour.
type Graph = BTreeMap<usize, BTreeSet<usize>>;

impl Rules for Cram {
    fn parse(&self, text: &str) -> Result<Vec<Form>, String> {
        if text.trim_matches(' ') == "0" {
            return Ok(Vec::new()); // the sum of nothing
        }
        let mut forms = Vec::new();
        for board in text.split('+') {
            forms.extend(components(Board::parse(board)?.graph));
        }
        Ok(forms)
    }

    fn options(&self, component: &Form, each: Each<'_>) -> ControlFlow<()> {
        for (u, v) in edges(component) {
            let mut graph = graph_of(edges(component));
            remove_cell(&mut graph, u);
            remove_cell(&mut graph, v);
            each(&components(graph))?;
        }
        ControlFlow::Continue(())
    }

    fn text(&self, component: &Form) -> String {
        edges(component).map(|(u, v)| format!("{u}-{v}")).collect::<Vec<_>>().join(" ")
    }

    /// `central-symmetry`: turn the board by half a turn about the centre of the cells that have a free neighbour. If edges
    /// go to edges, and no edge to one that has a cell in common with it, then the second player answers every domino
    /// with its image, which is still free, and the board that is left is of the same kind: nimber 0.
    fn theorem(&self, name: &str, position: &str) -> Result<u32, String> {
        if name != "central-symmetry" {
            return Err(format!("cram has no theorem '{}'", printable(name)));
        }
        let Board { graph, columns } = Board::parse(position)?;
        let columns = columns.ok_or("a list of edges has no centre")?;
        let range = |values: Vec<usize>| (values.iter().min().copied(), values.iter().max().copied());
        let (Some(top), Some(bottom)) = range(graph.keys().map(|cell| cell / columns).collect()) else { return Ok(0) };
        let (Some(left), Some(right)) = range(graph.keys().map(|cell| cell % columns).collect()) else { return Ok(0) };
        let image = |cell: usize| (top + bottom - cell / columns) * columns + (left + right - cell % columns);
        for (&u, neighbours) in &graph {
            for &v in neighbours {
                if !graph.get(&image(u)).is_some_and(|around| around.contains(&image(v))) {
                    return Err("half a turn does not keep the board".to_string());
                }
                if [u, v].contains(&image(u)) || [u, v].contains(&image(v)) {
                    return Err("a domino meets its own image".to_string());
                }
            }
        }
        Ok(0)
    }
}

/// What a text shows: the graph, and the number of columns if it was drawn as a board. Cell = row * columns + column.
struct Board {
    graph: Graph,
    columns: Option<usize>,
}

impl Board {
    /// Reads `3x4`, or rows with `/` or `|` between them, or edges such as `0-1 1-2`.
    /// In a row `#` is filled and `.` free; `]` is free with a wall on its right, `_` free with a wall below, `J` both.
    fn parse(text: &str) -> Result<Board, String> {
        let text = text.trim_matches(' ');
        let too_large = || format!("a board of more than {MAX_CELLS} cells is too large");
        if text.contains('-') {
            let mut pairs = Vec::new();
            for word in text.split(' ').filter(|word| !word.is_empty()) {
                let (u, v) = word.split_once('-').ok_or_else(|| format!("'{}' is no edge", printable(word)))?;
                let ends = (number(u, MAX_CELLS as u32 - 1)? as usize, number(v, MAX_CELLS as u32 - 1)? as usize);
                if ends.0 == ends.1 {
                    return Err(format!("'{}' joins a cell to itself", printable(word)));
                }
                pairs.push(ends);
            }
            return Ok(Board { graph: graph_of(pairs.into_iter()), columns: None });
        }
        let rows: Vec<Vec<char>> = if let Some((height, width)) = text.split_once('x') {
            let limit = MAX_CELLS as u32;
            let (height, width) = (number(height, limit)? as usize, number(width, limit)? as usize);
            if height * width > MAX_CELLS {
                return Err(too_large());
            }
            vec![vec!['.'; width]; height]
        } else {
            text.split(['/', '|']).map(|row| row.chars().collect()).collect()
        };
        if rows.iter().map(Vec::len).sum::<usize>() > MAX_CELLS || rows.len() > MAX_CELLS {
            return Err(too_large());
        }
        if let Some(c) = rows.iter().flatten().find(|&&c| !".]_J#".contains(c)) {
            return Err(format!("'{}' is no cell", c.escape_debug()));
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        // A row that is shorter than another is filled on the right.
        let at =
            |row: usize, column: usize| rows.get(row).and_then(|r: &Vec<char>| r.get(column)).copied().unwrap_or('#');
        let mut pairs = Vec::new();
        for row in 0..rows.len() {
            for column in 0..columns {
                let (here, cell) = (at(row, column), row * columns + column);
                if ".]_J".contains(here) {
                    if !"]J".contains(here) && at(row, column + 1) != '#' {
                        pairs.push((cell, cell + 1));
                    }
                    if !"_J".contains(here) && at(row + 1, column) != '#' {
                        pairs.push((cell, cell + columns));
                    }
                }
            }
        }
        Ok(Board { graph: graph_of(pairs.into_iter()), columns: Some(columns) })
    }
}

/// The forms of the connected parts of a graph after [`reduce`].
fn components(mut graph: Graph) -> Vec<Form> {
    reduce(&mut graph);
    let mut forms = Vec::new();
    while let Some(&start) = graph.keys().next() {
        // Everything that can be reached from `start` is one component.
        let mut reached = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(u) = open.pop() {
            open.extend(graph[&u].iter().filter(|&&v| reached.insert(v)));
        }
        let rest = graph.clone().into_iter().filter(|(u, _)| !reached.contains(u)).collect();
        graph.retain(|u, _| reached.contains(u));
        forms.push(form(&graph));
        graph = rest;
    }
    forms
}

/// Two rules that keep the nimber of every graph. A *leaf* is a cell with exactly one neighbour.
///
/// 1. A cell `c` all of whose neighbours have a leaf other than `c` can go. Choosing `c-n` leaves the same as choosing
///    `leaf-n` and dropping `c`; any other choice leaves `c` with neighbours that still have their leaves, or with none, and
///    by induction `c` can go there. (So of several leaves on one cell, one is enough.)
/// 2. If `b` and `c` have the same two neighbours `a` and `d` and no others, the edges `b-d` and `c-a` can go. Both before and
///    after, `b` and `c` alike: choosing `a` with one of them leaves the other as a leaf of `d`; choosing `d` with one of
///    them leaves the other as a leaf of `a`; choosing `a` with another cell leaves `d` with one leaf or two, which is the
///    same by rule 1, and so for `d`; any other choice leaves the pair as it is, and induction does the rest.
fn reduce(graph: &mut Graph) {
    while reduce_once(graph) {}
}

fn reduce_once(graph: &mut Graph) -> bool {
    let has_leaf_besides = |n: &usize, c: usize| graph[n].iter().any(|&l| l != c && graph[&l].len() == 1);
    if let Some(c) = graph.keys().copied().find(|&c| graph[&c].iter().all(|n| has_leaf_besides(n, c))) {
        remove_cell(graph, c);
        return true;
    }
    let is_twin = |b: usize, c: usize| c > b && graph[&b] == graph[&c];
    let twins = graph.iter().filter(|(_, around)| around.len() == 2).find_map(|(&b, around)| {
        let (a, d) = (*around.first()?, *around.last()?);
        let c = graph[&a].iter().copied().find(|&c| is_twin(b, c))?;
        Some((a, b, c, d))
    });
    if let Some((a, b, c, d)) = twins {
        remove_edge(graph, b, d);
        remove_edge(graph, c, a);
        return true;
    }
    false
}

/// Removes a cell, its edges, and every cell that is then without neighbour.
fn remove_cell(graph: &mut Graph, cell: usize) {
    for neighbour in graph.get(&cell).cloned().unwrap_or_default() {
        remove_edge(graph, cell, neighbour);
    }
}

fn remove_edge(graph: &mut Graph, u: usize, v: usize) {
    for (from, to) in [(u, v), (v, u)] {
        if let Some(around) = graph.get_mut(&from) {
            around.remove(&to);
            if around.is_empty() {
                graph.remove(&from);
            }
        }
    }
}

fn graph_of(edges: impl Iterator<Item = (usize, usize)>) -> Graph {
    let mut graph = Graph::new();
    for (u, v) in edges {
        graph.entry(u).or_default().insert(v);
        graph.entry(v).or_default().insert(u);
    }
    graph
}

/// The canonical form of a connected graph: its edges, smaller end first, in order, under the labelling that makes it least.
fn form(graph: &Graph) -> Form {
    let cells: Vec<usize> = graph.keys().copied().collect();
    let name: BTreeMap<usize, usize> = cells.iter().copied().zip(0..).collect();
    let neighbours: Vec<Vec<usize>> = graph.values().map(|around| around.iter().map(|v| name[v]).collect()).collect();
    let plain = label::Graph { colours: vec![0; cells.len()], neighbours };
    let list = |colours: &[usize]| {
        let mut edges: Vec<[u16; 2]> = Vec::new();
        for (u, around) in plain.neighbours.iter().enumerate() {
            let later = around.iter().filter(|&&v| colours[u] < colours[v]);
            edges.extend(later.map(|&v| [colours[u] as u16, colours[v] as u16]));
        }
        edges.sort_unstable();
        edges
    };
    plain.least_form(cells.len(), &list).iter().flatten().flat_map(|vertex| vertex.to_be_bytes()).collect()
}

/// The edges that a form lists.
fn edges(form: &Form) -> impl Iterator<Item = (usize, usize)> + '_ {
    form.chunks_exact(4)
        .map(|e| (usize::from(e[0]) << 8 | usize::from(e[1]), usize::from(e[2]) << 8 | usize::from(e[3])))
}
