//! Ranges of tables: `0..20`, `3x1..14`, `4..6x4..8`. Both ends belong to the range.

use crate::core::ParseError;
use crate::program::amounts;
use std::ops::RangeInclusive;

/// What a table is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Range {
    /// One number.
    Sizes(RangeInclusive<u32>),
    /// Rows and columns.
    Boards(RangeInclusive<u32>, RangeInclusive<u32>),
}

impl Range {
    /// Reads a range.
    pub fn parse(text: &str) -> Result<Range, ParseError> {
        match text.find(['x', 'X']) {
            None => Ok(Range::Sizes(side(text, 0, text.len())?)),
            Some(at) => Ok(Range::Boards(side(text, 0, at)?, side(text, at + 1, text.len())?)),
        }
    }
}

/// Reads `a` or `a..b` between two offsets of the text.
fn side(text: &str, start: usize, end: usize) -> Result<RangeInclusive<u32>, ParseError> {
    let (low, low_end) = number(text, start, end)?;
    if low_end == end {
        return Ok(low..=low);
    }
    if !text[low_end..end].starts_with("..") {
        return Err(ParseError::unexpected(text, low_end, "a range such as 0..20 or 4..6x4..8"));
    }
    let (high, high_end) = number(text, low_end + 2, end)?;
    if high_end != end {
        return Err(ParseError::unexpected(text, high_end, "the end of the range"));
    }
    if high < low {
        return Err(ParseError::new(text, low_end + 2, high.to_string(), format!("a number of at least {low}")));
    }
    Ok(low..=high)
}

/// Reads a number such as `20`, `1e6` or `500k`, and returns where it ends.
fn number(text: &str, start: usize, end: usize) -> Result<(u32, usize), ParseError> {
    let length = text[start..end].bytes().take_while(|&b| b.is_ascii_alphanumeric() || b == b'_').count();
    let digits = text[start..end].bytes().take_while(u8::is_ascii_digit).count();
    let number = amounts::count(&text[start..start + length]);
    match number.clone().and_then(|number| u32::try_from(number).map_err(|error| error.to_string())) {
        Ok(number) => Ok((number, start + length)),
        Err(_) if digits == 0 => Err(ParseError::unexpected(text, start, "a number")),
        Err(_) if digits < length && number.is_err() => {
            Err(ParseError::unexpected(text, start + digits, "a range such as 0..20 or 4..6x4..8"))
        }
        Err(_) => {
            let found = format!("a number of {length} digits");
            Err(ParseError::new(text, start, found, format!("a number of at most {}", u32::MAX)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(Range::parse("0..20"), Ok(Range::Sizes(0..=20)));
        assert_eq!(Range::parse("7"), Ok(Range::Sizes(7..=7)));
        assert_eq!(Range::parse("1e3..1e6"), Ok(Range::Sizes(1000..=1_000_000)));
        assert_eq!(Range::parse("0..500k"), Ok(Range::Sizes(0..=500_000)));
        assert_eq!(Range::parse("3x1..14"), Ok(Range::Boards(3..=3, 1..=14)));
        assert_eq!(Range::parse("4..6x4..8"), Ok(Range::Boards(4..=6, 4..=8)));
    }

    #[test]
    fn what_is_no_range() {
        for (text, column) in [
            ("", 1),
            ("x", 1),
            ("..", 1),
            ("3..", 4),
            ("3.4", 2),
            ("3..4..5", 5),
            ("8..3", 4),
            ("3x", 3),
            ("3x4x5", 4),
            ("3z", 2),
            ("0..1e99", 5),
            ("0..1e12", 4),
            ("-1..3", 1),
            ("99999999999", 1),
            ("3é", 2),
            ("é", 1),
        ] {
            assert_eq!(Range::parse(text).map_err(|error| error.column()), Err(column), "{text}");
        }
    }
}
