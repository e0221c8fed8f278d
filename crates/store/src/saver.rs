//! The saver: facts go into a buffer, and a separate thread writes them, so a search never waits for the disk.
//!
//! A batch is written when it is [`TICK`] old or has [`LARGE`] facts. If that fails, the facts stay in the buffer and
//! the saver tries again every [`RETRY`]: a disk that was full may have room again.
//!
//! The first question for a fact ([`Saver::nimber`]) lets the same thread make the index of the store, a part at a
//! time, between the batches; what is not in it yet is answered with `None`.
//!
//! # Invariant
//! [`Saver::saved`] counts only facts that are on disk.

use crate::batch::Batch;
use crate::engine::Redb;
use crate::error::StoreError;
use crate::store::Store;
use grundy_core::Nimber;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a fact waits to be written. A commit of 10,000 facts took 1.2 ms of CPU time, so this costs about half a
/// percent.
const TICK: Duration = Duration::from_millis(250);
/// A batch of this many facts is written at once.
const LARGE: u64 = 10_000;
/// The time between two attempts after a failure.
const RETRY: Duration = Duration::from_secs(2);
/// Bytes of facts that wait at most. Those that find no room are counted as lost.
const ROOM: usize = 64 << 20;

/// Writes facts to a store while a search runs.
pub struct Saver {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<Store>>>,
}

/// Facts that are not on disk, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{unsaved} facts are not saved: {reason}")]
pub struct Unsaved {
    /// How many facts.
    pub unsaved: u64,
    /// What the last attempt to write them met.
    pub reason: String,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    /// A fact has been asked for: the index is kept up to date.
    asked: AtomicBool,
    /// The index has become complete.
    indexed: Condvar,
    /// Where facts are looked up; `None` while the store cannot be read.
    finder: RwLock<Option<Arc<Redb>>>,
}

/// What the thread does next.
enum Work {
    Write(Batch),
    Index,
    End,
}

#[derive(Default)]
struct State {
    pending: Batch,
    /// Facts in the hands of the thread.
    writing: u64,
    saved: u64,
    lost: u64,
    trouble: Option<String>,
    /// All batches are in the index, or cannot be.
    indexed: bool,
    closing: bool,
}

impl Saver {
    /// Starts the thread that writes to this store.
    ///
    /// # Errors
    /// If there can be no thread.
    pub fn start(store: Store) -> Result<Saver, StoreError> {
        let shared = Arc::new(Shared::default());
        let theirs = shared.clone();
        let thread = std::thread::Builder::new().name("saver".into()).spawn(move || theirs.write_on(store))?;
        Ok(Saver { shared, thread: Mutex::new(Some(thread)) })
    }

    /// Takes a fact. Returns at once.
    pub fn push(&self, component: &[u8], nimber: Nimber) {
        let mut state = self.shared.lock();
        if state.pending.size() + component.len() > ROOM {
            state.lost += 1;
            return;
        }
        state.pending.push(component, nimber);
        // The thread sleeps with an empty buffer, and while a batch fills.
        if state.pending.count() == 1 || state.pending.count() == LARGE {
            self.shared.wake.notify_one();
        }
    }

    /// The nimber of the component with these bytes, if the store has that fact and has it in its index by now.
    pub fn nimber(&self, component: &[u8]) -> Option<Nimber> {
        self.ask();
        let finder = self.shared.finder.read().unwrap_or_else(PoisonError::into_inner);
        finder.as_ref()?.look_up(component).ok().flatten()
    }

    /// Waits until every fact can be found, but not longer than this. `false` if that was so already, or cannot be.
    pub fn wait_for_index(&self, longest: Duration) -> bool {
        self.ask();
        let lacking = |state: &mut State| {
            (!state.indexed || state.pending.count() > 0 || state.writing > 0) && state.trouble.is_none()
        };
        let mut state = self.shared.lock();
        if !lacking(&mut state) {
            return false;
        }
        let waited = self.shared.indexed.wait_timeout_while(state, longest, lacking);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        true
    }

    fn ask(&self) {
        if !self.shared.asked.load(Relaxed) {
            self.shared.asked.store(true, Relaxed);
            // A thread that is about to wait has seen the flag; one that waits is notified.
            drop(self.shared.lock());
            self.shared.wake.notify_one();
        }
    }

