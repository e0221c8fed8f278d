//! Small games to study: Nim, Cram as drawn boards, games given by a table, and a game that never splits.

#![allow(dead_code)] // Each test file uses some of them.

use grundy_core::{Component, Game, Hints, Nimber, ParseError, Position, Sink, mex};
use grundy_study::PlainSum;
use proptest::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;

pub const LIMIT: usize = 200_000;

pub fn position<G: Hints>(game: &G, text: &str) -> PlainSum {
    PlainSum::of(game, &game.parse(text).expect("a position of the game"))
}

/// The judge: mex by recursion over the options of components, nothing shared with the crate under test.
pub fn nimber_by_mex<G: Hints>(game: &G, position: &PlainSum) -> Nimber {
    fn component<G: Hints>(game: &G, bytes: &Component, memo: &mut HashMap<Component, Nimber>) -> Nimber {
        if let Some(&known) = memo.get(bytes) {
            return known;
        }
        let options = grundy_core::collect_options(game, bytes);
        let values: Vec<Nimber> = options
            .iter()
            .map(|sum| sum.components().iter().map(|c| component(game, c, memo)).fold(Nimber::ZERO, |a, b| a ^ b))
            .collect();
        let nimber = mex(values);
        memo.insert(bytes.clone(), nimber);
        nimber
    }
    let mut memo = HashMap::new();
    position.components().iter().map(|c| component(game, c, &mut memo)).fold(Nimber::ZERO, |a, b| a ^ b)
}

/// Heaps `7 5 4 2`; a component is the size of a heap in four bytes.
#[derive(Clone)]
pub struct Nim;

impl Hints for Nim {}

impl Game for Nim {
    fn name(&self) -> String {
        "nim".into()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        Ok(Position::new(text, heaps(text)?))
    }

    fn write(&self, component: &[u8]) -> String {
        size(component).to_string()
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        for left in 0..size(component) {
            if left > 0 {
                sink.component(&left.to_be_bytes());
            }
            sink.end()?;
        }
        ControlFlow::Continue(())
    }
}

/// One move from every heap: take one object. As deep as the heap is high.
#[derive(Clone)]
pub struct Stairs;

impl Hints for Stairs {}

impl Game for Stairs {
    fn name(&self) -> String {
        "stairs".into()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        Ok(Position::new(text, heaps(text)?))
    }

    fn write(&self, component: &[u8]) -> String {
        size(component).to_string()
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        if size(component) > 1 {
            sink.component(&(size(component) - 1).to_be_bytes());
        }
        sink.end()
    }
}

fn size(component: &[u8]) -> u32 {
    component.try_into().map_or(0, u32::from_be_bytes)
}

fn heaps(text: &str) -> Result<Vec<Component>, ParseError> {
    let heap = |word: &str| word.parse::<u32>().map_err(|_| ParseError::new(text, 0, word, "a heap size"));
    let sizes = text.split_whitespace().map(heap).collect::<Result<Vec<_>, _>>()?;
    Ok(sizes.into_iter().filter(|&n| n > 0).map(|n| n.to_be_bytes().to_vec().into()).collect())
}

/// Cram on drawn boards, `.` free and `#` not, rows apart by `/`. A component is its own drawing.
#[derive(Clone)]
pub struct Cram;

impl Cram {
    fn split(board: &[u8]) -> Vec<Vec<u8>> {
        let mut free: Vec<(i32, i32)> = Vec::new();
        for (y, row) in (0..).zip(board.split(|&c| c == b'/')) {
            free.extend((0..).zip(row).filter(|&(_, &c)| c == b'.').map(|(x, _)| (x, y)));
        }
        let mut parts = Vec::new();
        while let Some(cell) = free.pop() {
            let mut part = vec![cell];
            let mut at = 0;
            while at < part.len() {
                let (x, y) = part[at];
                at += 1;
                let near = |&(a, b): &(i32, i32)| (a - x).abs() + (b - y).abs() == 1;
                part.extend(free.extract_if(.., |cell| near(cell)));
            }
            if part.len() > 1 {
                parts.push(Self::draw(&part));
            }
        }
        parts
    }

