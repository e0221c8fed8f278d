//! The store of a session: the facts that it starts with, and those that it adds.
//!
//! First the stored facts are streamed ([`FactStore::each`]), because they may not fit in memory; then new ones are
//! saved ([`FactStore::start`]). Facts that the search had to drop are looked up in the store ([`FactSource`]).

use crate::core::{Component, Nimber};
use crate::program::exit::{Ended, Failure, tell};
use crate::search::{FactLog, FactSource};
use grundy_store::{Saver, Store};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// How long a search without memory waits for the index before it looks whether it is to stop.
const MOMENT: Duration = Duration::from_millis(200);

/// Keeps every fact of a search in a store.
pub struct FactStore {
    /// Until the saver has it.
    store: Mutex<Option<Store>>,
    saver: OnceLock<Saver>,
    dir: PathBuf,
    /// Facts that were in the store at the start.
    before: AtomicU64,
    /// Whether the current error was printed.
    told: AtomicBool,
}

impl FactStore {
    /// Opens the store of this game in a directory, or makes one.
    ///
    /// # Errors
    /// If the store cannot be used, in one line.
    pub fn open(dir: &Path, game: &str) -> Result<Arc<Self>, Failure> {
        let store = Store::open(dir, game).map_err(|error| failure(dir, error))?;
        Ok(Arc::new(FactStore {
            store: Mutex::new(Some(store)),
            saver: OnceLock::new(),
            dir: dir.to_path_buf(),
            before: AtomicU64::new(0),
            told: AtomicBool::new(false),
        }))
    }

    /// Calls `each` with every fact that is in the store, before the start, and returns how many there are.
    ///
    /// # Errors
    /// If the store is damaged, in one line.
    pub fn each(&self, each: impl FnMut(&[u8], Nimber)) -> Result<u64, Failure> {
        let store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let count = store.as_ref().map_or(Ok(0), |store| store.each(each));
        let count = count.map_err(|error| failure(&self.dir, error))?;
        self.before.store(count, Relaxed);
        Ok(count)
    }

    /// From now on facts are saved.
    ///
    /// # Errors
    /// If there can be no thread for that.
    pub fn start(&self) -> Result<(), Failure> {
        if let Some(store) = self.store.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let saver = Saver::start(store).map_err(|error| failure(&self.dir, error))?;
            let _ = self.saver.set(saver);
        }
        Ok(())
    }

    /// How many facts are on disk.
    pub fn stored(&self) -> u64 {
        self.before.load(Relaxed) + self.saver.get().map_or(0, Saver::saved)
    }

    /// A line about facts that cannot be written, the first time it is asked for.
    pub fn complaint(&self) -> Option<String> {
        let error = self.saver.get().and_then(Saver::unsaved);
        let news = error.is_some() && !self.told.load(Relaxed);
        self.told.store(error.is_some(), Relaxed);
        let line =
            |reason| format!("error: {}; the search goes on, and saving is tried again", line(&self.dir, reason));
        error.filter(|_| news).map(|error| line(error.reason))
    }

    /// Writes what is left. If the command was stopped, says how to go on.
    pub fn close(&self, ended: Ended) -> Ended {
        if let Some(Err(error)) = self.saver.get().map(Saver::finish) {
            let what = format!("{}: {} facts are not saved", error.reason, error.unsaved);
            tell(&format!("error: {}", line(&self.dir, what)));
        }
        match ended {
            Err(Failure::Stopped(reason, known)) => {
                let known = if known.is_empty() { known } else { format!("{known}; ") };
                let (facts, dir) = (self.stored(), self.dir.display().to_string());
                let dir = dir.escape_debug();
                let go_on = format!("{known}{facts} facts saved in {dir}; run the same command to resume");
                Err(Failure::Stopped(reason, go_on))
            }
            ended => ended,
        }
    }
}

impl FactLog for FactStore {
    fn fact(&self, component: &[u8], nimber: Nimber) {
        if let Some(saver) = self.saver.get() {
            saver.push(component, nimber);
        }
    }
}

impl FactSource for FactStore {
    fn nimber(&self, component: &[u8]) -> Option<Nimber> {
        self.saver.get()?.nimber(component)
    }

    fn wait(&self) -> bool {
        self.saver.get().is_some_and(|saver| saver.wait_for_index(MOMENT))
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
