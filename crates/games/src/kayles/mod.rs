//! Games on graphs: Node-Kayles, Arc-Kayles, the domination game and Grim.
//!
//! A component is a connected graph, in the domination game with marked vertices, as bytes of few bits a vertex
//! (`form`). A move deletes or marks vertices, exact rules make what is left smaller, and its connected parts are the
//! option (`node`, `arc`, `domination`, `grim`, each with the proofs of its rules). Isomorphic components are one
//! component: `form` brings each to a canonical form, which the crate `graph` finds. `play` reads positions and lists
//! moves as a person sees them; `estimate` says how hard a component looks. Start reading at `node`.
//!
//! ```
//! use grundy_core::Game;
//! use grundy_games::kayles::Kayles;
//!
//! let game = Kayles::node();
//! let position = game.parse("grid 3x3").unwrap();
//! assert_eq!(position.len(), 1);
//! // Two isolated edges are one component twice: true twins are reduced to a single vertex.
//! let edges = game.parse("0-1 2-3").unwrap();
//! assert_eq!(game.write(&edges[0]), "graph(0)");
//! ```

pub(crate) mod arc;
mod domination;
mod estimate;
mod form;
mod grim;
mod node;
mod play;

pub use estimate::CutNumbers;
pub use play::Graphs;

use form::with_graph;
use grundy_core::{Component, Estimate, Game, Hints, Move, ParseError, Position, Sink};
use grundy_graph::Drawn;
use grundy_graph::bits::Bits;
use std::ops::ControlFlow;

/// What a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Choose a vertex; it is deleted with its neighbours.
    Node,
    /// Choose an edge; its ends are deleted.
    Arc,
    /// Choose a vertex that dominates something new.
    Domination,
    /// Choose a vertex with at least one neighbour; it is deleted.
    Grim,
}

/// The rules of a game on graphs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kayles {
    /// What a move is.
    pub rule: Rule,
    /// Whether positions are made smaller by rules that keep their nimbers.
    pub reductions: bool,
    /// How hard components look: a matter of speed only.
    numbers: CutNumbers,
}

impl Kayles {
    /// A game with all reductions.
    pub fn new(rule: Rule) -> Self {
        Kayles { rule, reductions: true, numbers: CutNumbers::of(rule) }
    }

    /// Node-Kayles.
    pub fn node() -> Self {
        Self::new(Rule::Node)
    }

    /// Arc-Kayles.
    pub fn arc() -> Self {
        Self::new(Rule::Arc)
    }

    /// The domination game.
    pub fn domination() -> Self {
        Self::new(Rule::Domination)
    }

    /// Grim.
    pub fn grim() -> Self {
        Self::new(Rule::Grim)
    }

    /// The rules and nothing else: no reductions.
    #[must_use]
    pub fn literal(self) -> Self {
        Kayles { reductions: false, ..self }
    }

    /// Whether positions have marked vertices.
    fn is_marked(&self) -> bool {
        self.rule == Rule::Domination
    }

    /// The components of a graph.
    fn components(&self, drawn: &Drawn) -> Vec<Component> {
        let mut components = Vec::new();
        let mut bytes = Vec::new();
        grundy_graph::with_masks!(&drawn.graph, |masks| {
            let marks = masks.set_of(&drawn.marks);
            self.push_rest(&masks, marks, masks.all(), &mut |part: &[u8]| components.push(part.into()), &mut bytes);
        });
        components
    }

    /// Pushes the parts of what is left of a graph after reductions.
    fn push_rest<B: Bits>(
        &self,
        masks: &grundy_graph::masks::Masks<B>,
        marks: B,
        left: B,
        push: &mut dyn FnMut(&[u8]),
        bytes: &mut Vec<u8>,
    ) {
        let mut part = |graph: &grundy_graph::masks::Masks<B>, marks: Option<B>, part: B| {
            bytes.clear();
            form::write_part(graph, marks, part, bytes);
            push(bytes);
        };
        match self.rule {
            Rule::Node => {
                let left = if self.reductions { node::reduce(masks, left) } else { left };
                masks.parts(left, |set| part(masks, None, set));
            }
            Rule::Arc => {
                let (masks, left) = arc::rest(masks, left, self.reductions);
                masks.parts(left, |set| part(&masks, None, set));
            }
            Rule::Grim => masks.parts(grim::reduce(masks, left), |set| part(masks, None, set)),
            Rule::Domination => {
                let rest = domination::rest(masks, marks, self.reductions);
                rest.graph.parts(rest.left, |set| part(&rest.graph, Some(rest.marks), set));
            }
        }
    }
}

impl Game for Kayles {
    fn name(&self) -> String {
        match self.rule {
            Rule::Node => "node-kayles",
            Rule::Arc => "arc-kayles",
            Rule::Domination => "domination",
            Rule::Grim => "grim",
        }
        .to_string()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        play::parse(self, text)
    }

    fn write(&self, component: &[u8]) -> String {
        grundy_graph::text::write(&form::drawn(component, self.is_marked()))
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        let mut bytes = Vec::new();
        with_graph!(component, self.is_marked(), ControlFlow::Continue(()), |masks, marks| {
            self.each_move(&masks, marks, |marks, left| {
                self.push_rest(&masks, marks, left, &mut |part: &[u8]| sink.component(part), &mut bytes);
                sink.end()
            })
        })
    }

    fn canonize(&self, component: &[u8], out: &mut Vec<u8>) {
        form::canonize(component, self.is_marked(), out);
    }

    /// Canonical bytes decide, so this is only a hash of them. Its presence means that canonizing is slow enough for a
    /// search to cache the result.
    fn fingerprint(&self, component: &[u8]) -> Option<u64> {
        let word = |eight: &[u8]| eight.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let step = |hash: u64, eight: &[u8]| (hash ^ word(eight)).wrapping_mul(0x9fb2_1c65_1e98_df25).rotate_left(29);
        Some(component.chunks(8).fold(component.len() as u64, step))
    }

    fn join(&self, components: &[String]) -> String {
        if components.is_empty() { "graph()".to_string() } else { components.join(" + ") }
    }

    fn moves(&self, position: &Position, each: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        play::moves(self, position, each)
    }
}

impl Kayles {
    /// Calls `each` with every move: the marks, and the vertices that are left, before reductions.
    fn each_move<B: Bits>(
        &self,
        masks: &grundy_graph::masks::Masks<B>,
        marks: B,
        mut each: impl FnMut(B, B) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let all = masks.all();
        match self.rule {
            Rule::Node => node::moves(masks, |_, left| each(marks, left)),
            Rule::Arc => arc::moves(masks, |_, _, left| each(marks, left)),
            Rule::Grim => grim::moves(masks, |left| each(marks, left)),
            Rule::Domination => domination::moves(masks, marks, |_, marks| each(marks, all)),
        }
    }
}

impl Hints for Kayles {
    fn estimate(&self, component: &[u8]) -> Estimate {
        with_graph!(component, self.is_marked(), Estimate::default(), |masks, marks| {
            self.numbers.estimate(&masks, marks)
        })
    }
}