    fn draw(cells: &[(i32, i32)]) -> Vec<u8> {
        let least = |f: fn(&(i32, i32)) -> i32| cells.iter().map(f).min().unwrap_or(0);
        let most = |f: fn(&(i32, i32)) -> i32| cells.iter().map(f).max().unwrap_or(0);
        let (x0, y0, x1, y1) = (least(|c| c.0), least(|c| c.1), most(|c| c.0), most(|c| c.1));
        let row = |y| (x0..=x1).map(|x| if cells.contains(&(x, y)) { b'.' } else { b'#' }).collect::<Vec<u8>>();
        (y0..=y1).map(row).collect::<Vec<_>>().join(&b'/')
    }
}

impl Hints for Cram {}

impl Game for Cram {
    fn name(&self) -> String {
        "cram".into()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        Ok(Position::new(text, Self::split(text.as_bytes()).into_iter().map(Component::from).collect()))
    }

    fn write(&self, component: &[u8]) -> String {
        String::from_utf8_lossy(component).into_owned()
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        let width = component.split(|&c| c == b'/').next().map_or(0, <[u8]>::len) + 1;
        for at in 0..component.len() {
            for next in [at + 1, at + width] {
                if component[at] == b'.' && component.get(next) == Some(&b'.') {
                    let mut board = component.to_vec();
                    board[at] = b'#';
                    board[next] = b'#';
                    sink.option(Self::split(&board).iter().map(|part| &part[..]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn canonize(&self, component: &[u8], out: &mut Vec<u8>) {
        let mut cells: Vec<(i32, i32)> = Vec::new();
        for (y, row) in (0..).zip(component.split(|&c| c == b'/')) {
            cells.extend((0..).zip(row).filter(|&(_, &c)| c == b'.').map(|(x, _)| (x, y)));
        }
        let images = (0..8).map(|turn| {
            let image = cells.iter().map(|&(x, y)| {
                let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
                (if turn & 2 == 0 { x } else { -x }, if turn & 4 == 0 { y } else { -y })
            });
            Self::draw(&image.collect::<Vec<_>>())
        });
        out.extend(images.min().unwrap_or_default());
    }
}

/// A game given by a table: option `j` of component `i` is the sum of the components `table[i][j]`.
/// A position is written as numbers of components.
#[derive(Clone, Debug)]
pub struct Table(pub Vec<Vec<Vec<u8>>>);

impl Table {
    pub fn position(&self, components: &[u8]) -> PlainSum {
        let moving = components.iter().filter(|&&c| !self.0[c as usize].is_empty());
        PlainSum::new(self, moving.map(std::slice::from_ref))
    }
}

impl Hints for Table {}

impl Game for Table {
    fn name(&self) -> String {
        "table".into()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let number = |word: &str| word.parse::<u8>().map_err(|_| ParseError::new(text, 0, word, "a number"));
        let component = |word: &str| -> Result<Component, ParseError> { Ok(vec![number(word)?].into()) };
        Ok(Position::new(text, text.split_whitespace().map(component).collect::<Result<_, _>>()?))
    }

    fn write(&self, component: &[u8]) -> String {
        component[0].to_string()
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        for option in &self.0[component[0] as usize] {
            for part in option.iter().filter(|&&part| !self.0[part as usize].is_empty()) {
                sink.component(&[*part]);
            }
            sink.end()?;
        }
        ControlFlow::Continue(())
    }
}

/// Random tables in which an option has smaller components only, so that every play ends.
pub fn tables() -> impl Strategy<Value = Table> {
    let option = |i: usize| prop::collection::vec(0..i.max(1) as u8, 0..3);
    let component = move |i: usize| prop::collection::vec(option(i), 0..if i == 0 { 1 } else { 5 });
    (0..8).map(component).collect::<Vec<_>>().prop_map(Table)
}

/// A random table with two random positions of up to two components each.
pub fn sums() -> impl Strategy<Value = (Table, PlainSum, PlainSum)> {
    let part = || prop::collection::vec(3u8..8, 0..3);
    (tables(), part(), part()).prop_map(|(table, a, b)| {
        let (a, b) = (table.position(&a), table.position(&b));
        (table, a, b)
    })
}
