//! The keeper: what a session has in its store, and what it puts there.

use crate::exit::{Ended, Failure, tell};
use grundy::core::{Component, Nimber};
use grundy::search::FactLog;
use grundy_store::{Saver, Store};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Keeps every fact of a search in a store.
pub struct Keeper {
    saver: Saver,
    dir: PathBuf,
    /// Facts that were in the store at the start.
    before: u64,
    /// Whether the user was told of the trouble there is.
    told: AtomicBool,
}

impl Keeper {
    /// Opens the store of this game in a directory, or makes one, and gives the facts that are there.
    ///
    /// # Errors
    /// If the store cannot be used, in one line.
    pub fn open(dir: &Path, game: &str) -> Result<(Arc<Self>, Facts), Failure> {
        let store = Store::open(dir, game).map_err(|error| failure(dir, error))?;
        let facts = store.facts().map_err(|error| failure(dir, error))?;
        let saver = Saver::start(store).map_err(|error| failure(dir, error))?;
        let (dir, before) = (dir.to_path_buf(), facts.len() as u64);
        Ok((Arc::new(Keeper { saver, dir, before, told: AtomicBool::new(false) }), facts))
    }

    /// How many facts are on disk.
    pub fn stored(&self) -> u64 {
        self.before + self.saver.saved()
    }

    /// A line about facts that cannot be written, the first time it is asked for.
    pub fn complaint(&self) -> Option<String> {
        let trouble = self.saver.trouble();
        let news = trouble.is_some() && !self.told.load(Relaxed);
        self.told.store(trouble.is_some(), Relaxed);
        let line =
            |reason| format!("error: {}; the search goes on, and saving is tried again", line(&self.dir, reason));
        trouble.filter(|_| news).map(|trouble| line(trouble.reason))
    }

    /// Writes what is left. If the command was stopped, says how to go on.
    pub fn close(&self, ended: Ended) -> Ended {
        if let Err(trouble) = self.saver.finish() {
            let what = format!("{}: {} facts are not saved", trouble.reason, trouble.unsaved);
            tell(&format!("error: {}", line(&self.dir, what)));
        }
        match ended {
            Err(Failure::Stopped(reason, known)) => {
                let known = if known.is_empty() { known } else { format!("{known}; ") };
                let (facts, dir) = (self.stored(), self.dir.display().to_string());
                let dir = dir.escape_debug();
                let go_on = format!("{known}{facts} facts are saved in {dir}, from which the same command goes on");
                Err(Failure::Stopped(reason, go_on))
            }
            ended => ended,
        }
    }
}

impl FactLog for Keeper {
    fn fact(&self, component: &[u8], nimber: Nimber) {
        self.saver.push(component, nimber);
    }
}

/// Facts as they are kept.
pub type Facts = Vec<(Component, Nimber)>;

/// What is wrong with the store in this directory, in one line.
pub fn failure(dir: &Path, reason: impl Display) -> Failure {
    Failure::Input(line(dir, reason))
}

fn line(dir: &Path, reason: impl Display) -> String {
    format!("store {}: {reason}", dir.display().to_string().escape_debug())
}
