//! The one place where a name becomes a game.
//!
//! To add a game, add a line to [`GAMES`](crate::GAMES) and an arm to [`with_game`]. Every tool then knows it.

use crate::cram::Cram;
use crate::heap::Heap;
use crate::info::{Kind, find, names};
use crate::kayles::Kayles;
use crate::nim::Nim;
use crate::sprouts::Sprouts;
use grundy_core::{Hints, ParseError};
use std::fmt;

/// What to do with a game once its name has chosen it.
pub trait WithGame {
    /// What comes of it.
    type Output;

    /// Does it. `kind` says how positions of the game look.
    fn with<G: Hints + 'static>(self, game: G, kind: Kind) -> Self::Output;
}

/// Does something with the game of this name or code: `cram`, `kayles`, `0.77`.
///
/// ```
/// use grundy_core::{Hints, Nimber, ParseError};
/// use grundy_games::{Kind, WithGame, with_game};
///
/// struct CountComponents(&'static str);
///
/// impl WithGame for CountComponents {
///     type Output = Result<usize, ParseError>;
///
///     fn with<G: Hints>(self, game: G, _: Kind) -> Result<usize, ParseError> {
///         Ok(game.parse(self.0)?.len())
///     }
/// }
///
/// assert_eq!(with_game("Cram", CountComponents("2x3 + 1x4")).unwrap(), Ok(2));
/// assert_eq!(with_game("0.77", CountComponents("9 0 5")).unwrap(), Ok(2));
/// assert!(with_game("crm", CountComponents("")).is_err());
/// ```
///
/// # Errors
/// If there is no such game.
pub fn with_game<W: WithGame>(name: &str, what: W) -> Result<W::Output, UnknownGame> {
    Ok(match find(name).filter(|game| game.code.is_none()).map(|game| game.name) {
        Some("nim") => what.with(Nim::default(), Kind::Heaps),
        Some("cram") => what.with(Cram::default(), Kind::Board),
        Some("sprouts") => what.with(Sprouts::default(), Kind::Spots),
        Some("node-kayles") => what.with(Kayles::node(), Kind::Graph),
        Some("arc-kayles") => what.with(Kayles::arc(), Kind::Graph),
        Some("domination") => what.with(Kayles::domination(), Kind::Graph),
        Some("grim") => what.with(Kayles::grim(), Kind::Graph),
        _ => match Heap::by_name_or_code(name) {
            Ok(heap) => what.with(heap, Kind::Heaps),
            Err(error) => return Err(UnknownGame { name: name.to_string(), error }),
        },
    })
}

/// There is no game with this name or code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame {
    name: String,
    error: ParseError,
}

impl UnknownGame {
    /// What is wrong with the code, if the name looks like one.
    pub fn wrong_code(&self) -> Option<&ParseError> {
        self.name.contains('.').then_some(&self.error)
    }

    /// Why the name cannot be read as that of a heap game or as a code.
    pub fn into_parse_error(self) -> ParseError {
        self.error
    }

    /// The name that was given.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = self.wrong_code() {
            return write!(f, "the game {error}");
        }
        let shown: String = self.name.chars().take(40).collect();
        write!(f, "unknown game `{}`: expected {}", shown.escape_debug(), names())
    }
}

impl std::error::Error for UnknownGame {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::{GAMES, GameInfo};
    use grundy_core::Game;

    /// The names of a game and what reading its example gives.
    struct Look<'a>(&'a GameInfo);

    impl WithGame for Look<'_> {
        type Output = (String, Kind, usize);

        fn with<G: Hints>(self, game: G, kind: Kind) -> Self::Output {
            let position = game.parse(self.0.example).unwrap_or_else(|error| panic!("{}: {error}", self.0.name));
            (game.name(), kind, position.len())
        }
    }

    #[test]
    fn every_game_of_the_list_is_there() {
        for info in GAMES {
            for name in [info.name].iter().chain(info.aliases) {
                let (own_name, kind, components) = with_game(&name.to_uppercase(), Look(info)).unwrap();
                assert_eq!((kind, find(name)), (info.kind, Some(info)), "{name}");
                assert_eq!(own_name, info.code.unwrap_or(info.name));
                assert!(components > 0, "{name}");
            }
            assert!(info.rules.len() < 120 && !info.rules.contains('\n'), "{}", info.name);
        }
        assert_eq!(Cram::default().name(), "cram");
    }

    #[test]
    fn unknown_games_get_one_line() {
        let line = |name| with_game(name, Look(&GAMES[0])).unwrap_err().to_string();
        assert!(line("crm\n").starts_with("unknown game `crm\\n`: expected nim, cram, sprouts, "));
        assert_eq!(line("0.7w"), "the game `0.7w`, column 4: found 'w', expected a digit, 0 to 9 or a to v");
    }
}
