//! A heap game as a [`Game`]: a component is one heap with a move.
//!
//! Every move is generated once, with the heaps that are left in increasing order. Heaps without moves are part of what a
//! person sees and of no sum.

use super::Heap;
use super::code::moves_of_digit;
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

    /// The moves heap by heap in the order they are written, of equal heaps only the first; `10->4+5` says what becomes of one.
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

    /// Gives the heaps that each move from a heap of `size` leaves, in increasing order. Breaking a heap in two starts from
    /// equal heaps, because these cancel and decide at once.
    fn each_move(&self, size: u32, each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        for (taken, digit) in self.digits() {
            let Some(rest) = size.checked_sub(taken as u32) else { break };
            let digit = moves_of_digit(digit, rest as usize);
            if digit & 1 != 0 {
                each(&[])?;
            }
            if digit & 2 != 0 {
                each(&[rest])?;
            }
            if digit & 4 != 0 {
                for a in (1..=rest / 2).rev().filter(|&a| self.allows_pair(a as usize, (rest - a) as usize)) {
                    each(&[a, rest - a])?;
                }
            }
            if digit & 8 != 0 {
                for a in 1..=rest / 3 {
                    for b in a..=(rest - a) / 2 {
                        each(&[a, b, rest - a - b])?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn label(size: u32, left: &[u32]) -> String {
    let left: Vec<String> = left.iter().map(u32::to_string).collect();
    format!("{size}->{}", if left.is_empty() { "0".to_string() } else { left.join("+") })
}
