//! A graph in few bytes, for tables with millions of them.
//!
//! ```text
//! n                      1 byte, or 255 and two bytes, low byte first
//! width                  1 byte
//! marks                  n bits, only in games that mark vertices
//! edges, width > 0       a band: for v = 1, 2, ... the bits of v-1, v-2, ..., v-width that are vertices
//! edges, width = 0       a list: for each v its larger neighbours, each as the difference to v or the neighbour before, then 0;
//!                        numbers have 7 bits a byte, low bits first, the high bit set in all bytes but the last
//! ```
//! Bits fill bytes from the lowest on; marks and edges start at a new byte. The shorter of the two forms of the edges
//! is used, the band if they are equal. A graph numbered along its length, as canonical forms of games are, has a
//! narrow band: 3 bits a vertex for a board of three rows.
//!
//! # Invariant
//! [`pack`] writes one form for each graph; [`unpack`] reads it back, and returns `None` for bytes that are no graph.

use crate::bits::Bits;
use crate::graph::{Graph, MAX_VERTICES};
use crate::masks::Masks;

/// The number of vertices that the bytes announce; 0 if they announce none.
pub fn vertices(bytes: &[u8]) -> usize {
    match bytes {
        [255, low, high, ..] => usize::from(*low) | usize::from(*high) << 8,
        [n, ..] => usize::from(*n),
        [] => 0,
    }
}

/// Appends a graph, and the marks of its vertices if there are such.
pub fn pack(graph: &Graph, marks: Option<&[bool]>, out: &mut Vec<u8>) {
    let n = graph.len();
    let lower = |v: usize| graph.neighbours(v).iter().map(|&u| usize::from(u)).take_while(move |&u| u < v);
    let width = (0..n).flat_map(|v| lower(v).map(move |u| v - u)).max().unwrap_or(1);
    if n < 255 {
        out.push(n as u8);
    } else {
        out.extend([255, n as u8, (n >> 8) as u8]);
    }
    let band = (1..n).map(|v| v.min(width)).sum::<usize>().div_ceil(8);
    let list = list_length(graph);
    let narrow = band <= list && width < 256;
    out.push(if narrow { width as u8 } else { 0 });
    if let Some(marks) = marks {
        let mut bits = BitWriter { out, bit: 0 };
        marks.iter().for_each(|&mark| bits.push(mark));
    }
    if narrow {
        let start = out.len();
        out.resize(start + band, 0);
        let mut at = 0;
        for v in 1..n {
            for u in lower(v) {
                let bit = at + v - u - 1;
                out[start + bit / 8] |= 1 << (bit % 8);
            }
            at += v.min(width);
        }
    } else {
        each_increment(graph, |number| {
            let mut number = number;
            while number >= 128 {
                out.push(number as u8 | 128);
                number >>= 7;
            }
            out.push(number as u8);
        });
    }
}

/// Calls `each` with the numbers of the list form.
fn each_increment(graph: &Graph, mut each: impl FnMut(usize)) {
    for v in 0..graph.len() {
        let mut last = v;
        for u in graph.neighbours(v).iter().map(|&u| usize::from(u)).filter(|&u| u > v) {
            each(u - last);
            last = u;
        }
        each(0);
    }
}

/// At least one byte a vertex and one an edge, which is the exact length in small graphs.
fn list_length(graph: &Graph) -> usize {
    if graph.len() <= 128 {
        return graph.len() + graph.size();
    }
    let mut length = 0;
    each_increment(graph, |number| length += if number < 128 { 1 } else { 2 });
    length
}

struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    bit: u8,
}

impl BitWriter<'_> {
    fn push(&mut self, bit: bool) {
        if self.bit == 0 {
            self.out.push(0);
        }
        if let Some(last) = self.out.last_mut() {
            *last |= u8::from(bit) << self.bit;
        }
        self.bit = (self.bit + 1) % 8;
    }
}

/// A graph and, in games that mark vertices, the set of those that are marked.
pub type Unpacked<B> = (Masks<B>, B);

/// The graph with these bytes; `None` if they are not those of a graph with at most `B::CELLS` vertices.
pub fn unpack<B: Bits>(bytes: &[u8], marked: bool) -> Option<Unpacked<B>> {
    let n = vertices(bytes);
    if n > MAX_VERTICES.min(B::CELLS) || bytes.len() < 2 || (bytes[0] == 255 && n < 255) {
        return None;
    }
    let rest = bytes.get(if bytes[0] == 255 { 3 } else { 1 }..)?;
    let (&width, rest) = rest.split_first()?;
    let (marks, rest) = rest.split_at_checked(if marked { n.div_ceil(8) } else { 0 })?;
    let marks = bits_of::<B>(marks);
    if !(marks & !B::below(n)).is_empty() {
        return None;
    }
    let around = if width > 0 { read_band(n, usize::from(width), rest)? } else { read_list(n, rest)? };
    Some((Masks::new(around), marks))
}

