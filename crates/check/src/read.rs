//! Positions, read within the bound on work.

use crate::rules::{Form, Rules};
use crate::work;

/// A component as it was read, and its exact form.
pub(crate) struct Read {
    pub(crate) component: Form,
    pub(crate) exact: Form,
}

/// Reads a position, unless that is too much work.
pub(crate) fn read_position(rules: &dyn Rules, position: &str) -> Result<Vec<Read>, String> {
    work::start(work::READING);
    let components = rules.parse(position).map_err(|error| error.to_string())?;
    let sum = components.into_iter().map(|component| Read { exact: rules.exact(&component), component }).collect();
    if work::is_spent() { Err(work::TOO_MUCH.to_string()) } else { Ok(sum) }
}
