//! Graphs as discs and lines: families where people expect their vertices, other graphs where `arrange` puts them.
//!
//! A vertex has `data-vertex` (its number in the text) and `data-board`; an edge has `data-edge="u-v"` and
//! `data-board`.

use crate::DrawError;
use crate::arrange::arrange;
use crate::picture::{Class, Form, Picture, Point};
use grundy_graph::Drawn;

/// Pixels between neighbours on a grid.
const STEP: f64 = 38.0;
const RADIUS: f64 = 10.0;
/// Space around the outermost vertices.
const MARGIN: f64 = RADIUS + 4.0;
/// The most vertices and edges that are drawn.
const MOST_VERTICES: usize = 400;
const MOST_EDGES: usize = 4000;

/// Draws a graph, the one with this number in its position.
pub fn picture(drawn: &Drawn, number: usize) -> Result<Picture, DrawError> {
    let graph = &drawn.graph;
    let too_large = |what, found, most| Err(DrawError::TooLarge { what, found, most });
    if graph.len() > MOST_VERTICES {
        return too_large("vertices of a graph", graph.len(), MOST_VERTICES);
    }
    if graph.size() > MOST_EDGES {
        return too_large("edges of a graph", graph.size(), MOST_EDGES);
    }
    let places = drawn.places.clone().unwrap_or_else(|| arrange(graph));
    let least = |of: fn(&(f64, f64)) -> f64| places.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&(f64, f64)) -> f64| places.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let (left, top) = (least(|p| p.0), least(|p| p.1));
    let extent = |span: f64| if span.is_finite() { STEP * span + 2.0 * MARGIN } else { 2.0 * MARGIN };
    let mut picture =
        Picture { width: extent(most(|p| p.0) - left), height: extent(most(|p| p.1) - top), ..Picture::default() };
    let at = |v: usize| -> Point { [MARGIN + STEP * (places[v].0 - left), MARGIN + STEP * (places[v].1 - top)] };
    let name = |v: u16| drawn.labels[usize::from(v)];
    for (u, v) in graph.edges() {
        let data = vec![("edge", format!("{}-{}", name(u), name(v))), ("board", number.to_string())];
        let form = line(at(usize::from(u)), at(usize::from(v)), &places, (u, v));
        picture.push_with(Class::Link, form, data);
    }
    for v in 0..graph.len() {
        let class = if drawn.marks[v] { Class::Filled } else { Class::Cell };
        let data = vec![("vertex", drawn.labels[v].to_string()), ("board", number.to_string())];
        picture.push_with(class, Form::Circle { at: at(v), radius: RADIUS }, data);
        picture.text(Class::Name, at(v), 10.0, drawn.labels[v].to_string());
    }
    Ok(picture)
}

/// A straight line, or a bow if another vertex would lie on it (around a cylinder, or a rook's long move).
fn line(from: Point, to: Point, places: &[(f64, f64)], (u, v): (u16, u16)) -> Form {
    let (a, b) = (places[usize::from(u)], places[usize::from(v)]);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx.hypot(dy).max(1e-9);
    let hides = |(i, p): (usize, &(f64, f64))| {
        let (x, y) = (p.0 - a.0, p.1 - a.1);
        let along = (x * dx + y * dy) / length;
        let across = (x * dy - y * dx).abs() / length;
        i != usize::from(u) && i != usize::from(v) && across < 0.2 && along > 0.0 && along < length
    };
    let bow = if places.iter().enumerate().any(hides) { STEP * 0.45 } else { 0.0 };
    let middle = |t: f64| {
        [from[0] + t * (to[0] - from[0]) + bow * dy / length, from[1] + t * (to[1] - from[1]) - bow * dx / length]
    };
    Form::Curve { from, pieces: vec![[middle(0.25), middle(0.75), to]] }
}

/// A graph as a line of text.
pub fn text(drawn: &Drawn) -> String {
    format!("{}\n", grundy_graph::text::write(drawn))
}
