//! A game written in Python, as the search sees it: a component is the number of an interned Python value.
//!
//! # Invariants
//! - One number, one value: [`Rules`](crate::rules::Rules) interns by `==` and `hash`, after `canonical`.
//! - The options of a component are asked for once and kept, so the game looks the same during the whole life of a solver.

use crate::desk::{Desk, Question};
use grundy::core::{Component, Game, Hints, Move, ParseError, Position, Sink};
use std::ops::ControlFlow;
use std::sync::{Arc, RwLock};

/// Marks a position given by numbers of values, `\u{1}3 17`; any other text is read by the Python class.
const HANDLE: char = '\u{1}';

/// The options of a component: the numbers of their components, and where each option ends.
#[derive(Default)]
pub struct List {
    /// The components of all options, one option after the other.
    pub parts: Vec<u32>,
    /// For each option, the end of its components in `parts`.
    pub ends: Vec<usize>,
}

impl List {
    /// The options, each as its components.
    pub fn options(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.parts[start..end])
    }
}

/// The lists of options that are known, by number of the value. Searching threads read them, the Python thread adds to them.
#[derive(Clone, Default)]
pub struct Lists(Arc<RwLock<Vec<Option<Arc<List>>>>>);

impl Lists {
    /// The list of a value.
    pub fn get(&self, number: u32) -> Option<Arc<List>> {
        self.0.read().unwrap_or_else(|poisoned| poisoned.into_inner()).get(number as usize)?.clone()
    }

    /// Keeps the list of a value.
    pub fn keep(&self, number: u32, list: Arc<List>) {
        let mut lists = self.0.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        let at = number as usize;
        if lists.len() <= at {
            lists.resize(at + 1, None);
        }
        lists[at] = Some(list);
    }
}

/// A game whose rules are Python code.
#[derive(Clone)]
pub struct OwnGame {
    name: String,
    desk: Desk,
    lists: Lists,
}

impl OwnGame {
    /// The game of this name, whose rules are asked for at this desk unless they are in these lists.
    pub fn new(name: String, desk: Desk, lists: Lists) -> Self {
        OwnGame { name, desk, lists }
    }

    /// The options of a value; `None` if the Python code raised an exception.
    fn list(&self, number: u32) -> Option<Arc<List>> {
        self.lists.get(number).or_else(|| self.desk.ask(|answer| Question::Options(number, answer)))
    }
}

impl Game for OwnGame {
    fn name(&self) -> String {
        self.name.clone()
    }

    /// A handle stays the text of its position: what Python would write is only needed for certificates.
    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let numbers = match numbers(text) {
            Some(numbers) => Some(numbers),
            None => self.desk.ask(|answer| Question::Parse(text.to_string(), answer)),
        };
        // The exception itself is raised by whoever serves the desk.
        let unread = || ParseError::new(text, 0, "a text that the game does not read", "a position");
        Ok(position(&numbers.ok_or_else(unread)?))
    }

    fn write(&self, component: &[u8]) -> String {
        self.desk.ask(|answer| Question::Write(number(component), answer)).unwrap_or_default()
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        let Some(list) = self.list(number(component)) else { return ControlFlow::Break(()) };
        for option in list.options() {
            for part in option {
                sink.canonical(&part.to_le_bytes());
            }
            sink.end()?;
        }
        ControlFlow::Continue(())
    }

    /// The empty sum must not look like the position `0`.
    fn join(&self, components: &[String]) -> String {
        if components.is_empty() { "Sum()".to_string() } else { components.join(" + ") }
    }

    /// Moves with handles in place of texts: the label is `3>5 7`, the component and what becomes of it.
    fn moves(&self, before: &Position, each: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let all: Vec<u32> = before.iter().map(|component| number(component)).collect();
        for (at, &moved) in all.iter().enumerate().filter(|&(at, moved)| !all[..at].contains(moved)) {
            let Some(list) = self.list(moved) else { return ControlFlow::Break(()) };
            for option in list.options() {
                let result = position(&[&all[..at], option, &all[at + 1..]].concat());
                let label = format!("{moved}>{}", handle(option).trim_start_matches(HANDLE));
                each(Move { label, result })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Hints for OwnGame {}

fn position(numbers: &[u32]) -> Position {
    Position::new(handle(numbers), numbers.iter().map(|&number| component(number)).collect())
}

/// The position with these components, for [`Game::parse`].
pub fn handle(numbers: &[u32]) -> String {
    let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
    format!("{HANDLE}{}", words.join(" "))
}

/// Whether a text is a handle.
pub fn is_handle(text: &str) -> bool {
    text.starts_with(HANDLE)
}

/// The components of a handle.
pub fn numbers(text: &str) -> Option<Vec<u32>> {
    text.strip_prefix(HANDLE)?.split_whitespace().map(|word| word.parse().ok()).collect()
}

fn component(number: u32) -> Component {
    number.to_le_bytes().to_vec().into()
}

fn number(component: &[u8]) -> u32 {
    component.try_into().map_or(u32::MAX, u32::from_le_bytes)
}
