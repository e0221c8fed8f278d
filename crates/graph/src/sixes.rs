//! graph6 and sparse6, the formats of nauty and its relatives: six bits a character, from `?` (63) on.
//!
//! Defined in <https://users.cecs.anu.edu.au/~bdm/data/formats.txt>. A header (`>>graph6<<`, `>>sparse6<<`) may stand
//! before the first graph.

use crate::error::Error;
use crate::graph::{Graph, MAX_VERTICES};

const HEADERS: [&str; 2] = [">>graph6<<", ">>sparse6<<"];

/// Whether the text can be nothing but one of the two formats.
pub(crate) fn is_marked(text: &str) -> bool {
    text.starts_with(':') || HEADERS.iter().any(|header| text.starts_with(header))
}

/// Reads a graph in either format.
pub(crate) fn read(text: &str) -> Result<Graph, Error> {
    let start = HEADERS.iter().find(|header| text.starts_with(**header)).map_or(0, |header| header.len());
    let sparse = text[start..].starts_with(':');
    let mut six = Sixes { text, at: start + usize::from(sparse), bit: 0 };
    for (i, byte) in text.bytes().enumerate().skip(six.at) {
        if !(63..=126).contains(&byte) {
            let format = if sparse { "sparse6" } else { "graph6" };
            return Err(Error::unexpected(
                text,
                i,
                format!("a graph: 0-1 1-2, a family such as grid 3x9, or {format}"),
            ));
        }
    }
    let n = six.size()?;
    if sparse { read_sparse(&mut six, n) } else { read_dense(&mut six, n) }
}

fn read_dense(six: &mut Sixes<'_>, n: usize) -> Result<Graph, Error> {
    let expected = (n * n.saturating_sub(1) / 2).div_ceil(6);
    let found = six.text.len() - six.at;
    if found != expected {
        let (found, expected) = (format!("{found} characters after the size"), format!("{expected} in graph6"));
        return Err(Error::Unexpected { offset: six.at, found, expected: format!("{expected} for {n} vertices") });
    }
    let mut edges = Vec::new();
    for v in 1..n as u16 {
        for u in 0..v {
            if six.bit().unwrap_or(false) {
                edges.push((u, v));
            }
        }
    }
    Ok(Graph::new(n, edges))
}

fn read_sparse(six: &mut Sixes<'_>, n: usize) -> Result<Graph, Error> {
    let width = (usize::BITS - n.saturating_sub(1).leading_zeros()) as usize;
    let mut edges = Vec::new();
    let mut v = 0;
    loop {
        let at = six.at;
        // What does not suffice for a bit and a number is padding.
        let Some(up) = six.bit() else { break };
        let Some(x) = six.number(width) else { break };
        v += usize::from(up);
        if x >= n || v >= n {
            break;
        }
        if x > v {
            v = x;
        } else if x == v {
            return Err(Error::Loop { offset: at, vertex: v });
        } else {
            edges.push(((x as u16, v as u16), at));
        }
    }
    edges.sort_unstable();
    if let Some(pair) = edges.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let (u, v) = pair[0].0;
        return Err(Error::Parallel { offset: pair[1].1, ends: format!("{u}-{v}") });
    }
    Ok(Graph::new(n, edges.into_iter().map(|(edge, _)| edge)))
}

/// The bits of a text, all of whose characters from `at` on are of six bits.
struct Sixes<'t> {
    text: &'t str,
    at: usize,
    bit: usize,
}

impl Sixes<'_> {
    /// The number of vertices: one character, or `~` and three, or `~~` and six.
    fn size(&mut self) -> Result<usize, Error> {
        let start = self.at;
        let bytes = &self.text.as_bytes()[start..];
        let (skip, length) = match bytes {
            [b'~', b'~', ..] => (2, 6),
            [b'~', ..] => (1, 3),
            _ => (0, 1),
        };
        let Some(digits) = bytes.get(skip..skip + length) else {
            return Err(Error::unexpected(self.text, self.text.len(), "a number of vertices"));
        };
        let n = digits.iter().fold(0u64, |n, byte| n << 6 | u64::from(byte - 63));
        self.at += skip + length;
        if n as usize > MAX_VERTICES {
            return Err(Error::TooLarge { offset: start, found: n.to_string() });
        }
        Ok(n as usize)
    }

    fn bit(&mut self) -> Option<bool> {
        let byte = *self.text.as_bytes().get(self.at)?;
        let bit = (byte - 63) >> (5 - self.bit) & 1 == 1;
        self.bit += 1;
        if self.bit == 6 {
            (self.at, self.bit) = (self.at + 1, 0);
        }
        Some(bit)
    }

    fn number(&mut self, width: usize) -> Option<usize> {
        (0..width).try_fold(0, |number, _| Some(number << 1 | usize::from(self.bit()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the definition of the formats.
    #[test]
    fn examples_of_the_definition() {
        let dense = read("DQc").expect("graph6");
        assert_eq!((dense.len(), dense.edges().collect::<Vec<_>>()), (5, vec![(0, 2), (0, 4), (1, 3), (3, 4)]));
        let sparse = read(":Fa@x^").expect("sparse6");
        assert_eq!((sparse.len(), sparse.edges().collect::<Vec<_>>()), (7, vec![(0, 1), (0, 2), (1, 2), (5, 6)]));
        assert_eq!(read(">>graph6<<DQc"), Ok(dense));
        assert_eq!(read(">>sparse6<<:Fa@x^"), Ok(sparse));
        assert_eq!(read("?").expect("no vertices").len(), 0);
        assert_eq!(read("@").expect("one vertex").len(), 1);
    }

    #[test]
    fn what_is_neither() {
        for (text, offset) in
            [("DQ", 1), ("DQcc", 1), ("D Qc", 1), ("~?", 2), ("~~~~~~~~", 0), ("", 0), (":", 1), ("DQ\u{7f}", 2)]
        {
            assert_eq!(read(text).map_err(|error| error.offset()), Err(offset), "{text}");
        }
        // A loop and a parallel edge, which sparse6 can express.
        assert!(matches!(read(":AF"), Err(Error::Loop { .. })), "{:?}", read(":AF"));
    }
}
