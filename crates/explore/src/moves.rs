//! The moves of a position as a person sees them, and the distinct options they lead to.
//!
//! # Invariants
//! - Every move knows its option; two moves of one option lead to equal positions (equal exact forms).
//! - At most [`MOST`] moves of at most [`MOST_BYTES`] bytes are listed. After the deadline options are no longer
//!   compared: each move is its own option then. Listing stops when the client has disconnected.

use crate::spots::{self, Drawn, Line};
use grundy_core::{Component, Hints, Move, ParseError, Position, each_option};
use grundy_search::Interrupt;
use grundy_study::PlainSum;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The most moves that are listed.
pub const MOST: usize = 2000;
/// The most bytes of text and of components in a list.
pub const MOST_BYTES: usize = 1 << 20;

/// When to stop listing.
#[derive(Clone)]
pub struct Until {
    /// After this, options are not compared.
    pub deadline: Instant,
    /// Raised when the client has disconnected.
    pub interrupt: Option<Interrupt>,
}

impl Until {
    /// A deadline alone.
    pub fn after(time: Duration) -> Self {
        Until { deadline: Instant::now() + time, interrupt: None }
    }

    fn is_abandoned(&self) -> bool {
        self.interrupt.as_ref().is_some_and(Interrupt::is_raised)
    }
}

/// A move, and the option it leads to.
pub struct ListedMove {
    /// The move.
    pub by: Move,
    /// The number of its option.
    pub option: usize,
    /// The two spots it joins and where the line runs, in Sprouts.
    pub line: Option<([usize; 2], Line)>,
}

/// An option: what some moves lead to.
pub struct ListedOption {
    /// The first move that leads there.
    pub first: usize,
    /// Its components, equal ones too.
    pub components: Vec<Component>,
}

/// All moves of a position.
#[derive(Default)]
pub struct Moves {
    /// The moves, in the order of the game.
    pub moves: Vec<ListedMove>,
    /// The distinct options, in the order of their first moves.
    pub options: Vec<ListedOption>,
    /// Whether there are more moves.
    pub truncated: bool,
    /// The spots of a Sprouts position and where they lie.
    pub drawn: Option<Drawn>,
}

impl Moves {
    /// Lists the moves that the game itself writes ([`Game::moves`]).
    pub fn written<G: Hints>(game: &G, position: &str, until: &Until) -> Result<Self, ParseError> {
        let mut list = Lister::new(game, until);
        let _ = game.moves(&game.parse(position)?, &mut |by| list.push(by, None));
        Ok(list.moves)
    }

    /// Lists the options of each component, for games in which there may be too many to write them all, and the pairs
    /// of spots that lead to them.
    pub fn joining_spots<G: Hints>(game: &G, position: &str, until: &Until) -> Result<Self, ParseError> {
        let components = game.parse(position)?;
        let mut list = Lister::new(game, until);
        if let Some(drawn) = spots::of(&components) {
            let before = written(game, &components);
            let _ = spots::moves(&drawn, &mut |pair, line, result| {
                let Ok(read) = game.parse(&result) else { return ControlFlow::Continue(()) };
                let result = Position::from_components(game, read.into_components());
                list.push(Move { label: format!("{before} -> {result}"), result }, Some((pair, line)))
            });
            list.moves.drawn = Some(drawn);
        }
        if list.moves.truncated || list.moves.moves.is_empty() {
            by_component(game, &components, &mut list);
        }
        Ok(list.moves)
    }
}

/// Lists what the game generates, component by component.
fn by_component<G: Hints>(game: &G, components: &[Component], list: &mut Lister<'_, G>) {
    for (i, component) in components.iter().enumerate() {
        let before = game.write(component);
        let listed = each_option(game, component, &mut |option| {
            let rest = components.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, c)| c);
            let after: Vec<Component> = rest.chain(option).cloned().collect();
            let label = format!("{before} -> {}", written(game, option));
            list.push(Move { label, result: Position::from_components(game, after) }, None)
        });
        if listed.is_break() {
            return;
        }
    }
}

fn written<G: Hints>(game: &G, components: &[Component]) -> String {
    game.join(&components.iter().map(|c| game.write(c)).collect::<Vec<_>>())
}

struct Lister<'a, G> {
    game: &'a G,
    until: &'a Until,
    bytes: usize,
    numbers: HashMap<PlainSum, usize>,
    /// Pairs of spots that were seen to lead to an option.
    pairs: HashSet<(usize, [usize; 2])>,
    moves: Moves,
}

impl<'a, G: Hints> Lister<'a, G> {
    fn new(game: &'a G, until: &'a Until) -> Self {
        Lister { game, until, bytes: 0, numbers: HashMap::new(), pairs: HashSet::new(), moves: Moves::default() }
    }

    fn push(&mut self, by: Move, line: Option<([usize; 2], &Line)>) -> ControlFlow<()> {
        let late = Instant::now() >= self.until.deadline;
        self.bytes += by.label.len() + by.result.text().len();
        let full = self.moves.moves.len() == MOST || self.bytes > MOST_BYTES;
        if full || (late && line.is_some()) || self.until.is_abandoned() {
            self.moves.truncated = true;
            return ControlFlow::Break(());
        }
        let next = self.moves.options.len();
        let option = match late {
            true => next,
            false => {
                let position = PlainSum::of(self.game, &by.result);
                *self.numbers.entry(position).or_insert(next)
            }
        };
        // Of alike ways to join two spots one is enough.
        if let Some((pair, _)) = line
            && !self.pairs.insert((option, pair))
        {
            return ControlFlow::Continue(());
        }
        if option == next {
            self.bytes += by.result.iter().map(|component| 4 * component.len() + 8).sum::<usize>();
            self.moves.options.push(ListedOption { first: self.moves.moves.len(), components: by.result.to_vec() });
        }
        self.moves.moves.push(ListedMove { by, option, line: line.map(|(pair, line)| (pair, line.clone())) });
        ControlFlow::Continue(())
    }
}
