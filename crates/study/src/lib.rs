//! The theory of Lemoine and Viennot, *Nimbers are inevitable*, to look at: trees instead of speed.
//!
//! What the paper draws is a value here:
//!
//! | paper | here |
//! |---|---|
//! | 2.3, 2.4, 3.3: game tree, outcomes, nimbers by mex | [`GameTree`] |
//! | 2.5: solution tree | [`SolutionTree`] |
//! | 4.1: elementary computation of a sum | [`solve_elementary`] |
//! | 4.2: theorem of inevitability | [`inevitable`] |
//! | 4.3: partial tree that suffices for a nimber | [`NimberProof`] |
//! | 5.2-5.4: Algorithms 1, 2, 3, counted | [`solve_by_nimbers`], [`nimber_by_trying`] |
//! | 4.2, last paragraphs: which of the two ways needs more nodes | [`compare`] |
//!
//! # Invariants
//! - A [`PlainSum`] is a multiset of components: equal pairs are *not* cancelled, because that is already a theorem
//!   about nimbers, and the elementary computation knows none.
//! - In every tree here node 0 is the root, equal positions are one node, and an edge leads to a larger [`NodeId`].
//! - Nothing recurses, so a deep game cannot exhaust the stack; every computation takes a limit and ends with
//!   [`StudyError::TooLarge`] there; a game that leads back to itself ends with [`StudyError::LeadsBack`].
//!
//! # Example
//! The sum of two equal heaps of Nim, both winning, where Proposition 1 says nothing:
//!
//! ```
//! # use grundy_core::{Component, Game, Hints, ParseError, Position, Sink};
//! # use std::ops::ControlFlow;
//! # #[derive(Clone)]
//! # struct Nim;
//! # impl Game for Nim {
//! #     fn name(&self) -> String { "nim".into() }
//! #     fn parse(&self, text: &str) -> Result<Position, ParseError> {
//! #         let heap = text.parse::<u8>().map_err(|_| ParseError::new(text, 0, text, "a heap size"))?;
//! #         Ok(Position::new(text, if heap > 0 { vec![vec![heap].into()] } else { vec![] }))
//! #     }
//! #     fn write(&self, component: &[u8]) -> String { component[0].to_string() }
//! #     fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
//! #         (0..component[0]).try_for_each(|left| {
//! #             if left > 0 { sink.component(&[left]) }
//! #             sink.end()
//! #         })
//! #     }
//! # }
//! # impl Hints for Nim {}
//! use grundy_core::{Nimber, Outcome};
//! use grundy_study::{Other, PlainSum, Strategy, compare};
//!
//! let heap = PlainSum::of(&Nim, &Nim.parse("6")?);
//! let both = compare(&Nim, &heap, &heap, Strategy::default(), 10_000)?;
//! assert_eq!(both.elementary.outcome, Outcome::Loss);
//! assert_eq!(both.by_nimbers.outcome, Outcome::Loss);
//! // The elementary way had to find the nimber 6 on its way, like it or not.
//! assert_eq!(both.inevitable.nimber, Nimber::new(6));
//! assert_eq!(both.inevitable.other, Other::Equal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Start reading at [`PlainSum`], then [`GameTree`], [`solve_elementary`] and [`inevitable`].

mod arena;
mod elementary;
mod error;
mod inevitable;
mod layers;
mod nimbers;
mod order;
mod plain_sum;
mod proof;
mod solution;
mod tree;

pub use elementary::{Elementary, solve_elementary};
pub use error::StudyError;
pub use inevitable::{Comparison, Inevitable, Other, Side, compare, inevitable};
pub use nimbers::{ByNimbers, nimber_by_trying, solve_by_nimbers};
pub use order::{Last, Order, Strategy};
pub use plain_sum::PlainSum;
pub use proof::{Label, NimberProof, ProofNode};
pub use solution::{PlayedMove, SolutionNode, SolutionTree};
pub use tree::{GameNode, GameTree};

/// The number of a node in its tree; the root is 0.
pub type NodeId = usize;
