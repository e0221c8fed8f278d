//! grundy solves impartial combinatorial games: who wins, by which move, and with which nimber.
//!
//! This crate is the door of the library. Behind it:
//!
//! | module | what | paper (*Nimbers are inevitable*) |
//! |---|---|---|
//! | [`core`] | nimbers, outcomes, sums, couples, the [`Game`] trait | sections 2 and 3 |
//! | [`games`] | Nim, heap games by code, Cram, Sprouts | sections 2.1, 6 |
//! | [`search`] | the [`Solver`]: Algorithms 1, 2 and 3, in three orders of traversal | section 5 |
//! | [`study`] | whole game trees, elementary sums, the theorem of inevitability | section 4 |
//! | [`proof`] | solution trees: extracted, made small, written as certificates | sections 4 and 5 |
//! | [`check`] | the checker of certificates, which shares no code with the rest; [`OwnRules`] for games of your own | |
//! | [`draw`] | positions and trees as SVG, TikZ, DOT and text | the figures |
//! | [`Inquiry`] | questions about positions, as text too, with limits that hold for all of them together | |
//! | [`laws()`] | tests for the rules of a game of your own | |
//! | [`cli`] | a small command line for a game of your own | |
//!
//! The types that most programs need are here at the root as well.
//!
//! # Ask
//! ```
//! use grundy::games::nim::Nim;
//! use grundy::{Inquiry, Nimber};
//!
//! let mut inquiry = Inquiry::new(Nim::default());
//! assert_eq!(inquiry.nimber_of("7 5 4 2")?, Nimber::new(4));
//! let good = inquiry.winning_move("7 5 4 2")?.expect("a winning position");
//! assert_eq!((good.label.as_str(), good.result.text()), ("7->3", "3 5 4 2"));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! # A game of your own
//! Four methods make a game; every search and every tool works on it. The last line is a command line for it:
//! `own_game solve 7`, `own_game play 7`, `own_game prove 9`, `own_game check FILE`.
//! ```
#![doc = include_str!("../examples/own_game.rs")]
//! ```

// The modules of the program name the library as its users do.
extern crate self as grundy;

#[cfg(feature = "program")]
pub mod cli;
#[cfg(feature = "program")]
pub mod games;
mod inquiry;
mod laws;
mod own_rules;
mod play;

// The program: the only modules that print, read the environment and handle signals.
#[cfg(feature = "program")]
mod amounts;
#[cfg(feature = "program")]
mod commands;
#[cfg(feature = "program")]
mod drawing;
#[cfg(feature = "program")]
mod exit;
#[cfg(feature = "program")]
mod facts_text;
#[cfg(feature = "program")]
mod heap_store;
#[cfg(feature = "program")]
mod keeper;
#[cfg(feature = "program")]
mod limit_args;
#[cfg(feature = "program")]
mod memory;
#[cfg(feature = "program")]
mod positions;
#[cfg(feature = "program")]
mod print_table;
#[cfg(feature = "program")]
mod progress;
#[cfg(feature = "program")]
mod range;
#[cfg(feature = "program")]
mod regularity;
#[cfg(feature = "program")]
mod reprove;
#[cfg(feature = "program")]
mod search_args;
#[cfg(feature = "program")]
mod session;
#[cfg(feature = "program")]
mod signals;
#[cfg(feature = "program")]
mod suggest;
#[cfg(feature = "program")]
mod text_file;
#[cfg(feature = "program")]
mod watch;
#[cfg(feature = "program")]
mod watchdog;

pub use grundy_check as check;
pub use grundy_core as core;
pub use grundy_core::{
    Claim, Component, Estimate, Game, Hints, Move, Nimber, NimberSet, Outcome, ParseError, Position, Sink, Sum,
    Theorem, mex,
};
pub use grundy_draw as draw;
#[cfg(not(feature = "program"))]
pub use grundy_games as games;
pub use grundy_graph as graph;
pub use grundy_proof as proof;
pub use grundy_proof::{Certificate, Effort, Goal, Proof, ProveError, Prover};
pub use grundy_search as search;
pub use grundy_search::{Interrupt, Limits, Settings, Solver, StopReason};
pub use grundy_study as study;
pub use inquiry::{AsPosition, Error, Inquiry, ValuedOption};
pub use laws::{BrokenLaw, Law, laws};
pub use own_rules::OwnRules;
pub use play::{PlayError, Players, play};

/// The former name of [`Error`].
#[doc(hidden)]
pub use inquiry::Error as Trouble;
