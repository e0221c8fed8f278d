//! Heaps as text and as bytes, for Nim and for the heap games.
//!
//! Invariant: a heap has one byte form, its size in little-endian order without zero bytes at the end, so that equal
//! heaps have equal bytes; the empty heap has no bytes and is never a component.

use grundy_core::{Component, ParseError, Position};
use std::fmt;
use std::ops::Deref;

/// The largest heap that a position may have.
pub const MAX_HEAP: u32 = 1 << 24;

/// The sizes of all heaps of a position in the order they were written, empty ones and those without moves too: the
/// layout of a position of Nim or of a heap game.
///
/// ```
/// use grundy_core::Game;
/// use grundy_games::nim::{HeapSizes, Nim};
///
/// let position = Nim::default().parse("3,0 1")?;
/// assert_eq!(position.text(), "3,0 1");
/// assert_eq!(HeapSizes::of(&position)[..], [3, 0, 1]);
/// # Ok::<(), grundy_core::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeapSizes(Vec<u32>);

impl HeapSizes {
    /// The heaps of a position of Nim or of a heap game. Any other position has none.
    pub fn of(position: &Position) -> HeapSizes {
        position.layout().cloned().or_else(|| Self::parse(position.text()).ok()).unwrap_or_default()
    }

    /// Reads heap sizes with spaces, commas or `+` between them. At least one; empty heaps are kept.
    pub(crate) fn parse(text: &str) -> Result<Self, ParseError> {
        parse(text).map(HeapSizes)
    }
}

impl Deref for HeapSizes {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.0
    }
}

impl FromIterator<u32> for HeapSizes {
    fn from_iter<I: IntoIterator<Item = u32>>(sizes: I) -> Self {
        HeapSizes(sizes.into_iter().collect())
    }
}

/// `7 5 4 2`, and `0` for no heap at all.
impl fmt::Display for HeapSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&join(&self.0.iter().map(u32::to_string).collect::<Vec<_>>()))
    }
}

/// The text of heaps on one line: single spaces instead of blanks and line breaks.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads heap sizes with spaces, commas or `+` between them. At least one; empty heaps are kept.
fn parse(text: &str) -> Result<Vec<u32>, ParseError> {
    let mut sizes = Vec::new();
    let mut at = skip_spaces(text, 0);
    loop {
        let (size, end) = parse_size(text, at)?;
        sizes.push(size);
        at = skip_spaces(text, end);
        match text.as_bytes().get(at) {
            None => return Ok(sizes),
            Some(b',' | b'+') => at = skip_spaces(text, at + 1),
            Some(b'0'..=b'9') => {}
            Some(_) => {
                return Err(ParseError::unexpected(text, at, "a heap size, or a space, ',' or '+' between heap sizes"));
            }
        }
    }
}

/// The bytes of a heap.
pub(crate) fn component(size: u32) -> Component {
    with_bytes(size, |bytes| Component::from(bytes))
}

/// Lends the bytes of a heap without allocating them.
pub(crate) fn with_bytes<R>(size: u32, take: impl FnOnce(&[u8]) -> R) -> R {
    let bytes = size.to_le_bytes();
    let length = 4 - size.leading_zeros() as usize / 8;
    take(&bytes[..length])
}

/// The size of the heap with these bytes. Bytes that are no heap of ours give some size, never a panic.
pub(crate) fn size(component: &[u8]) -> u32 {
    component.iter().take(4).rev().fold(0, |size, &byte| size << 8 | u32::from(byte))
}

/// `7 5 4 2`, and `0` for no heap at all.
pub(crate) fn join(heaps: &[String]) -> String {
    if heaps.is_empty() { "0".to_string() } else { heaps.join(" ") }
}

fn parse_size(text: &str, start: usize) -> Result<(u32, usize), ParseError> {
    let length = text.as_bytes()[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if length == 0 {
        return Err(ParseError::unexpected(text, start, "a heap size"));
    }
    let digits = &text[start..start + length];
    match digits.parse() {
        Ok(size) if size <= MAX_HEAP => Ok((size, start + length)),
        _ => {
            let found = if length <= 20 { format!("heap {digits}") } else { format!("a heap of {length} digits") };
            Err(ParseError::new(text, start, found, format!("a heap size of at most {MAX_HEAP}")))
        }
    }
}

fn skip_spaces(text: &str, start: usize) -> usize {
    text.len() - text[start..].trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_minimal_and_read_back() {
        for n in [0, 1, 255, 256, 65_535, 65_536, MAX_HEAP - 1, MAX_HEAP] {
            let bytes = component(n);
            assert_eq!(size(&bytes), n);
            assert_ne!(bytes.last(), Some(&0));
        }
        assert_eq!(size(&[1, 0, 0, 0, 9, 9]), 1);
    }

    #[test]
    fn separators() {
        for text in ["7 5 4 2", "7,5,4,2", "7+5+4+2", " 7 , 5 +4\t2\n"] {
            assert_eq!(parse(text), Ok(vec![7, 5, 4, 2]), "{text:?}");
        }
        for (text, column, found) in [
            ("", 1, "the end"),
            ("  ", 3, "the end"),
            ("7,", 3, "the end"),
            ("7,,5", 3, "','"),
            ("+7", 1, "'+'"),
            ("7 x 2", 3, "'x'"),
            ("é", 1, "'é'"),
            ("-3", 1, "'-'"),
            ("3 16777217", 3, "heap 16777217"),
            ("3 1677721600000000000000000000", 3, "a heap of 28 digits"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.column(), error.found()), (column, found), "{error}");
        }
    }
}
