//! The one trait a game implements, and what options are pushed to.
//!
//! A game says how positions are read and written and what the options of *one component* are. It knows nothing of
//! searching; hints for a search are a second trait, [`Hints`](crate::Hints).

use crate::{Component, Nimber, ParseError, Position, Sum};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Where [`Game::options`] pushes options, one component after the other. A sink may ask the game to stop.
pub trait Sink {
    /// Adds one component to the option under construction. It need not be canonical: the receiver canonizes it.
    fn component(&mut self, bytes: &[u8]);

    /// Adds one component whose bytes are what [`Game::canonize`] would return, which saves the receiver that call.
    fn canonical(&mut self, bytes: &[u8]) {
        self.component(bytes);
    }

    /// Adds one short component, of up to 24 bytes, given as little-endian words with zeros after byte `len`. Otherwise
    /// the same as [`Sink::component`]; for games that hold their components in registers.
    #[inline]
    fn short(&mut self, words: [u64; 3], len: usize) {
        let mut bytes = [0; 24];
        bytes.chunks_exact_mut(8).zip(words).for_each(|(eight, word)| eight.copy_from_slice(&word.to_le_bytes()));
        self.component(&bytes[..len]);
    }

    /// Ends the option under construction; an option without components is a position without moves.
    /// On `Break` the generator must return `Break` at once (use `?`); otherwise it returns `Continue`.
    fn end(&mut self) -> ControlFlow<()>;

    /// Pushes a whole option.
    fn option<'a>(&mut self, components: impl IntoIterator<Item = &'a [u8]>) -> ControlFlow<()>
    where
        Self: Sized,
    {
        for component in components {
            self.component(component);
        }
        self.end()
    }
}

/// The rules of an impartial game under normal play: the player who cannot move loses.
///
/// Four methods are required. The others make a game nicer to use or faster, and their defaults are correct.
/// A value of a type that implements `Game` carries the parameters of the game, such as the code of an octal game.
///
/// # Invariants
/// Every implementation keeps these. `grundy::laws` tests them on positions of your choice.
/// - *Finite*: every play ends. A search that meets a position leading back to itself stops with an error.
/// - *Split*: the components that [`Game::parse`] returns and [`Game::options`] pushes are independent of each other,
///   and a component without moves is left out.
/// - *Identity*: two components that [`Game::is_same`] takes for equal (by default: equal canonical bytes) have equal
///   nimbers. The converse is only a matter of speed.
/// - *Complete options*: every option ends with [`Sink::end`]. Components pushed after the last `end` are not an
///   option.
///
/// # Example
/// ```
/// use grundy_core::{Component, Game, Hints, ParseError, Position, Sink, Sum, collect_options};
/// use std::ops::ControlFlow;
///
/// /// One heap; a move takes from one up to this many objects.
/// #[derive(Clone)]
/// struct Take(u8);
///
/// impl Game for Take {
///     fn name(&self) -> String {
///         format!("take-{}", self.0)
///     }
///     fn parse(&self, text: &str) -> Result<Position, ParseError> {
///         let heap: u8 = text.parse().map_err(|_| ParseError::new(text, 0, text, "a number up to 255"))?;
///         // An empty heap has no moves: it is left out.
///         Ok(Position::new(text, if heap == 0 { vec![] } else { vec![Component::from([heap])] }))
///     }
///     fn write(&self, heap: &[u8]) -> String {
///         heap[0].to_string()
///     }
///     fn options<S: Sink>(&self, heap: &[u8], sink: &mut S) -> ControlFlow<()> {
///         for taken in 1..=self.0.min(heap[0]) {
///             if taken < heap[0] {
///                 sink.component(&[heap[0] - taken]);
///             }
///             sink.end()?;
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// // For searches: no hints.
/// impl Hints for Take {}
///
/// let game = Take(2);
/// let position = game.parse("2")?;
/// let options = collect_options(&game, &position[0]);
/// assert_eq!(options, [Sum::from_canonical([Component::from([1])]), Sum::default()]);
/// # Ok::<(), ParseError>(())
/// ```
pub trait Game: Clone + Send + Sync {
    /// The name that certificates and stores carry. It determines the rules (`cram`, `0.77`).
    fn name(&self) -> String;

