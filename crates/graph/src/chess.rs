//! Graphs of chess pieces: the squares of a board, joined by a move of the piece.

use crate::places::{Drawn, drawn, squares};

/// The graph of a piece.
pub(crate) fn board(piece: &str, rows: usize, columns: usize) -> Drawn {
    let lines: &[(isize, isize)] = match piece {
        "rook" => &[(0, 1), (1, 0)],
        "bishop" => &[(1, 1), (1, -1)],
        "knight" => &[(1, 2), (1, -2), (2, 1), (2, -1)],
        _ => &[(0, 1), (1, 0), (1, 1), (1, -1)],
    };
    let reach = if matches!(piece, "king" | "knight") { 1 } else { rows.max(columns) as isize };
    let mut edges = Vec::new();
    for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
        for (&(dy, dx), steps) in lines.iter().flat_map(|line| (1..=reach).map(move |steps| (line, steps))) {
            let (to_y, to_x) = (y.checked_add_signed(steps * dy), x.checked_add_signed(steps * dx));
            if let (Some(to_y), Some(to_x)) = (to_y, to_x)
                && to_y < rows
                && to_x < columns
            {
                edges.push((y * columns + x, to_y * columns + to_x));
            }
        }
    }
    drawn(rows * columns, edges, squares(rows, columns))
}
