//! The desk: where a search has the rules of a game that is written in Python answered.
//!
//! The search thread calls Python itself if it may (see [`Ground`]): that costs no change of thread. From any other
//! stack the call goes to the Python thread that asked for the search: searches with several threads, and very deep
//! searches, which continue on stack segments that CPython 3.14 and later refuse.

use crate::rules::Rules;
use grundy::search::Interrupt;
use pyo3::prelude::*;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};

/// What is left for the Python code at the end of a stack.
const FOR_PYTHON: usize = 8 << 20;

/// A call of Python code. It sends its answer by itself; no answer means that it raised this exception.
pub type Call = Box<dyn FnOnce(Python<'_>) -> PyResult<()> + Send>;

/// What the Python thread receives.
pub enum Message {
    /// A call for a game written in Python.
    Call(Call),
    /// The search has ended.
    Done,
}

/// The desk of one game.
#[derive(Clone)]
pub struct Desk(Arc<State>);

struct State {
    rules: Rules,
    /// While a search runs.
    open: Mutex<Option<Open>>,
    /// The first exception that Python code raised in the search thread.
    raised: Mutex<Option<PyErr>>,
    /// The identity of the search thread while it runs Python code, as `threading.get_ident` returns it, or 0.
    calling: AtomicU64,
}

struct Open {
    sender: Sender<Message>,
    interrupt: Interrupt,
}

impl Desk {
    /// The desk of a game with these rules.
    pub fn new(rules: Rules) -> Self {
        let (open, raised) = (Mutex::default(), Mutex::default());
        Desk(Arc::new(State { rules, open, raised, calling: AtomicU64::new(0) }))
    }

    /// The rules that answer here.
    pub fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// A search begins: calls go to this sender, and an exception raises this interrupt.
    pub fn open(&self, sender: Sender<Message>, interrupt: Interrupt) {
        *lock(&self.0.raised) = None;
        *lock(&self.0.open) = Some(Open { sender, interrupt });
    }

    /// The search has ended. Returns the exception that Python code raised in the search thread.
    pub fn close(&self) -> Option<PyErr> {
        *lock(&self.0.open) = None;
        lock(&self.0.raised).take()
    }

    /// Calls Python code and waits for its answer; `None` if it raised an exception.
    pub fn call<T: Send + 'static>(
        &self,
        code: impl FnOnce(&Rules, Python<'_>) -> PyResult<T> + Send + 'static,
    ) -> Option<T> {
        if let Some(ident) = Ground::here() {
            return self.call_here(ident, code);
        }
        let sender = lock(&self.0.open).as_ref()?.sender.clone();
        let (answer, answered) = channel();
        let state = self.0.clone();
        let call = move |py: Python<'_>| {
            // The thread that waits may have ended.
            let _ = answer.send(code(&state.rules, py)?);
            Ok(())
        };
        sender.send(Message::Call(Box::new(call))).ok()?;
        answered.recv().ok()
    }

    fn call_here<T>(&self, ident: u64, code: impl FnOnce(&Rules, Python<'_>) -> PyResult<T>) -> Option<T> {
        if lock(&self.0.raised).is_some() {
            return None;
        }
        self.0.calling.store(ident, Relaxed);
        let result = Python::try_attach(|py| code(&self.0.rules, py));
        self.0.calling.store(0, Relaxed);
        match result? {
            Ok(answer) => Some(answer),
            Err(error) => {
                *lock(&self.0.raised) = Some(error);
                if let Some(open) = &*lock(&self.0.open) {
                    open.interrupt.raise();
                }
                None
            }
        }
    }

    /// Ends Python code that runs in the search thread, as Ctrl-C ends it in the main thread.
    pub fn end_call(&self, py: Python<'_>) -> PyResult<()> {
        match self.0.calling.load(Relaxed) {
            0 => Ok(()),
            ident => py.import("grundy._progress")?.call_method1("end_call", (ident,)).map(|_| ()),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

thread_local! {
    static GROUND: Cell<Option<Ground>> = const { Cell::new(None) };
}

/// The part of a search thread's own stack on which it may call Python.
#[derive(Clone, Copy)]
pub struct Ground {
    lowest: usize,
    highest: usize,
    /// The thread, as `threading.get_ident` returns it.
    ident: u64,
}

impl Ground {
    /// Runs `work` in this thread, whose stack has this size, and lets it call Python.
    pub fn run<T>(stack: usize, work: impl FnOnce() -> T + Send) -> T
    where
        T: Send,
    {
        let mut work = Some(work);
        let ran = Python::try_attach(|py| {
            let highest = address();
            let ident = py.import("threading").and_then(|module| module.call_method0("get_ident")?.extract());
            if let Ok(ident) = ident {
                let lowest = highest.saturating_sub(stack.saturating_sub(FOR_PYTHON));
                GROUND.set(Some(Ground { lowest, highest, ident }));
            }
            let work = work.take()?;
            // The state of this thread in the interpreter lasts as long as the search.
            Some(py.detach(work))
        });
        match (ran.flatten(), work) {
            (Some(result), _) => result,
            (None, Some(work)) => work(),
            (None, None) => unreachable!("work that was taken has run"),
        }
    }

    /// The identity of this thread, if it may call Python on the stack it is on.
    fn here() -> Option<u64> {
        let ground = GROUND.get()?;
        (ground.lowest..=ground.highest).contains(&address()).then_some(ground.ident)
    }
}

/// An address in the present stack frame.
#[inline(never)]
fn address() -> usize {
    let here = 0u8;
    std::hint::black_box(&raw const here) as usize
}
