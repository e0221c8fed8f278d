//! The explorer: a local web server with one page, on which games are shown, played and proved.
//!
//! | file | what |
//! |---|---|
//! | `explorer` | the state of the server: open games and limits |
//! | `serve` | routes and short questions; `streams` answers with streams of events (search, proof) |
//! | `request` | parameters, the version of answers, errors |
//! | `guard` | which requests are answered (`Host`, `Origin`), and the headers of every answer |
//! | `connections` | the accept loop: a limit on connections, and a time limit for the head of a request |
//! | `game_list` | the names, rules and examples of all games |
//! | `game_service` | the trait behind which a game is chosen by name; `cache` keeps the games in use |
//! | `loaded_game` | a game with its solver and the moves listed last; `fair` is the lock around the solver |
//! | `position_view` | a position as the API shows it |
//! | `moves` | the moves of a position and its distinct options, bounded in number, size and time |
//! | `spots` | which two spots of a Sprouts position a move joins, and where the line runs |
//! | `search_stream` | the long search: outcomes and nimbers of a position, its components and its options |
//! | `reply` | the computer's move and the reason for it; one step of a solution tree; `random` breaks ties |
//! | `prove` | a certificate of a position; `certificate` checks one and lists its facts |
//! | `page` | the files of the page, embedded in the program |
//!
//! # Invariants
//! - No request opens a file, runs longer or takes more memory than [`Settings`] allows.
//! - At most `searches` long searches and four short questions run at a time; others are refused with status 429.
//! - A search ends when the client disconnects.
//!
//! `docs/api.md` describes the API. Start reading at [`Explorer`], then [`GameService`].

mod cache;
mod certificate;
mod connections;
mod explorer;
mod fair;
mod game_list;
mod game_service;
mod guard;
mod loaded_game;
mod moves;
mod page;
mod position_view;
mod prove;
mod random;
mod reply;
mod request;
mod search_stream;
mod serve;
mod spots;
mod streams;

pub use explorer::{Explorer, OwnGame, Settings};
pub use game_service::GameService;
pub use loaded_game::{LoadedGame, Painter};
pub use request::SCHEMA;
