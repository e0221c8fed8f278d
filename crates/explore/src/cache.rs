//! The games in use, by canonical name. The one that was used longest ago is evicted for a new one.

use crate::game_service::GameService;
use std::sync::{Arc, Mutex, PoisonError};

/// How many games are kept at most, each with its own memory.
pub const OPEN: usize = 4;
/// How many names of a game are remembered.
const NAMES: usize = 4;

/// Opens a game by its name or code; the error is one line for the user.
pub type Opener = dyn Fn(&str) -> Result<Arc<dyn GameService>, String> + Send + Sync;

/// The games in use, the last used last.
pub struct OpenGames {
    opener: Box<Opener>,
    open: Mutex<Vec<OpenGame>>,
}

struct OpenGame {
    /// The canonical name, and others that were asked for: `0.77`, `kayles`.
    names: Vec<String>,
    service: Arc<dyn GameService>,
}

impl OpenGames {
    pub fn new(opener: Box<Opener>) -> Self {
        OpenGames { opener, open: Mutex::new(Vec::new()) }
    }

    /// The game of this name or code.
    pub fn get(&self, name: &str) -> Result<Arc<dyn GameService>, String> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let find =
            |open: &[OpenGame], name: &str| open.iter().position(|game| game.names.iter().any(|own| own == name));
        let game = match find(&open, name) {
            Some(at) => open.remove(at),
            None => {
                // `kayles` is `0.77`: only the opened game says so. It has no solver before the first question.
                let fresh = (self.opener)(name)?;
                let mut game = match find(&open, &fresh.name()) {
                    Some(at) => open.remove(at),
                    None => OpenGame { names: vec![fresh.name()], service: fresh },
                };
                game.names.truncate(NAMES - 1);
                game.names.push(name.to_string());
                game
            }
        };
        if open.len() == OPEN {
            open.remove(0);
        }
        let service = game.service.clone();
        open.push(game);
        Ok(service)
    }

    /// Drops a game whose solver is stuck. Running work continues on the old one; later requests get a new one.
    pub fn forget(&self, name: &str) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).retain(|game| game.names[0] != name);
    }
}
