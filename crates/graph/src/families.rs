//! Families of graphs by name, each drawn as people draw it.
//!
//! | text | graph |
//! |---|---|
//! | `path 9`, `cycle 9`, `complete 7`, `star 5`, `wheel 5` | a star and a wheel have so many vertices around the one in the middle |
//! | `bipartite 3,4`, `petersen 9,2`, `cube 4` | complete bipartite; generalised Petersen graph P(9,2); hypercube of dimension 4 |
//! | `ladder 9`, `prism 9` | two paths, or two cycles, with rungs |
//! | `grid 3x9`, `cylinder 3x9`, `torus 4x5`, `moebius 3x9` | 3 rows and 9 columns of squares; columns are joined around, rows too on a torus |
//! | `king 5x5`, `queen`, `rook`, `bishop`, `knight` | squares of a chessboard, joined by a move of the piece |
//! | `triangular 4x5`, `hex 4x5` | rows and columns of the triangular and the hexagonal grid |
//! | `tree 3,3,4` | the tree with this Prüfer code, of vertices from 0 on |
//! | `tree parents 0,0,1` | the tree with root 0 in which the vertices 1, 2, 3 have these parents |
//!
//! Vertices are numbered row by row, from the upper left; a centre comes last.

use crate::chess;
use crate::error::Error;
use crate::graph::MAX_VERTICES;
use crate::places::{Drawn, drawn, number, squares};
use crate::tree;
use std::f64::consts::TAU;
use std::ops::RangeInclusive;

/// What stands after the name of a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameters {
    /// One number.
    One,
    /// Two numbers with a comma.
    Two,
    /// Rows and columns.
    Board,
    /// A list of numbers.
    List,
}

/// The names of all families, and what stands after them.
pub const NAMES: [(&str, Parameters); 22] = [
    ("path", Parameters::One),
    ("cycle", Parameters::One),
    ("complete", Parameters::One),
    ("star", Parameters::One),
    ("wheel", Parameters::One),
    ("ladder", Parameters::One),
    ("prism", Parameters::One),
    ("cube", Parameters::One),
    ("bipartite", Parameters::Two),
    ("petersen", Parameters::Two),
    ("grid", Parameters::Board),
    ("cylinder", Parameters::Board),
    ("torus", Parameters::Board),
    ("moebius", Parameters::Board),
    ("king", Parameters::Board),
    ("queen", Parameters::Board),
    ("rook", Parameters::Board),
    ("bishop", Parameters::Board),
    ("knight", Parameters::Board),
    ("triangular", Parameters::Board),
    ("hex", Parameters::Board),
    ("tree", Parameters::List),
];

/// How each kind of parameters is written.
impl Parameters {
    fn example(self) -> &'static str {
        match self {
            Parameters::One => "a number of vertices, such as 9",
            Parameters::Two => "two numbers, such as 9,2",
            Parameters::Board => "rows and columns, such as 3x9",
            Parameters::List => "a Prüfer code such as 3,3,4, or parents 0,0,1",
        }
    }
}

/// A row of graphs: the text of a family in which one number is a range, such as `grid 3x1..30`. Both ends belong to
/// it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    before: String,
    after: String,
    /// What the number runs through.
    pub range: RangeInclusive<u32>,
}

impl Row {
    /// Reads a row. A text without a range is a row of one graph, numbered by the last number in it.
    ///
    /// # Errors
    /// A range that does not end, ends before it begins, or is not the only one.
    ///
    /// ```
    /// use grundy_graph::families::Row;
    ///
    /// let row = Row::parse("petersen 5..9,2").unwrap();
    /// assert_eq!((row.range.clone(), row.text(7)), (5..=9, "petersen 7,2".to_string()));
    /// ```
    pub fn parse(text: &str) -> Result<Self, Error> {
        let is_digit = |c: char| c.is_ascii_digit();
        let Some(dots) = text.find("..") else {
            let end = text.rfind(is_digit).map_or(text.len(), |i| i + 1);
            let start = text[..end]
                .rfind(|c| !is_digit(c))
                .map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
            let (n, _) = number(text, start, "a family such as grid 3x1..30")?;
            return Ok(Row {
                before: text[..start].to_string(),
                after: text[end..].to_string(),
                range: n as u32..=n as u32,
            });
        };
        let start =
            text[..dots].rfind(|c| !is_digit(c)).map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
        let (first, _) = number(text, start, "a number before '..'")?;
        let (last, end) = number(text, dots + 2, "a number after '..'")?;
        if last < first {
            let expected = format!("a number of at least {first}");
            return Err(Error::Unexpected { offset: dots + 2, found: last.to_string(), expected });
        }
        if let Some(more) = text[end..].find("..") {
            return Err(Error::unexpected(text, end + more, "one range only"));
        }
        let (before, after) = (text[..start].to_string(), text[end..].to_string());
        Ok(Row { before, after, range: first as u32..=last as u32 })
    }

