//! A heap game as a [`Game`]: a component is one heap with a move.
//!
//! Every move is generated once, with the heaps that are left in increasing order. Heaps without moves are part of what
//! a person sees and of no sum.

use super::Heap;
use super::code::Shape;
use crate::nim::{HeapSizes, sizes};
use grundy_core::{Estimate, Game, Hints, Move, ParseError, Position, Sink};
use std::ops::ControlFlow;

impl Game for Heap {
    /// The canonical code.
    fn name(&self) -> String {
        self.to_string()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let heaps = HeapSizes::parse(text)?;
        Ok(self.position(sizes::one_line(text), heaps))
    }

    fn write(&self, component: &[u8]) -> String {
        sizes::size(component).to_string()
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        self.each_move(sizes::size(component), &mut |left| {
            for &size in left.iter().filter(|&&size| self.has_moves(size as usize)) {
                sizes::with_bytes(size, |bytes| sink.canonical(bytes));
            }
            sink.end()
        })
    }

    fn join(&self, components: &[String]) -> String {
        sizes::join(components)
    }

    /// The moves heap by heap in the order they are written, of equal heaps only the first; `10->4+5` says what becomes
    /// of one.
    fn moves(&self, position: &Position, each: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let heaps = &HeapSizes::of(position)[..];
        for (i, &size) in heaps.iter().enumerate().filter(|&(i, size)| !heaps[..i].contains(size)) {
            self.each_move(size, &mut |left| {
                let after = heaps[..i].iter().chain(left).chain(&heaps[i + 1..]).copied();
                let after: HeapSizes = after.filter(|&size| size > 0).collect();
                each(Move { label: label(size, left), result: self.position(after.to_string(), after) })
            })?;
        }
        ControlFlow::Continue(())
    }
}

impl Hints for Heap {
    fn estimate(&self, component: &[u8]) -> Estimate {
        Estimate { difficulty: sizes::size(component), ..Estimate::default() }
    }
}

impl Heap {
    fn position(&self, text: String, heaps: HeapSizes) -> Position {
        let with_moves = heaps.iter().filter(|&&size| self.has_moves(size as usize));
        let components = with_moves.map(|&size| sizes::component(size)).collect();
        Position::new(text, components).with_layout(heaps)
    }

    /// Gives the heaps that each move from a heap of `size` leaves, in increasing order. Breaking a heap in two starts
    /// from equal heaps, because these cancel and decide at once.
    fn each_move(&self, size: u32, each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        for (taken, digit) in self.digits() {
            let Some(rest) = size.checked_sub(taken as u32) else { break };
            for heaps in digit.counts(rest as usize) {
                each_split(heaps, digit.shape, rest, each)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Gives all ways to make `heaps` heaps of this shape of `rest` objects, where there is one.
fn each_split(
    heaps: usize,
    shape: Shape,
    rest: u32,
    each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut each_allowed = |left: &[u32]| {
        let mut sizes = [0; 4];
        sizes.iter_mut().zip(left).for_each(|(size, &left)| *size = left as usize);
        if shape.allows(&sizes[..left.len()]) { each(left) } else { ControlFlow::Continue(()) }
    };
    match heaps {
        0 => each_allowed(&[]),
        1 => each_allowed(&[rest]),
        _ if shape == Shape::Equal => each_allowed(&vec![rest / heaps as u32; heaps]),
        2 => (1..=rest / 2).rev().try_for_each(|a| each_allowed(&[a, rest - a])),
        3 => {
            (1..=rest / 3).try_for_each(|a| (a..=(rest - a) / 2).try_for_each(|b| each_allowed(&[a, b, rest - a - b])))
        }
        _ => (1..=rest / 4).try_for_each(|a| {
            (a..=(rest - a) / 3).try_for_each(|b| {
                let rest = rest - a - b;
                (b..=rest / 2).try_for_each(|c| each_allowed(&[a, b, c, rest - c]))
            })
        }),
    }
}

fn label(size: u32, left: &[u32]) -> String {
    let left: Vec<String> = left.iter().map(u32::to_string).collect();
    format!("{size}->{}", if left.is_empty() { "0".to_string() } else { left.join("+") })
}
