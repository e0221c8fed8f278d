//! Certificates: a proof as text (FORMATS.md, section 2).

use crate::prover::{Proof, Statement};
use grundy_core::Game;
use std::io::{self, Write};

impl Proof {
    /// Writes the certificate, fact by fact.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write<G: Game>(&self, game: &G, out: &mut impl Write) -> io::Result<()> {
        let position = game.join(&self.position.iter().map(|component| game.certify(component)).collect::<Vec<_>>());
        writeln!(out, "grundy certificate 1\ngame {}", game.name())?;
        match self.statement {
            Statement::Outcome(outcome) => writeln!(out, "claim outcome {} {position}", outcome.letter())?,
            Statement::Nimber(nimber) => writeln!(out, "claim nimber {nimber} {position}")?,
        }
        for fact in &self.facts {
            write!(out, "{}\t{}", fact.nimber, game.certify(&fact.component))?;
            match fact.theorem {
                Some(name) => writeln!(out, "\ttheorem {name}")?,
                None => writeln!(out)?,
            }
        }
        writeln!(out, "end {}", self.facts.len())
    }
}