    /// The graph of the row with this number.
    pub fn text(&self, n: u32) -> String {
        format!("{}{n}{}", self.before, self.after)
    }
}

/// Reads a graph by the name of its family; `None` if the text does not start with one.
pub(crate) fn read(text: &str) -> Option<Result<Drawn, Error>> {
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let &(name, parameters) = NAMES.iter().find(|(known, _)| *known == name)?;
    let start = end + rest.len() - rest.trim_start().len();
    Some(match parameters {
        Parameters::List => tree::read(text, start),
        _ => numbers(text, start, parameters).and_then(|(a, b)| make(name, a, b, end + 1)),
    })
}

/// One or two numbers from byte `start` to the end.
fn numbers(text: &str, start: usize, parameters: Parameters) -> Result<(usize, usize), Error> {
    let (first, end) = number(text, start, parameters.example())?;
    let separator = match parameters {
        Parameters::Board => ['x', 'X'],
        _ => [',', ' '],
    };
    let (second, end) = match parameters {
        Parameters::One => (0, end),
        _ if !text[end..].starts_with(separator) => return Err(Error::unexpected(text, end, parameters.example())),
        _ => number(text, end + 1, parameters.example())?,
    };
    if end < text.len() { Err(Error::unexpected(text, end, "the end of the graph")) } else { Ok((first, second)) }
}

/// The graph of a family; `offset` is where its parameters stand.
fn make(name: &str, a: usize, b: usize, offset: usize) -> Result<Drawn, Error> {
    let too_large = |n: usize| Error::TooLarge { offset, found: n.to_string() };
    let least = |number: usize, least: usize, of: &str| match number >= least {
        true => Ok(()),
        false => {
            Err(Error::Unexpected { offset, found: number.to_string(), expected: format!("at least {least} {of}") })
        }
    };
    let vertices = match name {
        "bipartite" => a + b,
        "petersen" | "ladder" | "prism" => 2 * a,
        "star" | "wheel" => a + 1,
        "cube" => 1 << a.min(20),
        "path" | "cycle" | "complete" => a,
        _ => a.saturating_mul(b),
    };
    if vertices > MAX_VERTICES {
        return Err(too_large(vertices));
    }
    let is_board = NAMES.contains(&(name, Parameters::Board));
    if is_board {
        least(a, 1, "rows")?;
        least(b, 1, "columns")?;
    }
    match name {
        "cycle" | "wheel" | "prism" => least(a, 3, "vertices in a cycle")?,
        "petersen" => {
            least(a, 3, "vertices in a cycle")?;
            if b == 0 || 2 * b >= a {
                let expected = format!("a step from 1 to {}", (a - 1) / 2);
                return Err(Error::Unexpected { offset, found: format!("the step {b}"), expected });
            }
        }
        "cylinder" | "moebius" => least(b, 3, "columns to join around")?,
        "torus" => {
            least(a, 3, "rows to join around")?;
            least(b, 3, "columns to join around")?;
        }
        _ => {}
    }
    Ok(match name {
        "path" => wrapped(1, a, Wrap::None),
        "cycle" => drawn(a, ring(a, 0, 1), circle(a, 0.0)),
        "complete" => drawn(a, pairs(0..a, 0..a), circle(a, 0.0)),
        "star" => drawn(a + 1, (0..a).map(|v| (v, a)), with_centre(a)),
        "wheel" => drawn(a + 1, ring(a, 0, 1).into_iter().chain((0..a).map(|v| (v, a))), with_centre(a)),
        "ladder" => wrapped(2, a, Wrap::None),
        "prism" => petersen(a, 1),
        "petersen" => petersen(a, b),
        "cube" => cube(a),
        "bipartite" => bipartite(a, b),
        "grid" => wrapped(a, b, Wrap::None),
        "cylinder" => wrapped(a, b, Wrap::Columns),
        "moebius" => wrapped(a, b, Wrap::Twisted),
        "torus" => wrapped(a, b, Wrap::Both),
        "triangular" => triangular(a, b),
        "hex" => hexagonal(a, b),
        piece => chess::board(piece, a, b),
    })
}

fn pairs(left: std::ops::Range<usize>, right: std::ops::Range<usize>) -> Vec<(usize, usize)> {
    left.flat_map(|u| right.clone().filter(move |&v| u < v).map(move |v| (u, v))).collect()
}

