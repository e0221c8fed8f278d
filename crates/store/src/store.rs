//! A store: a directory with the facts of one game.
//!
//! ```text
//! DIR/facts.redb   notes: `format`, `game`; batches of facts, in the order they were proved; perhaps an index
//! DIR/lock         locked by the process that has the store open
//! ```
//!
//! # Invariant
//! `facts.redb` comes into being with its notes, by renaming, so that no moment leaves a store without them behind.

use crate::batch::{self, Batch};
use crate::engine::{EachBatch, Redb, engine_error};
use crate::error::StoreError;
use grundy_core::{Component, Nimber};
use redb::StorageBackend;
use redb::backends::{FileBackend, InMemoryBackend};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The format this version reads and writes.
pub const FORMAT: &str = "1";

const FACTS: &str = "facts.redb";
const NEW: &str = "facts.new";
const LOCK: &str = "lock";

/// The facts of one game on disk, open in this process only.
///
/// ```
/// use grundy_core::Nimber;
/// use grundy_store::Store;
///
/// let dir = std::env::temp_dir().join(format!("grundy-doc-{}", std::process::id()));
/// let mut store = Store::open(&dir, "cram")?;
/// store.append([(&b"a component"[..], Nimber::new(2))])?;
/// drop(store);
/// assert_eq!(Store::existing(&dir)?.facts()?, [(b"a component"[..].into(), Nimber::new(2))]);
/// assert!(Store::open(&dir, "sprouts").is_err());
/// # std::fs::remove_dir_all(&dir).expect("a folder to remove");
/// # Ok::<(), grundy_store::StoreError>(())
/// ```
pub struct Store {
    /// Gone after an error, until it can be opened again.
    engine: Option<Arc<Redb>>,
    reopen: Reopen,
    game: String,
    dir: PathBuf,
    _lock: Option<File>,
}

/// What is in a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// The game.
    pub game: String,
    /// How many facts; one that was saved twice counts twice.
    pub facts: u64,
    /// How many batches they came in.
    pub batches: u64,
    /// What the directory takes on disk.
    pub bytes: u64,
}

impl Store {
    /// Opens the store of this game in a directory, or makes one.
    ///
    /// # Errors
    /// If the directory cannot be used, or has facts of another game or format, or if another process has it open.
    pub fn open(dir: &Path, game: &str) -> Result<Store, StoreError> {
        fs::create_dir_all(dir)?;
        let lock = lock(dir, true)?;
        if !dir.join(FACTS).try_exists()? {
            make(dir, game)?;
        }
        let store = Self::with(dir, lock, writing)?;
        if store.game != game {
            return Err(StoreError::OtherGame { found: store.game, expected: game.to_string() });
        }
        Ok(store)
    }

