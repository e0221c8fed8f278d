//! Cram: two players place dominoes on a board of squares; who cannot place one loses.
//!
//! A move takes two free neighbouring cells, so Cram is Arc-Kayles on the graph of the board: choose an edge, delete
//! its ends. Everything here follows from that. A component is its *edges* (`board`); exact rules make it smaller
//! (`reduce`); a move splits it (`play`); two components are the same when their graphs are, however they are drawn
//! (`refine` for a fingerprint, `rows` for the same with vectors, `same` for the decision, `draw` for one form of all;
//! what needs no board is in the crate `graph`); a symmetric one is settled by a theorem (`symmetry`); `leaf` says how
//! hard one looks. `text` describes the notation. Start reading at `board`, then `reduce`.
//!
//! ```
//! use grundy_core::Game;
//! use grundy_games::cram::Cram;
//!
//! let cram = Cram::default();
//! // Two opposite corners of the upper left block have no other neighbours: the block is cut, which takes a wall to draw.
//! let component = &cram.parse("..../..#./.##./....").unwrap()[0];
//! assert_eq!(cram.write(component), ".:.../.:.#./.##./....");
//! assert_eq!(cram.parse(".:.../.:.#./.##./....").unwrap()[0], *component);
//! ```

mod board;
mod draw;
mod graph;
mod layout;
pub(crate) mod leaf;
mod moves;
mod play;
mod reduce;
mod refine;
#[cfg(target_arch = "x86_64")]
mod rows;
mod same;
mod symmetry;
mod text;

pub use layout::{Board, Boards, Cell};
use leaf::{FirstNumbers, NimberOdds};

use board::with_board;
use grundy_core::{Component, Estimate, Game, Hints, Move, Nimber, NimberSet, ParseError, Position, Sink, Theorem};
use grundy_graph::{Graph, label};
use std::ops::ControlFlow;
use text::Part;

/// The rules of Cram, on boards and on graphs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cram {
    /// Whether positions are made smaller by rules that keep their options (leaves, bridges, twin cut).
    reductions: bool,
    /// Whether central symmetry is used.
    theorems: bool,
    /// How likely nimbers are: a matter of speed only.
    pub(crate) odds: NimberOdds,
    /// The numbers a search starts with: a matter of speed only.
    pub(crate) numbers: FirstNumbers,
}

impl Default for Cram {
    fn default() -> Self {
        Cram { reductions: true, theorems: true, odds: NimberOdds::default(), numbers: FirstNumbers::default() }
    }
}

impl Cram {
    /// The rules and nothing else: no reductions, no theorems.
    pub fn literal() -> Self {
        Cram { reductions: false, theorems: false, ..Cram::default() }
    }

    /// The same without the reductions, to measure what they are worth.
    #[must_use]
    pub fn without_reductions(self) -> Self {
        Cram { reductions: false, ..self }
    }
}

impl Game for Cram {
    fn name(&self) -> String {
        "cram".to_string()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let boards = Boards(text::parse(text)?);
        let components = self.components(&boards);
        Ok(match text::one_line(text) {
            Some(line) => Position::new(line, components),
            None => Position::from_components(self, components),
        }
        .with_layout(boards))
    }

    fn write(&self, component: &[u8]) -> String {
        text::write(component)
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        if is_graph(component) {
            return graph::of(component)
                .map_or(ControlFlow::Continue(()), |graph| graph::options(&graph, self.reductions, sink));
        }
        with_board!(component, ControlFlow::Continue(()), |board| play::options(&board, self.reductions, sink))
    }

    /// The least image of a board under the symmetries of the square; of a small graph, the exact form. A large graph
    /// stays as it is, because looking for a drawing takes too long: `same` finds its other forms.
    fn canonize(&self, component: &[u8], out: &mut Vec<u8>) {
        if !is_graph(component) {
            with_board!(component, (), |board| board.least().bytes(|bytes| out.extend_from_slice(bytes)));
        } else if let Some(graph) = graph::of(component)
            && (graph.len() > SMALL_GRAPH || !self.exact_form(&graph, out))
        {
            out.extend_from_slice(component);
        }
    }

