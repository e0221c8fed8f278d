//! From the name of a game to what the commands need of it. The name is that of a built-in game, or of the game that a
//! program brings along ([`register`]).
//!
//! [`Game::options`] is generic, so a game cannot be a trait object. [`AnyGame`] is what can be: each of its methods
//! makes one thing that is the same type for every game.

use super::exit::Failure;
use super::game_session::{DynSession, GameSession};
use super::notation::Notation;
use super::session_options::SessionOptions;
use super::suggest;
use crate::OwnRules;
#[cfg(doc)]
use crate::core::Game;
use crate::core::Hints;
use crate::draw::tree::{self, TopError, Tree};
use crate::draw::{DrawError, Style, picture_of, svg};
use crate::games::heap::Heap;
use crate::games::{Kind, UnknownGame, WithGame, with_game};
use crate::search::Settings;
use grundy_check::{Rules, RulesError};
use grundy_explore::{GameService, LoadedGame};
use std::sync::{Arc, OnceLock};

/// A game whose type is hidden.
pub trait AnyGame: Send + Sync {
    /// The canonical name of the game.
    fn name(&self) -> String;

    /// A session with the game, with a store and a log if these are wanted.
    fn session(&self, settings: Settings, options: &SessionOptions) -> Result<Box<dyn DynSession>, Failure>;

    /// The game for the explorer, with a solver that may take that many bytes.
    fn service(&self, memory: usize) -> Arc<dyn GameService>;

    /// The notation of the game, as files write it.
    fn notation(&self) -> Box<dyn Notation>;

    /// What the tables of the game count.
    fn family(&self) -> Family;

    /// The rules of the game as the checker asks for them.
    fn rules(&self) -> Result<Box<dyn Rules>, RulesError>;

    /// A tree of a position: see [`tree::develop_game`].
    fn develop(&self, position: &str, kind: tree::Kind, limit: usize) -> Result<Tree, DrawError>;

    /// The top of a tree of a position: see [`tree::develop_top_game`].
    fn develop_top(
        &self,
        position: &str,
        kind: tree::Kind,
        depth_and_limit: (usize, usize),
        ask: tree::Ask<'_, Failure>,
    ) -> Result<Tree, TopError<Failure>>;
}

/// What the range of a table counts.
#[derive(Clone, Debug)]
pub enum Family {
    /// The heaps of a heap game, whose nimbers need no search.
    Heaps(Box<Heap>),
    /// Positions that are written as one number, of which people want the nimber.
    Sizes,
    /// Positions that are written as one number, of which people want the outcome.
    Spots,
    /// Boards, `rows x columns`.
    Boards,
    /// Graphs of a family: `grid 3x1..30`.
    Graphs,
}

/// The game of this name or code: `cram`, `kayles`, `0.77`.
///
/// # Errors
/// If there is none, with a suggestion.
pub fn game(name: &str) -> Result<Arc<dyn AnyGame>, Failure> {
    struct BuiltIn;
    impl WithGame for BuiltIn {
        type Output = Arc<dyn AnyGame>;

        fn with<G: Hints + 'static>(self, game: G, kind: Kind) -> Self::Output {
            Arc::new(Entry { game, built_in: Some(kind) })
        }
    }
    own(name).map_or_else(|| with_game(name, BuiltIn).map_err(unknown), |own| Ok(own.clone()))
}

/// A session with the game of this name that keeps and logs nothing.
///
/// # Errors
/// As [`game`].
pub fn open(name: &str, settings: Settings) -> Result<Box<dyn DynSession>, Failure> {
    game(name)?.session(settings, &SessionOptions { quiet: true, ..SessionOptions::default() })
}

/// The rules of the game that a certificate names.
///
/// # Errors
/// If the checker does not know the game.
pub fn rules<'r>(name: &str) -> Result<Box<dyn Rules + 'r>, RulesError> {
    let rules: Box<dyn Rules> = own(name).map_or_else(|| grundy_check::game(name), |own| own.rules())?;
    Ok(rules)
}

/// The game that this process brought along. There is at most one.
static OWN: OnceLock<Arc<dyn AnyGame>> = OnceLock::new();