    /// Opens a store that exists, whatever its game; if it cannot be written, for reading.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn existing(dir: &Path) -> Result<Store, StoreError> {
        if !dir.join(FACTS).try_exists()? {
            return Err(StoreError::Missing);
        }
        let read_only = match OpenOptions::new().write(true).open(dir.join(FACTS)) {
            Ok(_) => false,
            Err(error) => matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem),
        };
        match read_only {
            true => Self::with(dir, None, reading),
            false => Self::with(dir, lock(dir, false)?, writing),
        }
    }

    fn with(dir: &Path, lock: Option<File>, open: Opener) -> Result<Store, StoreError> {
        let file = dir.join(FACTS);
        Self::on(Box::new(move || open(&file)), dir, lock)
    }

    /// A store on any engine.
    pub(crate) fn on(reopen: Reopen, dir: &Path, lock: Option<File>) -> Result<Store, StoreError> {
        let engine = reopen()?;
        let note = |name| engine.note(name)?.ok_or_else(|| StoreError::Damaged(format!("it has no note `{name}`")));
        let found = note("format")?;
        if found != FORMAT {
            return Err(StoreError::OtherVersion { found, expected: FORMAT });
        }
        let game = note("game")?;
        Ok(Store { engine: Some(engine), reopen, game, dir: dir.to_path_buf(), _lock: lock })
    }

    /// The game, by the name that [`Game::name`](grundy_core::Game::name) gives it.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Calls `each` with every fact, in the order in which they were saved, and returns how many there are.
    ///
    /// # Errors
    /// If something in the store is not what was written. Nothing of a damaged batch is returned.
    pub fn each(&self, mut each: impl FnMut(&[u8], Nimber)) -> Result<u64, StoreError> {
        let mut facts = 0;
        self.each_batch(&mut |number, bytes| {
            let damaged = || StoreError::Damaged(format!("the checksum of batch {number} is wrong"));
            facts += batch::read(bytes, &mut each).ok_or_else(damaged)?;
            Ok(())
        })?;
        Ok(facts)
    }

    /// All facts.
    ///
    /// # Errors
    /// As [`Store::each`].
    pub fn facts(&self) -> Result<Vec<(Component, Nimber)>, StoreError> {
        let mut facts = Vec::new();
        self.each(|component, nimber| facts.push((component.into(), nimber)))?;
        Ok(facts)
    }

    /// Counts and checks what is in the store.
    ///
    /// # Errors
    /// As [`Store::each`].
    pub fn info(&self) -> Result<Info, StoreError> {
        let mut batches = 0;
        self.each_batch(&mut |_, _| {
            batches += 1;
            Ok(())
        })?;
        let mut bytes = 0;
        for entry in fs::read_dir(&self.dir)? {
            bytes += entry?.metadata()?.len();
        }
        Ok(Info { game: self.game.clone(), facts: self.each(|_, _| ())?, batches, bytes })
    }

    /// Writes facts in one batch and returns when they are on disk.
    ///
    /// # Errors
    /// If they could not be written. The store can still be used: the next attempt opens its file again.
    pub fn append<'a>(&mut self, facts: impl IntoIterator<Item = (&'a [u8], Nimber)>) -> Result<u64, StoreError> {
        let mut batch = Batch::default();
        facts.into_iter().for_each(|(component, nimber)| batch.push(component, nimber));
        if batch.count() > 0 {
            self.append_batch(&batch)?;
        }
        Ok(batch.count())
    }

    pub(crate) fn append_batch(&mut self, batch: &Batch) -> Result<(), StoreError> {
        // The engine is put back only if it worked: after an error it trusts nothing in its memory, nor do we.
        let engine = self.engine.take().map_or_else(|| (self.reopen)(), Ok)?;
        engine.append(&batch.bytes())?;
        self.engine = Some(engine);
        Ok(())
    }

    /// Enters facts that are not in the index yet, this many or a few more. Tells whether there are more of them.
    pub(crate) fn index_more(&mut self, facts: usize) -> Result<bool, StoreError> {
        let engine = self.engine.take().map_or_else(|| (self.reopen)(), Ok)?;
        let more = engine.index_more(facts)?;
        self.engine = Some(engine);
        Ok(more)
    }

    /// The engine, for looking facts up. It must be dropped before the store is used again after an error.
    pub(crate) fn finder(&self) -> Option<Arc<Redb>> {
        self.engine.clone()
    }

    fn each_batch(&self, each: EachBatch<'_>) -> Result<(), StoreError> {
        match &self.engine {
            Some(engine) => engine.each(each),
            None => (self.reopen)()?.each(each),
        }
    }
}

type Opener = fn(&Path) -> Result<Arc<Redb>, StoreError>;
pub(crate) type Reopen = Box<dyn Fn() -> Result<Arc<Redb>, StoreError> + Send>;

fn writing(file: &Path) -> Result<Arc<Redb>, StoreError> {
    let file = OpenOptions::new().read(true).write(true).open(file)?;
    Ok(Arc::new(Redb::open(FileBackend::new(file).map_err(engine_error)?)?))
}

/// On a copy in memory, for the engine writes even to check.
fn reading(file: &Path) -> Result<Arc<Redb>, StoreError> {
    let copy = InMemoryBackend::new();
    let bytes = fs::read(file)?;
    copy.set_len(bytes.len() as u64)?;
    copy.write(0, &bytes)?;
    Ok(Arc::new(Redb::open(copy)?))
}

/// Makes the file beside its place, and moves it there when it is complete.
fn make(dir: &Path, game: &str) -> Result<(), StoreError> {
    let new = dir.join(NEW);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&new)?;
    Redb::open(FileBackend::new(file).map_err(engine_error)?)?.begin(&[("format", FORMAT), ("game", game)])?;
    fs::rename(&new, dir.join(FACTS))?;
    sync_dir(dir);
    Ok(())
}

/// Makes the renaming last. Where directories cannot be synced, the system does without.
fn sync_dir(dir: &Path) {
    if let Ok(dir) = File::open(dir) {
        let _ = dir.sync_all();
    }
}

/// Locks the directory for this process; `None` where the file system has no locks.
fn lock(dir: &Path, make: bool) -> Result<Option<File>, StoreError> {
    let file = match OpenOptions::new().write(true).create(true).truncate(false).open(dir.join(LOCK)) {
        Ok(file) => file,
        Err(_) if !make => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(None),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}
