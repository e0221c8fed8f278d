//! Nim-sequences of heap games.

use crate::errors::bad_input;
use crate::run::{Service, run};
use grundy::games::heap::{Heap, Period, Sequence};
use grundy::search::Interrupt;
use pyo3::prelude::*;
use std::ops::ControlFlow;

/// The period, the last exception, the heap it was checked to, the theorem, the sentence, the saltus.
type PeriodOf = (usize, Option<usize>, usize, Option<&'static str>, String, u32);

/// The nimbers of the heaps `0..=up_to` of a heap game, its period if one is proved, and a sentence about it.
#[pyfunction]
pub fn nim_sequence(py: Python<'_>, game: &str, up_to: usize) -> PyResult<(Vec<u32>, Option<PeriodOf>, String)> {
    let heap = Heap::by_name_or_code(game)
        .map_err(|_| bad_input(py, format!("`{game}`: expected a heap game, by name or code such as 0.77")))?;
    if up_to >= Sequence::LONGEST {
        return Err(bad_input(py, format!("{up_to}: expected heaps of at most {}", Sequence::LONGEST - 1)));
    }
    let interrupt = Interrupt::default();
    let service = Service { interrupt: interrupt.clone(), ..Service::default() };
    run(py, &service, || {
        let mut sequence = Sequence::new(&heap);
        let _ = sequence.extend(up_to, |_| match interrupt.is_raised() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        let period = |period: &Period| {
            (period.period, period.last_exception, period.checked_to, period.theorem, period.to_string(), period.saltus)
        };
        let values = sequence.values().iter().map(|nimber| nimber.get()).collect();
        (values, sequence.period().map(period), sequence.describe())
    })
}
