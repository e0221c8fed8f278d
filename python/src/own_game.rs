//! A game written in Python, as the search sees it: a component is the number of an interned Python value.
//!
//! # Invariants
//! - One number, one value: [`Rules`](crate::rules::Rules) interns by `==` and `hash`, after `canonical`.
//! - The options of a component are asked for once and kept, so the game looks the same during the whole life of a
//!   solver.

use crate::desk::Desk;
use grundy::core::{Component, Estimate, Game, Hints, Move, ParseError, Position, Sink};
use std::ops::ControlFlow;
use std::sync::{Arc, RwLock};

/// Marks a position given by numbers of values, `\u{1}3 17`; any other text is read by the Python class.
const HANDLE: char = '\u{1}';

/// How many times as much work it takes to show that a couple is losing as that it is winning: all options must be met.
/// With 1, 4, 8, 16 and 32 the nimber of Cram 5x5 took 6243, 4312, 3136, 2675 and 4376 expansions, and the outcome of
/// 4x5 115, 86, 120, 264 and 563.
const LOSING: u32 = 8;

/// Proof numbers from the rules stay at most this large.
const MOST: u32 = 1 << 24;

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

/// What is known of the values, by their numbers. Searching threads read it, Python code adds to it.
#[derive(Clone, Default)]
pub struct Lists(Arc<RwLock<Vec<Known>>>);

#[derive(Clone, Default)]
struct Known {
    /// Once it was asked for.
    list: Option<Arc<List>>,
    /// What the method `estimate` returned, or 0.
    work: u32,
}

impl Lists {
    /// The list of a value.
    pub fn get(&self, number: u32) -> Option<Arc<List>> {
        self.0.read().unwrap_or_else(|poisoned| poisoned.into_inner()).get(number as usize)?.list.clone()
    }

    /// How much work the game expects for a value, if it says so.
    pub fn work(&self, number: u32) -> Option<u32> {
        let known = self.0.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        known.get(number as usize).map(|known| known.work).filter(|&work| work > 0)
    }

    /// Keeps the list of a value.
    pub fn keep(&self, number: u32, list: Arc<List>) {
        self.set(number, |known| known.list = Some(list));
    }

    /// Keeps how much work the game expects for a value.
    pub fn keep_work(&self, number: u32, work: u32) {
        self.set(number, |known| known.work = work);
    }

    fn set(&self, number: u32, set: impl FnOnce(&mut Known)) {
        let mut all = self.0.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        let at = number as usize;
        if all.len() <= at {
            all.resize(at + 1, Known::default());
        }
        set(&mut all[at]);
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
    /// The game of this name, with the rules of this desk.
    pub fn new(name: String, desk: Desk) -> Self {
        let lists = desk.rules().lists.clone();
        OwnGame { name, desk, lists }
    }

    /// The options of a value; `None` if the Python code raised an exception.
    fn list(&self, number: u32) -> Option<Arc<List>> {
        self.lists.get(number).or_else(|| self.desk.call(move |rules, py| rules.list(py, number)))
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
            None => {
                let text = text.to_string();
                self.desk.call(move |rules, py| rules.parse(py, &text))
            }
        };
        // The exception itself comes out of the whole question.
        let unread = || ParseError::new(text, 0, "a text that the game does not read", "a position");
        Ok(position(&numbers.ok_or_else(unread)?))
    }

    fn write(&self, component: &[u8]) -> String {
        let number = number(component);
        self.desk.call(move |rules, py| rules.text(py, number)).unwrap_or_default()
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

impl Hints for OwnGame {
    fn estimate(&self, component: &[u8]) -> Estimate {
        let Some(work) = self.lists.work(number(component)) else { return Estimate::default() };
        let proof = work.min(MOST);
        Estimate { difficulty: work, proof, disproof: proof * LOSING, ..Estimate::default() }
    }
}

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
