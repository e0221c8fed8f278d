//! A tree in the DOT language of Graphviz. Boards of Cram are tables, other positions are written.

use super::paint::more;
use super::{Mark, Node, Tree};
use crate::picture::Class;
use grundy_core::{Nimber, Outcome, Position};
use grundy_games::cram::{Board, Boards, Cell};
use std::fmt::Write;

impl Tree {
    /// Writes the tree.
    pub fn dot(&self) -> String {
        let mut dot =
            String::from("digraph grundy {\n  node [shape=box, fontname=\"sans-serif\"];\n  edge [arrowhead=none];\n");
        for (i, node) in self.nodes.iter().enumerate() {
            let (class, style) = match node.mark {
                Mark::Plain => (Class::Plain, "filled,rounded"),
                Mark::Outcome(Outcome::Loss) | Mark::Nimber(Nimber::ZERO) => (Class::Loss, "filled"),
                Mark::Outcome(Outcome::Win) | Mark::Nimber(_) => (Class::Win, "filled,rounded"),
                Mark::Different(_) => (Class::Different, "filled,rounded,dashed"),
            };
            let look = class.look();
            let (fill, stroke) = (look.fill.unwrap_or("ffffff"), look.stroke.unwrap_or("000000"));
            let label = label(node, self.reader.read(&node.position).ok().as_ref(), &node.mark.text());
            _ = writeln!(dot, "  n{i} [label={label}, style=\"{style}\", fillcolor=\"#{fill}\", color=\"#{stroke}\"];");
            for child in &node.children {
                _ = writeln!(dot, "  n{i} -> n{child};");
            }
            if node.folded > 0 {
                let label = more(node.folded);
                _ = writeln!(dot, "  f{i} [label=\"{label}\", style=dashed];\n  n{i} -> f{i};");
            }
        }
        if let Some(note) = &self.note {
            _ = writeln!(dot, "  label=\"{}\";", quoted(note));
        }
        dot.push_str("}\n");
        dot
    }
}

fn label(node: &Node, drawn: Option<&Position>, mark: &str) -> String {
    let position = node.position.as_str();
    let boards = drawn.and_then(|drawn| drawn.layout::<Boards>()).filter(|_| !position.is_empty());
    let tables: Option<Vec<String>> = boards.and_then(|boards| boards.to_vec().iter().map(table).collect());
    match tables {
        Some(tables) => {
            let sum = tables.iter().map(|table| format!("<TD>{table}</TD>")).collect::<Vec<_>>().join("<TD>+</TD>");
            let span = 2 * tables.len() - 1;
            let mark =
                if mark.is_empty() { String::new() } else { format!("<TR><TD COLSPAN=\"{span}\">{mark}</TD></TR>") };
            format!("<<TABLE BORDER=\"0\" CELLBORDER=\"0\"><TR>{sum}</TR>{mark}</TABLE>>")
        }
        None => {
            let position = if position.is_empty() { "∅" } else { position };
            let line = if mark.is_empty() { String::new() } else { format!("\\n{}", quoted(mark)) };
            format!("\"{}{line}\"", quoted(position))
        }
    }
}

/// A board as a table; none for a graph, or a board with walls, which tables cannot draw.
fn table(board: &Board) -> Option<String> {
    let Board::Cells(rows) = board else { return None };
    if rows.iter().flatten().any(|cell| cell.wall_right || cell.wall_below) {
        return None;
    }
    let cell = |filled: bool| {
        let colour = if filled { "8c8c8c" } else { "ffffff" };
        format!("<TD FIXEDSIZE=\"TRUE\" WIDTH=\"14\" HEIGHT=\"14\" BGCOLOR=\"#{colour}\"></TD>")
    };
    let row = |row: &Vec<Cell>| format!("<TR>{}</TR>", row.iter().map(|c| cell(c.filled)).collect::<String>());
    let rows: String = rows.iter().map(row).collect();
    Some(format!("<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\">{rows}</TABLE>"))
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
