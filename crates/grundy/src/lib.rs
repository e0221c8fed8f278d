//! grundy solves impartial combinatorial games: who wins, by which move, and with which nimber.
//!
//! This crate is the door of the library. Behind it:
//!
//! | module | what | paper (*Nimbers are inevitable*) |
//! |---|---|---|
//! | [`core`] | nimbers, outcomes, sums, couples, the [`Game`] trait | sections 2 and 3 |
//! | [`games`] | Nim, heap games by code, Cram, games on graphs, Sprouts | sections 2.1, 6 |
//! | [`search`] | the [`Solver`]: Algorithms 1, 2 and 3, in three orders of traversal | section 5 |
//! | [`study`] | whole game trees, elementary sums, the theorem of inevitability | section 4 |
//! | [`proof`] | solution trees: extracted, made small, written as certificates | sections 4 and 5 |
//! | [`check`] | the checker of certificates, which shares no code with the rest; [`OwnRules`] for games of your own | |
//! | [`draw`] | positions and trees as SVG, TikZ, DOT and text | the figures |
//! | [`Session`] | questions about positions, as text too, with limits that hold for all of them together | |
//! | [`laws()`] | tests for the rules of a game of your own | |
//! | [`cli`] | the command line of the program, for a game of your own | |
//!
//! The types that most programs need are here at the root as well.
//!
//! # Ask
//! ```
//! use grundy::games::nim::Nim;
//! use grundy::{Session, Nimber};
//!
//! let mut session = Session::new(Nim::default());
//! assert_eq!(session.nimber_of("7 5 4 2")?, Nimber::new(4));
//! let good = session.winning_move("7 5 4 2")?.expect("a winning position");
//! assert_eq!((good.label.as_str(), good.result.text()), ("7->3", "3 5 4 2"));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! # A game of your own
//! Four methods make a game; every search and every tool works on it. The last line gives it the commands of the
//! program, with the same options: `own_game solve 7 --nimber`, `own_game play 7`, `own_game prove 9 -o FILE`,
//! `own_game check FILE`.
//! ```no_run
#![doc = include_str!("../examples/own_game.rs")]
//! ```

#[cfg(feature = "program")]
pub mod cli;
mod laws;
mod own_rules;
mod play;
#[cfg(feature = "program")]
mod program;
mod session;

pub use grundy_check as check;
pub use grundy_core as core;
pub use grundy_core::{
    Claim, Component, Estimate, Game, Hints, Move, Nimber, NimberSet, Outcome, ParseError, Position, Sink, Sum,
    Theorem, mex,
};
pub use grundy_draw as draw;
pub use grundy_games as games;
pub use grundy_graph as graph;
pub use grundy_proof as proof;
pub use grundy_proof::{Certificate, Effort, Goal, Proof, ProveError, Prover};
pub use grundy_search as search;
pub use grundy_search::{Interrupt, Limits, Settings, Solver, StopReason};
pub use grundy_study as study;
pub use laws::{BrokenLaw, Law, laws};
pub use own_rules::OwnRules;
pub use play::{PlayError, Players, play};
pub use session::{AsPosition, Error, Session, ValuedOption};
