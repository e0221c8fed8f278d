//! Codes: the rules of a heap game as digits.
//!
//! The digit at place `k` after the point says what may be left of a heap when `k` objects are taken from it: 1
//! nothing, 2 one heap, 4 two heaps, 8 three heaps, 16 four heaps, or a sum of these, written 0 to 9 and a to v; heaps
//! that are left are not empty. A code without 8 and 16 is octal, one with 8 hexadecimal. The digit before the point,
//! place 0, says into how many heaps a heap may be broken when nothing is taken. Leaving nothing or one heap when
//! nothing is taken is no move.
//!
//! A sign after a digit restricts moves that leave two heaps or more, as in CGSuite: `!` all of them differ, `?` they
//! are not all equal, `=` they are all equal. Grundy's game is 4!.0.
//!
//! Invariant: no zero digit at the end, no sign without an effect, and `!` rather than `?` for two heaps, so that a
//! game has one code; every move takes an object or makes more heaps of the same objects, so that every play ends,
//! after fewer than `2n` moves from a heap of `n`.

use crate::info::{GAMES, find};
use grundy_core::ParseError;
use std::fmt;
use std::str::FromStr;

/// The largest number of digits after the point of a code.
pub const MAX_DIGITS: usize = 1000;

const COUPLES: &str = "couples-are-forever";
/// The part of a digit that allows two heaps or more, and the part that allows two.
const BREAKS: u8 = 4 + 8 + 16;
const PAIRS: u8 = 4;

/// A heap game given by its code or name.
///
/// ```
/// use grundy_games::heap::Heap;
/// assert_eq!(Heap::by_name_or_code("Kayles")?, Heap::by_name_or_code(".77")?);
/// assert_eq!(Heap::by_name_or_code("grundy")?.to_string(), "4!.0");
/// assert_eq!(
///     Heap::by_name_or_code("0.7x").unwrap_err().to_string(),
///     "`0.7x`, column 4: found 'x', expected a digit, 0 to 9 or a to v"
/// );
/// # Ok::<(), grundy_core::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Heap {
    /// `digits[k]` is the digit at place `k`.
    digits: Vec<Digit>,
}

/// A digit of a code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Digit {
    /// Bit `j`: a move may leave `j` heaps.
    pub(super) bits: u8,
    /// Which heaps these may be.
    pub(super) shape: Shape,
}

/// What is asked of the heaps that a move leaves, if these are two or more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Shape {
    Any,
    /// `!`: all of them differ.
    Distinct,
    /// `?`: they are not all equal.
    Mixed,
    /// `=`: they are all equal.
    Equal,
    /// Couples are Forever: more than two objects.
    NoCouple,
}

impl Shape {
    /// Whether a move may leave these heaps, in increasing order.
    pub(super) fn allows(self, heaps: &[usize]) -> bool {
        let [first, .., last] = heaps else { return true };
        match self {
            Shape::Any => true,
            Shape::Distinct => heaps.windows(2).all(|two| two[0] != two[1]),
            Shape::Mixed => first != last,
            Shape::Equal => first == last,
            Shape::NoCouple => heaps.iter().sum::<usize>() != 2,
        }
    }

    /// Whether `objects` can be that many heaps of this shape.
    fn is_possible(self, heaps: usize, objects: usize) -> bool {
        match self {
            _ if heaps == 0 => objects == 0,
            _ if heaps == 1 => objects > 0,
            Shape::Any => objects >= heaps,
            Shape::Distinct => objects >= heaps * (heaps + 1) / 2,
            Shape::Mixed => objects > heaps,
            Shape::Equal => objects > 0 && objects.is_multiple_of(heaps),
            Shape::NoCouple => objects >= heaps && objects != 2,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Shape::Any | Shape::NoCouple => "",
            Shape::Distinct => "!",
            Shape::Mixed => "?",
            Shape::Equal => "=",
        }
    }
}

impl Digit {
    /// The numbers of heaps that a move can leave of `rest` objects, in increasing order.
    pub(super) fn counts(self, rest: usize) -> impl Iterator<Item = usize> {
        (0..=MOST_HEAPS).filter(move |&heaps| self.leaves(heaps) && self.shape.is_possible(heaps, rest))
    }

    /// Whether a move may leave this many heaps.
    pub(super) fn leaves(self, heaps: usize) -> bool {
        self.bits >> heaps & 1 == 1
    }

    /// The same digit in the one form that it has.
    fn canonical(self) -> Digit {
        let shape = match self.shape {
            _ if self.bits & BREAKS == 0 => Shape::Any,
            Shape::Mixed if self.bits & BREAKS == PAIRS => Shape::Distinct,
            shape => shape,
        };
        Digit { shape, ..self }
    }
}

/// The most heaps that a digit can allow.
const MOST_HEAPS: usize = 4;

impl Heap {
    /// The game with this name (in any case of letters) or code: `kayles`, `0.77`, `.77`, `4.7`, `0.9c`, `4!.0`,
    /// `0.g=`.
    ///
    /// # Errors
    /// One line that says what is wrong with the code and where.
    pub fn by_name_or_code(text: &str) -> Result<Heap, ParseError> {
        let word = text.trim().to_ascii_lowercase();
        let code = find(&word).and_then(|game| game.code);
        match code.unwrap_or(&word) {
            COUPLES => Ok(Heap { digits: vec![Digit { bits: PAIRS, shape: Shape::NoCouple }] }),
            _ if code.is_none() && is_like_a_name(&word) => Err(unknown_name(text)),
            _ => Ok(Heap { digits: parse_code(code.unwrap_or(text))? }),
        }
    }

