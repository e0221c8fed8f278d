//! What the checker must know of a game.
//!
//! A component is a string of bytes that only its rules understand. One component has many such forms, for instance one
//! for every numbering of the cells of a board. Rules use whatever form is at hand. Two methods decide whether
//! components are equal: [`Rules::exact`] gives one form to all equal components, and [`Rules::sketch`] is a cheap
//! number that equal components share.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

/// One component, in any of its forms. It is never a component without moves.
pub type Form = Box<[u8]>;

/// Receives the options of a component one by one, each as its components. `Break` ends the list.
pub type Each<'a> = &'a mut dyn FnMut(&[Form]) -> ControlFlow<()>;

/// The literal rules of one game.
pub trait Rules: Send + Sync {
    /// Reads a position and splits it into components.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn parse(&self, text: &str) -> Result<Vec<Form>, RulesError>;

    /// All options of a component. An option may come more than once.
    fn options(&self, component: &Form, each: Each<'_>) -> ControlFlow<()>;

    /// The same form for all components that are equal by the rules of FORMATS.md; it describes the component
    /// completely, so that components with one exact form have one nimber.
    fn exact(&self, component: &Form) -> Form {
        component.clone()
    }

    /// A number that equal components share. Different ones may share it too, which costs time and nothing else.
    fn sketch(&self, component: &Form) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.exact(component).hash(&mut hasher);
        hasher.finish()
    }

    /// A number that is smaller for every component of every option, and the same for equal components. Facts without
    /// an order ([`Checker::check_facts`](crate::Checker::check_facts)) are proved in the order of their sizes.
    fn size(&self, _component: &Form) -> Option<u64> {
        None
    }

    /// Writes a component so that [`Rules::parse`] reads it.
    fn text(&self, component: &Form) -> String;

    /// The nimber of a position by the theorem of that name.
    ///
    /// # Errors
    /// Why the theorem does not apply to this position.
    fn theorem(&self, name: &str, _position: &str) -> Result<u32, RulesError> {
        Err(no_theorem("this game", name))
    }
}

/// What rules cannot do. Every message is one line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RulesError {
    /// There is no such game.
    Game(String),
    /// A text is not a position of the game.
    Position(String),
    /// A theorem does not exist or does not apply.
    Theorem(String),
    /// The rules of this game define no size, which proving facts without an order needs.
    NoSize,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::Game(reason) | RulesError::Position(reason) | RulesError::Theorem(reason) => {
                f.write_str(reason)
            }
            RulesError::NoSize => f.write_str("the rules of this game define no size of a component"),
        }
    }
}

impl std::error::Error for RulesError {}

/// The rules of the game with this name: `nim`, `cram`, `sprouts`, `node-kayles`, `arc-kayles`, `domination`, `grim`,
/// or a heap game by code (`0.77`) or name (`kayles`).
///
/// # Errors
/// If there is no such game.
pub fn game(name: &str) -> Result<Box<dyn Rules>, RulesError> {
    match name {
        "nim" => Ok(Box::new(crate::nim::Nim)),
        "cram" => Ok(Box::new(crate::cram::Cram)),
        "sprouts" => Ok(Box::new(crate::sprouts::Sprouts)),
        "node-kayles" => Ok(Box::new(crate::kayles::Kayles::Node)),
        "arc-kayles" => Ok(Box::new(crate::kayles::Kayles::Arc)),
        "domination" => Ok(Box::new(crate::kayles::Kayles::Domination)),
        "grim" => Ok(Box::new(crate::kayles::Kayles::Grim)),
        _ => Ok(Box::new(crate::heap::Heap::from_name(name.strip_prefix("heap ").unwrap_or(name))?)),
    }
}

pub(crate) fn no_theorem(game: &str, name: &str) -> RulesError {
    RulesError::Theorem(format!("{game} has no theorem '{}'", printable(name)))
}

/// A text from a file, fit for an error message: one short line without control characters.
pub(crate) fn printable(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    let dots = if text.chars().nth(60).is_some() { "..." } else { "" };
    format!("{}{dots}", short.escape_debug())
}

/// A decimal number of at most `max`, digits only. Leading zeros are allowed.
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

/// A large number for a small one (the finalizer of splitmix64), for sketches and colours.
pub(crate) fn mix(number: u64) -> u64 {
    let mut x = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
