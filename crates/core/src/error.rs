//! What is said about a position that cannot be read: what, where, and what was expected.

use std::fmt;

/// A position, or another short text of a user's, that cannot be read. Displays as one line, whatever the text
/// contained.
///
/// ```
/// use grundy_core::ParseError;
/// let error = ParseError::new("7 x 2", 2, "'x'", "a heap size");
/// assert_eq!(error.to_string(), "`7 x 2`, column 3: found 'x', expected a heap size");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    text: String,
    column: usize,
    found: String,
    expected: String,
}

impl ParseError {
    /// An error at byte `offset` of `text`. `found` and `expected` complete "found ..., expected ...".
    pub fn new(text: &str, offset: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        let column = text.char_indices().take_while(|&(at, _)| at < offset).count() + 1;
        ParseError { text: excerpt(text, column), column, found: found.into(), expected: expected.into() }
    }

    /// The error of finding the character that stands at byte `offset`, or the end of the text.
    pub fn unexpected(text: &str, offset: usize, expected: impl Into<String>) -> Self {
        let found = match text.get(offset..).and_then(|rest| rest.chars().next()) {
            Some(c) => format!("'{}'", c.escape_debug()),
            None => "the end".to_string(),
        };
        Self::new(text, offset, found, expected)
    }

    /// Column of the trouble, counted in characters from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What stood there.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// What should have stood there.
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`, column {}: found {}, expected {}", self.text, self.column, self.found, self.expected)
    }
}

impl std::error::Error for ParseError {}

/// About sixty characters of the text around the column, on one line, with nothing a terminal would act on.
fn excerpt(text: &str, column: usize) -> String {
    const WIDTH: usize = 60;
    let length = text.chars().count();
    let start = if length <= WIDTH { 0 } else { column.saturating_sub(WIDTH / 2).min(length - WIDTH) };
    let shown: String = text.chars().skip(start).take(WIDTH).collect();
    let (head, tail) = (if start > 0 { "..." } else { "" }, if start + WIDTH < length { "..." } else { "" });
    format!("{head}{}{tail}", shown.escape_debug().to_string().replace("\\'", "'").replace("\\\"", "\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_whatever_the_text() {
        let long = "x\n".repeat(500);
        for offset in [0, 500, 999, 1000, 5000] {
            let line = ParseError::unexpected(&long, offset, "something").to_string();
            assert!(!line.contains('\n') && line.len() < 300, "{line}");
        }
        let error = ParseError::unexpected("é!", 2, "nothing");
        assert_eq!((error.column(), error.found()), (2, "'!'"));
        assert_eq!(ParseError::unexpected("ab", 2, "c").found(), "the end");
    }
}
