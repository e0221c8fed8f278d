//! Cram: put a domino on two free neighbouring cells. Equally (Arc-Kayles): choose an edge of a graph and remove its
//! two ends.
//!
//! A component is a connected graph. Graphs that differ only in the names of vertices are equal: the rules see nothing
//! but edges. Two rules make more graphs the same; see `reduce`. Both keep nimbers, by induction on the number of
//! edges.

use crate::graph::{self, Graph, Left};
use crate::rules::{Each, Form, Rules, RulesError, no_theorem, number, printable};
use crate::work;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// The largest number of cells of a board, free or not, that is read.
const MAX_CELLS: usize = 1024;

/// The most boards of a position.
const MAX_BOARDS: usize = 64;

/// The rules of Cram.
pub(crate) struct Cram;

impl Rules for Cram {
    fn parse(&self, text: &str) -> Result<Vec<Form>, RulesError> {
        Ok(boards(text)?.iter().flat_map(|board| components(&mut Left::all(board))).collect())
    }

    fn options(&self, component: &Form, each: Each<'_>) -> ControlFlow<()> {
        options(component, each)
    }

    fn exact(&self, component: &Form) -> Form {
        Graph::of(component, false).exact()
    }

    fn sketch(&self, component: &Form) -> u64 {
        graph::sketch(component, false)
    }

    /// The number of edges.
    fn size(&self, component: &Form) -> Option<u64> {
        Some(Graph::of(component, false).edges.len() as u64)
    }

    fn text(&self, component: &Form) -> String {
        let edges: Vec<String> = Graph::of(component, false).edges.iter().map(|(u, v)| format!("{u}-{v}")).collect();
        format!("graph({})", edges.join(","))
    }

    /// `central-symmetry`: the cells can be paired off, so that neighbours have neighbours as partners and no two
    /// partners are neighbours. Then the second player answers every domino with the partners of its cells. They are
    /// free and neighbours, and what is left is of the same kind: nimber 0. Half a turn of an even by even board pairs
    /// cells so.
    fn theorem(&self, name: &str, position: &str) -> Result<u32, RulesError> {
        if name != "central-symmetry" {
            return Err(no_theorem("cram", name));
        }
        let graph = neighbours(&boards(position)?);
        // The search for pairs goes as deep as there are pairs.
        if graph.len() > MAX_CELLS {
            return Err(RulesError::Theorem(format!("that theorem is for at most {MAX_CELLS} cells")));
        }
        let mut partner = BTreeMap::new();
        // How the pairs are found does not matter, only what they are.
        pair_off(&graph, &mut partner, &mut 100_000);
        match is_symmetry(&graph, &partner) {
            true => Ok(0),
            false if work::is_spent() => Err(RulesError::Theorem(work::TOO_MUCH.to_string())),
            false => Err(RulesError::Theorem("the cells cannot be paired off as that theorem needs it".to_string())),
        }
    }
}

/// All options of a connected graph.
pub(crate) fn options(component: &Form, each: Each<'_>) -> ControlFlow<()> {
    let graph = Graph::of(component, false);
    let all = Left::all(&graph);
    let mut left = all.clone();
    for &(u, v) in &graph.edges {
        left.restore(&all);
        left.isolate(u.into());
        left.isolate(v.into());
        each(&components(&mut left))?;
    }
    ControlFlow::Continue(())
}

/// The cells that have a neighbour, and their neighbours.
type Neighbours = BTreeMap<usize, BTreeSet<usize>>;

/// All boards side by side.
fn neighbours(boards: &[Graph]) -> Neighbours {
    let mut all = Neighbours::new();
    for (i, board) in boards.iter().enumerate() {
        for &(u, v) in &board.edges {
            let (u, v) = (i * MAX_CELLS + usize::from(u), i * MAX_CELLS + usize::from(v));
            all.entry(u).or_default().insert(v);
            all.entry(v).or_default().insert(u);
        }
    }
    all
}

/// Whether these pairs are as the theorem needs them.
fn is_symmetry(graph: &Neighbours, partner: &BTreeMap<usize, usize>) -> bool {
    graph.iter().all(|(u, around)| {
        let Some(image) = partner.get(u) else { return false };
        let images: BTreeSet<usize> = around.iter().filter_map(|v| partner.get(v).copied()).collect();
        partner.get(image) == Some(u) && image != u && !around.contains(image) && graph.get(image) == Some(&images)
    })
}

