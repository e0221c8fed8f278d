//! The rules of the games: how positions are read and written, and what the options of one component are.
//!
//! One folder a game. None of them knows how it is searched; all of them implement [`grundy_core::Game`]. [`GAMES`]
//! lists them, and [`with_game`] is where a name becomes a game.

mod by_name;
pub mod cram;
pub mod heap;
mod info;
pub mod kayles;
pub mod nim;
pub mod sprouts;
#[cfg(feature = "tuning")]
pub mod tuning;

pub use by_name::{UnknownGame, WithGame, with_game};
pub use info::{GAMES, GameInfo, Kind, find, names};
