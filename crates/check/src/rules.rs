//! What the checker must know of a game, and the slowest possible solver on top of it.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// One component in the checker's own canonical form. Equal forms, equal nimbers; it is never a component without moves.
pub type Form = Box<[u8]>;

/// Receives the options of a component one by one, each as its components. `Break` means that no more are wanted.
pub type Each<'a> = &'a mut dyn FnMut(&[Form]) -> ControlFlow<()>;

/// The literal rules of one game.
pub trait Rules: Send + Sync {
    /// Reads a position and splits it into components.
    ///
    /// # Errors
    /// What is wrong with the text, in one line.
    fn parse(&self, text: &str) -> Result<Vec<Form>, String>;

    /// All options of a component. An option may come more than once.
    fn options(&self, component: &Form, each: Each<'_>) -> ControlFlow<()>;

    /// Writes a component so that [`Rules::parse`] reads it.
    fn text(&self, component: &Form) -> String;

    /// The nimber of a position by the theorem of that name.
    ///
    /// # Errors
    /// Why the theorem does not apply to this position, in one line.
    fn theorem(&self, name: &str, _position: &str) -> Result<u32, String> {
        Err(format!("this game has no theorem '{}'", printable(name)))
    }
}

/// The rules of the game with this name: `nim`, `cram`, `sprouts`, or a heap game by code (`0.77`) or name (`kayles`).
///
/// # Errors
/// If there is no such game, in one line.
pub fn game(name: &str) -> Result<Box<dyn Rules>, String> {
    match name {
        "nim" => Ok(Box::new(crate::nim::Nim)),
        "cram" => Ok(Box::new(crate::cram::Cram)),
        "sprouts" => Ok(Box::new(crate::sprouts::Sprouts)),
        _ => Ok(Box::new(crate::heap::Heap::from_name(name.strip_prefix("heap ").unwrap_or(name))?)),
    }
}

/// The nimber of a position by its definition: the mex of the nimbers of its options, over all positions below it, nothing
/// skipped. `None` if that takes more than `max_positions` components, or options of one component, or if the text cannot be read.
pub fn naive_nimber(rules: &dyn Rules, position: &str, max_positions: usize) -> Option<u32> {
    let components = rules.parse(position).ok()?;
    let mut nimbers: HashMap<Form, u32> = HashMap::new();
    // An explicit stack, since recursion would be too deep for large heaps: components, with their options once known.
    let mut stack: Vec<(Form, Option<Vec<Vec<Form>>>)> = components.iter().map(|c| (c.clone(), None)).collect();
    while let Some((component, options)) = stack.pop() {
        if nimbers.contains_key(&component) {
            continue;
        }
        if let Some(options) = options {
            // Everything below has its nimber by now.
            let nimber = |option: &Vec<Form>| option.iter().try_fold(0, |sum, c| Some(sum ^ nimbers.get(c)?));
            let values: BTreeSet<u32> = options.iter().map(nimber).collect::<Option<_>>()?;
            nimbers.insert(component, (0..).find(|n| !values.contains(n))?);
        } else {
            let mut options = BTreeSet::new();
            let _ = rules.options(&component, &mut |option| {
                options.insert(option.to_vec());
                if options.len() > max_positions { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if options.len() > max_positions {
                return None; // not all of them are there
            }
            let below: BTreeSet<&Form> = options.iter().flatten().filter(|c| !nimbers.contains_key(*c)).collect();
            let below: Vec<_> = below.into_iter().rev().map(|c| (c.clone(), None)).collect(); // smallest heaps on top
            stack.push((component, Some(options.into_iter().collect())));
            stack.extend(below);
        }
        if nimbers.len() > max_positions || stack.len() > 100 * max_positions {
            return None;
        }
    }
    components.iter().try_fold(0, |sum, c| Some(sum ^ nimbers.get(c)?))
}

/// A text of a user's, fit for an error message: one short line, nothing a terminal would act on.
pub(crate) fn printable(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    let dots = if text.chars().nth(60).is_some() { "..." } else { "" };
    format!("{}{dots}", short.escape_debug())
}

/// A decimal number of at most `max`, digits only.
///
/// # Errors
/// If it is none.
pub(crate) fn number(text: &str, max: u32) -> Result<u32, String> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse::<u32>() {
        Ok(n) if digits && n <= max => Ok(n),
        _ => Err(format!("'{}' is not a number of at most {max}", printable(text))),
    }
}
