//! Cram: put a domino on two free neighbouring cells. Equally (Arc-Kayles): choose an edge of a graph and remove its two ends.
//!
//! A component is a connected graph; its form is the list of its edges under a canonical labelling, two bytes a vertex.
//! Graphs that differ only in the names of vertices have one form: the rules see nothing but edges.
//!
//! Two rules make more graphs the same. Both keep nimbers, by induction on the number of edges; see `reduce`.

use crate::label;
use crate::rules::{Each, Form, Rules, number, printable};
use crate::work;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// The largest number of cells of a board, free or not, that is read.
pub const MAX_CELLS: usize = 1024;

/// The most boards of a position.
pub const MAX_BOARDS: usize = 64;

/// The rules of Cram.
pub struct Cram;

/// The free cells that have a free neighbour, and these neighbours. Symmetric; no cell without neighbour.
type Graph = BTreeMap<usize, BTreeSet<usize>>;

impl Rules for Cram {
    fn parse(&self, text: &str) -> Result<Vec<Form>, String> {
        Ok(components(parse(text)?))
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
        let edges: Vec<String> = edges(component).map(|(u, v)| format!("{u}-{v}")).collect();
        format!("graph({})", edges.join(","))
    }

    /// `central-symmetry`: the cells can be paired off, so that neighbours have neighbours as partners and no two partners are
    /// neighbours. Then the second player answers every domino with the partners of its cells. They are free and neighbours, and
    /// what is left is of the same kind: nimber 0. Half a turn of an even by even board pairs cells so.
    fn theorem(&self, name: &str, position: &str) -> Result<u32, String> {
        if name != "central-symmetry" {
            return Err(format!("cram has no theorem '{}'", printable(name)));
        }
        let graph = parse(position)?;
        // The search for pairs goes as deep as there are pairs.
        if graph.len() > MAX_CELLS {
            return Err(format!("that theorem is for at most {MAX_CELLS} cells"));
        }
        let mut partner = BTreeMap::new();
        // How the pairs are found does not matter, only what they are.
        pair_off(&graph, &mut partner, &mut 100_000);
        let right = is_symmetry(&graph, &partner);
        if right { Ok(0) } else { Err("the cells cannot be paired off as that theorem needs it".to_string()) }
    }
}

/// Whether these pairs are as the theorem needs them.
fn is_symmetry(graph: &Graph, partner: &BTreeMap<usize, usize>) -> bool {
    graph.iter().all(|(u, around)| {
        let Some(image) = partner.get(u) else { return false };
        let images: BTreeSet<usize> = around.iter().filter_map(|v| partner.get(v).copied()).collect();
        partner.get(image) == Some(u) && image != u && !around.contains(image) && graph.get(image) == Some(&images)
    })
}

/// Pairs off the cells that are left, by trial and error; `false` if that is impossible or takes too long.
fn pair_off(graph: &Graph, partner: &mut BTreeMap<usize, usize>, trials: &mut usize) -> bool {
    // A cell next to a paired one has few possible partners.
    let mut open = graph.iter().filter(|(u, _)| !partner.contains_key(u));
    let next = open.clone().find(|(_, around)| around.iter().any(|v| partner.contains_key(v)));
    let Some((&u, around)) = next.or_else(|| open.next()) else { return true };
    for (&v, beyond) in graph {
        let images_in = |from: &BTreeSet<usize>, to: &BTreeSet<usize>| {
            from.iter().filter_map(|w| partner.get(w)).all(|image| to.contains(image))
        };
        let possible = v != u && !partner.contains_key(&v) && !around.contains(&v) && around.len() == beyond.len();
        if possible && images_in(around, beyond) && images_in(beyond, around) {
            if *trials == 0 {
                return false;
            }
            *trials -= 1;
            partner.insert(u, v);
            partner.insert(v, u);
            if pair_off(graph, partner, trials) {
                return true;
            }
            partner.remove(&u);
            partner.remove(&v);
        }
    }
    false
}

/// Reads boards joined by `+`, side by side.
fn parse(text: &str) -> Result<Graph, String> {
    let mut pairs = Vec::new();
    if text.split('+').count() > MAX_BOARDS {
        return Err(format!("more than {MAX_BOARDS} boards"));
    }
    for (i, board) in text.split('+').enumerate() {
        pairs.extend(
            parse_board(board.trim_matches(' '))?.into_iter().map(|(u, v)| (u + i * MAX_CELLS, v + i * MAX_CELLS)),
        );
    }
    Ok(graph_of(pairs.into_iter()))
}

