//! The list of games for the page, from the one list of all games.

use crate::position_view::kind_word;
use grundy_games::{GAMES, GameInfo};
use serde::Serialize;

/// The answer: all games with a name.
#[derive(Serialize)]
pub struct GameList {
    games: Vec<GameView>,
}

/// A game with a name.
#[derive(Serialize)]
struct GameView {
    /// The name in links and requests.
    name: &'static str,
    /// The name as a title.
    title: &'static str,
    /// The canonical name, with which positions are answered.
    game: &'static str,
    /// How its positions look.
    kind: &'static str,
    /// A position to begin with.
    example: &'static str,
    /// The rules in one line.
    rules: &'static str,
    /// How positions are written.
    notation: &'static str,
}

/// All games with a name, in the order of the list.
pub fn list() -> GameList {
    let view = |info: &GameInfo| GameView {
        name: info.name,
        title: info.title,
        game: info.code.unwrap_or(info.name),
        kind: kind_word(info.kind),
        example: info.example,
        rules: info.rules,
        notation: info.notation,
    };
    GameList { games: GAMES.iter().map(view).collect() }
}
