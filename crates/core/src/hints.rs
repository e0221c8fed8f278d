//! What only a search needs to know about a game: how hard components look, which nimbers are likely, what to solve
//! first.
//!
//! Nothing here changes an answer. Every method has a default, so a game without hints is `impl Hints for MyGame {}`.

use crate::{Component, Game, Nimber, NimberSet};

/// Hints for searches. They cost or save time and never change an answer.
///
/// Every game that is searched implements this trait; all methods have defaults:
///
/// ```ignore
/// impl Hints for MyGame {}
/// ```
pub trait Hints: Game {
    /// How hard a component looks before any of it has been searched. Every number is allowed; good ones save time.
    fn estimate(&self, _component: &[u8]) -> Estimate {
        Estimate::default()
    }

    /// The probability that a component of this kind (see [`Estimate::kind`]) has this nimber when a search asks for
    /// it, given the nimbers below 4 that it is known not to have. The nimber 4 stands for all nimbers from 4 on.
    ///
    /// Every number between 0 and 1 is allowed. A game that knows no probabilities returns `None` for all arguments.
    fn likelihood(&self, _kind: u8, _excluded: &NimberSet, _nimber: Nimber) -> Option<f32> {
        None
    }

    /// Easier positions that are worth solving first, the easiest first, because their facts make this one cheaper.
    /// A search may ignore them.
    fn ladder(&self, _position: &[Component]) -> Vec<Vec<Component>> {
        Vec::new()
    }
}

/// How hard a component looks: the numbers a search starts with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// For ordering: larger is harder.
    pub difficulty: u32,
    /// Proof number: the expected work to show that a couple with this component is winning.
    pub proof: u32,
    /// Disproof number: the expected work to show that it is losing.
    pub disproof: u32,
    /// The class of components it belongs to, 0 to 3, for [`Hints::likelihood`].
    pub kind: u8,
}

impl Default for Estimate {
    fn default() -> Self {
        Estimate { difficulty: 0, proof: 1, disproof: 1, kind: 0 }
    }
}
