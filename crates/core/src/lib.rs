//! The words of the theory, and the one trait a game implements.
//!
//! Sections 2 and 3 of Lemoine and Viennot, *Nimbers are inevitable*: a [`Nimber`] is the heap of Nim that a position
//! is worth, an [`Outcome`] is what the player to move can reach, a [`Position`] is split into independent
//! [`Component`]s, and a *couple* is a position together with a heap of Nim. A [`Game`] says what the options of one
//! component are; everything else in grundy follows from that.
//!
//! This crate depends on nothing and knows no particular game and no search. Start reading at [`Game`].
//!
//! ```
//! use grundy_core::{Nimber, Outcome, mex};
//!
//! // The paper's example: the heaps 7, 5, 4 and 2.
//! let sum = Nimber::nim_sum([7, 5, 4, 2].map(Nimber::new));
//! assert_eq!(sum, Nimber::new(4));
//! assert_eq!(Outcome::of(sum), Outcome::Win);
//! assert_eq!(mex([0, 1, 2, 5].map(Nimber::new)), Nimber::new(3));
//! ```

mod error;
mod game;
mod hints;
mod nimber;
mod outcome;
mod position;
mod sum;

pub use error::ParseError;
pub use game::{Claim, Game, Move, Sink, Theorem, collect_options, each_option};
pub use hints::{Estimate, Hints};
pub use nimber::{Nimber, NimberSet, mex};
pub use outcome::Outcome;
pub use position::Position;
pub use sum::{Component, Sum};
