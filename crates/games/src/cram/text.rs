//! Positions as text: what a person writes, and every component written so that it is read back as itself.
//!
//! A position is one or more boards joined by `+`. A board is
//! - `5x7`: 5 rows of 7 free cells;
//! - rows from top to bottom, with `/`, `|` or a new line between them: `.` a free cell, `#` a filled one. Two signs
//!   draw what cells alone cannot show, *walls* no domino crosses: `:` between two cells of a row, and `_` for a free
//!   cell with a wall below it. `.:./...` is a square without its upper edge;
//! - `3x12:cylinder`, `:torus`, `:moebius`: a board whose last column is joined to its first, on a torus the last row
//!   to the first, too, and on a Moebius strip upside down; at least three columns (and rows) are joined;
//! - `graph(0-1,1-2)`: Arc-Kayles on any graph, by its edges.
//!
//! A position without moves is written `#`.

use super::board::{Board, MAX_CELLS, MAX_SIDE, with_board};
use super::graph::{self, MAX_EDGES};
use grundy_core::ParseError;
use grundy_graph::Graph;
use grundy_graph::bits::{Bits, Wide};

/// One board of a position as it was written.
#[derive(Clone)]
pub(super) enum Part {
    /// A drawing or an empty board.
    Drawing(Box<Drawing>),
    /// A graph.
    Graph(Graph),
}

impl Part {
    /// The text of this part.
    pub fn text(&self) -> String {
        match self {
            Part::Drawing(drawing) => drawing.text(),
            Part::Graph(graph) => {
                let edges: Vec<String> = graph.edges().map(|(u, v)| format!("{u}-{v}")).collect();
                if edges.is_empty() { EMPTY.to_string() } else { format!("graph({})", edges.join(",")) }
            }
        }
    }
}

/// A board with its free cells, those without neighbours too.
#[derive(Clone)]
pub(super) struct Drawing {
    /// Free cells, and where two of them side by side are neighbours.
    pub free: Wide<16>,
    pub board: Board<Wide<16>>,
}

impl Drawing {
    /// The drawing of a board; cells without an edge are filled.
    pub fn new<B: Bits>(board: &Board<B>) -> Self {
        let wide = |set: B| Wide::from_words(|i| if 64 * i < B::CELLS { set.word(i) } else { 0 });
        let Board { columns, rows, right, down } = *board;
        Drawing { free: wide(board.cells()), board: Board { columns, rows, right: wide(right), down: wide(down) } }
    }

    /// The drawing with these two cells filled.
    pub fn filled(&self, cells: Wide<16>) -> Self {
        Drawing { free: self.free & !cells, board: self.board.without(cells) }
    }

    fn text(&self) -> String {
        let Board { columns, rows, right, down } = self.board;
        let n = columns * rows;
        if self.free == Wide::below(n) && (right.count() + down.count()) as usize == 2 * n - columns - rows {
            return format!("{rows}x{columns}");
        }
        let mut text = String::with_capacity(n + rows);
        for i in 0..n {
            if i > 0 && i % columns == 0 {
                text.push('/');
            }
            let joined = |to: usize, edges: Wide<16>| !self.free.has(to) || edges.has(i);
            text.push(match self.free.has(i) {
                false => '#',
                true if i + columns < n && !joined(i + columns, down) => '_',
                true => '.',
            });
            if (i + 1) % columns != 0 && self.free.has(i) && !joined(i + 1, right) {
                text.push(':');
            }
        }
        text
    }
}

/// The text of a component.
pub(super) fn write(component: &[u8]) -> String {
    if component.first() == Some(&0) {
        return graph::of(component).map_or(EMPTY.to_string(), |graph| Part::Graph(graph).text());
    }
    with_board!(component, EMPTY.to_string(), |board| Drawing::new(&board).text())
}

/// The text of a position without moves.
pub(super) const EMPTY: &str = "#";

/// The most boards that a position in a certificate may have.
const MOST_BOARDS: usize = 64;