    /// Reads a position and splits it into components, which need not be canonical yet. The text of the result is one
    /// line in the notation of certificates, and is read back as the same position.
    ///
    /// # Errors
    /// One clear line for anything that is not a position of this game; never a panic.
    fn parse(&self, text: &str) -> Result<Position, ParseError>;

    /// The same game, reading positions as certificates, stores and files of other programs write them, where that
    /// differs from what people type. By default it does not.
    fn for_files(&self) -> Self {
        self.clone()
    }

    /// Writes a component so that [`Game::parse`] reads it back as itself.
    fn write(&self, component: &[u8]) -> String;

    /// Pushes the options of one component: for each, its components, then [`Sink::end`].
    /// Options may repeat. The order is free; likely good moves first helps every search.
    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()>;

    /// Appends the canonical form of a component: one representative of all that are the same up to symmetry and
    /// renaming.
    ///
    /// It must be idempotent and should be fast. It need not be perfect: two forms of one component cost time, never
    /// truth.
    fn canonize(&self, component: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(component);
    }

    /// Appends the perfect canonical form, for certificates, stores and printing: equal for all components that are the
    /// same. May be slower than [`Game::canonize`], which is the default.
    fn canonical_form(&self, component: &[u8], out: &mut Vec<u8>) {
        self.canonize(component, out);
    }

    /// A hash that is equal for all components that [`Game::is_same`] identifies, if identity is more than equal
    /// canonical bytes.
    fn fingerprint(&self, _component: &[u8]) -> Option<u64> {
        None
    }

    /// Whether two canonical components are the same position. Called only for equal fingerprints; this method decides,
    /// the fingerprint never does.
    fn is_same(&self, a: &[u8], b: &[u8]) -> bool {
        a == b
    }

    /// A theorem that gives the nimber of the component, or excludes one, without search.
    fn theorem(&self, _component: &[u8]) -> Option<Theorem> {
        None
    }

    /// Writes a sum from the texts of its components. The default is `a + b`, and `0` for the empty sum.
    fn join(&self, components: &[String]) -> String {
        if components.is_empty() { "0".to_string() } else { components.join(" + ") }
    }

    /// A short name for the move from a component to an option of it, given by the components of the option. The
    /// default is `7 -> 3`.
    fn label(&self, component: &[u8], option: &[Component]) -> String {
        let parts: Vec<String> = option.iter().map(|part| self.write(part)).collect();
        format!("{} -> {}", self.write(component), self.join(&parts))
    }

    /// Calls `each` with every move from a position as a person sees it, until `each` breaks; returns what `each`
    /// returned last. By default these are the options of each component, see [`each_option`].
    ///
    /// A game that is played on a board overrides this method to keep the board.
    fn moves(&self, position: &Position, each: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let components = position.components();
        for (i, component) in components.iter().enumerate() {
            each_option(self, component, &mut |option| {
                let rest = components.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, c)| c);
                let after = rest.chain(option).cloned().collect();
                each(Move { label: self.label(component, option), result: Position::from_components(self, after) })
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// A move as a person sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// A short name of the move: `7 -> 3`, `b2-b3`.
    pub label: String,
    /// The position after it.
    pub result: Position,
}

/// Something known about a component without search. The checker knows each theorem by name and checks its condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theorem {
    /// The name that certificates carry; empty if the checker cannot check the condition, so that proofs do not use it.
    pub name: &'static str,
    /// What follows from it.
    pub claim: Claim,
}

/// What a theorem says about a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Its nimber.
    Is(Nimber),
    /// A nimber it does not have.
    IsNot(Nimber),
}

