//! Heap games: take from a heap and break the rest into heaps, as a code allows.
//!
//! - [`code`](Heap): the rules, written as an octal or hexadecimal code or chosen by [name](crate::GAMES);
//! - `game`: the rules as a [`grundy_core::Game`], to be searched like any other;
//! - `sequence`: the nimbers of the heaps 0, 1, 2, ... by mex, with no search at all;
//! - `period`: when such a sequence is proved to be periodic, `arithmetic`: when it is proved to grow by a constant
//!   from one period to the next.
//!
//! Theory: Guy and Smith, *The G-values of various games* (1956); Berlekamp, Conway and Guy, *Winning Ways*, chapter 4.

mod arithmetic;
mod code;
mod game;
mod pairs;
mod period;
mod sequence;
mod triples;

pub use code::{Heap, MAX_DIGITS};
pub use pairs::Mask;
pub use period::Period;
pub use sequence::{Sequence, nim_sequence};
