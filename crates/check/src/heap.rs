//! Heap games by code (Guy and Smith 1956). A component is a heap; its form is that of a Nim heap.
//!
//! The digit at place `k` after the point says what may be left of a heap from which `k` objects are taken: 1 nothing,
//! 2 one heap, 4 two heaps, 8 three heaps, 16 four heaps, or a sum of these; heaps that are left are not empty. Place 0
//! stands before the point: a heap may be broken into two (4), three (8) or four (16) heaps and nothing taken. Of the
//! heaps that a move leaves, if there are several, `!` after a digit asks that all differ, `?` that not all are equal,
//! `=` that all are.

use crate::nim::{form, size, sizes};
use crate::rules::{Each, Form, Rules, RulesError, mix, printable};
use std::ops::ControlFlow;

/// The most digits of a code, the one before the point included.
const MAX_DIGITS: usize = 1001;

/// The rules of one heap game.
pub(crate) struct Heap {
    /// Places with their digits and signs, without the digits 0: codes are long, and every heap of every option is
    /// compared with them.
    digits: Vec<(u32, u8, Sign)>,
    /// For small heaps, whether there is a move in them. Unless a digit has the sign `=`, the last entry stands for all
    /// larger ones.
    has_move: Vec<bool>,
}

/// Which heaps may be left, if these are several.
#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Any,
    AllDiffer,
    SomeDiffer,
    AllEqual,
    NoCouple,
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
            "grundy" => "4!.0",
            // Break any heap but a couple in two.
            "couples-are-forever" => return Ok(Heap::new(&[(4, Sign::NoCouple)])),
            code => code,
        };
        let refuse = || RulesError::Game(format!("no game is called '{}'", printable(name)));
        let (before, after) = code.split_once('.').ok_or_else(refuse)?;
        let first = read_digits(if before.is_empty() { "0" } else { before }).ok_or_else(refuse)?;
        let rest = read_digits(after).ok_or_else(refuse)?;
        let digits = [first.as_slice(), &rest].concat();
        // Leaving the heap as it is would be no move (2 at place 0); neither is taking nothing of nothing (1).
        if first.len() != 1 || digits[0].0 & 3 != 0 || digits.len() > MAX_DIGITS {
            return Err(refuse());
        }
        Ok(Heap::new(&digits))
    }

    fn new(digits: &[(u8, Sign)]) -> Heap {
        let places = (0u32..).zip(digits).filter(|(_, (digit, _))| *digit != 0);
        let digits: Vec<_> = places.map(|(place, &(digit, sign))| (place, digit, sign)).collect();
        let last = digits.last().map_or(0, |&(place, _, _)| place);
        let mut heap = Heap { digits, has_move: Vec::new() };
        // From a heap with 10 objects more than there are places, every digit but 1 allows a move (four heaps that all
        // differ have 10 objects at least), and no digit 1 does.
        heap.has_move = (0..=last + 11).map(|n| heap.moves(n, &mut |_| ControlFlow::Break(())).is_break()).collect();
        heap
    }

    /// Whether there is a move in a heap.
    fn has_move(&self, n: u32) -> bool {
        let known = (n as usize).min(self.has_move.len() - 1);
        if known == n as usize || self.digits.iter().all(|&(_, _, sign)| sign != Sign::AllEqual) {
            return self.has_move[known];
        }
        self.moves(n, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// All ways to move in a heap of `n`, each as the sizes of the heaps that are left of it.
    fn moves(&self, n: u32, each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        for &(taken, digit, sign) in &self.digits {
            let Some(rest) = n.checked_sub(taken) else { break };
            if digit & 1 != 0 && rest == 0 {
                each(&[])?;
            }
            if digit & 2 != 0 && rest > 0 {
                each(&[rest])?;
            }
            for heaps in (2..5).filter(|heaps| digit >> heaps & 1 != 0) {
                split(rest, heaps, sign, &mut Vec::new(), each)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Forms of the heaps in which a move is left; the others have nimber 0 and are no components.
    fn components(&self, heaps: &[u32]) -> Vec<Form> {
        heaps.iter().copied().filter(|&n| self.has_move(n)).map(form).collect()
    }
}

/// Reads digits, each with the sign that follows it.
fn read_digits(code: &str) -> Option<Vec<(u8, Sign)>> {
    let mut digits = Vec::new();
    let mut letters = code.chars().peekable();
    while let Some(letter) = letters.next() {
        let sign = match letters.peek() {
            Some('!') => Sign::AllDiffer,
            Some('?') => Sign::SomeDiffer,
            Some('=') => Sign::AllEqual,
            _ => Sign::Any,
        };
        if sign != Sign::Any {
            letters.next();
        }
        digits.push((letter.to_digit(32)? as u8, sign));
    }
    Some(digits)
}

/// All ways to make `heaps` more heaps of `rest` objects, none smaller than the last one of those that were chosen.
fn split(
    rest: u32,
    heaps: u32,
    sign: Sign,
    chosen: &mut Vec<u32>,
    each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (first, last) = (chosen.first().copied(), chosen.last().copied().unwrap_or(0));
    let smallest = match sign {
        Sign::AllDiffer => last + 1,
        Sign::AllEqual if rest.is_multiple_of(heaps) => (rest / heaps).max(1),
        Sign::AllEqual => return ControlFlow::Continue(()),
        Sign::Any | Sign::SomeDiffer | Sign::NoCouple => last.max(1),
    };
    if heaps == 1 {
        let refused = rest < smallest
            || sign == Sign::SomeDiffer && first == Some(rest)
            || sign == Sign::NoCouple && rest == 1 && last == 1;
        if refused {
            return ControlFlow::Continue(());
        }
        chosen.push(rest);
        let result = each(chosen);
        chosen.pop();
        return result;
    }
    for heap in smallest..=rest / heaps {
        chosen.push(heap);
        let result = split(rest - heap, heaps - 1, sign, chosen, each);
        chosen.pop();
        result?;
    }
    ControlFlow::Continue(())
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