/// Pairs off the cells that are left, by trial and error; `false` if that is impossible or takes too long.
fn pair_off(graph: &Neighbours, partner: &mut BTreeMap<usize, usize>, trials: &mut usize) -> bool {
    work::spend(4 * graph.len());
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
            if *trials == 0 || work::is_spent() {
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

/// Reads boards joined by `+`.
fn boards(text: &str) -> Result<Vec<Graph>, RulesError> {
    if text.split('+').count() > MAX_BOARDS {
        return Err(RulesError::Position(format!("more than {MAX_BOARDS} boards")));
    }
    let read = |board: &str| Ok(Graph::new(MAX_CELLS, Vec::new(), board_edges(board.trim_matches(' '))?));
    text.split('+').map(read).collect::<Result<_, String>>().map_err(RulesError::Position)
}

/// Reads `3x4`, or rows with `/` or `|` between them, or a graph such as `graph(0-1,1-2)`: the pairs of neighbours.
/// In a row `#` is a filled cell, `.` a free one, `_` a free one with a wall below; `:` is a wall between two cells.
fn board_edges(text: &str) -> Result<Vec<(u16, u16)>, String> {
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
                pairs.push((cell as u16, cell as u16 + 1));
            }
            if c != '_' && free(row + 1, column) {
                pairs.push((cell as u16, (cell + columns) as u16));
            }
        }
    }
    Ok(pairs)
}

/// Reads `0-1`.
fn parse_edge(text: &str) -> Result<(u16, u16), String> {
    let (u, v) = text.split_once('-').ok_or_else(|| format!("'{}' is no edge", printable(text)))?;
    let (u, v) = (number(u, MAX_CELLS as u32 - 1)? as u16, number(v, MAX_CELLS as u32 - 1)? as u16);
    if u == v { Err(format!("'{}' joins a cell to itself", printable(text))) } else { Ok((u, v)) }
}

/// The connected parts of a graph after [`reduce`].
pub(crate) fn components(left: &mut Left<'_>) -> Vec<Form> {
    reduce(left);
    left.split(&[], |_| false)
}

/// Two rules that keep the nimber of every graph. A *leaf* is a cell with exactly one neighbour.
///
/// 1. A cell `c` all of whose neighbours have a leaf other than `c` can go. Choosing `c-n` leaves the same as choosing
///    `leaf-n` and dropping `c`; any other choice leaves `c` with neighbours that still have their leaves, or with
///    none, and by induction `c` can go there. (So of several leaves on one cell, one is enough.)
/// 2. If `b` and `c` have the same two neighbours `a` and `d` and no others, the edges `b-d` and `c-a` can go. Both
///    before and after, `b` and `c` alike: choosing `a` with one of them leaves the other as a leaf of `d`; choosing
///    `d` with one of them leaves the other as a leaf of `a`; choosing `a` with another cell leaves `d` with one leaf
///    or two, which is the same by rule 1, and so for `d`; any other choice leaves the pair as it is, and induction
///    does the rest.
fn reduce(left: &mut Left<'_>) {
    // Cut short, a component has another form, which makes a proof fail at worst.
    while !work::is_spent() && (drop_cells(left) || part_twins(left)) {}
}

/// Rule 1, as often as one pass over the cells finds it.
fn drop_cells(left: &mut Left<'_>) -> bool {
    let count = left.degree.len();
    work::spend(count);
    if !left.degree.contains(&1) {
        return false;
    }
    // The number of leaves of each cell.
    let mut leaves = vec![0u16; count];
    for leaf in (0..count).filter(|&c| left.degree[c] == 1) {
        left.around(leaf).for_each(|n| leaves[n] += 1);
    }
    let mut dropped = false;
    for c in 0..count {
        if left.degree[c] == 0 {
            continue;
        }
        // A leaf does not count for itself.
        let own = u16::from(left.degree[c] == 1);
        if left.around(c).all(|n| leaves[n] > own) {
            let around: Vec<usize> = left.around(c).collect();
            left.isolate(c);
            for n in around {
                leaves[n] -= own;
                // A neighbour that becomes a leaf is one in the next pass.
                work::spend(4);
            }
            dropped = true;
        }
    }
    dropped
}

/// Rule 2, as often as one pass over the cells finds it.
fn part_twins(left: &mut Left<'_>) -> bool {
    let mut pairs: Vec<[usize; 3]> = Vec::new();
    for b in (0..left.degree.len()).filter(|&b| left.degree[b] == 2) {
        let mut around = left.around(b);
        if let (Some(a), Some(d)) = (around.next(), around.next()) {
            pairs.push([a, d, b]);
        }
    }
    work::spend(4 * pairs.len());
    pairs.sort_unstable();
    let mut parted = false;
    let mut i = 1;
    while i < pairs.len() {
        let ([a, d, b], [e, f, c]) = (pairs[i - 1], pairs[i]);
        if (a, d) == (e, f) {
            left.remove_between(b, d);
            left.remove_between(c, a);
            parted = true;
            i += 1; // these two are no twins any more
        }
        i += 1;
    }
    parted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs given as a list, the partner of each cell in order.
    fn is_right(board: &str, partners: &[usize]) -> bool {
        let graph = neighbours(&boards(board).expect("a board"));
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
        work::start(u64::MAX);
        assert_eq!((whole, cut.len()), (Ok(3), 3));
    }
}
