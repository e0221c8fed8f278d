//! A graph as it was given, with names and places of its vertices, and what its readers share.

use crate::error::Error;
use crate::graph::Graph;

/// A graph as it was given: with the names of its vertices, and a place for each if it has one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawn {
    /// The graph; its vertices are numbered from 0.
    pub graph: Graph,
    /// The number that the text gives each vertex, increasing.
    pub labels: Vec<u16>,
    /// Whether a vertex is marked.
    pub marks: Vec<bool>,
    /// Where each vertex is drawn, x to the right and y downwards; neighbours on a square grid have distance 1.
    pub places: Option<Vec<(f64, f64)>>,
}

impl Drawn {
    /// A graph whose labels are the numbers of its vertices.
    pub fn new(graph: Graph, places: Option<Vec<(f64, f64)>>) -> Self {
        let n = graph.len();
        Drawn { labels: (0..n as u16).collect(), marks: vec![false; n], graph, places }
    }

    /// What is left on some of the vertices, given in increasing order, with their labels, marks and places.
    pub fn induced(&self, vertices: &[u16]) -> Self {
        let pick = |v: &u16| usize::from(*v);
        Drawn {
            graph: self.graph.induced(vertices),
            labels: vertices.iter().map(|v| self.labels[pick(v)]).collect(),
            marks: vertices.iter().map(|v| self.marks[pick(v)]).collect(),
            places: self.places.as_ref().map(|places| vertices.iter().map(|v| places[pick(v)]).collect()),
        }
    }
}

/// A graph of `n` vertices with these edges, drawn at these places.
pub(crate) fn drawn(n: usize, edges: impl IntoIterator<Item = (usize, usize)>, places: Vec<(f64, f64)>) -> Drawn {
    Drawn::new(Graph::new(n, edges.into_iter().map(|(u, v)| (u as u16, v as u16))), Some(places))
}

/// The places of a board, row by row.
pub(crate) fn squares(rows: usize, columns: usize) -> Vec<(f64, f64)> {
    (0..rows * columns).map(|i| ((i % columns) as f64, (i / columns) as f64)).collect()
}

/// The number at byte `start`, and where it ends.
pub(crate) fn number(text: &str, start: usize, expected: &str) -> Result<(usize, usize), Error> {
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    match rest[..length].parse::<usize>() {
        Ok(number) if number <= 1_000_000 => Ok((number, start + length)),
        _ if length == 0 => Err(Error::unexpected(text, start, expected)),
        _ => Err(Error::TooLarge { offset: start, found: "more than a million".to_string() }),
    }
}
