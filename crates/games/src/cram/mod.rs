//! Cram: two players place dominoes on a board of squares; who cannot place one loses.
//!
//! A move takes two free neighbouring cells, so Cram is Arc-Kayles on the graph of the board: choose an edge, delete its ends.
//! Everything here follows from that. A component is its *edges* (`board`); exact rules make it smaller (`reduce`); a move
//! splits it (`play`); two components are the same when their graphs are, however they are drawn (`refine` for a
//! fingerprint, `rows` for the same with vectors, `same` for the decision, `label` and `draw` for one form of all); a symmetric
//! one is settled by a theorem (`symmetry`); `leaf` says how hard one looks. `text` describes the notation. Start reading at
//! `board`, then `reduce`.
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

mod bits;
mod board;
mod draw;
mod graph;
mod label;
mod leaf;
mod moves;
mod play;
mod reduce;
mod refine;
#[cfg(target_arch = "x86_64")]
mod rows;
mod same;
mod symmetry;
mod text;

pub use leaf::{CutConstants, FirstNumbers, NimberOdds};

use board::with_board;
use graph::Graph;
use grundy_core::{Component, Game, Leaf, Move, ParseError, Sink, Theorem};
use std::ops::ControlFlow;
use text::Part;

/// The rules of Cram, on boards and on graphs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cram {
    /// Whether positions are made smaller by rules that keep their options (leaves, bridges, twin cut).
    pub reductions: bool,
    /// Whether central symmetry is used.
    pub theorems: bool,
    /// How likely nimbers are: a matter of speed only.
    pub odds: NimberOdds,
    /// The numbers a search starts with: a matter of speed only.
    pub numbers: FirstNumbers,
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
}

impl Game for Cram {
    fn name(&self) -> String {
        "cram".to_string()
    }

    fn parse(&self, text: &str) -> Result<Vec<Component>, ParseError> {
        let mut components = Vec::new();
        for part in text::parse(text)? {
            match part {
                Part::Drawing(drawing) => {
                    let board = if self.reductions { reduce::reduce(&drawing.board).0 } else { drawing.board };
                    play::split(&board, |part| part.bytes(|bytes| components.push(bytes.into())));
                }
                Part::Graph(graph) => {
                    let graph = if self.reductions { graph.reduced() } else { graph };
                    components.extend(graph.split().iter().map(|part| Component::from(part.bytes())));
                }
            }
        }
        Ok(components)
    }

    fn write(&self, component: &[u8]) -> String {
        text::write(component)
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        if is_graph(component) {
            return Graph::of(component)
                .map_or(ControlFlow::Continue(()), |graph| graph.options(self.reductions, sink));
        }
        with_board!(component, ControlFlow::Continue(()), |board| play::options(&board, self.reductions, sink))
    }

    /// The least image of a board under the symmetries of the square; of a graph, the exact form.
    fn canonize(&self, component: &[u8], out: &mut Vec<u8>) {
        if is_graph(component) {
            return self.exact(component, out);
        }
        with_board!(component, (), |board| board.least().bytes(|bytes| out.extend_from_slice(bytes)));
    }

    /// One drawing for all components with the same graph; a graph where no drawing was found.
    fn exact(&self, component: &[u8], out: &mut Vec<u8>) {
        let Some(graph) = Graph::of(component) else { return };
        let canonical = label::canonical(&graph);
        match draw::draw(&canonical) {
            Some(board) => board.bytes(|bytes| self.canonize(bytes, out)),
            None => out.extend_from_slice(&canonical.bytes()),
        }
    }

    fn fingerprint(&self, component: &[u8]) -> Option<u64> {
        if is_graph(component) {
            return Graph::of(component).map(|graph| refine::of_graph(&graph));
        }
        with_board!(component, None, |board| Some(refine::of_board(&board)))
    }

    fn same(&self, a: &[u8], b: &[u8]) -> bool {
        a == b || same::same(a, b)
    }

    fn leaf(&self, component: &[u8]) -> Leaf {
        if is_graph(component) {
            return Graph::of(component).map_or(Leaf::default(), |graph| self.numbers.of_size(graph.len()));
        }
        with_board!(component, Leaf::default(), |board| self.numbers.of_board(&board))
    }

    fn odds(&self, kind: u8, excluded: u8, nimber: u8) -> Option<f32> {
        Some(self.odds.losing(kind, excluded, nimber))
    }

    fn theorem(&self, component: &[u8]) -> Option<Theorem> {
        if !self.theorems {
            return None;
        }
        if is_graph(component) {
            return symmetry::theorem_of_graph(&Graph::of(component)?);
        }
        with_board!(component, None, |board| symmetry::theorem(&board))
    }

    fn join(&self, components: &[String]) -> String {
        if components.is_empty() { text::EMPTY.to_string() } else { components.join(" + ") }
    }

    fn moves(&self, position: &str, each: &mut dyn FnMut(Move) -> ControlFlow<()>) -> Result<(), ParseError> {
        moves::moves(&text::parse(position)?, each);
        Ok(())
    }
}

/// Whether the bytes are those of a graph; otherwise they are a board's, or nothing.
fn is_graph(component: &[u8]) -> bool {
    component.first() == Some(&0)
}
