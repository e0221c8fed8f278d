//! The one trait a game implements.
//!
//! A game says how positions are read and written and what the options of *one component* are; it knows nothing of
//! searching. Four methods are required; the others make a game prettier or faster and have defaults that are right.
//!
//! # Invariants a game keeps
//! - *Finite*: every play ends. A search notices a position that leads back to itself and stops with an error.
//! - *Split*: the components that [`Game::parse`] returns and [`Game::options`] pushes are independent of each other, and a
//!   component without moves is not pushed at all.
//! - *Identity*: two components that [`Game::same`] takes for equal (by default: equal canonical bytes) have equal nimbers.
//!   The converse is only a matter of speed.

use crate::{Component, Nimber, ParseError, Sum};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Where [`Game::options`] pushes options, one component after the other. It may ask the game to stop.
pub trait Sink {
    /// Adds one component to the option under construction. It need not be canonical: the receiver canonizes.
    fn component(&mut self, bytes: &[u8]);

    /// Adds one component whose bytes are what [`Game::canonize`] would give, which saves the receiver that call.
    fn canonical(&mut self, bytes: &[u8]) {
        self.component(bytes);
    }

    /// Adds one component of up to 24 bytes, given as words, the first byte lowest, with zeros after the last: the same as
    /// [`Sink::component`], for a game that has its components in registers.
    #[inline]
    fn words(&mut self, words: [u64; 3], len: usize) {
        let mut bytes = [0; 24];
        bytes.chunks_exact_mut(8).zip(words).for_each(|(eight, word)| eight.copy_from_slice(&word.to_le_bytes()));
        self.component(&bytes[..len]);
    }

    /// Ends the option under construction; an option without components is a position without moves.
    /// On `Break` the generator returns at once (use `?`), and only then it returns `Break`.
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

/// The rules of an impartial game under normal play: who cannot move loses.
///
/// The values of a type that implements `Game` carry the parameters of the game (the code of an octal game, say).
///
/// ```
/// use grundy_core::{Component, Game, ParseError, Sink, Sum, collect_options};
/// use std::ops::ControlFlow;
///
/// /// One heap; a move takes at most so many.
/// #[derive(Clone)]
/// struct Take(u8);
///
/// impl Game for Take {
///     fn name(&self) -> String {
///         format!("take-{}", self.0)
///     }
///     fn parse(&self, text: &str) -> Result<Vec<Component>, ParseError> {
///         let heap: u8 = text.parse().map_err(|_| ParseError::new(text, 0, text, "a number up to 255"))?;
///         Ok(if heap == 0 { vec![] } else { vec![Component::from([heap])] })
///     }
///     fn write(&self, heap: &[u8]) -> String {
///         heap[0].to_string()
///     }
///     fn options<S: Sink>(&self, heap: &[u8], sink: &mut S) -> ControlFlow<()> {
///         for taken in 1..=self.0.min(heap[0]) {
///             // An empty heap has no moves: it is left out, and the option has no components.
///             if taken < heap[0] {
///                 sink.component(&[heap[0] - taken]);
///             }
///             sink.end()?;
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// let game = Take(2);
/// let heap = &game.parse("2")?[0];
/// let options = collect_options(&game, heap);
/// assert_eq!(options, [Sum::from_canonical([Component::from([1])]), Sum::default()]);
/// # Ok::<(), ParseError>(())
/// ```
pub trait Game: Clone + Send + Sync {
    /// The name that certificates and stores carry; with it and nothing else a reader knows the rules (`cram`, `0.77`).
    fn name(&self) -> String;

    /// Reads a position and splits it into components, which need not be canonical yet.
    ///
    /// # Errors
    /// One clear line for anything that is not a position of this game; never a panic.
    fn parse(&self, text: &str) -> Result<Vec<Component>, ParseError>;

    /// Writes a component so that [`Game::parse`] reads it back as itself.
    fn write(&self, component: &[u8]) -> String;

    /// Pushes the options of one component: for each, its components, then [`Sink::end`].
    /// Options may repeat. The order is free; likely good moves first helps every search.
    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()>;

    /// Appends the canonical form of a component: one representative of all that are the same up to symmetry and renaming.
    ///
    /// It must be idempotent and fast. It need not be perfect: two forms of one position cost time, never truth.
    fn canonize(&self, component: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(component);
    }

    /// The perfect canonical form, for certificates, stores and printing: equal for all components that are the same.
    /// Slower than [`Game::canonize`], which is the default.
    fn exact(&self, component: &[u8], out: &mut Vec<u8>) {
        self.canonize(component, out);
    }

    /// A number equal for all components that [`Game::same`] identifies, if identity is more than equal canonical bytes.
    fn fingerprint(&self, _component: &[u8]) -> Option<u64> {
        None
    }

    /// Whether two canonical components are the same position. Asked only for equal fingerprints; it decides, the
    /// fingerprint never does.
    fn same(&self, a: &[u8], b: &[u8]) -> bool {
        a == b
    }

