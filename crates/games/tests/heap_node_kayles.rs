//! Node-Kayles on 3 x n grids, the row of `tests/vectors/sequences.tsv` that is no heap game, written as a `Game` of
//! its own: choose a cell; it and its neighbours are gone.
//!
//! A component is a connected set of cells, three bits a column, as the smallest of its mirror images.

use grundy_core::{Component, Game, Nimber, ParseError, Position, Sink, Sum, collect_options, mex};
use std::collections::HashMap;
use std::ops::ControlFlow;

#[derive(Clone)]
struct NodeKayles;

const COLUMNS: usize = 16;
const TOP_ROW: u64 = 0o1_111_111_111_111_111;
const ALL: u64 = 7 * TOP_ROW;

/// The cells, and those next to them.
fn grow(cells: u64) -> u64 {
    let (up, down) = (cells >> 1 & !(TOP_ROW << 2), (cells & !(TOP_ROW << 2)) << 1);
    (cells | cells << 3 | cells >> 3 | up | down) & ALL
}

/// Cuts a connected set of cells off the first cell of a set.
fn cut_component(cells: &mut u64) -> u64 {
    let mut part = 1 << cells.trailing_zeros();
    while grow(part) & *cells != part {
        part = grow(part) & *cells;
    }
    *cells &= !part;
    part
}

fn bytes(cells: u64) -> [u8; 8] {
    cells.to_be_bytes()
}

fn cells(component: &[u8]) -> u64 {
    component.iter().fold(0, |cells, &byte| cells << 8 | u64::from(byte))
}

impl Game for NodeKayles {
    fn name(&self) -> String {
        "node-kayles-3".to_string()
    }

    /// A column is the octal digit of its free cells: `777` is the empty 3 x 3 grid.
    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let mut free = 0;
        for (at, c) in text.char_indices() {
            let digit = c.to_digit(8).filter(|_| at < COLUMNS);
            free = free << 3
                | u64::from(digit.ok_or_else(|| ParseError::unexpected(text, at, "16 octal digits at most"))?);
        }
        let mut components = Vec::new();
        while free != 0 {
            components.push(Component::from(bytes(cut_component(&mut free))));
        }
        Ok(Position::new(text, components))
    }

    fn write(&self, component: &[u8]) -> String {
        format!("{:o}", cells(component))
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        let free = cells(component);
        for cell in (0..3 * COLUMNS).map(|i| 1 << i).filter(|cell| free & cell != 0) {
            let mut left = free & !grow(cell);
            while left != 0 {
                sink.component(&bytes(cut_component(&mut left)));
            }
            sink.end()?;
        }
        ControlFlow::Continue(())
    }

    fn canonize(&self, component: &[u8], out: &mut Vec<u8>) {
        let flush = |cells: u64| cells >> (cells.trailing_zeros() / 3 * 3);
        let free = flush(cells(component));
        let upside_down = (free & TOP_ROW) << 2 | free & TOP_ROW << 1 | free >> 2 & TOP_ROW;
        let back_to_front = |free: u64| flush((0..COLUMNS).fold(0, |back, i| back << 3 | free >> (3 * i) & 7));
        let images = [free, upside_down, back_to_front(free), back_to_front(upside_down)];
        out.extend(bytes(images.into_iter().min().unwrap_or(free)));
    }
}

fn nimber(sum: &Sum, known: &mut HashMap<Component, Nimber>) -> Nimber {
    let mut total = Nimber::ZERO;
    for component in sum.components() {
        let nimber = known.get(component).copied().unwrap_or_else(|| {
            let options: Vec<Nimber> =
                collect_options(&NodeKayles, component).iter().map(|option| nimber(option, known)).collect();
            let found = mex(options);
            known.insert(component.clone(), found);
            found
        });
        total ^= nimber;
    }
    total
}

#[test]
fn published_terms() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/sequences.tsv");
    let table = std::fs::read_to_string(path).unwrap();
    let row: Vec<&str> = table.lines().find(|line| line.starts_with("Node-Kayles")).unwrap().split('\t').collect();
    assert_eq!(row[3], "1", "the first term is that of one column");
    assert_eq!(row[4].split(',').count(), COLUMNS);
    let mut known = HashMap::new();
    for (columns, term) in (1..).zip(row[4].split(',')) {
        let grid = Sum::new(&NodeKayles, NodeKayles.parse(&"7".repeat(columns)).unwrap());
        assert_eq!(nimber(&grid, &mut known).to_string(), term, "{columns} columns");
    }
}
