//! The rooms that are open, by the canonical name of their game. The one that was used longest ago makes way for a new one.

use crate::room::Room;
use std::sync::{Arc, Mutex, PoisonError};

/// How many rooms are open at most, each with its own memory.
pub const OPEN: usize = 4;

/// Opens a game by its name; the error is one line for the user.
pub type Opener = dyn Fn(&str) -> Result<Arc<dyn Room>, String> + Send + Sync;

/// The open rooms, the last used last.
pub struct Rooms {
    opener: Box<Opener>,
    open: Mutex<Vec<(String, Arc<dyn Room>)>>,
}

impl Rooms {
    pub fn new(opener: Box<Opener>) -> Self {
        Rooms { opener, open: Mutex::new(Vec::new()) }
    }

    /// The room of a game.
    pub fn enter(&self, game: &str) -> Result<Arc<dyn Room>, String> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = (self.opener)(game)?;
        let name = fresh.name();
        let room = match open.iter().position(|(other, _)| *other == name) {
            Some(at) => open.remove(at).1,
            None => fresh,
        };
        if open.len() == OPEN {
            open.remove(0);
        }
        open.push((name, room.clone()));
        Ok(room)
    }
}
