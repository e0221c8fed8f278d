//! The words of the theory, and the one trait a game implements.
//!
//! Sections 2 and 3 of Lemoine and Viennot, *Nimbers are inevitable*: a [`Nimber`] is the heap of Nim that a position is
//! worth, an [`Outcome`] is what the player to move can reach, a [`Sum`] is a position split into independent
//! [`Component`]s, a [`Couple`] is a sum together with a heap of Nim. A [`Game`] says what the options of one component
//! are; everything else in grundy follows from that.
//!
//! This crate depends on nothing and knows no particular game and no search. Start reading at [`Game`].
//!
//! ```
//! use grundy_core::{Nimber, Outcome, mex};
//!
//! // The paper's example: the heaps 7, 5, 4 and 2.
//! let sum = [7, 5, 4, 2].map(Nimber::new).into_iter().fold(Nimber::ZERO, |a, b| a ^ b);
//! assert_eq!(sum, Nimber::new(4));
//! assert_eq!(Outcome::of(sum), Outcome::Win);
//! assert_eq!(mex([0, 1, 2, 5].map(Nimber::new)), Nimber::new(3));
//! ```

mod error;
mod game;
mod nimber;
mod outcome;
mod sum;

pub use error::ParseError;
pub use game::{Claim, Game, Leaf, Move, Sink, Theorem, collect_options, each_option};
pub use nimber::{Nimber, NimberSet, mex};
pub use outcome::Outcome;
pub use sum::{Component, Couple, Sum};