    /// One drawing for all components with the same graph; a graph where no drawing was found. A graph of great
    /// symmetry, whose canonical labelling takes too long, stays as it is.
    fn canonical_form(&self, component: &[u8], out: &mut Vec<u8>) {
        let Some(graph) = graph::of(component) else { return };
        if !self.exact_form(&graph, out) {
            match is_graph(component) {
                true => out.extend_from_slice(component),
                false => self.canonize(component, out),
            }
        }
    }

    fn fingerprint(&self, component: &[u8]) -> Option<u64> {
        if is_graph(component) {
            return graph::of(component).map(|graph| grundy_graph::refine::fingerprint(&graph));
        }
        with_board!(component, None, |board| Some(refine::of_board(&board)))
    }

    fn is_same(&self, a: &[u8], b: &[u8]) -> bool {
        a == b || same::same(a, b)
    }

    fn theorem(&self, component: &[u8]) -> Option<Theorem> {
        if !self.theorems {
            return None;
        }
        if is_graph(component) {
            return symmetry::theorem_of_graph(&graph::of(component)?);
        }
        with_board!(component, None, |board| symmetry::theorem(&board))
    }

    fn join(&self, components: &[String]) -> String {
        if components.is_empty() { text::EMPTY.to_string() } else { components.join(" + ") }
    }

    /// The moves on the boards as they were written.
    fn moves(&self, position: &Position, each: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match position.layout::<Boards>() {
            Some(boards) => moves::moves(self, boards, each),
            None => match self.parse(position.text()) {
                Ok(read) => self.moves(&read, each),
                // Only a caller who made up a text gets here.
                Err(_) => ControlFlow::Continue(()),
            },
        }
    }
}

impl Hints for Cram {
    fn estimate(&self, component: &[u8]) -> Estimate {
        if is_graph(component) {
            return graph::of(component).map_or(Estimate::default(), |graph| self.numbers.of_size(graph.len()));
        }
        with_board!(component, Estimate::default(), |board| self.numbers.of_board(&board))
    }

    fn likelihood(&self, kind: u8, excluded: &NimberSet, nimber: Nimber) -> Option<f32> {
        Some(self.odds.losing(kind, excluded, nimber))
    }
}

impl Cram {
    /// The components of the boards of a position.
    fn components(&self, boards: &Boards) -> Vec<Component> {
        let mut components = Vec::new();
        for part in &boards.0 {
            match part {
                Part::Drawing(drawing) => {
                    let board = if self.reductions { reduce::reduce(&drawing.board).0 } else { drawing.board };
                    play::split(&board, |part| part.bytes(|bytes| components.push(bytes.into())));
                }
                Part::Graph(graph) => {
                    let split =
                        if self.reductions { graph::split(&graph::reduced(graph)) } else { graph::split(graph) };
                    components.extend(split.iter().map(|part| Component::from(graph::bytes(part))));
                }
            }
        }
        components
    }
}

/// Graphs with more vertices than this are not brought to their exact form by a search: that takes a millisecond and
/// more.
const SMALL_GRAPH: usize = 64;

impl Cram {
    /// Appends the exact form of a graph; `false` if it takes too long to find.
    fn exact_form(&self, graph: &Graph, out: &mut Vec<u8>) -> bool {
        let Some(order) = label::canonical(graph, &vec![0; graph.len()], label::BUDGET) else { return false };
        let canonical = graph.induced(&order);
        match draw::draw(&canonical) {
            Some(board) => board.bytes(|bytes| self.canonize(bytes, out)),
            None => out.extend_from_slice(&graph::bytes(&canonical)),
        }
        true
    }
}

/// Whether the bytes are those of a graph; otherwise they are a board's, or nothing.
fn is_graph(component: &[u8]) -> bool {
    component.first() == Some(&0)
}
