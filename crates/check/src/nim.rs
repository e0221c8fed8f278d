//! Nim: take one object or more from one heap. A component is a heap; its form is its size, four bytes, big-endian.

use crate::rules::{Each, Form, Rules, RulesError, mix, no_theorem, number};
use std::ops::ControlFlow;

/// The largest heap that is read.
const MAX_HEAP: u32 = 1 << 24;

/// The rules of Nim.
pub(crate) struct Nim;

impl Rules for Nim {
    fn parse(&self, text: &str) -> Result<Vec<Form>, RulesError> {
        // An empty heap has no moves, so it is no component.
        Ok(sizes(text)?.into_iter().filter(|&n| n > 0).map(form).collect())
    }

    fn options(&self, component: &Form, each: Each<'_>) -> ControlFlow<()> {
        each(&[])?; // take all
        for left in 1..size(component) {
            each(&[form(left)])?;
        }
        ControlFlow::Continue(())
    }

    fn sketch(&self, component: &Form) -> u64 {
        mix(size(component).into())
    }

    fn size(&self, component: &Form) -> Option<u64> {
        Some(size(component).into())
    }

    fn text(&self, component: &Form) -> String {
        size(component).to_string()
    }

    /// Bouton (1901): heaps have their nim-sum as nimber.
    fn theorem(&self, name: &str, position: &str) -> Result<u32, RulesError> {
        match name {
            "bouton" => Ok(sizes(position)?.into_iter().fold(0, |sum, n| sum ^ n)),
            _ => Err(no_theorem("nim", name)),
        }
    }
}

/// Heap sizes with spaces, commas or `+` between them.
pub(crate) fn sizes(text: &str) -> Result<Vec<u32>, RulesError> {
    let words: Vec<&str> = text.split([' ', ',', '+']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Err(RulesError::Position("no heap at all".to_string()));
    }
    words.into_iter().map(|word| number(word, MAX_HEAP).map_err(RulesError::Position)).collect()
}

/// The form of a heap.
pub(crate) fn form(size: u32) -> Form {
    Box::new(size.to_be_bytes())
}

/// The size of the heap with that form.
pub(crate) fn size(form: &Form) -> u32 {
    form.iter().fold(0, |size, &byte| size << 8 | u32::from(byte))
}
