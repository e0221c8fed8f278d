//! Graphs as data: texts, families by name, and identity.
//!
//! A [`Graph`] is simple and undirected. It comes from a text ([`read`]) or from a family with coordinates to draw it
//! by ([`families`]). Whether two graphs are the same is decided in three steps of rising cost: a fingerprint by
//! colours ([`refine`]), an exact comparison ([`same`]), and a canonical form ([`label`]), which has a budget, because
//! there are graphs for which no one knows a fast way. [`masks`] and [`pack`] are the forms that games are played on
//! and kept in.
//!
//! Nothing here knows a game. Start reading at `graph`, then `label`.

mod along;
pub mod bits;
mod chess;
mod error;
pub mod families;
mod graph;
pub mod label;
pub mod masks;
pub mod pack;
mod places;
pub mod refine;
pub mod same;
mod sixes;
pub mod text;
mod tree;

pub use along::canonical_along;
pub use error::Error;
pub use graph::{Graph, MAX_VERTICES};
pub use places::Drawn;
pub use text::read;
