//! Graphs as text: what a person writes.
//!
//! | text | graph |
//! |---|---|
//! | `0-1 1-2 2-0`, `0-1,1-2,3` | an edge list: the vertices are the numbers that occur; a number alone is a vertex without edges |
//! | `graph(0-1,1-2)` | the same, as results and certificates write it |
//! | `grid 3x9`, `cycle 9`, ... | a family by its name (see [`families`]) |
//! | `DQc`, `:Fa@x^` | graph6 and sparse6 |
//!
//! A `*` after a number marks the vertex, in games that mark vertices. [`write()`] writes what [`read`] reads.

use crate::error::Error;
use crate::families;
use crate::graph::{Graph, MAX_VERTICES};
use crate::places::Drawn;
use crate::sixes;
use std::collections::{BTreeMap, BTreeSet};

/// Reads a graph.
///
/// # Errors
/// What stands where, and what was expected: loops, parallel edges and more than [`MAX_VERTICES`] vertices are refused.
///
/// ```
/// use grundy_graph::read;
///
/// assert_eq!(read("0-1 1-2 2-0")?.graph, read("cycle 3")?.graph);
/// assert_eq!(read("graph(0-1,1-2,0-2)")?.graph, read("Bw")?.graph);
/// assert_eq!(read("0-1 1-1").unwrap_err().to_string(), "found a loop at vertex 1, expected an edge between two different vertices");
/// # Ok::<(), grundy_graph::Error>(())
/// ```
pub fn read(text: &str) -> Result<Drawn, Error> {
    const OPENING: &str = "graph(";
    let start = text.len() - text.trim_start().len();
    let inner = text.trim();
    let result = if let Some(list) = inner.strip_prefix(OPENING) {
        match list.strip_suffix(')') {
            Some(list) => read_list(list).map_err(|error| error.shifted(OPENING.len())),
            None => Err(Error::unexpected(inner, inner.len(), "')'")),
        }
    } else if inner.starts_with(|c: char| c.is_ascii_digit()) {
        read_list(inner)
    } else if sixes::is_marked(inner) {
        sixes::read(inner).map(|graph| Drawn::new(graph, None))
    } else if let Some(family) = families::read(inner) {
        family
    } else {
        sixes::read(inner).map(|graph| Drawn::new(graph, None))
    };
    result.map_err(|error| error.shifted(start))
}

/// Reads edges and vertices with blanks or commas between them.
fn read_list(text: &str) -> Result<Drawn, Error> {
    let mut vertices: BTreeMap<u16, bool> = BTreeMap::new();
    let mut edges: BTreeSet<(u16, u16)> = BTreeSet::new();
    let mut reader = Reader { text, at: 0 };
    reader.skip_blanks();
    while reader.at < text.len() {
        let start = reader.at;
        let (u, marked) = reader.vertex()?;
        *vertices.entry(u).or_default() |= marked;
        if reader.peek() == Some('-') {
            reader.at += 1;
            let (v, marked) = reader.vertex()?;
            *vertices.entry(v).or_default() |= marked;
            if u == v {
                return Err(Error::Loop { offset: start, vertex: usize::from(u) });
            }
            if !edges.insert((u.min(v), u.max(v))) {
                return Err(Error::Parallel { offset: start, ends: format!("{}-{}", u.min(v), u.max(v)) });
            }
        }
        let end = reader.at;
        reader.skip_blanks();
        if reader.peek() == Some(',') {
            reader.at += 1;
            reader.skip_blanks();
            if reader.at == text.len() {
                return Err(Error::unexpected(text, reader.at, "an edge such as 0-1"));
            }
        } else if reader.at == end && end < text.len() {
            return Err(Error::unexpected(text, end, "a blank, a comma or an edge such as 0-1"));
        }
    }
    let labels: Vec<u16> = vertices.keys().copied().collect();
    let number = |v: u16| labels.binary_search(&v).unwrap_or_default() as u16;
    let graph = Graph::new(labels.len(), edges.iter().map(|&(u, v)| (number(u), number(v))));
    Ok(Drawn { graph, marks: vertices.into_values().collect(), labels, places: None })
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_blanks(&mut self) {
        self.at += self.text[self.at..].len() - self.text[self.at..].trim_start().len();
    }

    /// A number and perhaps a `*`.
    fn vertex(&mut self) -> Result<(u16, bool), Error> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return Err(Error::unexpected(self.text, self.at, "the number of a vertex"));
        }
        let number = rest[..length].parse::<u16>().ok().filter(|&v| usize::from(v) < MAX_VERTICES);
        let Some(number) = number else {
            let found = if length <= 20 { format!("vertex {}", &rest[..length]) } else { "a long number".to_string() };
            let expected = format!("a vertex below {MAX_VERTICES}");
            return Err(Error::Unexpected { offset: self.at, found, expected });
        };
        self.at += length;
        let marked = self.peek() == Some('*');
        self.at += usize::from(marked);
        Ok((number, marked))
    }
}

/// Writes a graph as `graph(...)`: edges with their smaller end first, in increasing order, and among them, at the
/// place of its label, each vertex that has no edges or is marked. A marked vertex has a `*` there.
///
/// ```
/// use grundy_graph::{read, text::write};
///
/// assert_eq!(write(&read("2-1 0 1*").unwrap()), "graph(0,1*,1-2)");
/// ```
pub fn write(drawn: &Drawn) -> String {
    let mut entries = Vec::new();
    for (v, label) in drawn.labels.iter().enumerate() {
        match drawn.marks[v] {
            true => entries.push(format!("{label}*")),
            false if drawn.graph.degree(v) == 0 => entries.push(label.to_string()),
            false => {}
        }
        let larger = drawn.graph.neighbours(v).iter().map(|&u| usize::from(u)).filter(|&u| u > v);
        entries.extend(larger.map(|u| format!("{label}-{}", drawn.labels[u])));
    }
    format!("graph({})", entries.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists() {
        let drawn = read(" 7-3, 3-5 ,9* 5-7").expect("a list");
        assert_eq!(drawn.labels, [3, 5, 7, 9]);
        assert_eq!(drawn.marks, [false, false, false, true]);
        assert_eq!(write(&drawn), "graph(3-5,3-7,5-7,9*)");
        assert_eq!(read(&write(&drawn)), Ok(drawn));
        assert_eq!(read("graph()").expect("empty"), Drawn::default_of_nothing());
    }

    impl Drawn {
        fn default_of_nothing() -> Self {
            Drawn::new(Graph::new(0, []), None)
        }
    }

    #[test]
    fn what_is_wrong_and_where() {
        for (text, offset, message) in [
            ("0-1 1-", 6, "found the end, expected the number of a vertex"),
            ("0-1 2-2", 4, "found a loop at vertex 2, expected an edge between two different vertices"),
            ("graph(0-1,1-0)", 10, "found the edge 0-1 a second time, expected each edge once"),
            ("graph(0-1", 9, "found the end, expected ')'"),
            ("0-1024", 2, "found vertex 1024, expected a vertex below 1024"),
            ("0-1x", 3, "found 'x', expected a blank, a comma or an edge such as 0-1"),
            ("0-1,", 4, "found the end, expected an edge such as 0-1"),
            (" 0-1 é", 5, "found 'é', expected the number of a vertex"),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!((error.offset(), error.to_string().as_str()), (offset, message), "{text}");
        }
    }
}