/// The text of a position that [`parse`] accepts in the notation of certificates: one line, `x` between rows and
/// columns, `#` for the graph without edges. `None` if certificates allow fewer boards.
pub(super) fn one_line(text: &str) -> Option<String> {
    let board = |board: &str| {
        let rows = board.trim().replace('\n', "/");
        let board: String = rows.chars().filter(|c| !c.is_whitespace()).collect();
        match parse_part(&board, 0, &board) {
            Ok(part @ Part::Graph(_)) if !board.starts_with('g') => part.text(),
            _ if board == "graph()" => EMPTY.to_string(),
            _ => board.replace('X', "x"),
        }
    };
    let boards: Vec<String> = text.split('+').map(board).collect();
    (boards.len() <= MOST_BOARDS).then(|| boards.join(" + "))
}

/// Reads a position as the boards it is written as.
pub(super) fn parse(text: &str) -> Result<Vec<Part>, ParseError> {
    let mut start = 0;
    text.split('+')
        .map(|part| {
            let at = start + part.len() - part.trim_start().len();
            start += part.len() + 1;
            parse_part(text, at, part.trim())
        })
        .collect()
}

/// Reads the board `part`, which stands at `at` in `text`.
fn parse_part(text: &str, at: usize, part: &str) -> Result<Part, ParseError> {
    match part.as_bytes().first() {
        Some(b'0'..=b'9') if part.contains(':') => parse_wrapped(text, at, part).map(Part::Graph),
        Some(b'0'..=b'9') => parse_size(text, at, part).map(|drawing| Part::Drawing(drawing.into())),
        Some(b'.' | b'#' | b'_') => parse_drawing(text, at, part).map(|drawing| Part::Drawing(drawing.into())),
        Some(b'g') => parse_graph(text, at, part).map(Part::Graph),
        _ => Err(ParseError::unexpected(text, at, "a board such as 5x7 or ..#/...")),
    }
}

/// Reads a board whose sides are joined: `3x12:cylinder`.
fn parse_wrapped(text: &str, at: usize, part: &str) -> Result<Graph, ParseError> {
    let (size, name) = part.split_once(':').unwrap_or((part, ""));
    let name_at = at + size.len() + 1;
    if !matches!(name, "cylinder" | "torus" | "moebius") {
        return Err(ParseError::unexpected(text, name_at, "cylinder, torus or moebius"));
    }
    parse_size(text, at, size.trim_end())?;
    let family = format!("{name} {}", size.trim_end());
    let wrong = |error: grundy_graph::Error| ParseError::new(text, at, error.found(), error.expected());
    grundy_graph::read(&family).map(|drawn| drawn.graph).map_err(wrong)
}

fn parse_size(text: &str, at: usize, part: &str) -> Result<Drawing, ParseError> {
    let x = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
    if !part[x..].starts_with(['x', 'X']) {
        return Err(ParseError::unexpected(text, at + x, "'x' between rows and columns"));
    }
    let rows = number(text, at, &part[..x])?;
    let end = part[x + 1..].find(|c: char| !c.is_ascii_digit()).map_or(part.len(), |end| x + 1 + end);
    if end == x + 1 {
        return Err(ParseError::unexpected(text, at + end, "a number of columns"));
    }
    let columns = number(text, at + x + 1, &part[x + 1..end])?;
    if end < part.len() {
        return Err(ParseError::unexpected(text, at + end, "the end of the board or '+'"));
    }
    check_cells(text, at, rows, columns)?;
    let free = Wide::below(rows * columns);
    let board = Board { columns, rows, right: Wide::default(), down: Wide::default() };
    Ok(Drawing { free, board: join(board, free, Wide::default(), Wide::default()) })
}

/// A number of rows or columns.
fn number(text: &str, at: usize, digits: &str) -> Result<usize, ParseError> {
    let value = digits.parse().ok().filter(|value| (1..=MAX_SIDE).contains(value));
    value.ok_or_else(|| ParseError::new(text, at, excerpt(digits), format!("a number from 1 to {MAX_SIDE}")))
}

fn excerpt(digits: &str) -> String {
    if digits.len() <= 20 { digits.to_string() } else { format!("a number of {} digits", digits.len()) }
}