    /// The places with a digit that is not 0, and the digits, in increasing order.
    pub(super) fn digits(&self) -> impl Iterator<Item = (usize, Digit)> + '_ {
        self.digits.iter().copied().enumerate().filter(|(_, digit)| digit.bits != 0)
    }

    /// The last place with a digit that is not 0; 0 if there is none.
    pub(super) fn last_place(&self) -> usize {
        self.digits.len() - 1
    }

    /// The largest number of heaps that a move can leave of one.
    pub fn most_heaps(&self) -> usize {
        self.digits.iter().map(|digit| digit.bits.checked_ilog2().unwrap_or(0) as usize).max().unwrap_or(0)
    }

    /// The places whose digit allows a move to leave this many heaps.
    pub(super) fn places_leaving(&self, heaps: usize) -> impl Iterator<Item = usize> + '_ {
        self.digits().filter(move |(_, digit)| digit.leaves(heaps)).map(|(place, _)| place)
    }

    /// Whether the digits say all of the rules, so that theorems on codes hold.
    pub(super) fn is_plain_code(&self) -> bool {
        self.digits.iter().all(|digit| digit.shape == Shape::Any)
    }

    /// Whether there is a move from a heap of `size`.
    pub(super) fn has_moves(&self, size: usize) -> bool {
        self.digits()
            .take_while(|&(taken, _)| taken <= size)
            .any(|(taken, digit)| digit.counts(size - taken).next().is_some())
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
        if self.digits[0].shape == Shape::NoCouple {
            return f.write_str(COUPLES);
        }
        for (place, digit) in self.digits.iter().enumerate() {
            let letter = char::from_digit(digit.bits.into(), BASE).unwrap_or('?');
            write!(f, "{letter}{}", digit.shape.sign())?;
            if place == 0 {
                f.write_str(if self.digits.len() == 1 { ".0" } else { "." })?;
            }
        }
        Ok(())
    }
}

/// Digits are below 32.
const BASE: u32 = 32;
const A_DIGIT: &str = "a digit, 0 to 9 or a to v";

/// Reads `d0.d1d2...`, where `d0` may be left out, into digits without zeros at the end.
fn parse_code(text: &str) -> Result<Vec<Digit>, ParseError> {
    let start = text.len() - text.trim_start().len();
    let code = text.trim();
    let Some(point) = code.find('.') else {
        let expected = "a code such as 0.77 or the name of a heap game";
        return Err(match code.char_indices().find(|(_, c)| !c.is_digit(BASE)) {
            Some((at, _)) => ParseError::unexpected(text, start + at, expected),
            None if code.is_empty() => ParseError::new(text, 0, "nothing", expected),
            None => ParseError::new(text, start + code.len(), "no point", expected),
        });
    };
    let mut digits = vec![parse_first(text, start, start + point)?];
    let mut at = start + point + 1;
    let end = start + code.len();
    if at == end {
        return Err(ParseError::unexpected(text, at, A_DIGIT));
    }
    while at < end {
        let (digit, after) = parse_digit(text, at, end, A_DIGIT)?;
        if digits.len() > MAX_DIGITS {
            let expected = format!("at most {MAX_DIGITS} digits after the point");
            return Err(ParseError::new(text, at, "one more digit", expected));
        }
        digits.push(digit.canonical());
        at = after;
    }
    while digits.len() > 1 && digits.last().is_some_and(|digit| digit.bits == 0) {
        digits.pop();
    }
    Ok(digits)
}

/// Reads a digit and its sign from a place on, and says where it ends.
fn parse_digit(text: &str, at: usize, end: usize, expected: &str) -> Result<(Digit, usize), ParseError> {
    let mut chars = text[at..end].chars();
    let Some(bits) = chars.next().and_then(|c| c.to_digit(BASE)) else {
        return Err(ParseError::unexpected(text, at, expected));
    };
    let shape = match chars.next() {
        Some('!') => Shape::Distinct,
        Some('?') => Shape::Mixed,
        Some('=') => Shape::Equal,
        _ => Shape::Any,
    };
    Ok((Digit { bits: bits as u8, shape }, at + 1 + shape.sign().len()))
}

/// Reads what stands before the point, which is 0 if it is left out.
fn parse_first(text: &str, start: usize, point: usize) -> Result<Digit, ParseError> {
    if start == point {
        return Ok(Digit { bits: 0, shape: Shape::Any });
    }
    let (digit, after) = parse_digit(text, start, point, "a digit before the point")?;
    if digit.bits & 3 != 0 {
        let expected = "0, 4, 8, c, g, k, o or s before the point: to take nothing and leave no heap or one is no move";
        return Err(ParseError::unexpected(text, start, expected));
    }
    if after < point {
        return Err(ParseError::unexpected(text, after, "the point after one digit, which may have a sign !, ? or ="));
    }
    Ok(digit.canonical())
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
            ("0.4!", "0.4!"),
            ("0.4?7=", "0.4!7="),
            ("0.3!1=", "0.31"),
            ("0.C?8!V=", "0.c?8!v="),
            ("g=.0!", "g=.0"),
            ("4!.7", "4!.7"),
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
            ("4!!.7", 3, "'!'"),
            ("1!.7", 1, "'1'"),
            ("0.!", 3, "'!'"),
            ("0.4!!", 5, "'!'"),
            ("0.7w", 4, "'w'"),
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
        for (code, heaps, place) in [
            ("0.0", 0, 0),
            ("0.1", 0, 1),
            ("0.3", 1, 1),
            ("0.77", 2, 2),
            ("0.018", 3, 3),
            ("4.0", 2, 0),
            ("0.g", 4, 1),
            ("0.0v=", 4, 2),
        ] {
            let heap = Heap::by_name_or_code(code).unwrap();
            assert_eq!((heap.most_heaps(), heap.last_place()), (heaps, place), "{code}");
        }
    }
}
