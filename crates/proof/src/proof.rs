//! What a proof is, and how it is written (FORMATS.md, section 2).

use crate::asked::asked;
use grundy_core::{Component, Game, Nimber, Outcome};
use grundy_search::StopReason;
use std::io::{self, Write};

/// What is to be proved of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Who wins.
    Outcome,
    /// The nimber.
    Nimber,
}

/// What was proved of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Its outcome.
    Outcome(Outcome),
    /// Its nimber.
    Nimber(Nimber),
}

/// A component with its nimber: a losing couple of the paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The component.
    pub component: Component,
    /// Its nimber.
    pub nimber: Nimber,
    /// The theorem that gives it, if it does not follow from other facts.
    pub theorem: Option<&'static str>,
}

/// A solution tree as a list of facts, each of which follows from those before it; the statement follows from them all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The position, as the search was given it.
    pub position: Vec<Component>,
    /// The position as it was asked for, in the notation of certificates: see [`Proof::about`].
    pub asked: Option<String>,
    /// What is proved of it.
    pub statement: Statement,
    /// The facts. Their number is what the paper calls the size of the tree.
    pub facts: Vec<Fact>,
    /// How many facts the search left, before the tree was made smaller.
    pub extracted: usize,
}

impl Proof {
    /// The same proof, about the position in the words in which it was asked for: `game` read its components from `text`. The
    /// components may have been reduced already; so the claim then carries the text, for the checker to read and reduce by itself.
    #[must_use]
    pub fn about<G: Game>(self, game: &G, text: &str) -> Proof {
        Proof { asked: asked(&game.name(), text), ..self }
    }

    /// What is proved, as certificates say it: `outcome L 0*7`, `nimber 2 4x5`.
    pub fn claim<G: Game>(&self, game: &G) -> String {
        let written = || game.join(&self.position.iter().map(|component| game.write(component)).collect::<Vec<_>>());
        let position = self.asked.clone().unwrap_or_else(written);
        match self.statement {
            Statement::Outcome(outcome) => format!("outcome {} {position}", outcome.letter()),
            Statement::Nimber(nimber) => format!("nimber {nimber} {position}"),
        }
    }

    /// Writes the certificate, fact by fact.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write<G: Game>(&self, game: &G, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "grundy certificate 1")?;
        writeln!(out, "game {}", game.name())?;
        writeln!(out, "claim {}", self.claim(game))?;
        for fact in &self.facts {
            write!(out, "{}\t{}", fact.nimber, game.write(&fact.component))?;
            match fact.theorem {
                Some(name) => writeln!(out, "\ttheorem {name}")?,
                None => writeln!(out)?,
            }
        }
        writeln!(out, "end {}", self.facts.len())
    }
}

/// Why there is no proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProveError {
    /// The search stopped before its answer.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// The game breaks an invariant of [`Game`]: it takes components for equal that are not, or one of its theorems is wrong.
    #[error("the rules of the game contradict each other")]
    Contradiction,
}
