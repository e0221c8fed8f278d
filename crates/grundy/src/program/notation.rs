//! How the facts of a game are written in files, for a game whose type is hidden.

use crate::core::{Claim, Component, Game, ParseError, Position};

/// What of a game is needed to read and write facts.
pub trait Notation: Sync {
    /// The canonical name of the game.
    fn game_name(&self) -> String;

    /// Reads a position and splits it.
    ///
    /// # Errors
    /// As [`Game::parse`].
    fn read(&self, text: &str) -> Result<Position, ParseError>;

    /// Writes a component.
    fn text(&self, component: &[u8]) -> String;

    /// The form that is equal for equal components.
    fn exact_form(&self, component: &[u8]) -> Component;

    /// The name of a theorem that gives the nimber of the component.
    fn theorem_name(&self, component: &[u8]) -> Option<&'static str>;
}

impl<G: Game> Notation for G {
    fn game_name(&self) -> String {
        self.name()
    }

    fn read(&self, text: &str) -> Result<Position, ParseError> {
        self.parse(text)
    }

    fn text(&self, component: &[u8]) -> String {
        self.write(component)
    }

    fn exact_form(&self, component: &[u8]) -> Component {
        let mut bytes = Vec::new();
        self.canonical_form(component, &mut bytes);
        bytes.into()
    }

    fn theorem_name(&self, component: &[u8]) -> Option<&'static str> {
        self.theorem(component).filter(|theorem| matches!(theorem.claim, Claim::Is(_))).map(|theorem| theorem.name)
    }
}
