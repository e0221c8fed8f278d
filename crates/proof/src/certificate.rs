//! A certificate: a proof as the lines of text that a checker verifies (FORMATS.md, section 2).

use std::fmt;
use std::io::{self, Write};

/// A proof that has been rendered in the notation of its game. [`fmt::Display`] and [`Certificate::write`] give the
/// file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    game: String,
    claim: String,
    /// One line for each fact.
    facts: Vec<String>,
    extracted: usize,
}

impl Certificate {
    pub(crate) fn new(game: String, claim: String, facts: Vec<String>, extracted: usize) -> Self {
        Certificate { game, claim, facts, extracted }
    }

    /// What is proved: `outcome L 0*7`, `nimber 2 4x5`.
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// The number of its facts.
    pub fn facts(&self) -> usize {
        self.facts.len()
    }

    /// The number of facts that the search left, before the proof was made smaller.
    pub fn extracted(&self) -> usize {
        self.extracted
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        write!(out, "{self}")
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "grundy certificate 1\ngame {}\nclaim {}", self.game, self.claim)?;
        for fact in &self.facts {
            writeln!(f, "{fact}")?;
        }
        writeln!(f, "end {}", self.facts.len())
    }
}