/// The cycle through `n` vertices from `first` on, each joined to the one `step` further.
fn ring(n: usize, first: usize, step: usize) -> Vec<(usize, usize)> {
    (0..n).map(|v| (first + v, first + (v + step) % n)).collect()
}

/// `n` places on a circle, the first one on top, neighbours at distance 1 and the whole larger by `more`.
fn circle(n: usize, more: f64) -> Vec<(f64, f64)> {
    let radius = if n < 2 { 0.0 } else { 0.5 / (TAU / (2 * n) as f64).sin() } + more;
    (0..n)
        .map(|i| (TAU * i as f64 / n.max(1) as f64).sin_cos())
        .map(|(sin, cos)| (radius * sin, -radius * cos))
        .collect()
}

fn with_centre(n: usize) -> Vec<(f64, f64)> {
    let more = if n < 6 { 0.4 } else { 0.0 };
    circle(n, more).into_iter().chain([(0.0, 0.0)]).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Wrap {
    None,
    /// The last column is joined to the first.
    Columns,
    /// The same, upside down.
    Twisted,
    /// The last row is joined to the first, too.
    Both,
}

fn wrapped(rows: usize, columns: usize, wrap: Wrap) -> Drawn {
    let mut edges = Vec::new();
    for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
        let here = y * columns + x;
        match wrap {
            _ if x + 1 < columns => edges.push((here, here + 1)),
            Wrap::None => {}
            Wrap::Columns | Wrap::Both => edges.push((here, y * columns)),
            Wrap::Twisted => edges.push((here, (rows - 1 - y) * columns)),
        }
        if y + 1 < rows {
            edges.push((here, here + columns));
        } else if wrap == Wrap::Both {
            edges.push((here, x));
        }
    }
    drawn(rows * columns, edges, squares(rows, columns))
}

fn petersen(n: usize, step: usize) -> Drawn {
    let edges = ring(n, 0, 1).into_iter().chain((0..n).map(|v| (v, n + v))).chain(ring(n, n, step));
    let inner = circle(n, if n < 6 { 0.4 } else { 0.0 });
    let outer = circle(n, if n < 6 { 1.4 } else { 1.0 });
    drawn(2 * n, edges, outer.into_iter().chain(inner).collect())
}

/// Each further dimension is drawn in a direction of its own.
fn cube(dimension: usize) -> Drawn {
    const DIRECTIONS: [(f64, f64); 10] = [
        (1.0, 0.0),
        (0.0, 1.0),
        (0.45, -0.35),
        (2.6, 0.0),
        (0.0, 2.6),
        (1.1, -0.9),
        (6.0, 0.0),
        (0.0, 6.0),
        (2.6, -2.2),
        (13.0, 0.0),
    ];
    let n = 1usize << dimension;
    let edges = (0..n).flat_map(|v| (0..dimension).map(move |d| (v, v | 1 << d)).filter(|(u, v)| u != v));
    let place = |v: usize| {
        let along = DIRECTIONS.iter().enumerate().filter(|(d, _)| v >> d & 1 == 1);
        along.fold((0.0, 0.0), |(x, y), (_, &(dx, dy))| (x + dx, y + dy))
    };
    drawn(n, edges.collect::<Vec<_>>(), (0..n).map(place).collect())
}

fn bipartite(a: usize, b: usize) -> Drawn {
    let row = |n: usize, y: f64| (0..n).map(move |i| (i as f64 - (n as f64 - 1.0) / 2.0, y));
    drawn(a + b, pairs(0..a, a..a + b), row(a, 0.0).chain(row(b, 2.0)).collect())
}

/// A grid with one diagonal in every square, drawn so that all edges have the same length.
fn triangular(rows: usize, columns: usize) -> Drawn {
    let mut edges = Vec::new();
    for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
        let here = y * columns + x;
        edges.extend((x + 1 < columns).then_some((here, here + 1)));
        edges.extend((y + 1 < rows).then_some((here, here + columns)));
        edges.extend((y + 1 < rows && x > 0).then(|| (here, here + columns - 1)));
    }
    let height = 3f64.sqrt() / 2.0;
    let place = |(x, y): (f64, f64)| (x + y / 2.0, y * height);
    drawn(rows * columns, edges, squares(rows, columns).into_iter().map(place).collect())
}

/// A wall of bricks, drawn as hexagons: all edges along rows, every other one between rows.
fn hexagonal(rows: usize, columns: usize) -> Drawn {
    let mut edges = Vec::new();
    for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
        let here = y * columns + x;
        edges.extend((x + 1 < columns).then_some((here, here + 1)));
        edges.extend((y + 1 < rows && (x + y) % 2 == 0).then_some((here, here + columns)));
    }
    // A vertex with an edge downwards lies lower in its row.
    let place = |i: usize| {
        let (x, y) = (i % columns, i / columns);
        (x as f64 * 3f64.sqrt() / 2.0, 1.5 * y as f64 + if (x + y) % 2 == 0 { 0.25 } else { -0.25 })
    };
    drawn(rows * columns, edges, (0..rows * columns).map(place).collect())
}

