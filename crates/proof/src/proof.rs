//! What a proof is.

use grundy_core::{Component, Game, Nimber, Outcome, Position};
use grundy_search::StopReason;

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
    /// The position. The claim carries its text, with nothing reduced, for the checker to read and reduce by itself.
    pub position: Position,
    /// What is proved of it.
    pub statement: Statement,
    /// The facts. Their number is what the paper calls the size of the tree.
    pub facts: Vec<Fact>,
    /// How many facts the search left, before the tree was made smaller.
    pub extracted: usize,
}

impl Proof {
    /// What is proved, as certificates say it: `outcome L 0*7`, `nimber 2 4x5`.
    pub fn claim<G: Game>(&self, game: &G) -> String {
        let written = || Position::from_components(game, self.position.to_vec());
        let position = if fits_a_line(self.position.text()) { self.position.clone() } else { written() };
        match self.statement {
            Statement::Outcome(outcome) => format!("outcome {} {position}", outcome.letter()),
            Statement::Nimber(nimber) => format!("nimber {nimber} {position}"),
        }
    }
}

/// Whether a text can be the position of a claim. The longest line that checkers read has 65,535 bytes.
fn fits_a_line(text: &str) -> bool {
    const MOST_BYTES: usize = 65_000;
    !text.is_empty() && text.len() <= MOST_BYTES && !text.contains(['\n', '\r'])
}

/// Why there is no proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The search stopped before its answer.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// The game breaks an invariant of [`Game`]: it takes components for equal that are not, or one of its theorems is
    /// wrong.
    #[error("the rules of the game contradict each other")]
    Contradiction,
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::nim::Nim;

    #[test]
    fn a_text_that_fits_no_line_is_written_anew() {
        let game = Nim::default();
        let proof = |text: &str| Proof {
            position: Position::new(text, game.parse("3 0 1").unwrap().into_components()),
            statement: Statement::Nimber(Nimber::new(2)),
            facts: Vec::new(),
            extracted: 0,
        };
        assert_eq!(proof("3 0 1").claim(&game), "nimber 2 3 0 1");
        for text in ["", "3\n0 1", "3\r0 1", &"3 0 1 ".repeat(20_000)] {
            assert_eq!(proof(text).claim(&game), "nimber 2 3 1");
        }
    }
}
