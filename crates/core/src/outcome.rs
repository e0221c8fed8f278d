//! Outcomes (section 2.4 of the paper).

use crate::Nimber;
use std::fmt;
use std::ops::Not;

/// What the player to move reaches when both play well; the player who cannot move loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Outcome {
    /// Some option is losing.
    Win,
    /// Every option is winning; in particular, there may be none.
    Loss,
}

impl Outcome {
    /// The outcome of a position with this nimber: losing exactly when it is 0 (Proposition 2).
    pub fn of(nimber: Nimber) -> Self {
        if nimber == Nimber::ZERO { Outcome::Loss } else { Outcome::Win }
    }

    /// Whether the player to move wins.
    pub fn is_win(self) -> bool {
        self == Outcome::Win
    }

    /// `W` or `L`, as in the paper and in our tables.
    pub fn letter(self) -> char {
        match self {
            Outcome::Win => 'W',
            Outcome::Loss => 'L',
        }
    }
}

impl Not for Outcome {
    type Output = Outcome;

    /// The outcome for the other player.
    fn not(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
        }
    }
}

impl fmt::Display for Outcome {
    /// `win` or `loss`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
        })
    }
}
