//! Heap games by code (Guy and Smith 1956). A component is a heap; its form is that of a Nim heap.
//!
//! The digit at place `k` after the point says what may be left of a heap from which `k` objects are taken: 1 nothing,
//! 2 one heap, 4 two heaps, 8 three heaps, or a sum of these; heaps that are left are not empty. Place 0 stands before
//! the point: a heap may be broken into two (4) or three (8) heaps and nothing taken.

use crate::nim::{form, size, sizes};
use crate::rules::{Each, Form, Rules, RulesError, mix, printable};
use std::ops::ControlFlow;

/// The most digits of a code, the one before the point included.
const MAX_DIGITS: usize = 1001;

/// The rules of one heap game.
pub(crate) struct Heap {
    /// Places and their digits, without the digits 0: codes are long, and every heap of every option is compared with
    /// them.
    digits: Vec<(u32, u8)>,
    /// Which pairs of heaps must not be left although the code allows it.
    forbidden: fn(u32, u32) -> bool,
    /// For small heaps, whether there is a move in them. The last entry stands for all larger ones.
    has_move: Vec<bool>,
}

impl Heap {
    /// The game with this code or name.
    ///
    /// # Errors
    /// If there is no such game.
    pub(crate) fn from_name(name: &str) -> Result<Heap, RulesError> {
        let code = match name {
            "kayles" => "0.77",
            "dawson-chess" => "0.137",
            "dawson-kayles" => "0.07",
            "treblecross" => "0.007",
            "officers" => "0.6",
            // Break a heap into two unequal heaps.
            "grundy" | "4!.0" => return Ok(Heap::new(&[4], |a, b| a == b)),
            // Break any heap but a couple in two.
            "couples-are-forever" => return Ok(Heap::new(&[4], |a, b| a + b == 2)),
            code => code,
        };
        let refuse = || RulesError::Game(format!("no game is called '{}'", printable(name)));
        let (before, after) = code.split_once('.').ok_or_else(refuse)?;
        let digit = |c: char| c.to_digit(16).map(|d| d as u8).ok_or_else(refuse);
        let first = if before.is_empty() { "0" } else { before };
        let digits: Vec<u8> = first.chars().chain(after.chars()).map(digit).collect::<Result<_, _>>()?;
        // Leaving the heap as it is would be no move (2 at place 0); neither is taking nothing of nothing (1).
        if first.len() != 1 || digits[0] & 3 != 0 || digits.len() > MAX_DIGITS {
            return Err(refuse());
        }
        Ok(Heap::new(&digits, |_, _| false))
    }

    fn new(digits: &[u8], forbidden: fn(u32, u32) -> bool) -> Heap {
        let places = (0u32..).zip(digits.iter().copied()).filter(|&(_, digit)| digit != 0).collect();
        let mut heap = Heap { digits: places, forbidden, has_move: Vec::new() };
        // From a heap with 4 objects more than there are places, every digit but 1 allows a move, and no digit 1 does.
        for n in 0..=digits.len() as u32 + 4 {
            let has_move = heap.moves(n, &mut |_| ControlFlow::Break(())).is_break();
            heap.has_move.push(has_move);
        }
        heap
    }

    /// All ways to move in a heap of `n`, each as the sizes of the heaps that are left of it.
    fn moves(&self, n: u32, each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        for &(taken, digit) in &self.digits {
            let Some(rest) = n.checked_sub(taken) else { break };
            if digit & 1 != 0 && rest == 0 {
                each(&[])?;
            }
            if digit & 2 != 0 && rest > 0 {
                each(&[rest])?;
            }
            if digit & 4 != 0 {
                for a in 1..=rest / 2 {
                    if !(self.forbidden)(a, rest - a) {
                        each(&[a, rest - a])?;
                    }
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

    /// Forms of the heaps in which a move is left; the others have nimber 0 and are no components.
    fn components(&self, heaps: &[u32]) -> Vec<Form> {
        let has_move = |&n: &u32| self.has_move[(n as usize).min(self.has_move.len() - 1)];
        heaps.iter().copied().filter(has_move).map(form).collect()
    }
}

impl Rules for Heap {
    fn parse(&self, text: &str) -> Result<Vec<Form>, RulesError> {
        Ok(self.components(&sizes(text)?))
    }

    fn options(&self, component: &Form, each: Each<'_>) -> ControlFlow<()> {
        self.moves(size(component), &mut |left| each(&self.components(left)))
    }

    fn sketch(&self, component: &Form) -> u64 {
        mix(size(component).into())
    }

    fn size(&self, component: &Form) -> Option<u64> {
        Some(size(component).into())
    }

    fn text(&self, component: &Form) -> String {
        size(component).to_string()
    }
}
