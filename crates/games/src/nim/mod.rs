//! Nim (section 2.1 of the paper): take as many objects as you like, at least one, from one heap.
//!
//! A component is one heap; [`MAX_HEAP`] is the largest. Bouton's theorem gives the nimber of a heap without search:
//! its size.
//!
//! ```
//! use grundy_core::{Game, Nimber, Sum};
//! use grundy_games::nim::Nim;
//!
//! let nim = Nim::default();
//! let position = Sum::new(&nim, nim.parse("7 5 4 2")?);
//! assert_eq!(position.len(), 4);
//! assert_eq!(nim.parse("x").unwrap_err().to_string(), "`x`, column 1: found 'x', expected a heap size");
//! # Ok::<(), grundy_core::ParseError>(())
//! ```

pub(crate) mod sizes;

use grundy_core::{Claim, Estimate, Game, Hints, Move, Nimber, ParseError, Position, Sink, Theorem};
pub use sizes::{HeapSizes, MAX_HEAP};
use std::ops::ControlFlow;

/// The rules of Nim. `Nim::default()` knows Bouton's theorem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nim {
    theorem: bool,
}

impl Nim {
    /// Nim whose heaps have to be searched: for study, and to try searches on.
    pub const fn without_theorem() -> Self {
        Nim { theorem: false }
    }
}

impl Default for Nim {
    fn default() -> Self {
        Nim { theorem: true }
    }
}

impl Game for Nim {
    fn name(&self) -> String {
        "nim".to_string()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let heaps = HeapSizes::parse(text)?;
        Ok(self.position(sizes::one_line(text), heaps))
    }

    fn write(&self, component: &[u8]) -> String {
        sizes::size(component).to_string()
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        for left in 0..sizes::size(component) {
            if left > 0 {
                sizes::with_bytes(left, |bytes| sink.canonical(bytes));
            }
            sink.end()?;
        }
        ControlFlow::Continue(())
    }

    /// Bouton (1901): a heap of `n` objects has nimber `n`.
    fn theorem(&self, component: &[u8]) -> Option<Theorem> {
        let claim = Claim::Is(Nimber::new(sizes::size(component)));
        self.theorem.then_some(Theorem { name: "bouton", claim })
    }

    fn join(&self, components: &[String]) -> String {
        sizes::join(components)
    }

    /// The moves heap by heap in the order they are written, fewest objects taken first; of equal heaps only the first.
    fn moves(&self, position: &Position, each: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let heaps = &HeapSizes::of(position)[..];
        for (i, &size) in heaps.iter().enumerate().filter(|&(i, size)| !heaps[..i].contains(size)) {
            for left in (0..size).rev() {
                let after = heaps.iter().enumerate().map(|(j, &heap)| if i == j { left } else { heap });
                let after: HeapSizes = after.filter(|&size| size > 0).collect();
                each(Move { label: format!("{size}->{left}"), result: self.position(after.to_string(), after) })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Hints for Nim {
    fn estimate(&self, component: &[u8]) -> Estimate {
        Estimate { difficulty: sizes::size(component), ..Estimate::default() }
    }
}

impl Nim {
    fn position(&self, text: String, heaps: HeapSizes) -> Position {
        let components = heaps.iter().filter(|&&size| size > 0).map(|&size| sizes::component(size)).collect();
        Position::new(text, components).with_layout(heaps)
    }
}