/// Makes a game known to all commands under its own name. To be called once, before any command; a second game is
/// ignored.
pub fn register<G: Hints + 'static>(game: G) {
    let _ = OWN.set(Arc::new(Entry { game, built_in: None }));
}

/// The name of the game that was registered.
pub fn own_name() -> Option<String> {
    OWN.get().map(|own| own.name())
}

/// A position of the game that was registered, to begin with.
pub fn own_example() -> Option<String> {
    const LIKELY: [&str; 8] = ["7", "5", "3", "4x4", "3x3", "1", "path 5", ""];
    let notation = OWN.get()?.notation();
    let readable = |text: &&&str| notation.read(text).is_ok_and(|position| !position.is_empty());
    LIKELY.iter().find(readable).map(|text| text.to_string())
}

fn own(name: &str) -> Option<&'static Arc<dyn AnyGame>> {
    OWN.get().filter(|own| own.name() == name)
}

struct Entry<G> {
    game: G,
    /// What a built-in game is played on; `None` for a game of the program's own.
    built_in: Option<Kind>,
}

impl<G: Hints + 'static> AnyGame for Entry<G> {
    fn name(&self) -> String {
        self.game.name()
    }

    fn session(&self, settings: Settings, options: &SessionOptions) -> Result<Box<dyn DynSession>, Failure> {
        Ok(Box::new(GameSession::new(self.game.clone(), settings, options)?))
    }

    fn service(&self, memory: usize) -> Arc<dyn GameService> {
        let kind = self.built_in.unwrap_or(Kind::Text);
        let (drawn, of_files) = (self.game.clone(), self.game.for_files());
        let loaded = LoadedGame::new(self.game.clone(), kind, memory).reading_files(move |text| of_files.parse(text));
        Arc::new(loaded.drawn_by(move |position, standalone| {
            let read = drawn.parse(position).map_err(|error| error.to_string())?;
            let picture = picture_of(&read).map_err(|error| error.to_string())?;
            Ok(svg::write(&picture, position, &Style { standalone }))
        }))
    }

    fn notation(&self) -> Box<dyn Notation> {
        Box::new(self.game.for_files())
    }

    fn family(&self) -> Family {
        match (self.built_in, Heap::by_name_or_code(&self.game.name())) {
            (Some(Kind::Board), _) => Family::Boards,
            (Some(Kind::Spots), _) => Family::Spots,
            (Some(Kind::Graph), _) => Family::Graphs,
            (Some(Kind::Heaps), Ok(heap)) => Family::Heaps(Box::new(heap)),
            _ => Family::Sizes,
        }
    }

    fn rules(&self) -> Result<Box<dyn Rules>, RulesError> {
        match self.built_in {
            Some(_) => grundy_check::game(&self.game.name()),
            None => Ok(Box::new(OwnRules::new(self.game.for_files()))),
        }
    }

    fn develop(&self, position: &str, kind: tree::Kind, limit: usize) -> Result<Tree, DrawError> {
        // Cram is drawn by its literal rules.
        match self.built_in {
            Some(_) => tree::develop(&self.game.name(), position, kind, limit),
            None => tree::develop_game(&self.game, position, kind, limit),
        }
    }

    fn develop_top(
        &self,
        position: &str,
        kind: tree::Kind,
        depth_and_limit: (usize, usize),
        ask: tree::Ask<'_, Failure>,
    ) -> Result<Tree, TopError<Failure>> {
        let (depth, limit) = depth_and_limit;
        match self.built_in {
            Some(_) => tree::develop_top(&self.game.name(), position, kind, depth, limit, ask),
            None => tree::develop_top_game(&self.game, position, kind, depth_and_limit, ask),
        }
    }
}

fn unknown(error: UnknownGame) -> Failure {
    if error.wrong_code().is_some() {
        return Failure::input(error.to_string());
    }
    let shown: String = error.name().chars().take(40).collect();
    Failure::input(format!("unknown game `{}`: {}", shown.escape_debug(), suggest::game(error.name())))
}