#[cfg(test)]
mod tests {
    use super::Row;
    use crate::read;

    /// Vertices, edges and degrees, counted by hand.
    #[test]
    fn counted_by_hand() {
        for (text, vertices, edges, degrees) in [
            ("path 9", 9, 8, 1..=2),
            ("path 1", 1, 0, 0..=0),
            ("cycle 9", 9, 9, 2..=2),
            ("complete 7", 7, 21, 6..=6),
            ("star 5", 6, 5, 1..=5),
            ("wheel 5", 6, 10, 3..=5),
            ("ladder 4", 8, 10, 2..=3),
            ("prism 5", 10, 15, 3..=3),
            ("petersen 5,2", 10, 15, 3..=3),
            ("cube 4", 16, 32, 4..=4),
            ("cube 0", 1, 0, 0..=0),
            ("bipartite 3,4", 7, 12, 3..=4),
            ("grid 3x9", 27, 42, 2..=4),
            ("cylinder 3x9", 27, 45, 3..=4),
            ("moebius 3x9", 27, 45, 3..=4),
            ("torus 4x5", 20, 40, 4..=4),
            ("king 5x5", 25, 72, 3..=8),
            ("queen 4x4", 16, 76, 9..=11),
            ("rook 4x4", 16, 48, 6..=6),
            ("bishop 4x4", 16, 28, 3..=5),
            ("knight 4x4", 16, 24, 2..=4),
            ("triangular 3x3", 9, 16, 2..=6),
            ("hex 4x5", 20, 24, 2..=3),
            ("tree 3,3,4", 5, 4, 1..=3),
            ("tree parents 0,0,1", 4, 3, 1..=2),
        ] {
            let drawn = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let graph = &drawn.graph;
            assert_eq!((graph.len(), graph.size()), (vertices, edges), "{text}");
            let found: Vec<usize> = (0..graph.len()).map(|v| graph.degree(v)).collect();
            assert_eq!(found.iter().min().zip(found.iter().max()), Some((degrees.start(), degrees.end())), "{text}");
            let places = drawn.places.expect("families are drawn");
            for (i, a) in places.iter().enumerate() {
                let close = |b: &(f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) < 0.3;
                assert!(!places[..i].iter().any(close), "{text}: two vertices in one place");
            }
        }
        assert_eq!(read("moebius 1x5").unwrap().graph, read("cycle 5").unwrap().graph);
        // A Moebius strip of two rows is a Moebius ladder: bipartite for an odd number of rungs only.
        assert!(read("moebius 2x5").unwrap().graph.is_bipartite());
        assert!(!read("moebius 2x4").unwrap().graph.is_bipartite());
    }

    #[test]
    fn rows_of_graphs() {
        let row = Row::parse("grid 3x1..30").unwrap();
        assert_eq!((row.range.clone(), row.text(30)), (1..=30, "grid 3x30".to_string()));
        assert_eq!(Row::parse("petersen 9..5,2").unwrap_err().to_string(), "found 5, expected a number of at least 9");
        assert_eq!(Row::parse("cycle 9").unwrap().range, 9..=9);
        for (text, offset) in [("grid 1..3x1..3", 11), ("grid", 4), ("path ..3", 5), ("path 3..", 8), ("é..3", 2)] {
            assert_eq!(Row::parse(text).map_err(|error| error.offset()), Err(offset), "{text}");
        }
    }

    #[test]
    fn wrong_parameters() {
        for (text, message) in [
            ("grid 3", "found the end, expected rows and columns, such as 3x9"),
            ("grid 3x", "found the end, expected rows and columns, such as 3x9"),
            ("grid", "found the end, expected rows and columns, such as 3x9"),
            ("grid 0x3", "found 0, expected at least 1 rows"),
            ("grid 40x40", "found a graph with 1600 vertices, expected at most 1024"),
            ("cycle 2", "found 2, expected at least 3 vertices in a cycle"),
            ("petersen 6,3", "found the step 3, expected a step from 1 to 2"),
            ("torus 3x2", "found 2, expected at least 3 columns to join around"),
            ("cube 11", "found a graph with 2048 vertices, expected at most 1024"),
            ("path 9 9", "found ' ', expected the end of the graph"),
            ("tree 9", "found vertex 9, expected a vertex below 3"),
            ("tree parents 1", "found parent 1, expected a vertex before 1"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
