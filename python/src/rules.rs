//! A game written in Python, as the interpreter sees it: interns positions and answers the questions of a search.
//!
//! All threads come here through the `desk`, attached to the interpreter, one at a time during a search.

use crate::own_game::{List, Lists, handle, numbers};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use std::sync::Arc;

/// The methods of a game, and the values met so far.
pub struct Rules {
    options: Py<PyAny>,
    /// If the class has one.
    canonical: Option<Py<PyAny>>,
    /// If the class has one.
    estimate: Option<Py<PyAny>>,
    write: Py<PyAny>,
    parse: Py<PyAny>,
    sum: Py<PyType>,
    /// The options that the game was asked for.
    pub lists: Lists,
    /// From a value to its number.
    ids: Py<PyDict>,
    /// From a number to the first value that was met of all that are equal.
    values: Py<PyList>,
}

impl Rules {
    /// The rules of an instance of `grundy.Game`.
    pub fn new(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = game.py();
        let package = py.import("grundy._game")?;
        let base = package.getattr("Game")?;
        if !game.is_instance(&base)? {
            let kind = game.get_type().name()?;
            return Err(PyTypeError::new_err(format!("expected the name of a game or a grundy.Game, not {kind}")));
        }
        // A method that the class does not override need not be called.
        let overridden = |method: &str| -> PyResult<Option<Py<PyAny>>> {
            let is_own = !game.get_type().getattr(method)?.is(&base.getattr(method)?);
            is_own.then(|| Ok(game.getattr(method)?.unbind())).transpose()
        };
        Ok(Rules {
            options: game.getattr("options")?.unbind(),
            canonical: overridden("canonical")?,
            estimate: overridden("estimate")?,
            write: game.getattr("write")?.unbind(),
            parse: package.getattr("read_position")?.call_method1("__get__", (game,))?.unbind(),
            sum: package.getattr("Sum")?.cast_into::<PyType>()?.unbind(),
            lists: Lists::default(),
            ids: PyDict::new(py).unbind(),
            values: PyList::empty(py).unbind(),
        })
    }

    /// The handle of a position, by which the search knows it.
    pub fn handle(&self, position: &Bound<'_, PyAny>) -> PyResult<String> {
        let mut numbers = Vec::new();
        self.intern_position(position, &mut numbers)?;
        Ok(handle(&numbers))
    }

    /// The position of a handle: one value, or a sum of them.
    pub fn position<'py>(&self, py: Python<'py>, handle: &str) -> PyResult<Bound<'py, PyAny>> {
        let values = self.values.bind(py);
        let parts = numbers(handle).unwrap_or_default().into_iter().map(|number| values.get_item(number as usize));
        let parts: Vec<Bound<'py, PyAny>> = parts.collect::<PyResult<_>>()?;
        match &parts[..] {
            [one] => Ok(one.clone()),
            _ => self.sum.bind(py).call1(PyTuple::new(py, parts)?),
        }
    }

    /// The text of a move that the search labelled `3>5 7`.
    pub fn label(&self, py: Python<'_>, label: &str) -> PyResult<String> {
        let (moved, parts) = label.split_once('>').unwrap_or((label, ""));
        let texts = |numbers: &str| -> PyResult<String> {
            let numbers = numbers.split(' ').filter_map(|word| word.parse().ok());
            let texts: Vec<String> = numbers.map(|number| self.text(py, number)).collect::<PyResult<_>>()?;
            Ok(if texts.is_empty() { "Sum()".to_string() } else { texts.join(" + ") })
        };
        Ok(format!("{} -> {}", texts(moved)?, texts(parts)?))
    }

    /// The numbers of the components of a position given as text.
    pub fn parse(&self, py: Python<'_>, text: &str) -> PyResult<Vec<u32>> {
        let mut numbers = Vec::new();
        self.intern_position(&self.parse.bind(py).call1((text,))?, &mut numbers)?;
        Ok(numbers)
    }

    /// The options of a value.
    pub fn list(&self, py: Python<'_>, number: u32) -> PyResult<Arc<List>> {
        // Two threads may have asked for it at the same time.
        if let Some(list) = self.lists.get(number) {
            return Ok(list);
        }
        let value = self.values.bind(py).get_item(number as usize)?;
        let mut list = List::default();
        for option in self.options.bind(py).call1((value,))?.try_iter()? {
            self.intern_position(&option?, &mut list.parts)?;
            list.ends.push(list.parts.len());
        }
        let list = Arc::new(list);
        self.lists.keep(number, list.clone());
        Ok(list)
    }

    /// The text of a value, for certificates.
    pub fn text(&self, py: Python<'_>, number: u32) -> PyResult<String> {
        let value = self.values.bind(py).get_item(number as usize)?;
        self.write.bind(py).call1((value,))?.extract()
    }

    /// Appends the numbers of the components of a position.
    fn intern_position(&self, position: &Bound<'_, PyAny>, out: &mut Vec<u32>) -> PyResult<()> {
        self.each_part(position, &mut |part| match &self.canonical {
            None => self.intern(part, out),
            Some(canonical) => {
                let form = canonical.bind(part.py()).call1((part,))?;
                self.each_part(&form, &mut |part| self.intern(part, out))
            }
        })
    }

    fn each_part(
        &self,
        position: &Bound<'_, PyAny>,
        each: &mut dyn FnMut(&Bound<'_, PyAny>) -> PyResult<()>,
    ) -> PyResult<()> {
        let py = position.py();
        if !position.is_instance(self.sum.bind(py))? {
            return each(position);
        }
        for part in position.getattr(intern!(py, "parts"))?.try_iter()? {
            each(&part?)?;
        }
        Ok(())
    }

    fn intern(&self, value: &Bound<'_, PyAny>, out: &mut Vec<u32>) -> PyResult<()> {
        let (ids, values) = (self.ids.bind(value.py()), self.values.bind(value.py()));
        if let Some(known) = ids.get_item(value)? {
            out.push(known.extract()?);
            return Ok(());
        }
        let work = match &self.estimate {
            Some(estimate) => estimate.bind(value.py()).call1((value,))?.extract::<f64>()?,
            None => 0.0,
        };
        // The value first: `set_item` may run Python code, and another thread with it.
        let number = u32::try_from(values.len()).map_err(|_| PyOverflowError::new_err("more than 2^32 positions"))?;
        values.append(value)?;
        if self.estimate.is_some() {
            // Every number is allowed; the conversion saturates.
            self.lists.keep_work(number, (work as u32).max(1));
        }
        ids.set_item(value, number)?;
        out.push(number);
        Ok(())
    }
}
