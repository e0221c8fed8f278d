//! Positions as a person sees them: graphs with the numbers and places of their vertices, which moves keep.
//!
//! A position is one or more graphs with `+` between them. A move is named by its vertex (`4`) or edge (`0-1`), in a
//! sum after the number of its graph (`2:4`).

use super::{Kayles, Rule};
use grundy_core::{Component, Move, ParseError, Position};
use grundy_graph::text::write;
use grundy_graph::{Drawn, Error, read};
use std::ops::ControlFlow;

/// The most edges of a graph: what fits in a line of a certificate.
const MAX_EDGES: usize = 6000;

/// The layout of a position: its graphs as they were written.
#[derive(Clone, PartialEq, Debug)]
pub struct Graphs(pub Vec<Drawn>);

/// Reads a position.
pub(super) fn parse(game: &Kayles, text: &str) -> Result<Position, ParseError> {
    let mut start = 0;
    let mut graphs = Vec::new();
    for part in text.split('+') {
        let wrong = |error: Error| ParseError::new(text, start + error.offset(), error.found(), error.expected());
        let drawn = read(part).map_err(wrong)?;
        if drawn.graph.size() > MAX_EDGES {
            let found = format!("a graph with {} edges", drawn.graph.size());
            return Err(ParseError::new(text, start, found, format!("at most {MAX_EDGES}")));
        }
        if drawn.marks.contains(&true) && !game.is_marked() {
            let at = part.find('*').unwrap_or(0);
            return Err(ParseError::unexpected(text, start + at, "a vertex without mark: only domination has marks"));
        }
        graphs.push(drawn);
        start += part.len() + 1;
    }
    Ok(position(game, graphs))
}

/// The position with these graphs.
fn position(game: &Kayles, graphs: Vec<Drawn>) -> Position {
    let components: Vec<Component> = graphs.iter().flat_map(|drawn| game.components(drawn)).collect();
    let texts: Vec<String> = graphs.iter().map(write).collect();
    Position::new(texts.join(" + "), components).with_layout(Graphs(graphs))
}

/// Calls `each` with every move until it breaks.
pub(super) fn moves(
    game: &Kayles,
    position: &Position,
    each: &mut dyn FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(Graphs(graphs)) = position.layout() else {
        return match parse(game, position.text()) {
            Ok(read) => moves(game, &read, each),
            // Only a caller who made up a text gets here.
            Err(_) => ControlFlow::Continue(()),
        };
    };
    for (i, drawn) in graphs.iter().enumerate() {
        let prefix = if graphs.len() == 1 { String::new() } else { format!("{}:", i + 1) };
        moves_of(game.rule, drawn, &mut |label, rest| {
            let mut after = graphs.clone();
            after[i] = rest;
            each(Move { label: format!("{prefix}{label}"), result: self::position(game, after) })
        })?;
    }
    ControlFlow::Continue(())
}

/// The moves on one graph by the rules of the game, word for word.
fn moves_of(rule: Rule, drawn: &Drawn, each: &mut dyn FnMut(String, Drawn) -> ControlFlow<()>) -> ControlFlow<()> {
    let graph = &drawn.graph;
    let without = |gone: &dyn Fn(u16) -> bool| {
        let left: Vec<u16> = (0..graph.len() as u16).filter(|&v| !gone(v)).collect();
        drawn.induced(&left)
    };
    let label = |v: u16| drawn.labels[usize::from(v)];
    match rule {
        Rule::Arc => graph
            .edges()
            .try_for_each(|(u, v)| each(format!("{}-{}", label(u), label(v)), without(&|w| w == u || w == v))),
        Rule::Node => (0..graph.len() as u16).try_for_each(|v| {
            let around = graph.neighbours(usize::from(v));
            each(label(v).to_string(), without(&|w| w == v || around.contains(&w)))
        }),
        Rule::Grim => (0..graph.len() as u16)
            .filter(|&v| !graph.neighbours(usize::from(v)).is_empty())
            .try_for_each(|v| each(label(v).to_string(), without(&|w| w == v))),
        Rule::Domination => (0..graph.len() as u16).try_for_each(|v| {
            let mut rest = drawn.clone();
            let around = graph.neighbours(usize::from(v)).iter().chain([&v]);
            around.for_each(|&u| rest.marks[usize::from(u)] = true);
            if rest.marks == drawn.marks { ControlFlow::Continue(()) } else { each(label(v).to_string(), rest) }
        }),
    }
}
