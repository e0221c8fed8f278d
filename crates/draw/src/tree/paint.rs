//! A tree as a picture: every position drawn, in a box whose shape and colour say what is said of it.
//!
//! | box | meaning |
//! |---|---|
//! | rounded, orange | winning: `W`, or a nimber other than 0 |
//! | square, blue | losing: `L`, or nimber 0 |
//! | `∗3` | the nimber 3, where the position itself is written in numbers |
//! | rounded, dashed | only proved different from a nimber: `≠ n` |
//! | dashed, grey, `+3 more` | options that are not drawn |

use super::layout::{Boxes, place};
use super::{Mark, Node, Tree};
use crate::picture::{Class, Form, Picture, Point};
use crate::{DrawError, draw};
use grundy_core::{Nimber, Outcome};
use grundy_games::nim::HeapSizes;
use std::collections::HashMap;

/// Around a position in its box, and the line of its mark.
const PAD: f64 = 6.0;
const LINE: f64 = 15.0;
/// The largest position drawn in its full size of a tree.
const LARGE: f64 = 110.0;

impl Tree {
    /// Draws the tree.
    ///
    /// # Errors
    /// A position that cannot be drawn.
    pub fn picture(&self) -> Result<Picture, DrawError> {
        let mut drawn: HashMap<&str, Picture> = HashMap::new();
        for node in &self.nodes {
            if !drawn.contains_key(node.position.as_str()) {
                drawn.insert(&node.position, self.small(node)?);
            }
        }
        let size = |node: &Node| {
            let inside = &drawn[node.position.as_str()];
            let line = if node.mark == Mark::Plain { 0.0 } else { LINE };
            [inside.width.max(22.0) + 2.0 * PAD, inside.height + 2.0 * PAD + line]
        };
        let mut boxes = Boxes {
            sizes: self.nodes.iter().map(size).collect(),
            depths: self.nodes.iter().map(|node| node.depth).collect(),
            edges: Vec::new(),
        };
        for (from, node) in self.nodes.iter().enumerate() {
            boxes.edges.extend(node.children.iter().map(|&to| (from, to)));
            if node.folded > 0 {
                let width = more(node.folded).len() as f64 * 6.5 + 8.0;
                boxes.sizes.push([width, 18.0]);
                boxes.depths.push(node.depth + 1);
                boxes.edges.push((from, boxes.sizes.len() - 1));
            }
        }
        let placed = place(&boxes);
        let mut tree = Picture { width: placed.size[0], height: placed.size[1], ..Picture::default() };
        for (&(from, to), route) in boxes.edges.iter().zip(&placed.routes) {
            let start = [route[0][0][0], placed.corners[from][1] + boxes.sizes[from][1]];
            let end = [route[route.len() - 1][1][0], placed.corners[to][1]];
            tree.push(Class::Edge, edge(start, route, end));
        }
        for (i, node) in self.nodes.iter().enumerate() {
            self.paint(&mut tree, node, &drawn[node.position.as_str()], placed.corners[i], boxes.sizes[i]);
        }
        let folded = self.nodes.iter().filter(|node| node.folded > 0);
        for (node, i) in folded.zip(self.nodes.len()..) {
            let ([x, y], [width, height]) = (placed.corners[i], boxes.sizes[i]);
            tree.push(Class::Fold, Form::Rectangle { x, y, width, height, round: 9.0 });
            tree.text(Class::Mark, [x + width / 2.0, y + height / 2.0], 11.0, more(node.folded));
        }
        if let Some(note) = &self.note {
            tree.width = tree.width.max(note.chars().count() as f64 * 7.5);
            tree.text(Class::Mark, [tree.width / 2.0, tree.height + 18.0], 13.0, note);
            tree.height += 28.0;
        }
        Ok(tree)
    }

    /// A position as small as a tree needs it.
    fn small(&self, node: &Node) -> Result<Picture, DrawError> {
        if node.position.is_empty() {
            let mut nothing = Picture { width: 16.0, height: 16.0, ..Picture::default() };
            nothing.text(Class::Mark, [8.0, 8.0], 14.0, "∅");
            return Ok(nothing);
        }
        let full = draw(self.reader.look, &self.reader.read(&node.position)?, None)?;
        let by = (LARGE / full.width.max(full.height)).min(0.62);
        Ok(full.scaled(by))
    }

    /// What is said of a node. Beside the sizes of heaps a bare number would be taken for one more size.
    fn label(&self, node: &Node) -> String {
        match node.mark {
            Mark::Nimber(nimber) if self.has_heaps(node) => format!("∗{nimber}"),
            _ => node.mark.text(),
        }
    }

    fn has_heaps(&self, node: &Node) -> bool {
        // The position without heaps has no text; the first node has heaps if the game has.
        let text = if node.position.is_empty() { &self.nodes[0].position } else { &node.position };
        self.reader.read(text).is_ok_and(|position| position.layout::<HeapSizes>().is_some())
    }

    fn paint(&self, tree: &mut Picture, node: &Node, inside: &Picture, [x, y]: Point, [width, height]: Point) {
        let (class, round) = match node.mark {
            Mark::Plain => (Class::Plain, 5.0),
            Mark::Outcome(Outcome::Win) => (Class::Win, 9.0),
            Mark::Outcome(Outcome::Loss) | Mark::Nimber(Nimber::ZERO) => (Class::Loss, 0.0),
            Mark::Nimber(_) => (Class::Win, 9.0),
            Mark::Different(_) => (Class::Different, 9.0),
        };
        let data = vec![("position", node.position.clone())];
        tree.push_with(class, Form::Rectangle { x, y, width, height, round }, data);
        tree.place(inside, [x + (width - inside.width) / 2.0, y + PAD]);
        if node.mark != Mark::Plain {
            tree.text(Class::Mark, [x + width / 2.0, y + height - PAD / 2.0 - LINE / 2.0], 12.5, self.label(node));
        }
    }
}

/// `+3 more`.
pub(super) fn more(folded: usize) -> String {
    format!("+{folded} more")
}

/// A smooth line through the gaps of a route.
fn edge(start: Point, route: &[[Point; 2]], end: Point) -> Form {
    let straight = |from: Point, to: Point| {
        let at = |t: f64| [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
        [at(1.0 / 3.0), at(2.0 / 3.0), to]
    };
    let mut pieces = Vec::new();
    let mut at = start;
    for &[upper, lower] in route {
        pieces.push(straight(at, upper));
        let bend = (lower[1] - upper[1]) * 0.45;
        pieces.push([[upper[0], upper[1] + bend], [lower[0], lower[1] - bend], lower]);
        at = lower;
    }
    pieces.push(straight(at, end));
    Form::Curve { from: start, pieces }
}
