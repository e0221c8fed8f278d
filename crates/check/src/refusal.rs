//! Why a file proves nothing.

use crate::work::Stop;
use std::fmt;

/// Why a file proves nothing. Lines count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// It is a certificate, but not a proof: the first line that does not follow.
    Refused {
        /// The line.
        line: usize,
        /// Why it does not follow.
        reason: String,
    },
    /// It is not a certificate, or not all of one.
    Unreadable {
        /// The line.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A limit or an interrupt ended the check.
    Stopped(Stop),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Refused { line, reason } => write!(f, "line {line} does not follow: {reason}"),
            Refusal::Unreadable { line, reason } => write!(f, "line {line} cannot be read: {reason}"),
            Refusal::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}
