//! A certificate: a proof as the lines of text that a checker verifies (FORMATS.md, section 2).

use crate::proof::{Fact, Proof};
use grundy_core::Game;
use std::fmt;
use std::io::{self, Write};

/// A proof in the notation of its game. [`fmt::Display`] and [`Certificate::write`] give the file, whose lines are made
/// one at a time, so that the file of a large proof never stands in memory.
pub struct Certificate<'a> {
    proof: &'a Proof,
    game: String,
    claim: String,
    line: Box<dyn Fn(&Fact) -> String + 'a>,
}

impl Proof {
    /// The certificate of this proof, in the notation of the game.
    pub fn to_certificate<'a, G: Game>(&'a self, game: &'a G) -> Certificate<'a> {
        let line = |fact: &Fact| {
            let theorem = fact.theorem.map(|name| format!("\ttheorem {name}")).unwrap_or_default();
            format!("{}\t{}{theorem}", fact.nimber, game.write(&fact.component))
        };
        Certificate { proof: self, game: game.name(), claim: self.claim(game), line: Box::new(line) }
    }
}

impl Certificate<'_> {
    /// What is proved: `outcome L 0*7`, `nimber 2 4x5`.
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// The number of its facts.
    pub fn facts(&self) -> usize {
        self.proof.facts.len()
    }

    /// The number of facts that the search left, before the proof was made smaller.
    pub fn extracted(&self) -> usize {
        self.proof.extracted
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        write!(out, "{self}")
    }
}

impl fmt::Display for Certificate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "grundy certificate 1\ngame {}\nclaim {}", self.game, self.claim)?;
        for fact in &self.proof.facts {
            writeln!(f, "{}", (self.line)(fact))?;
        }
        writeln!(f, "end {}", self.facts())
    }
}
