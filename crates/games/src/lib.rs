//! The rules of the games: how positions are read and written, and what the options of one component are.
//!
//! One folder a game. None of them knows how it is searched; all of them implement [`grundy_core::Game`].

pub mod cram;
pub mod heap;
pub mod kayles;
pub mod nim;
pub mod sprouts;
