//! A tree as indented lines. A position that is met again is named again, but its options are not.

use super::paint::more;
use super::{Mark, Tree};
use std::fmt::Write;

impl Tree {
    /// Writes the tree.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut shown = vec![false; self.nodes.len()];
        for root in (0..self.nodes.len()).take_while(|&i| self.nodes[i].depth == 0) {
            // A stack instead of recursion: games can be deep. An entry is a line to write: what leads to it, and what
            // is below.
            let mut stack = vec![(Line::Node(root), String::new(), String::new())];
            while let Some((line, lead, below)) = stack.pop() {
                let node = match line {
                    Line::More(folded) => {
                        _ = writeln!(text, "{lead}{}", more(folded));
                        continue;
                    }
                    Line::Node(node) => node,
                };
                let again = std::mem::replace(&mut shown[node], true);
                let node = &self.nodes[node];
                let position = if node.position.is_empty() { "∅" } else { &node.position };
                let mark = if node.mark == Mark::Plain { String::new() } else { format!("  {}", node.mark.text()) };
                let more_below = !node.children.is_empty() || node.folded > 0;
                let see = if again && more_below { "  (above)" } else { "" };
                _ = writeln!(text, "{lead}{position}{mark}{see}");
                if again {
                    continue;
                }
                let mut lines: Vec<Line> = node.children.iter().map(|&child| Line::Node(child)).collect();
                lines.extend((node.folded > 0).then_some(Line::More(node.folded)));
                let last = lines.len().saturating_sub(1);
                for (i, line) in lines.into_iter().enumerate().rev() {
                    let (branch, rest) = if i == last { ("└── ", "    ") } else { ("├── ", "│   ") };
                    stack.push((line, format!("{below}{branch}"), format!("{below}{rest}")));
                }
            }
        }
        if let Some(note) = &self.note {
            _ = writeln!(text, "{note}");
        }
        text
    }
}

enum Line {
    Node(usize),
    More(usize),
}
