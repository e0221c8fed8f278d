//! The state of the server: the open games, and how much work may run at a time.

use crate::cache::OpenGames;
use crate::game_service::GameService;
use crate::request::{Params, Problem};
use axum::http::StatusCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How many short questions run at a time.
const SHORT_QUESTIONS: usize = 4;
/// The longest position, in bytes.
const LONGEST: usize = 16 << 10;

/// What searches may use.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The longest a search takes.
    pub search: Duration,
    /// The longest the computer thinks about a move.
    pub reply: Duration,
    /// How many long searches run at a time.
    pub searches: usize,
    /// Whether the server listens on this machine only.
    pub local: bool,
    /// A name, other than an address or `localhost`, that requests may be addressed to.
    pub name: Option<String>,
    /// A game that is not built in: it is listed first, and the page opens it.
    pub own_game: Option<OwnGame>,
}

/// A game that is not built in.
#[derive(Clone, Debug)]
pub struct OwnGame {
    /// Its name.
    pub name: String,
    /// A position to begin with.
    pub example: String,
}

impl Default for Settings {
    fn default() -> Self {
        let (search, reply) = (Duration::from_secs(120), Duration::from_secs(4));
        Settings { search, reply, searches: 2, local: true, name: None, own_game: None }
    }
}

/// The server behind the page.
pub struct Explorer {
    pub(crate) games: OpenGames,
    pub(crate) settings: Settings,
    pub(crate) short_questions: Arc<Semaphore>,
    pub(crate) searches: Arc<Semaphore>,
    pub(crate) checks: Arc<Semaphore>,
}

impl Explorer {
    /// An explorer of the games that `open` finds by name or code; its errors are shown to the user.
    pub fn new(
        settings: Settings,
        open: impl Fn(&str) -> Result<Arc<dyn GameService>, String> + Send + Sync + 'static,
    ) -> Self {
        Explorer {
            games: OpenGames::new(Box::new(open)),
            short_questions: Arc::new(Semaphore::new(SHORT_QUESTIONS)),
            searches: Arc::new(Semaphore::new(settings.searches)),
            checks: Arc::new(Semaphore::new(1)),
            settings,
        }
    }

    /// The game of a request.
    pub(crate) fn game(&self, asked: &Params) -> Result<Arc<dyn GameService>, Problem> {
        if asked.position.len() > LONGEST || asked.game.len() > LONGEST {
            return Err(Problem::new(StatusCode::BAD_REQUEST, "too-long", format!("longer than {LONGEST} bytes")));
        }
        self.games.get(&asked.game).map_err(|line| Problem::new(StatusCode::BAD_REQUEST, "game", line))
    }

    /// The time that was requested, at most the limit of the server.
    pub(crate) fn time(&self, asked: &Params, most: Duration) -> Duration {
        asked.time.map_or(most, |millis| Duration::from_millis(millis).min(most))
    }
}
