//! The games in use, by canonical name. The one that was used longest ago is evicted for a new one.

use crate::game_service::GameService;
use std::sync::{Arc, Mutex, PoisonError};

/// How many games are kept at most, each with its own memory.
pub const OPEN: usize = 4;

/// Opens a game by its name; the error is one line for the user.
pub type Opener = dyn Fn(&str) -> Result<Arc<dyn GameService>, String> + Send + Sync;

/// The games in use, the last used last.
pub struct Services {
    opener: Box<Opener>,
    open: Mutex<Vec<(String, Arc<dyn GameService>)>>,
}

impl Services {
    pub fn new(opener: Box<Opener>) -> Self {
        Services { opener, open: Mutex::new(Vec::new()) }
    }

    /// The service of a game.
    pub fn enter(&self, game: &str) -> Result<Arc<dyn GameService>, String> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = (self.opener)(game)?;
        let name = fresh.name();
        let service = match open.iter().position(|(other, _)| *other == name) {
            Some(at) => open.remove(at).1,
            None => fresh,
        };
        if open.len() == OPEN {
            open.remove(0);
        }
        open.push((name, service.clone()));
        Ok(service)
    }

    /// Drops a game whose solver is stuck. What runs on it goes on; others get a new one.
    pub fn forget(&self, name: &str) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).retain(|(other, _)| other != name);
    }
}
