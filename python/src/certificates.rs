//! Certificates: checked by the literal rules of the checker, which shares no code with the search.

use crate::errors::exception;
use crate::run::{Service, run};
use grundy::Interrupt;
use grundy::check::{Checker, Refusal, Verified};
use pyo3::prelude::*;

/// Checks a certificate of a game that the checker knows: its name, the claim and the number of facts.
#[pyfunction]
pub fn check(py: Python<'_>, certificate: &str, threads: usize) -> PyResult<(String, String, usize)> {
    let interrupt = Interrupt::default();
    let service = Service { interrupt: interrupt.clone(), ..Service::default() };
    let checked = run(py, &service, || stoppable(&interrupt).threads(threads).check(certificate.as_bytes()))?;
    verdict(py, checked)
}

/// A checker that stops when the interrupt is raised.
pub fn stoppable<'a>(interrupt: &Interrupt) -> Checker<'a> {
    let interrupt = interrupt.clone();
    Checker::new().stop_when(move || interrupt.is_raised())
}

/// What a check found, or the exception `grundy.Refused` or `grundy.Unreadable`.
pub fn verdict(py: Python<'_>, checked: Result<Verified, Refusal>) -> PyResult<(String, String, usize)> {
    match checked {
        Ok(verified) => Ok((verified.game, verified.claim.to_string(), verified.facts)),
        Err(Refusal::Refused { line, reason }) => Err(exception(py, "Refused", (line, reason))),
        Err(Refusal::Unreadable { line, reason }) => Err(exception(py, "Unreadable", (line, reason))),
        Err(other) => Err(exception(py, "GrundyError", (other.to_string(),))),
    }
}