/// All distinct options of a component as sums of canonical components, in the order they were pushed.
/// For tests and for study; a search has sinks of its own.
pub fn collect_options<G: Game>(game: &G, component: &[u8]) -> Vec<Sum> {
    let mut seen = HashSet::new();
    let mut options = Vec::new();
    let _ = each_option(game, component, &mut |option| {
        let sum = Sum::from_canonical(option.iter().cloned());
        if seen.insert(sum.clone()) {
            options.push(sum);
        }
        ControlFlow::Continue(())
    });
    options
}

/// The most options that [`each_option`] remembers in order to skip repetitions.
const MOST_REMEMBERED: usize = 1 << 16;

/// Calls `each` with the options of a component, as their canonical components with equal pairs kept, until it breaks.
///
/// An option is given once as long as there are few: the first 65,536 distinct options are remembered, and
/// later ones may repeat. So memory stays bounded also where a component has more options than any memory could hold.
pub fn each_option<G: Game>(
    game: &G,
    component: &[u8],
    each: &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    game.options(component, &mut Distinct { game, option: Vec::new(), seen: HashSet::new(), each })
}

struct Distinct<'a, G> {
    game: &'a G,
    option: Vec<Component>,
    seen: HashSet<Vec<Component>>,
    each: &'a mut dyn FnMut(&[Component]) -> ControlFlow<()>,
}

impl<G: Game> Sink for Distinct<'_, G> {
    fn component(&mut self, bytes: &[u8]) {
        let mut canonical = Vec::new();
        self.game.canonize(bytes, &mut canonical);
        self.option.push(canonical.into());
    }

    fn canonical(&mut self, bytes: &[u8]) {
        self.option.push(bytes.into());
    }

    fn end(&mut self) -> ControlFlow<()> {
        let mut option = std::mem::take(&mut self.option);
        option.sort_unstable();
        if !self.seen.contains(&option) {
            (self.each)(&option)?;
            if self.seen.len() < MOST_REMEMBERED {
                self.seen.insert(option);
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A component of n lamps; a move puts out any of them, so that it has 2^n options.
    #[derive(Clone)]
    struct Lamps;

    impl Game for Lamps {
        fn name(&self) -> String {
            "lamps".to_string()
        }
        fn parse(&self, text: &str) -> Result<Position, ParseError> {
            Ok(Position::new(text, vec![Component::from(text.as_bytes())]))
        }
        fn write(&self, component: &[u8]) -> String {
            String::from_utf8_lossy(component).into_owned()
        }
        fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
            (1u64..1 << component.len()).try_for_each(|out| {
                let left = component.iter().enumerate().filter(|&(i, _)| out >> i & 1 == 0).map(|(_, &lamp)| lamp);
                let left: Vec<u8> = left.collect();
                if !left.is_empty() {
                    sink.component(&left);
                }
                sink.end()
            })
        }
    }

    #[test]
    fn listing_stops_when_asked_whatever_there_is_to_list() {
        let position = Lamps.parse("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN").unwrap();
        assert_eq!(position[0].len(), 40);
        let mut first = None;
        let flow = Lamps.moves(&position, &mut |by| {
            first = Some(by);
            ControlFlow::Break(())
        });
        assert!(flow.is_break());
        let first = first.unwrap();
        assert_eq!(first.result.text(), &position.text()[1..]);
        assert_eq!(first.label, format!("{position} -> {}", first.result));
        assert_eq!(first.result.components(), [Component::from(&position[0][1..])]);
    }

    #[test]
    fn more_options_than_are_remembered_are_all_given() {
        let mut count = 0u64;
        let flow = each_option(&Lamps, b"abcdefghijklmnopq", &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        assert_eq!((flow, count), (ControlFlow::Continue(()), (1 << 17) - 1));
    }

    #[test]
    fn repeated_options_are_given_once_and_equal_pairs_stay() {
        let position = Lamps.parse("aa").unwrap();
        let mut results = Vec::new();
        let flow = Lamps.moves(&position, &mut |by| {
            results.push(by.result.to_string());
            ControlFlow::Continue(())
        });
        assert_eq!((flow, results), (ControlFlow::Continue(()), vec!["a".to_string(), "0".to_string()]));
    }
}
