//! Moves as a person sees them: the board stays as it was drawn, and two of its cells are filled.
//!
//! Columns are letters from the left (`a`, ..., `z`, `aa`, `ab`, ...), rows numbers from the top: `b2-b3` is the domino
//! on the second and third cell of the second column. In a sum the board is named first: `2:b2-b3`.

use super::layout::Boards;
use super::text::{Drawing, Part};
use super::{Cram, graph};
use grundy_core::{Move, Position};
use grundy_graph::bits::{Bits, Wide};
use std::ops::ControlFlow;

/// Calls `each` with every move, in reading order, until it breaks.
pub(super) fn moves(game: &Cram, boards: &Boards, each: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
    let Boards(parts) = boards;
    let texts: Vec<String> = parts.iter().map(Part::text).collect();
    for (i, part) in parts.iter().enumerate() {
        let mut push = |label: String, result: Part| {
            let label = if parts.len() == 1 { label } else { format!("{}:{label}", i + 1) };
            let result_text = result.text();
            let others = |j: usize| if i == j { &result_text } else { &texts[j] };
            let text = (0..parts.len()).map(|j| others(j).as_str()).collect::<Vec<_>>().join(" + ");
            let mut after = boards.clone();
            after.0[i] = result;
            each(Move { label, result: Position::new(text, game.components(&after)).with_layout(after) })
        };
        match part {
            Part::Drawing(drawing) => on_board(drawing, &mut push)?,
            Part::Graph(graph) => {
                graph.edges().try_for_each(|(u, v)| push(format!("{u}-{v}"), Part::Graph(graph::play(graph, u, v))))?
            }
        }
    }
    ControlFlow::Continue(())
}

fn on_board(drawing: &Drawing, push: &mut dyn FnMut(String, Part) -> ControlFlow<()>) -> ControlFlow<()> {
    let board = drawing.board;
    let name = |cell: usize| format!("{}{}", column(cell % board.columns), cell / board.columns + 1);
    for cell in 0..board.columns * board.rows {
        for (edges, far) in [(board.right, cell + 1), (board.down, cell + board.columns)] {
            if edges.has(cell) {
                let result = drawing.filled(Wide::bit(cell) | Wide::bit(far));
                push(format!("{}-{}", name(cell), name(far)), Part::Drawing(result.into()))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// `a` to `z`, then `aa`, `ab`, ...
fn column(x: usize) -> String {
    let letter = |i: usize| char::from(b'a' + i as u8);
    if x < 26 { letter(x).to_string() } else { format!("{}{}", column(x / 26 - 1), letter(x % 26)) }
}
