//! The saver: facts go into a buffer, a thread of its own writes them, a search never waits for a disk.
//!
//! A batch is written when it is [`TICK`] old or has [`LARGE`] facts. If that fails, the facts stay in the buffer and the
//! saver tries again every [`RETRY`]: a disk that was full may have room again.
//!
//! # Invariant
//! [`Saver::saved`] counts only facts that are on disk.

use crate::batch::Batch;
use crate::error::StoreError;
use crate::store::Store;
use grundy_core::Nimber;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a fact waits to be written. A commit of 10,000 facts took 1.2 ms of CPU time, so this costs about half a percent.
const TICK: Duration = Duration::from_millis(250);
/// So many facts do not wait.
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// How many facts.
    pub unsaved: u64,
    /// What the last attempt to write them met.
    pub reason: String,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    pending: Batch,
    /// Facts in the hands of the thread.
    writing: u64,
    saved: u64,
    lost: u64,
    trouble: Option<String>,
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

    /// How many facts were written since the start.
    pub fn saved(&self) -> u64 {
        self.shared.lock().saved
    }

    /// Whether facts found no room in the buffer, because nothing could be written for long.
    pub fn lost(&self) -> bool {
        self.shared.lock().lost > 0
    }

    /// What keeps facts from being written now.
    pub fn trouble(&self) -> Option<Trouble> {
        let state = self.shared.lock();
        let unsaved = state.pending.count() + state.writing + state.lost;
        state.trouble.clone().map(|reason| Trouble { unsaved, reason })
    }

    /// Writes what is left, closes the store and ends the thread; facts that come later are not written.
    /// Returns how many facts were written since the start.
    ///
    /// # Errors
    /// If some could not be written, after one last attempt.
    pub fn finish(&self) -> Result<u64, Trouble> {
        self.close();
        match self.trouble() {
            Some(trouble) => Err(trouble),
            None => Ok(self.saved()),
        }
    }

    fn close(&self) {
        self.shared.lock().closing = true;
        self.shared.wake.notify_one();
        let thread = self.thread.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        if let Some(thread) = thread
            && thread.join().is_err()
        {
            self.shared.lock().trouble = Some("the thread that writes broke".to_string());
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
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// What the thread does: waits for a batch, writes it, until the saver closes and nothing is left to try.
    fn write_on(&self, mut store: Store) -> Store {
        while let Some(batch) = self.next_batch() {
            let mut result = store.append_batch(&batch);
            while let Err(error) = result {
                if !self.wait_to_retry(&error) {
                    return store;
                }
                result = store.append_batch(&batch);
            }
            let mut state = self.lock();
            state.writing = 0;
            state.saved += batch.count();
            state.trouble = (state.lost > 0).then(|| "the disk is too slow".to_string());
        }
        store
    }

    /// The facts that are due; `None` if the saver closes and there are none.
    fn next_batch(&self) -> Option<Batch> {
        let idle = |state: &mut State| state.pending.count() == 0 && !state.closing;
        let state = self.wake.wait_while(self.lock(), idle).unwrap_or_else(|poisoned| poisoned.into_inner());
        let filling = |state: &mut State| state.pending.count() < LARGE && !state.closing;
        let waited = self.wake.wait_timeout_while(state, TICK, filling);
        let (mut state, _) = waited.unwrap_or_else(|poisoned| poisoned.into_inner());
        let batch = std::mem::take(&mut state.pending);
        state.writing = batch.count();
        (batch.count() > 0).then_some(batch)
    }

    /// Notes what went wrong and waits. `false` if the saver was closing before: that was the last attempt.
    fn wait_to_retry(&self, error: &StoreError) -> bool {
        let mut state = self.lock();
        state.trouble = Some(error.to_string());
        if state.closing {
            return false;
        }
        let due = Instant::now() + RETRY;
        while !state.closing && Instant::now() < due {
            let left = due.saturating_duration_since(Instant::now());
            state = self.wake.wait_timeout(state, left).unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
        true
    }
}
