//! The explorer: a local web server with one page, on which games are looked at, played and proved.
//!
//! | file | what |
//! |---|---|
//! | `serve` | the server: routes, limits, where a request becomes work on a blocking thread |
//! | `guard` | who may ask: `Host` and `Origin`, and the headers of every answer |
//! | `room` | one game with its solver, behind the trait that a name can choose |
//! | `moves` | the moves of a position and its distinct options, bounded in number and time |
//! | `spots` | which two spots of a Sprouts position are joined by which move |
//! | `examine` | the long search: outcomes and nimbers of a position, its parts and its options, in rounds of growing budgets |
//! | `reply` | the computer's move, why it was made, and one step of a solution tree |
//! | `certificate` | a certificate, checked and listed for a walk through it |
//! | `page` | the page, embedded in the program |
//!
//! # Invariants
//! - Nothing a request says can open a file, or run longer or take more memory than [`Settings`] allows.
//! - At most `searches` long searches and [`QUICK`](serve::QUICK) short questions run at a time; the others are told to come back.
//! - A search lives as long as the connection it reports to.
//! - This crate knows no particular game, but for the notation of Sprouts: a function of the caller opens rooms by name.
//!
//! The API is described in `docs/api.md`. Start reading at [`Explorer`], then [`Room`].

mod certificate;
mod examine;
mod guard;
mod lot;
mod moves;
mod page;
mod reply;
mod room;
mod rooms;
mod serve;
mod spots;

pub use room::{GameRoom, Kind, Painter, Room};
pub use serve::{Explorer, Settings};

/// The version of the JSON that the API speaks.
pub const SCHEMA: u32 = 1;
