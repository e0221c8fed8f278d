//! The list of games for the page, from the one list of all games.

use crate::explorer::OwnGame;
use crate::position_view::kind_word;
use grundy_games::{GAMES, GameInfo, Kind};
use serde::Serialize;
use std::borrow::Cow;

/// The answer: all games with a name.
#[derive(Serialize)]
pub struct GameList {
    games: Vec<GameView>,
}

/// A game with a name.
#[derive(Serialize)]
struct GameView {
    /// The name in links and requests.
    name: Cow<'static, str>,
    /// The name as a title.
    title: Cow<'static, str>,
    /// The canonical name, with which positions are answered.
    game: Cow<'static, str>,
    /// How its positions look.
    kind: &'static str,
    /// A position to begin with.
    example: Cow<'static, str>,
    /// The rules in one line.
    rules: &'static str,
    /// How positions are written.
    notation: &'static str,
    /// Whether it is a game that is not built in.
    own: bool,
}

/// All games with a name, in the order of the list, after the game that is not built in.
pub fn list(own: Option<&OwnGame>) -> GameList {
    let view = |info: &GameInfo| GameView {
        name: info.name.into(),
        title: info.title.into(),
        game: info.code.unwrap_or(info.name).into(),
        kind: kind_word(info.kind),
        example: info.example.into(),
        rules: info.rules,
        notation: info.notation,
        own: false,
    };
    let own = own.map(|own| GameView {
        name: own.name.clone().into(),
        title: own.name.clone().into(),
        game: own.name.clone().into(),
        kind: kind_word(Kind::Text),
        example: own.example.clone().into(),
        rules: "the game of this program",
        notation: "as the game reads it",
        own: true,
    });
    GameList { games: own.into_iter().chain(GAMES.iter().map(view)).collect() }
}
