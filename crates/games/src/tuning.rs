//! The constants of the numbers that a search starts with, for those who fit them (`crates/search/examples`). They are
//! a matter of speed: they change no answer. This module needs the feature `tuning`.

use crate::cram::Cram;
pub use crate::cram::leaf::{CutConstants, FirstNumbers, NimberOdds};
use crate::sprouts::Sprouts;
pub use crate::sprouts::leaf::LeafWeights;

impl Cram {
    /// How likely nimbers are taken to be.
    #[must_use]
    pub fn with_odds(mut self, odds: NimberOdds) -> Self {
        self.odds = odds;
        self
    }

    /// The proof numbers that a search starts with.
    #[must_use]
    pub fn with_first_numbers(mut self, numbers: FirstNumbers) -> Self {
        self.numbers = numbers;
        self
    }
}

impl Sprouts {
    /// How much each part of a land adds to its first proof numbers.
    #[must_use]
    pub fn with_leaf_weights(mut self, leaf: LeafWeights) -> Self {
        self.leaf = leaf;
        self
    }
}
