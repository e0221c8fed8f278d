//! Cram: boards as squares, walls as thick lines, graphs as discs and lines.

use crate::DrawError;
use crate::graphs;
use crate::picture::{Class, Form, Picture};
use grundy_games::cram::{Board, Cell};
use grundy_graph::{Drawn, Graph};

/// Side of a cell.
const SIDE: f64 = 20.0;

/// Draws a board. Cells carry `data-cell="row,column"` and `data-board`; graphs carry what `graphs` writes.
pub fn picture(board: &Board, number: usize) -> Result<Picture, DrawError> {
    match board {
        Board::Cells(rows) => Ok(cells(rows, number)),
        Board::Graph(edges) => graph(edges, number),
    }
}

fn cells(rows: &[Vec<Cell>], number: usize) -> Picture {
    let columns = rows.first().map_or(0, Vec::len);
    let mut picture = Picture { width: SIDE * columns as f64, height: SIDE * rows.len() as f64, ..Picture::default() };
    let at = |r: usize, c: usize| [SIDE * c as f64, SIDE * r as f64];
    for (r, row) in rows.iter().enumerate() {
        for (c, cell) in row.iter().enumerate() {
            let class = if cell.filled { Class::Filled } else { Class::Cell };
            let [x, y] = at(r, c);
            let form = Form::Rectangle { x, y, width: SIDE, height: SIDE, round: 0.0 };
            let data = vec![("cell", format!("{r},{c}")), ("board", number.to_string())];
            picture.push_with(class, form, data);
        }
    }
    for (r, row) in rows.iter().enumerate() {
        for (c, cell) in row.iter().enumerate() {
            if cell.wall_right && c + 1 < row.len() {
                picture.line(Class::Wall, at(r, c + 1), at(r + 1, c + 1));
            }
            if cell.wall_below && r + 1 < rows.len() {
                picture.line(Class::Wall, at(r + 1, c), at(r + 1, c + 1));
            }
        }
    }
    picture
}

/// The graph is drawn like any other. Its vertices are those with edges, under the numbers of the text.
fn graph(edges: &[(u16, u16)], number: usize) -> Result<Picture, DrawError> {
    let mut labels: Vec<u16> = edges.iter().flat_map(|&(u, v)| [u, v]).collect();
    labels.sort_unstable();
    labels.dedup();
    let index = |label: u16| labels.binary_search(&label).unwrap_or(0) as u16;
    let graph = Graph::new(labels.len(), edges.iter().map(|&(u, v)| (index(u), index(v))));
    graphs::picture(&Drawn { labels, ..Drawn::new(graph, None) }, number)
}

/// A board as lines of text: two characters for each cell, walls as `|` and `_`.
pub fn text(board: &Board) -> String {
    match board {
        Board::Graph(edges) => edges.iter().map(|(u, v)| format!("{u} - {v}\n")).collect(),
        Board::Cells(rows) => {
            let cell = |cell: &Cell| {
                let inside = if cell.filled {
                    '█'
                } else if cell.wall_below {
                    '_'
                } else {
                    '·'
                };
                let right = if cell.wall_right {
                    '|'
                } else if cell.filled {
                    '█'
                } else {
                    ' '
                };
                [inside, right]
            };
            let line = |row: &Vec<Cell>| row.iter().flat_map(cell).collect::<String>().trim_end().to_string() + "\n";
            rows.iter().map(line).collect()
        }
    }
}
