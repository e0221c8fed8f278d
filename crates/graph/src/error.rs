//! What is said about a text that is no graph.

/// A text that cannot be read as a graph. Every case knows the byte of the text where the trouble is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Something else was expected there.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// The offset in bytes.
        offset: usize,
        /// What stood there.
        found: String,
        /// What should have stood there.
        expected: String,
    },
    /// An edge from a vertex to itself.
    #[error("found a loop at vertex {vertex}, expected an edge between two different vertices")]
    Loop {
        /// The offset in bytes.
        offset: usize,
        /// The vertex.
        vertex: usize,
    },
    /// An edge that was there before.
    #[error("found the edge {ends} a second time, expected each edge once")]
    Parallel {
        /// The offset in bytes.
        offset: usize,
        /// The two ends, as `0-1`.
        ends: String,
    },
    /// More vertices than [`MAX_VERTICES`](crate::MAX_VERTICES).
    #[error("found a graph with {found} vertices, expected at most {most}", most = crate::MAX_VERTICES)]
    TooLarge {
        /// The offset in bytes.
        offset: usize,
        /// How many, in words or digits.
        found: String,
    },
}

impl Error {
    /// What was found at byte `offset` of the text is the character there, or the end.
    pub(crate) fn unexpected(text: &str, offset: usize, expected: impl Into<String>) -> Self {
        let found = match text.get(offset..).and_then(|rest| rest.chars().next()) {
            Some(c) => format!("'{}'", c.escape_debug()),
            None => "the end".to_string(),
        };
        Error::Unexpected { offset, found, expected: expected.into() }
    }

    /// The offset in bytes of the trouble.
    pub fn offset(&self) -> usize {
        match self {
            Error::Unexpected { offset, .. }
            | Error::Loop { offset, .. }
            | Error::Parallel { offset, .. }
            | Error::TooLarge { offset, .. } => *offset,
        }
    }

    /// What stood there.
    pub fn found(&self) -> String {
        match self {
            Error::Unexpected { found, .. } => found.clone(),
            Error::Loop { vertex, .. } => format!("a loop at vertex {vertex}"),
            Error::Parallel { ends, .. } => format!("the edge {ends} a second time"),
            Error::TooLarge { found, .. } => format!("a graph with {found} vertices"),
        }
    }

    /// What should have stood there.
    pub fn expected(&self) -> String {
        match self {
            Error::Unexpected { expected, .. } => expected.clone(),
            Error::Loop { .. } => "an edge between two different vertices".to_string(),
            Error::Parallel { .. } => "each edge once".to_string(),
            Error::TooLarge { .. } => format!("at most {}", crate::MAX_VERTICES),
        }
    }

    /// The same trouble in a longer text, in which this one starts at byte `start`.
    #[must_use]
    pub fn shifted(mut self, start: usize) -> Self {
        match &mut self {
            Error::Unexpected { offset, .. }
            | Error::Loop { offset, .. }
            | Error::Parallel { offset, .. }
            | Error::TooLarge { offset, .. } => *offset += start,
        }
        self
    }
}