    /// How hard a component looks before anything of it has been searched. Any number is right; good ones save time.
    fn leaf(&self, _component: &[u8]) -> Leaf {
        Leaf::default()
    }

    /// How likely it is that a component of this kind (see [`Leaf::kind`]) has this nimber, when a search comes to ask for it: 4 stands
    /// for all nimbers from there on, and bit n of `excluded` says that it is known not to have the nimber n, for n < 4. Any
    /// number between 0 and 1 is right; good ones save time. `None`, for all questions, if the game does not know.
    fn odds(&self, _kind: u8, _excluded: u8, _nimber: u8) -> Option<f32> {
        None
    }

    /// A theorem that settles the nimber of the component, or excludes one, without search.
    fn theorem(&self, _component: &[u8]) -> Option<Theorem> {
        None
    }

    /// Easier positions that are worth solving first, the easiest first, because what they prove makes this one cheaper:
    /// a ladder. A search may ignore it.
    fn rungs(&self, _position: &[Component]) -> Vec<Vec<Component>> {
        Vec::new()
    }

    /// Writes a sum from the texts of its components. The default is `a + b`, and `0` for the empty sum.
    fn join(&self, components: &[String]) -> String {
        if components.is_empty() { "0".to_string() } else { components.join(" + ") }
    }

    /// The moves from a position as a person sees them. By default, the options of each component.
    /// A game that is drawn on a board overrides this to keep the board.
    ///
    /// # Errors
    /// As [`Game::parse`].
    fn moves(&self, position: &str, each: &mut dyn FnMut(Move) -> ControlFlow<()>) -> Result<(), ParseError> {
        let components = self.parse(position)?;
        let texts: Vec<String> = components.iter().map(|c| self.write(c)).collect();
        for (i, component) in components.iter().enumerate() {
            for option in literal_options(self, component) {
                let parts: Vec<String> = option.iter().map(|c| self.write(c)).collect();
                let label = format!("{} -> {}", texts[i], self.join(&parts));
                let rest = texts.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, t)| t.clone());
                let result = self.join(&rest.chain(parts).collect::<Vec<_>>());
                if each(Move { label, result }).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// A move as a person sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// What is done, short: `7 -> 3`, `b2-b3`.
    pub label: String,
    /// The position after it, in the notation of the game.
    pub result: String,
}

/// How hard a component looks: the numbers a search starts with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leaf {
    /// For ordering: larger is harder.
    pub difficulty: u32,
    /// Proof number: the work to show that a couple with this component is winning.
    pub proof: u32,
    /// Disproof number: the work to show that it is losing.
    pub disproof: u32,
    /// Which odds it has: 0 to 3, for [`Game::odds`].
    pub kind: u8,
}

impl Default for Leaf {
    fn default() -> Self {
        Leaf { difficulty: 0, proof: 1, disproof: 1, kind: 0 }
    }
}

/// Something known about a component without search. The checker knows each theorem by name and checks its condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theorem {
    /// The name that certificates carry; empty if the checker cannot check the condition, and a proof must do without.
    pub name: &'static str,
    /// What follows from it.
    pub claim: Claim,
}

/// What a theorem says of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Its nimber.
    Is(Nimber),
    /// A nimber it does not have.
    IsNot(Nimber),
}

/// All distinct options of a component as sums of canonical components, in the order they were pushed.
/// For tests, for play and for study; a search has sinks of its own.
pub fn collect_options<G: Game>(game: &G, component: &[u8]) -> Vec<Sum> {
    let mut seen = HashSet::new();
    let sums = literal_options(game, component).into_iter().map(Sum::from_canonical);
    sums.filter(|option| seen.insert(option.clone())).collect()
}

/// The same with equal pairs kept: a person who plays sees them, and can still move there.
fn literal_options<G: Game>(game: &G, component: &[u8]) -> Vec<Vec<Component>> {
    let mut options = Vec::new();
    let _ = each_option(game, component, &mut |option| {
        options.push(option.to_vec());
        ControlFlow::Continue(())
    });
    options
}

/// Gives each distinct option of a component to `each`, as its canonical components, equal pairs kept, until it breaks: there may be
/// more than anyone has room for.
pub fn each_option<G: Game>(
    game: &G,
    component: &[u8],
    each: &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    game.options(component, &mut Distinct { game, part: Vec::new(), met: HashSet::new(), each })
}

struct Distinct<'a, G> {
    game: &'a G,
    part: Vec<Component>,
    met: HashSet<Vec<Component>>,
    each: &'a mut dyn FnMut(&[Component]) -> ControlFlow<()>,
}

impl<G: Game> Sink for Distinct<'_, G> {
    fn component(&mut self, bytes: &[u8]) {
        let mut canonical = Vec::new();
        self.game.canonize(bytes, &mut canonical);
        self.part.push(canonical.into());
    }

    fn end(&mut self) -> ControlFlow<()> {
        let mut option = std::mem::take(&mut self.part);
        option.sort_unstable();
        if !self.met.contains(&option) {
            (self.each)(&option)?;
            self.met.insert(option);
        }
        ControlFlow::Continue(())
    }
}
