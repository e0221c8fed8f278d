//! Codes: the rules of a heap game as digits.
//!
//! The digit at place `k` after the point says what may be left of a heap when `k` objects are taken from it: 1 nothing,
//! 2 one heap, 4 two heaps, 8 three heaps, or a sum of these; heaps that are left are not empty. A code without 8 is octal,
//! one with 8 hexadecimal. The digit before the point, place 0, says into how many heaps a heap may be broken when nothing is
//! taken: 4, 8 or c. Leaving nothing or one heap when nothing is taken is no move.
//!
//! Invariant: no zero digit at the end, so that a game has one code; every move takes an object or makes more heaps of the
//! same objects, so that every play ends, after fewer than `2n` moves from a heap of `n`.

use crate::info::{GAMES, find};
use grundy_core::ParseError;
use std::fmt;
use std::str::FromStr;

/// The largest number of digits after the point of a code.
pub const MAX_DIGITS: usize = 1000;

const GRUNDY: &str = "4!.0";
const COUPLES: &str = "couples-are-forever";
const BREAK_IN_TWO: u8 = 4;

/// A heap game given by its code or name.
///
/// ```
/// use grundy_games::heap::Heap;
/// assert_eq!(Heap::by_name_or_code("Kayles")?, Heap::by_name_or_code(".77")?);
/// assert_eq!(Heap::by_name_or_code("grundy")?.to_string(), "4!.0");
/// assert_eq!(
///     Heap::by_name_or_code("0.7g").unwrap_err().to_string(),
///     "`0.7g`, column 4: found 'g', expected a digit, 0 to 9 or a to f"
/// );
/// # Ok::<(), grundy_core::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Heap {
    /// `digits[k]` is the digit at place `k`.
    digits: Vec<u8>,
    exception: Exception,
}

/// What is forbidden beyond what the code says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Exception {
    None,
    /// Grundy's game: two equal heaps.
    EqualHeaps,
    /// Couples-are-Forever: breaking a heap of two.
    Couple,
}

impl Heap {
    /// The game with this name (in any case of letters) or code: `kayles`, `0.77`, `.77`, `4.7`, `0.9c`, `4!.0`.
    ///
    /// # Errors
    /// One line that says what is wrong with the code and where.
    pub fn by_name_or_code(text: &str) -> Result<Heap, ParseError> {
        let word = text.trim().to_ascii_lowercase();
        let code = find(&word).and_then(|game| game.code);
        let broken_in_two = |exception| Ok(Heap { digits: vec![BREAK_IN_TWO], exception });
        match code.unwrap_or(&word) {
            GRUNDY => broken_in_two(Exception::EqualHeaps),
            COUPLES => broken_in_two(Exception::Couple),
            _ if code.is_none() && is_like_a_name(&word) => Err(unknown_name(text)),
            _ => Ok(Heap { digits: parse_code(code.unwrap_or(text))?, exception: Exception::None }),
        }
    }

    /// The places with a digit that is not 0, and the digits, in increasing order.
    pub(super) fn digits(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.digits.iter().copied().enumerate().filter(|&(_, digit)| digit != 0)
    }

    /// The last place with a digit that is not 0; 0 if there is none.
    pub(super) fn last_place(&self) -> usize {
        self.digits.len() - 1
    }

    /// The largest number of heaps that a move can leave of one.
    pub fn most_heaps(&self) -> usize {
        self.digits.iter().map(|digit| digit.checked_ilog2().unwrap_or(0) as usize).max().unwrap_or(0)
    }

    /// The places whose digit allows a move to leave this many heaps.
    pub(super) fn places_leaving(&self, heaps: usize) -> impl Iterator<Item = usize> + '_ {
        self.digits().filter(move |(_, digit)| digit >> heaps & 1 == 1).map(|(place, _)| place)
    }

    /// Whether the code says all of the rules, so that theorems on codes hold.
    pub(super) fn is_plain_code(&self) -> bool {
        self.exception == Exception::None
    }

    /// Whether a heap may become the heaps `a` and `b`, if the code allows two heaps there.
    pub(super) fn allows_pair(&self, a: usize, b: usize) -> bool {
        match self.exception {
            Exception::None => true,
            Exception::EqualHeaps => a != b,
            Exception::Couple => a + b != 2,
        }
    }

    /// Whether there is a move from a heap of `size`.
    pub(super) fn has_moves(&self, size: usize) -> bool {
        self.digits().any(|(taken, digit)| match size.checked_sub(taken) {
            None => false,
            Some(rest) => match self.exception {
                Exception::None => moves_of_digit(digit, rest) != 0,
                Exception::EqualHeaps | Exception::Couple => rest > 2,
            },
        })
    }
}

/// The part of a digit that can be played when `rest` objects are left to be heaps: `j` heaps need `j` objects.
pub(super) fn moves_of_digit(digit: u8, rest: usize) -> u8 {
    match rest {
        0 => digit & 1,
        1 => digit & 2,
        2 => digit & 6,
        _ => digit & 14,
    }
}

impl FromStr for Heap {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Heap::by_name_or_code(text)
    }
}

impl fmt::Display for Heap {
    /// The canonical code.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exception {
            Exception::EqualHeaps => return f.write_str(GRUNDY),
            Exception::Couple => return f.write_str(COUPLES),
            Exception::None => write!(f, "{:x}.", self.digits[0])?,
        }
        match &self.digits[1..] {
            [] => f.write_str("0"),
            digits => digits.iter().try_for_each(|digit| write!(f, "{digit:x}")),
        }
    }
}

