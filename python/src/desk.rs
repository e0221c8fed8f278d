//! The desk: where searching threads leave questions for the Python thread that asked for the search.
//!
//! A game written in Python is only ever called from that thread. Searching threads may run on stack segments that the
//! interpreter does not know, which CPython 3.14 and later refuse; exceptions, signals and thread-local state of the
//! interpreter work there as in any other Python code.

use crate::own_game::List;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

/// What the Python thread receives.
pub enum Message {
    /// A question about a game written in Python.
    Ask(Question),
    /// The search has ended.
    Done,
}

/// A question, and where its answer goes. No answer means that Python raised an exception.
pub enum Question {
    /// The options of a component.
    Options(u32, Sender<Arc<List>>),
    /// The text of a component, for certificates.
    Write(u32, Sender<String>),
    /// The components of a position given as text.
    Parse(String, Sender<Vec<u32>>),
}

/// A desk that is open while a search runs.
#[derive(Clone, Default)]
pub struct Desk(Arc<Mutex<Option<Sender<Message>>>>);

impl Desk {
    /// Questions go to this sender from now on.
    pub fn open(&self, sender: Sender<Message>) {
        *self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(sender);
    }

    /// Nobody answers any more.
    pub fn close(&self) {
        *self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = None;
    }

    /// Asks and waits for the answer.
    pub fn ask<T>(&self, question: impl FnOnce(Sender<T>) -> Question) -> Option<T> {
        let desk = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()?;
        let (answer, answered) = channel();
        desk.send(Message::Ask(question(answer))).ok()?;
        answered.recv().ok()
    }
}
