//! Exceptions: what went wrong becomes one of the classes of `grundy._errors`.

use grundy::Error;
use grundy::core::{Outcome, ParseError};
use grundy::draw::DrawError;
use grundy::search::{Stats, StopReason};
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::any::Any;

/// Why a question has no answer.
pub enum Failure {
    /// The position, or the name of the game, cannot be read.
    Parse(ParseError),
    /// The search stopped, and this is known.
    Stopped(StopReason, Known),
    /// The store cannot be used.
    Store(String),
}

/// What is known of a position whose search was stopped.
#[derive(Default)]
pub struct Known {
    /// Its outcome.
    pub outcome: Option<Outcome>,
    /// Nimbers that it does not have.
    pub excluded: Vec<u32>,
    /// Answers of a question about many positions: the first ones.
    pub answers: Vec<u32>,
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Failure::Parse(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Parse(error) => Failure::Parse(error),
            Error::Stopped(reason) => Failure::Stopped(reason, Known::default()),
        }
    }
}

/// A tuple of counts, as the package takes them.
pub fn counts(stats: &Stats) -> (u64, u64, u64, u64, u64) {
    (stats.nodes, stats.expansions, stats.components, stats.facts, stats.memory)
}

/// The exception for a failure of a search that did so much.
pub fn raise(py: Python<'_>, failure: Failure, stats: &Stats) -> PyErr {
    match failure {
        Failure::Parse(error) => parse_error(py, &error),
        Failure::Stopped(reason @ (StopReason::Nodes | StopReason::Time | StopReason::Memory), known) => {
            let outcome = known.outcome.map(Outcome::letter);
            let known = (outcome, known.excluded, known.answers, counts(stats));
            exception(py, "LimitReached", (reason.to_string(), reason.as_str(), known))
        }
        // Only an exception raises the interrupt, and that exception comes first.
        Failure::Stopped(reason, _) => exception(py, "GameError", (reason.to_string(),)),
        Failure::Store(line) => exception(py, "StoreError", (line,)),
    }
}

/// `grundy.ParseError`, with the column and what was expected.
pub fn parse_error(py: Python<'_>, error: &ParseError) -> PyErr {
    exception(
        py,
        "ParseError",
        (error.to_string(), error.column(), error.found().to_string(), error.expected().to_string()),
    )
}

/// `grundy.ParseError` for a text that is bad as a whole.
pub fn bad_input(py: Python<'_>, line: String) -> PyErr {
    exception(py, "ParseError", (line,))
}

/// The exception for something that cannot be drawn.
pub fn draw_error(py: Python<'_>, error: &DrawError) -> PyErr {
    match error {
        DrawError::Parse(error) => parse_error(py, error),
        other => exception(py, "DrawError", (other.to_string(),)),
    }
}

/// `grundy.EngineError` for a panic.
pub fn internal(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    let message = panic.downcast_ref::<&str>().map(|text| text.to_string());
    let message = message.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    exception(py, "EngineError", (format!("the engine failed, which is a bug: {message}"),))
}

/// An exception of the package.
pub fn exception<'py, A>(py: Python<'py>, class: &str, arguments: A) -> PyErr
where
    A: pyo3::PyErrArguments + Send + Sync + 'static,
{
    let found = py.import("grundy._errors").and_then(|module| module.getattr(class));
    match found.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, arguments),
        Err(error) => error,
    }
}