fn check_cells(text: &str, at: usize, rows: usize, columns: usize) -> Result<(), ParseError> {
    let found = format!("a board of {rows} rows and {columns} columns");
    let expected = format!("at most {MAX_SIDE} rows and columns and {MAX_CELLS} cells");
    let fits = rows <= MAX_SIDE && columns <= MAX_SIDE && rows * columns <= MAX_CELLS;
    if fits { Ok(()) } else { Err(ParseError::new(text, at, found, expected)) }
}

fn parse_drawing(text: &str, at: usize, part: &str) -> Result<Drawing, ParseError> {
    let mut rows: Vec<Vec<(u8, bool)>> = Vec::new();
    let mut start = at;
    for line in part.split(['/', '|', '\n']) {
        let here = start + line.len() - line.trim_start().len();
        start += line.len() + 1;
        let mut row: Vec<(u8, bool)> = Vec::new();
        for (i, byte) in line.trim().bytes().enumerate() {
            match (byte, row.last_mut()) {
                (b'.' | b'#' | b'_', _) => row.push((byte, false)),
                (b':', Some((_, wall))) if !*wall => *wall = true,
                _ => return Err(ParseError::unexpected(text, here + i, "'.' for a free cell or '#' for a filled one")),
            }
        }
        let end = here + line.trim().len();
        if row.last().is_some_and(|&(_, wall)| wall) {
            return Err(ParseError::unexpected(text, end, "a cell after ':'"));
        }
        let width = rows.first().map_or(row.len(), Vec::len);
        if row.len() != width || row.is_empty() {
            let found = format!("a row of {} cells", row.len());
            return Err(ParseError::new(text, here, found, format!("{} as in the first row", width.max(1))));
        }
        rows.push(row);
    }
    let columns = rows.first().map_or(0, Vec::len);
    check_cells(text, at, rows.len(), columns)?;
    let cells = rows.iter().flatten().enumerate();
    let set = |which: fn(&(u8, bool)) -> bool| {
        cells.clone().filter(|(_, cell)| which(cell)).fold(Wide::default(), |set, (i, _)| set | Wide::bit(i))
    };
    let free = set(|cell| cell.0 != b'#');
    let board = Board { columns, rows: rows.len(), right: Wide::default(), down: Wide::default() };
    Ok(Drawing { free, board: join(board, free, set(|cell| cell.1), set(|cell| cell.0 == b'_')) })
}

/// The board with all edges between free cells but those with a wall.
fn join(board: Board<Wide<16>>, free: Wide<16>, wall_right: Wide<16>, wall_below: Wide<16>) -> Board<Wide<16>> {
    let last = (0..board.rows).fold(Wide::default(), |set, y| set | Wide::bit((y + 1) * board.columns - 1));
    let right = free & free.down(1) & !wall_right & !last;
    Board { right, down: free & free.down(board.columns) & !wall_below, ..board }
}

fn parse_graph(text: &str, at: usize, part: &str) -> Result<Graph, ParseError> {
    let wrong = |i: usize, expected: &str| Err(ParseError::unexpected(text, at + i, expected));
    const OPENING: &str = "graph(";
    if !part.starts_with(OPENING) {
        return wrong(0, "a board such as 5x7 or ..#/... or graph(0-1,1-2)");
    }
    let Some(inner) = part[OPENING.len()..].strip_suffix(')') else { return wrong(part.len(), "')'") };
    let mut edges = Vec::new();
    let mut start = OPENING.len();
    for edge in inner.split(',').filter(|_| !inner.trim().is_empty()) {
        let ends: Vec<Option<u16>> = edge.split('-').map(|v| v.trim().parse().ok()).collect();
        match ends[..] {
            [Some(u), Some(v)] if u != v && usize::from(u.max(v)) < MAX_CELLS => edges.push((u.min(v), u.max(v))),
            _ => return wrong(start, &format!("an edge between two vertices below {MAX_CELLS}, such as 0-1")),
        }
        start += edge.len() + 1;
    }
    edges.sort_unstable();
    edges.dedup();
    if edges.len() > MAX_EDGES {
        let found = format!("a graph with {} edges", edges.len());
        return Err(ParseError::new(text, at, found, format!("at most {MAX_EDGES}")));
    }
    Ok(Graph::of_edges(edges))
}
