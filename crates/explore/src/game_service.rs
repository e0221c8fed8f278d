//! What the server asks of a game, behind a trait that a name can choose.

use crate::loaded_game::LoadedGame;
use crate::position_view::{self, PositionView};
use crate::prove::{self, OnProofEvent, ProofLimits};
use crate::reply::{self, Reply, SolutionStep};
use crate::search_stream::{self, Event};
use grundy_core::{Hints, ParseError};
use grundy_proof::Goal;
use grundy_search::Interrupt;
use std::ops::ControlFlow;
use std::time::Duration;

/// A game that was chosen by name, with its solver. All methods may take a while: call them where blocking is allowed.
pub trait GameService: Send + Sync {
    /// The canonical name of the game.
    fn name(&self) -> String;

    /// Reads a position, to find out whether it can be read.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn parse(&self, position: &str) -> Result<(), ParseError>;

    /// A position with its moves and options and what is known of them, without any search.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn look(&self, position: &str, time: Duration) -> Result<PositionView, ParseError>;

    /// Searches outcomes and nimbers of a position, its components and its options, and reports what it finds.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn search(
        &self,
        position: &str,
        time: Duration,
        interrupt: &Interrupt,
        report: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<(), ParseError>;

    /// A move for the computer. `weakness` is the percentage of moves that are chosen at random.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn reply(&self, position: &str, weakness: u8, time: Duration) -> Result<Reply, ParseError>;

    /// One step of the solution tree.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn unfold(&self, position: &str, time: Duration) -> Result<SolutionStep, ParseError>;

    /// Proves the outcome or the nimber of a position.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn prove(&self, position: &str, goal: Goal, limits: ProofLimits, report: &OnProofEvent) -> Result<(), ParseError>;

    /// A position as SVG. A picture that stands alone brings its own style sheet.
    ///
    /// # Errors
    /// Why there is none, in one line.
    fn picture(&self, position: &str, standalone: bool) -> Result<String, String>;

    /// The components of a position of a certificate, as the other methods write components.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn read_file(&self, position: &str) -> Result<Vec<String>, ParseError>;
}

impl<G: Hints + 'static> GameService for LoadedGame<G> {
    fn name(&self) -> String {
        self.game().name()
    }

    fn parse(&self, position: &str) -> Result<(), ParseError> {
        self.game().parse(position).map(drop)
    }

    fn look(&self, position: &str, time: Duration) -> Result<PositionView, ParseError> {
        position_view::look(self, position, time)
    }

    fn search(
        &self,
        position: &str,
        time: Duration,
        interrupt: &Interrupt,
        report: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<(), ParseError> {
        search_stream::search(self, position, time, interrupt, report)
    }

    fn reply(&self, position: &str, weakness: u8, time: Duration) -> Result<Reply, ParseError> {
        reply::reply(self, position, weakness, time)
    }

    fn unfold(&self, position: &str, time: Duration) -> Result<SolutionStep, ParseError> {
        reply::unfold(self, position, time)
    }

    fn prove(&self, position: &str, goal: Goal, limits: ProofLimits, report: &OnProofEvent) -> Result<(), ParseError> {
        let memory = limits.memory.min(self.memory());
        prove::prove(self.game(), position, goal, &ProofLimits { memory, ..limits }, report)
    }

    fn picture(&self, position: &str, standalone: bool) -> Result<String, String> {
        match self.painter() {
            Some(paint) => paint(position, standalone),
            None => Err(format!("there are no pictures of {}", self.name())),
        }
    }

    fn read_file(&self, position: &str) -> Result<Vec<String>, ParseError> {
        self.components_of_file(position)
    }
}
