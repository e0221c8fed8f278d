//! The explorer: a local web server with one page, on which games are looked at, played and proved.
//!
//! | file | what |
//! |---|---|
//! | `serve` | the server: routes, limits, where a request becomes work on a blocking thread |
//! | `guard` | who may ask: `Host` and `Origin`, and the headers of every answer |
//! | `connections` | the accept loop: at most so many connections, and a limit for the head of a request |
//! | `game_service` | one game with its solver, behind the trait that a name can choose; `cache` keeps those in use |
//! | `fair` | the lock around a solver: first come, first served |
//! | `moves` | the moves of a position and its distinct options, bounded in number, size and time |
//! | `spots` | which two spots of a Sprouts position are joined by which move, and where the line runs |
//! | `streams` | answers that are streams of events: search and proof |
//! | `search_stream` | the long search: outcomes and nimbers of a position, its parts and its options, in rounds of growing budgets |
//! | `reply` | the computer's move, why it was made, and one step of a solution tree; `random` chooses where no reason does |
//! | `prove` | a certificate of a position |
//! | `certificate` | a certificate, checked and listed for a walk through it |
//! | `page` | the page, embedded in the program |
//!
//! # Invariants
//! - Nothing a request says can open a file, or run longer or take more memory than [`Settings`] allows.
//! - At most `searches` long searches and four short questions run at a time; others are refused with status 429.
//! - A search ends when the connection it reports to is closed.
//! - This crate knows no particular game, but for the notation of Sprouts: a function of the caller opens games by name.
//!
//! The API is described in `docs/api.md`. Start reading at [`Explorer`], then [`GameService`].

mod cache;
mod certificate;
mod connections;
mod fair;
mod game_service;
mod guard;
mod moves;
mod page;
mod prove;
mod random;
mod reply;
mod search_stream;
mod serve;
mod spots;
mod streams;

pub use game_service::{GameService, Kind, Painter, Service};
pub use serve::{Explorer, Settings};

/// The version of the JSON that the API speaks.
pub const SCHEMA: u32 = 1;
