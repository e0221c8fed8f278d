//! One game in memory: its rules, its solver, and the moves that were listed last.
//!
//! # Invariants
//! - The solver is locked for short slices only ([`LoadedGame::ask`]), so that a long search never keeps a click
//!   waiting.
//! - The solver is created by the first question and then kept: no request creates one and drops it again. When its
//!   memory is full it is replaced by a new one, so a game never holds more than its share.
//! - The moves of a position are listed once: what follows the look at a position (search, reply, solution) uses the
//!   same list.

use crate::fair::Fair;
use crate::moves::{Moves, Until};
use grundy_core::{Component, Hints, Nimber, Outcome, ParseError, Position};
use grundy_games::Kind;
use grundy_search::{Limits, Solver, StopReason};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Draws a position as SVG; the second argument says whether the picture stands alone. The error is one line.
pub type Painter = dyn Fn(&str, bool) -> Result<String, String> + Send + Sync;

type FileReader = dyn Fn(&str) -> Result<Position, ParseError> + Send + Sync;

/// What is known of a position.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its outcome.
    pub outcome: Option<Outcome>,
    /// Its nimber.
    pub nimber: Option<Nimber>,
}

/// A game and its solver.
pub struct LoadedGame<G: Hints> {
    game: G,
    read_file: Box<FileReader>,
    kind: Kind,
    memory: usize,
    painter: Option<Box<Painter>>,
    solver: Fair<Option<Solver<G>>>,
    /// The position whose moves were listed last, and its moves.
    listed: Mutex<Option<(String, Arc<Moves>)>>,
}

impl<G: Hints + 'static> LoadedGame<G> {
    /// A game whose solver may take that many bytes.
    pub fn new(game: G, kind: Kind, memory: usize) -> Self {
        LoadedGame {
            solver: Fair::new(None),
            listed: Mutex::new(None),
            read_file: {
                let game = game.clone();
                Box::new(move |text| game.parse(text))
            },
            game,
            kind,
            memory,
            painter: None,
        }
    }

    /// The same with another reader for the positions in certificates, whose notation may differ.
    #[must_use]
    pub fn reading_files(
        self,
        read_file: impl Fn(&str) -> Result<Position, ParseError> + Send + Sync + 'static,
    ) -> Self {
        LoadedGame { read_file: Box::new(read_file), ..self }
    }

    /// The same with pictures.
    #[must_use]
    pub fn drawn_by(self, painter: impl Fn(&str, bool) -> Result<String, String> + Send + Sync + 'static) -> Self {
        LoadedGame { painter: Some(Box::new(painter)), ..self }
    }

    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    pub(crate) fn memory(&self) -> usize {
        self.memory
    }

    pub(crate) fn painter(&self) -> Option<&Painter> {
        self.painter.as_deref()
    }

    /// The moves of a position. Those of the last position are remembered.
    pub(crate) fn moves(&self, position: &str, until: &Until) -> Result<Arc<Moves>, ParseError> {
        let last = || self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, moves)) = last().as_ref().filter(|(text, _)| text == position) {
            return Ok(moves.clone());
        }
        let moves = Arc::new(match self.kind {
            Kind::Spots => Moves::joining_spots(&self.game, position, until)?,
            _ => Moves::written(&self.game, position, until)?,
        });
        // A list that was cut off may be longer the next time.
        if !moves.truncated {
            *last() = Some((position.to_string(), moves.clone()));
        }
        Ok(moves)
    }

    /// What the facts say of some positions.
    pub(crate) fn known<'a>(&self, positions: impl IntoIterator<Item = &'a [Component]>) -> Vec<Known> {
        self.with_solver(|solver| {
            let known = |position| match solver.known_nimber(position) {
                Some(nimber) => Known { nimber: Some(nimber), outcome: Some(Outcome::of(nimber)) },
                None => Known { nimber: None, outcome: solver.known_outcome(position) },
            };
            positions.into_iter().map(known).collect()
        })
    }

    /// Asks the solver within these limits; the memory is that of the game.
    pub(crate) fn ask<T>(
        &self,
        limits: Limits,
        question: impl FnOnce(&mut Solver<G>) -> Result<T, StopReason>,
    ) -> Result<T, StopReason> {
        self.with_solver(|solver| {
            solver.set_limits(Limits { memory: Some(self.memory), ..limits });
            let answer = question(solver);
            if matches!(answer, Err(StopReason::Memory | StopReason::Contradiction)) {
                *solver = Solver::new(self.game.clone());
            }
            answer
        })
    }

    /// Runs `with` on the solver, which is created by the first call: looking a game up by its name costs no table.
    pub(crate) fn with_solver<T>(&self, with: impl FnOnce(&mut Solver<G>) -> T) -> T {
        self.solver.with(|solver| with(solver.get_or_insert_with(|| Solver::new(self.game.clone()))))
    }

    /// The components of a position of a file, as [`LoadedGame::text`] writes them.
    pub(crate) fn components_of_file(&self, position: &str) -> Result<Vec<String>, ParseError> {
        let components = (self.read_file)(position)?;
        Ok(components.iter().map(|component| self.text(component)).collect())
    }

    /// The canonical text of a component.
    pub(crate) fn text(&self, component: &[u8]) -> String {
        let mut exact = Vec::new();
        self.game.canonical_form(component, &mut exact);
        self.game.write(&exact)
    }

    /// The same before the deadline. After it, a form that is found faster, and may differ for equal components.
    pub(crate) fn text_until(&self, component: &[u8], deadline: Instant) -> String {
        if Instant::now() < deadline {
            return self.text(component);
        }
        let mut canonical = Vec::new();
        self.game.canonize(component, &mut canonical);
        self.game.write(&canonical)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Game;
    use grundy_games::nim::Nim;
    use std::time::Duration;

    #[test]
    fn one_solver_and_one_list_serve_all_questions() {
        let loaded = LoadedGame::new(Nim::default(), Kind::Heaps, 64 << 20);
        assert!(loaded.solver.with(|solver| solver.is_none()), "a name alone creates no solver");
        let until = Until::after(Duration::from_secs(5));
        let first = loaded.moves("3 5", &until).unwrap();
        assert!(loaded.solver.with(|solver| solver.is_none()), "listing moves needs no solver");
        assert!(Arc::ptr_eq(&first, &loaded.moves("3 5", &until).unwrap()), "the moves are listed once");
        assert!(!Arc::ptr_eq(&first, &loaded.moves("3 4", &until).unwrap()));
        let position = Nim::default().parse("3 5").unwrap();
        let nimber = loaded.ask(Limits::default(), |solver| solver.nimber(&position)).unwrap();
        assert_eq!(nimber.get(), 3 ^ 5);
        assert_eq!(loaded.known([&position[..]])[0].nimber, Some(nimber), "the same solver answers again");
    }
}