    /// How many facts were written since the start.
    pub fn saved(&self) -> u64 {
        self.shared.lock().saved
    }

    /// Whether facts found no room in the buffer, because nothing could be written for long.
    pub fn lost(&self) -> bool {
        self.shared.lock().lost > 0
    }

    /// Facts that cannot be written now, if there are any.
    pub fn unsaved(&self) -> Option<Unsaved> {
        let state = self.shared.lock();
        let unsaved = state.pending.count() + state.writing + state.lost;
        state.trouble.clone().map(|reason| Unsaved { unsaved, reason })
    }

    /// Writes what is left, closes the store and ends the thread; facts that come later are not written.
    /// Returns how many facts were written since the start.
    ///
    /// # Errors
    /// If some could not be written, after one last attempt.
    pub fn finish(&self) -> Result<u64, Unsaved> {
        self.close();
        match self.unsaved() {
            Some(unsaved) => Err(unsaved),
            None => Ok(self.saved()),
        }
    }

    fn close(&self) {
        self.shared.lock().closing = true;
        self.shared.wake.notify_one();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread
            && thread.join().is_err()
        {
            self.shared.lock().trouble = Some("the writer thread panicked".to_string());
        }
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the thread does: writes batches as they are due and works on the index, until the saver closes and nothing
    /// is left to write. An index that is not complete then is completed when a later run asks.
    fn write_on(&self, mut store: Store) -> Store {
        let mut wrote = Instant::now();
        loop {
            match self.next_work(wrote) {
                Work::Write(batch) => {
                    wrote = Instant::now();
                    if !self.write(&mut store, &batch) {
                        break;
                    }
                }
                Work::Index => match store.index_more(LARGE as usize) {
                    Ok(more) => {
                        self.set_finder(store.finder());
                        self.set_indexed(!more);
                    }
                    Err(_) => {
                        // If the problem lasts, the next batch fails and reports it.
                        self.set_finder(None);
                        self.set_indexed(true);
                    }
                },
                Work::End => break,
            }
        }
        self.set_finder(None);
        store
    }

    /// Writes a batch, however often it takes. `false` if it could not be done before the end.
    fn write(&self, store: &mut Store, batch: &Batch) -> bool {
        while let Err(error) = store.append_batch(batch) {
            // The file is opened again, so nothing else may have it open.
            self.set_finder(None);
            if !self.wait_to_retry(&error) {
                return false;
            }
        }
        let mut state = self.lock();
        state.writing = 0;
        state.indexed = false;
        state.saved += batch.count();
        state.trouble = (state.lost > 0).then(|| "the disk is too slow".to_string());
        true
    }

    /// Waits until facts are due, or the index is wanted and may lack some. `wrote`: when the last batch was begun.
    fn next_work(&self, wrote: Instant) -> Work {
        let to_index = |state: &State| !state.indexed && self.asked.load(Relaxed);
        let idle = |state: &mut State| state.pending.count() == 0 && !state.closing && !to_index(state);
        let state = self.wake.wait_while(self.lock(), idle).unwrap_or_else(PoisonError::into_inner);
        let due = state.pending.count() >= LARGE || state.pending.count() > 0 && wrote.elapsed() >= TICK;
        if to_index(&state) && !due && !state.closing {
            return Work::Index;
        }
        let filling = |state: &mut State| state.pending.count() < LARGE && !state.closing && !due;
        let waited = self.wake.wait_timeout_while(state, TICK, filling);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let batch = std::mem::take(&mut state.pending);
        state.writing = batch.count();
        if batch.count() > 0 { Work::Write(batch) } else { Work::End }
    }

    fn set_indexed(&self, indexed: bool) {
        self.lock().indexed = indexed;
        self.indexed.notify_all();
    }

    fn set_finder(&self, finder: Option<Arc<Redb>>) {
        *self.finder.write().unwrap_or_else(PoisonError::into_inner) = finder;
    }

    /// Notes what went wrong and waits. `false` if the saver was closing before: that was the last attempt.
    fn wait_to_retry(&self, error: &StoreError) -> bool {
        let mut state = self.lock();
        state.trouble = Some(error.to_string());
        self.indexed.notify_all();
        if state.closing {
            return false;
        }
        let due = Instant::now() + RETRY;
        while !state.closing && Instant::now() < due {
            let left = due.saturating_duration_since(Instant::now());
            state = self.wake.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}