/// Reads `d0.d1d2...`, where `d0` may be left out, into digits without zeros at the end.
fn parse_code(text: &str) -> Result<Vec<u8>, ParseError> {
    let start = text.len() - text.trim_start().len();
    let code = text.trim();
    let Some(point) = code.find('.') else {
        let expected = "a code such as 0.77 or the name of a heap game";
        return Err(match code.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
            Some((at, _)) => ParseError::unexpected(text, start + at, expected),
            None if code.is_empty() => ParseError::new(text, 0, "nothing", expected),
            None => ParseError::new(text, start + code.len(), "no point", expected),
        });
    };
    let mut digits = vec![parse_first(text, start, start + point)?];
    let first = start + point + 1;
    for (at, c) in code[point + 1..].char_indices() {
        let Some(digit) = c.to_digit(16) else {
            return Err(ParseError::unexpected(text, first + at, "a digit, 0 to 9 or a to f"));
        };
        if digits.len() > MAX_DIGITS {
            let expected = format!("at most {MAX_DIGITS} digits after the point");
            return Err(ParseError::new(text, first + at, "one more digit", expected));
        }
        digits.push(digit as u8);
    }
    if digits.len() == 1 {
        return Err(ParseError::unexpected(text, first, "a digit, 0 to 9 or a to f"));
    }
    while digits.len() > 1 && digits.last() == Some(&0) {
        digits.pop();
    }
    Ok(digits)
}

/// Reads what stands before the point, which is 0 if it is left out.
fn parse_first(text: &str, start: usize, point: usize) -> Result<u8, ParseError> {
    let mut chars = text[start..point].char_indices();
    let Some((_, first)) = chars.next() else { return Ok(0) };
    let Some(digit) = first.to_digit(16) else {
        return Err(ParseError::unexpected(text, start, "a digit before the point"));
    };
    if digit & 3 != 0 {
        let expected = "0, 4, 8 or c before the point: to take nothing and leave no heap or one is no move";
        return Err(ParseError::unexpected(text, start, expected));
    }
    match chars.next() {
        Some((at, _)) => {
            Err(ParseError::unexpected(text, start + at, "the point (only Grundy's game, 4!.0, has a '!')"))
        }
        None => Ok(digit as u8),
    }
}

fn is_like_a_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && !word.contains('.')
}

fn unknown_name(text: &str) -> ParseError {
    let names: Vec<&str> = GAMES.iter().filter(|game| game.code.is_some()).map(|game| game.name).collect();
    let at = text.len() - text.trim_start().len();
    ParseError::new(text, at, "an unknown name", format!("a code such as 0.77, or one of {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_one_form() {
        for (text, code) in [
            ("0.77", "0.77"),
            (".77", "0.77"),
            (" 0.7700 ", "0.77"),
            ("4.7", "4.7"),
            ("4.0", "4.0"),
            ("C.0F", "c.0f"),
            ("0.0", "0.0"),
            ("8.000", "8.0"),
            ("4!.0", "4!.0"),
            ("OFFICERS", "0.6"),
            ("dawson-chess", "0.137"),
            ("couples-are-forever", "couples-are-forever"),
        ] {
            let heap = Heap::by_name_or_code(text).unwrap();
            assert_eq!(heap.to_string(), code, "{text}");
            assert_eq!(Heap::by_name_or_code(code), Ok(heap));
        }
        for (name, code) in GAMES.iter().filter_map(|game| Some((game.name, game.code?))) {
            assert_eq!(Heap::by_name_or_code(name).unwrap().to_string(), *code);
        }
    }

    #[test]
    fn errors_say_where() {
        let long = format!("0.{}", "7".repeat(MAX_DIGITS + 1));
        for (text, column, found) in [
            ("", 1, "nothing"),
            ("77", 3, "no point"),
            ("0.", 3, "the end"),
            (".", 2, "the end"),
            ("4.", 3, "the end"),
            ("0.7x", 4, "'x'"),
            ("0.7.7", 4, "'.'"),
            ("1.7", 1, "'1'"),
            ("6.7", 1, "'6'"),
            ("x.7", 1, "'x'"),
            ("00.7", 2, "'0'"),
            ("4!.7", 2, "'!'"),
            ("é.7", 1, "'é'"),
            (" 0.é", 4, "'é'"),
            ("0,77", 2, "','"),
            ("keyles", 1, "an unknown name"),
            (&long, MAX_DIGITS + 3, "one more digit"),
        ] {
            let error = Heap::by_name_or_code(text).unwrap_err();
            assert_eq!((error.column(), error.found()), (column, found), "{error}");
        }
        assert!(Heap::by_name_or_code(&long[..long.len() - 1]).is_ok());
    }

    #[test]
    fn most_heaps_and_last_place() {
        for (code, heaps, place) in
            [("0.0", 0, 0), ("0.1", 0, 1), ("0.3", 1, 1), ("0.77", 2, 2), ("0.018", 3, 3), ("4.0", 2, 0)]
        {
            let heap = Heap::by_name_or_code(code).unwrap();
            assert_eq!((heap.most_heaps(), heap.last_place()), (heaps, place), "{code}");
        }
    }
}
