//! Runs a search in a thread of its own, while the calling Python thread serves it.
//!
//! A search of a game written in Python with one thread calls the rules itself; see `desk`.
//!
//! # Invariants
//! - The interpreter lock is released whenever the calling thread waits.
//! - An exception (from a signal, a progress callback or a game's own code) stops the search and comes out unchanged.
//! - A panic becomes an exception.

use crate::desk::{Desk, Ground, Message};
use crate::errors::internal;
use grundy::search::{Interrupt, Observer, Progress};
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

/// How often signals are looked at and progress is reported.
const TICK: Duration = Duration::from_millis(50);

/// Address space for the stack of the search; it grows in segments beyond that.
const STACK: usize = 64 << 20;

/// What a calling thread does for its search.
#[derive(Default)]
pub struct Service<'a> {
    /// Stops the search.
    pub interrupt: Interrupt,
    /// Where the rules of a game written in Python are answered.
    pub desk: Option<&'a Desk>,
    /// Whether the search has one thread, which may call Python itself.
    pub is_alone: bool,
    /// Called with a glance at the search now and then.
    pub progress: Option<(&'a Watcher, &'a Bound<'a, PyAny>)>,
}

/// Keeps the latest glance at a search.
#[derive(Clone, Default)]
pub struct Watcher(Arc<Mutex<Option<Progress>>>);

impl Watcher {
    /// The latest glance, if there is a new one.
    fn take(&self) -> Option<Progress> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take()
    }
}

impl Observer for Watcher {
    fn progress(&self, progress: &Progress) {
        *self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(progress.clone());
    }
}

/// Runs `work` in a thread of its own and serves it until it ends.
///
/// # Errors
/// The first exception that was raised meanwhile; `grundy.EngineError` if `work` panicked.
pub fn run<T: Send>(py: Python<'_>, service: &Service<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    if let Some(desk) = service.desk {
        desk.open(sender.clone(), service.interrupt.clone());
    }
    let calls_python = service.desk.is_some() && service.is_alone;
    let mut raised = None;
    let mut ticked = Instant::now();
    service.interrupt.clear();
    let result = scope(|scope| {
        let worker = Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            let _end = End(sender);
            if calls_python { Ground::run(STACK, work) } else { work() }
        })?;
        loop {
            // Done, unless there is a message for us.
            let served = match py.detach(|| received(&mut receiver)) {
                Ok(Message::Call(call)) if raised.is_none() => call(py),
                Ok(Message::Call(_)) => Ok(()),
                Ok(Message::Done) | Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => Ok(()),
            };
            let served = served.and_then(|()| {
                if ticked.elapsed() < TICK || raised.is_some() {
                    return Ok(());
                }
                ticked = Instant::now();
                tick(py, service)
            });
            if let Err(error) = served {
                raised = Some(error);
                service.interrupt.raise();
                if let Some(desk) = service.desk {
                    // The first exception comes out, not this one.
                    let _ = desk.end_call(py);
                }
            }
        }
        Ok::<_, PyErr>(py.detach(|| worker.join()))
    });
    let raised = raised.or(service.desk.and_then(Desk::close));
    match (raised, result?) {
        (_, Err(panic)) => Err(internal(py, &*panic)),
        (Some(error), Ok(_)) => Err(error),
        (None, Ok(result)) => Ok(result),
    }
}

/// The receiver is borrowed exclusively, so that it can be used without the interpreter lock.
fn received(receiver: &mut Receiver<Message>) -> Result<Message, RecvTimeoutError> {
    receiver.recv_timeout(TICK)
}

fn tick(py: Python<'_>, service: &Service<'_>) -> PyResult<()> {
    py.check_signals()?;
    if let Some((watcher, callback)) = service.progress
        && let Some(progress) = watcher.take()
    {
        let stats = progress.stats;
        let counts = (stats.nodes, stats.expansions, stats.components, stats.facts, stats.memory);
        callback.call1((progress.elapsed.as_secs_f64(), progress.depth, counts))?;
    }
    Ok(())
}

/// Tells the calling thread that the work has ended, in whatever way.
struct End(Sender<Message>);

impl Drop for End {
    fn drop(&mut self) {
        let _ = self.0.send(Message::Done);
    }
}

/// Panics in a search thread: lets the tests see what becomes of a panic.
#[pyfunction]
pub fn panic(py: Python<'_>, message: String) -> PyResult<()> {
    run(py, &Service::default(), move || std::panic::resume_unwind(Box::new(message)))
}