/// Reads `3x4`, or rows with `/` or `|` between them, or a graph such as `graph(0-1,1-2)`: the pairs of neighbours.
/// In a row `#` is a filled cell, `.` a free one, `_` a free one with a wall below; `:` is a wall between two cells.
fn parse_board(text: &str) -> Result<Vec<(usize, usize)>, String> {
    if let Some(list) = text.strip_prefix("graph(").and_then(|rest| rest.strip_suffix(')')) {
        return list.split(',').map(parse_edge).collect();
    }
    // Every cell, and whether there is a wall on its right.
    let mut rows: Vec<Vec<(char, bool)>> = Vec::new();
    if let Some((height, width)) = text.split_once('x') {
        let limit = MAX_CELLS as u32;
        let (height, width) = (number(height, limit)? as usize, number(width, limit)? as usize);
        rows.resize(height, vec![('.', false); width]);
    } else {
        for row in text.split(['/', '|']) {
            let mut cells: Vec<(char, bool)> = Vec::new();
            for c in row.chars() {
                match (c, cells.last_mut()) {
                    ('.' | '#' | '_', _) => cells.push((c, false)),
                    (':', Some((_, wall))) if !*wall => *wall = true,
                    _ => return Err(format!("'{}' does not belong in a row", c.escape_debug())),
                }
            }
            rows.push(cells);
        }
    }
    let columns = rows.first().map_or(0, Vec::len);
    if rows.is_empty() || rows.iter().any(|row| row.len() != columns || row.last().is_none_or(|&(_, wall)| wall)) {
        return Err("rows are not of the same length, or one is empty or ends with a wall".to_string());
    }
    if rows.len() * columns > MAX_CELLS {
        return Err(format!("a board of more than {MAX_CELLS} cells is too large"));
    }
    let free = |row: usize, column: usize| rows.get(row).and_then(|r| r.get(column)).is_some_and(|&(c, _)| c != '#');
    let mut pairs = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, &(c, wall)) in cells.iter().enumerate().filter(|(_, (c, _))| *c != '#') {
            let cell = row * columns + column;
            if !wall && free(row, column + 1) {
                pairs.push((cell, cell + 1));
            }
            if c != '_' && free(row + 1, column) {
                pairs.push((cell, cell + columns));
            }
        }
    }
    Ok(pairs)
}

/// Reads `0-1`.
fn parse_edge(text: &str) -> Result<(usize, usize), String> {
    let (u, v) = text.split_once('-').ok_or_else(|| format!("'{}' is no edge", printable(text)))?;
    let (u, v) = (number(u, MAX_CELLS as u32 - 1)? as usize, number(v, MAX_CELLS as u32 - 1)? as usize);
    if u == v { Err(format!("'{}' joins a cell to itself", printable(text))) } else { Ok((u, v)) }
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
        // Taken out, not copied: a position of a few pages can have twenty thousand components.
        let part: Graph = reached.iter().filter_map(|u| graph.remove_entry(u)).collect();
        forms.push(form(&part));
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
    // Cut short, a graph has another form, which makes a proof fail at worst.
    while !work::is_spent() && reduce_once(graph) {}
}

fn reduce_once(graph: &mut Graph) -> bool {
    work::spend(graph.values().map(BTreeSet::len).sum());
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs given as a list, the partner of each cell in order.
    fn is_right(board: &str, partners: &[usize]) -> bool {
        let graph = parse(board).expect("a board");
        is_symmetry(&graph, &graph.keys().copied().zip(partners.iter().copied()).collect())
    }

    /// What pairs must be, one condition broken at a time; the search for pairs never offers such ones.
    #[test]
    fn wrong_pairs() {
        // Two rows of two, cells 0 1 / 2 3: opposite corners.
        assert!(is_right("2x2", &[3, 2, 1, 0]));
        assert!(!is_right("2x2", &[3, 2, 1]), "3 has no partner");
        assert!(!is_right("2x2", &[1, 0, 3, 2]), "partners are neighbours");
        assert!(!is_right("2x2", &[0, 1, 2, 3]), "every cell its own partner");
        assert!(!is_right("2x2", &[0, 2, 1, 3]), "two cells their own partners");
        // A quarter turn keeps neighbours, but is no pairing.
        assert!(!is_right("2x2", &[1, 3, 0, 2]), "partners are not mutual");
        // Two paths of three cells, 0-1-2 and 3-4-5.
        let paths = "graph(0-1,1-2,3-4,4-5)";
        assert!(is_right(paths, &[3, 4, 5, 0, 1, 2]) && is_right(paths, &[5, 4, 3, 2, 1, 0]));
        assert!(!is_right(paths, &[4, 3, 5, 1, 0, 2]), "neighbours become strangers");
        assert!(!is_right(paths, &[3, 5, 4, 0, 2, 1]), "neighbours become strangers");
        // Four cells in a circle, turned by two: mutual and no neighbours. A path of four: its ends have one neighbour.
        assert!(is_right("graph(0-1,1-2,2-3,3-0)", &[2, 3, 0, 1]));
        assert!(!is_right("graph(0-1,1-2,2-3)", &[2, 3, 0, 1]));
        // The partner is no cell of the board.
        assert!(!is_right("1x2", &[7, 8]));
    }

    /// A reduction or labelling that is cut short must not lose a component.
    #[test]
    fn nothing_is_lost_for_lack_of_steps() {
        let count = |text| Cram.parse(text).map(|forms| forms.len());
        let boards = "3x3+...../.....+graph(0-1,1-2,2-0,2-3)";
        let whole = count(boards);
        work::start(0);
        let cut = Cram.parse(boards).expect("boards");
        work::start(work::MAX_STEPS);
        assert_eq!((whole, cut.len()), (Ok(3), 3));
    }
}
