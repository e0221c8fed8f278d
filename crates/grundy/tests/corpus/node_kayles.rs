//! Node-Kayles on grids of three rows: a move takes a free cell and its free neighbours off the grid.
//!
//! A component is a connected set of cells, column by column, three bits each, moved to the left edge: eight bytes.

use grundy::core::{Component, Game, Hints, ParseError, Position, Sink};
use std::ops::ControlFlow;

/// The rules.
#[derive(Clone)]
pub struct NodeKayles;

const ROWS: u32 = 3;
const ALL: u64 = (1 << 63) - 1;
const TOP: u64 = 0x9249_2492_4924_9249 & ALL;
const BOTTOM: u64 = TOP << 2;

impl Hints for NodeKayles {}

impl Game for NodeKayles {
    fn name(&self) -> String {
        "node-kayles on three rows".to_string()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let wrong = || ParseError::unexpected(text, 0, "3xN with N of at most 20");
        let columns = text.strip_prefix("3x").and_then(|n| n.parse::<u32>().ok()).filter(|&n| n <= 20);
        Ok(Position::new(text, split((1 << (ROWS * columns.ok_or_else(wrong)?)) - 1)))
    }

    fn write(&self, component: &[u8]) -> String {
        format!("{component:?}")
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        let cells = cells(component);
        for cell in (0..63).map(|i| 1 << i).filter(|cell| cells & cell != 0) {
            for part in split(cells & !(cell | neighbours(cell))) {
                sink.component(&part);
            }
            sink.end()?;
        }
        ControlFlow::Continue(())
    }

    fn canonize(&self, component: &[u8], out: &mut Vec<u8>) {
        let cells = cells(component);
        let flipped = (cells & TOP) << 2 | cells & TOP << 1 | (cells & BOTTOM) >> 2;
        let turned = |cells: u64| to_the_left(cells.reverse_bits() >> 1);
        let least = [cells, flipped, turned(cells), turned(flipped)].into_iter().min().unwrap_or(cells);
        out.extend_from_slice(&least.to_le_bytes());
    }
}

fn cells(component: &[u8]) -> u64 {
    component.try_into().map_or(0, u64::from_le_bytes)
}

fn neighbours(cells: u64) -> u64 {
    (cells & !BOTTOM) << 1 | (cells & !TOP) >> 1 | (cells << ROWS) & ALL | cells >> ROWS
}

fn to_the_left(cells: u64) -> u64 {
    if cells == 0 { 0 } else { cells >> (cells.trailing_zeros() / ROWS * ROWS) }
}

fn split(mut cells: u64) -> Vec<Component> {
    let mut parts = Vec::new();
    while cells != 0 {
        let mut part = cells & cells.wrapping_neg();
        while part | neighbours(part) & cells != part {
            part |= neighbours(part) & cells;
        }
        parts.push(Component::from(to_the_left(part).to_le_bytes()));
        cells &= !part;
    }
    parts
}
