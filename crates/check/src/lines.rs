//! The lines of a file, one at a time: a file is never held in memory as text.

use crate::refusal::Refusal;
use std::io::{BufRead, Read};

/// The longest line that is read, in bytes, its end included.
pub(crate) const MAX_LINE: u64 = 1 << 16;

/// The lines of a file.
pub(crate) struct Lines<R> {
    reader: R,
    /// The number of the last line read.
    pub(crate) line: usize,
    /// The bytes read so far.
    pub(crate) bytes: u64,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Self {
        Lines { reader, line: 0, bytes: 0 }
    }

    /// The next line without its end, or `None` at the end of the file.
    pub(crate) fn next(&mut self) -> Result<Option<String>, Refusal> {
        self.line += 1;
        let mut bytes = Vec::new();
        let mut limited = self.reader.by_ref().take(MAX_LINE);
        if let Err(error) = limited.read_until(b'\n', &mut bytes) {
            return Err(self.unreadable(error.to_string()));
        }
        self.bytes += bytes.len() as u64;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() as u64 == MAX_LINE {
            return Err(self.unreadable(format!("longer than {MAX_LINE} bytes")));
        }
        String::from_utf8(bytes).map(Some).map_err(|_| self.unreadable("not text (UTF-8)"))
    }

    /// The next line, which must be there.
    pub(crate) fn expect(&mut self, what: &str) -> Result<String, Refusal> {
        self.next()?.ok_or_else(|| self.unreadable(format!("the file ends where {what} should stand")))
    }

    pub(crate) fn unreadable(&self, reason: impl Into<String>) -> Refusal {
        Refusal::Unreadable { line: self.line, reason: reason.into() }
    }
}
