//! Why a computation for study ends without its answer.

use crate::PlainSum;
use std::fmt;

/// The ways a computation of this crate ends early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StudyError {
    /// More nodes than the caller allows.
    TooLarge {
        /// What the caller allowed.
        limit: usize,
    },
    /// The game is broken: a play comes back to this position.
    LeadsBack {
        /// A position that can be reached from itself.
        position: PlainSum,
    },
    /// The two positions given are not the parts of the root of the solution tree.
    NotTheSum,
}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StudyError::TooLarge { limit } => write!(f, "more than {limit} nodes"),
            StudyError::LeadsBack { position } => {
                write!(f, "the rules are broken: a position leads back to itself: {:?}", position.components())
            }
            StudyError::NotTheSum => f.write_str("the solution tree is not one of the sum of these two positions"),
        }
    }
}

impl std::error::Error for StudyError {}