fn bits_of<B: Bits>(bytes: &[u8]) -> B {
    B::from_words(|i| {
        let part = bytes.get(8 * i..).unwrap_or_default();
        part.iter().take(8).rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    })
}

fn read_band<B: Bits>(n: usize, width: usize, bytes: &[u8]) -> Option<Vec<B>> {
    let bits = (1..n).map(|v| v.min(width)).sum::<usize>();
    let spare = bits % 8 > 0 && bytes.last().is_some_and(|&last| last >> (bits % 8) != 0);
    if bytes.len() != bits.div_ceil(8) || spare {
        return None;
    }
    let mut around = vec![B::default(); n];
    // One bit after the other, most of them zero: whole bytes are skipped by counting zeros.
    let (mut v, mut first) = (1, 0);
    for (i, &byte) in bytes.iter().enumerate() {
        let mut byte = byte;
        while byte != 0 {
            let bit = 8 * i + byte.trailing_zeros() as usize;
            byte &= byte - 1;
            while bit >= first + v.min(width) {
                first += v.min(width);
                v += 1;
            }
            let u = v - 1 - (bit - first);
            around[v] = around[v] | B::bit(u);
            around[u] = around[u] | B::bit(v);
        }
    }
    Some(around)
}

fn read_list<B: Bits>(n: usize, bytes: &[u8]) -> Option<Vec<B>> {
    let mut around = vec![B::default(); n];
    let mut rest = bytes.iter();
    for v in 0..n {
        let mut last = v;
        loop {
            let first = *rest.next()?;
            let high = if first & 128 != 0 { *rest.next()? } else { 0 };
            if high & 128 != 0 || (first & 128 != 0 && high == 0) {
                return None;
            }
            let number = usize::from(first & 127) | usize::from(high) << 7;
            if number == 0 {
                break;
            }
            last += number;
            if last >= n {
                return None;
            }
            around[v] = around[v] | B::bit(last);
            around[last] = around[last] | B::bit(v);
        }
    }
    rest.next().is_none().then_some(around)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Wide;
    use proptest::prelude::*;

    fn read_back(graph: &Graph, marks: Option<&[bool]>) {
        let mut bytes = Vec::new();
        pack(graph, marks, &mut bytes);
        assert_eq!(vertices(&bytes), graph.len());
        let (masks, marked) = unpack::<Wide<16>>(&bytes, marks.is_some()).expect("what was packed");
        assert_eq!(&masks.induced(masks.all()), graph);
        let expected: Vec<usize> =
            marks.unwrap_or_default().iter().enumerate().filter(|(_, mark)| **mark).map(|(v, _)| v).collect();
        assert_eq!(marked.iter().collect::<Vec<_>>(), expected);
        if graph.len() <= 64 {
            let (small, _) = unpack::<u64>(&bytes, marks.is_some()).expect("small");
            assert_eq!(&small.induced(small.all()), graph);
        }
    }

    #[test]
    fn extremes() {
        for n in [0, 1, 2, 63, 64, 65, 254, 255, 256, 1024] {
            read_back(&Graph::new(n, []), None);
            read_back(&Graph::new(n, (1..n as u16).map(|v| (0, v))), None);
            read_back(&Graph::new(n, (1..n as u16).map(|v| (v - 1, v))), Some(&vec![true; n]));
        }
        read_back(&Graph::new(100, (0..100u16).flat_map(|u| (0..u).map(move |v| (u, v)))), None);
    }

    proptest! {
        #[test]
        fn any_graph(n in 1usize..200, edges in prop::collection::vec((0u16..200, 0u16..200), 0..300), marks: [bool; 200]) {
            let edges = edges.into_iter().filter(|&(u, v)| u != v && usize::from(u.max(v)) < n);
            let graph = Graph::new(n, edges);
            read_back(&graph, None);
            read_back(&graph, Some(&marks[..n]));
        }

        /// Bytes that are no graph are refused, and what is accepted is what would be written.
        #[test]
        fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..40), marked: bool) {
            if let Some((masks, marks)) = unpack::<Wide<16>>(&bytes, marked) {
                let graph = masks.induced(masks.all());
                let marks: Vec<bool> = (0..graph.len()).map(|v| marks.has(v)).collect();
                let mut again = Vec::new();
                pack(&graph, marked.then_some(&marks[..]), &mut again);
                let (back, _) = unpack::<Wide<16>>(&again, marked).expect("what was packed");
                prop_assert!(back == masks);
            }
        }
    }
}
