//! Facts on disk, for a solver with `store=`.

use crate::errors::Failure;
use grundy::Session as GameSession;
use grundy::core::{Component, Hints, Nimber};
use grundy::search::{FactLog, FactSource, LearnError, StopReason};
use grundy_store::{Saver, Store};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// How long a search without memory waits for the index before it looks whether it is to stop.
const MOMENT: Duration = Duration::from_millis(200);

/// Keeps every fact of a search in a store.
pub struct Keeper {
    /// Until the saver has it.
    store: Mutex<Option<Store>>,
    saver: OnceLock<Saver>,
    dir: PathBuf,
}

impl Keeper {
    /// Opens the store of this game in a directory, or makes one.
    pub fn open(dir: &Path, game: &str) -> Result<Arc<Self>, Failure> {
        let store = Store::open(dir, game).map_err(|error| failure(dir, error))?;
        Ok(Arc::new(Keeper { store: Mutex::new(Some(store)), saver: OnceLock::new(), dir: dir.to_path_buf() }))
    }

    /// Takes the facts of the store over, some at a time, and saves new ones from now on.
    pub fn teach<G: Hints>(&self, inquiry: &mut GameSession<G>) -> Result<(), Failure> {
        const AT_ONCE: usize = 4096;
        let Some(store) = self.store.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take() else {
            return Ok(());
        };
        let (mut some, mut ended) = (Vec::with_capacity(AT_ONCE), Ok(0));
        store
            .each(|component, nimber| {
                if ended.is_ok() {
                    some.push((Component::from(component), nimber));
                    if some.len() == AT_ONCE {
                        ended = inquiry.learn(some.drain(..));
                    }
                }
            })
            .map_err(|error| failure(&self.dir, error))?;
        match ended.and_then(|_| inquiry.learn(some)) {
            Err(LearnError::Contradiction(..)) => {
                return Err(failure(&self.dir, "a fact in it cannot be true; see `grundy store verify`"));
            }
            // Without memory for all, the others are looked up when they are needed.
            Ok(_) | Err(LearnError::Stopped(StopReason::Memory)) => {}
            Err(LearnError::Stopped(reason)) => return Err(Failure::Stopped(reason, Default::default())),
            Err(other) => return Err(failure(&self.dir, other)),
        }
        let saver = Saver::start(store).map_err(|error| failure(&self.dir, error))?;
        let _ = self.saver.set(saver);
        Ok(())
    }

    /// Writes what is left and closes the store.
    pub fn close(&self) -> Result<(), Failure> {
        match self.saver.get().map(Saver::finish) {
            Some(Err(trouble)) => {
                let line = format!("{}: {} facts are not saved", trouble.reason, trouble.unsaved);
                Err(failure(&self.dir, line))
            }
            _ => Ok(()),
        }
    }
}

impl FactLog for Keeper {
    fn fact(&self, component: &[u8], nimber: Nimber) {
        if let Some(saver) = self.saver.get() {
            saver.push(component, nimber);
        }
    }
}

impl FactSource for Keeper {
    fn nimber(&self, component: &[u8]) -> Option<Nimber> {
        self.saver.get()?.nimber(component)
    }

    fn wait(&self) -> bool {
        self.saver.get().is_some_and(|saver| saver.wait_for_index(MOMENT))
    }
}

fn failure(dir: &Path, reason: impl Display) -> Failure {
    Failure::Store(format!("store {}: {reason}", dir.display().to_string().escape_debug()))
}
