//! Cram: boards as squares, walls as thick lines, graphs as circles of vertices.

use crate::DrawError;
use crate::picture::{Class, Form, Picture};
use grundy_games::cram::{Board, Cell};
use std::f64::consts::TAU;

/// Side of a cell.
const SIDE: f64 = 20.0;
/// The most vertices of a graph that is drawn.
const MOST_VERTICES: usize = 120;

/// Draws a board. Cells carry `data-cell="row,column"` and `data-board`, the vertices of a graph `data-vertex`.
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

fn graph(edges: &[(u16, u16)], number: usize) -> Result<Picture, DrawError> {
    let mut names: Vec<u16> = edges.iter().flat_map(|&(u, v)| [u, v]).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > MOST_VERTICES {
        return Err(DrawError::TooLarge { what: "vertices of a graph", found: names.len(), most: MOST_VERTICES });
    }
    let radius = (names.len() as f64 * 34.0 / TAU).max(22.0);
    let size = 2.0 * radius + 24.0;
    let mut picture = Picture { width: size, height: size, ..Picture::default() };
    let at = |name: u16| {
        let i = names.binary_search(&name).unwrap_or(0);
        let angle = TAU * i as f64 / names.len().max(1) as f64 - TAU / 4.0;
        [size / 2.0 + radius * angle.cos(), size / 2.0 + radius * angle.sin()]
    };
    for &(u, v) in edges {
        picture.line(Class::Link, at(u), at(v));
    }
    for &name in &names {
        let data = vec![("vertex", name.to_string()), ("board", number.to_string())];
        picture.push_with(Class::Cell, Form::Circle { at: at(name), radius: 10.0 }, data);
        picture.text(Class::Name, at(name), 10.0, name.to_string());
    }
    Ok(picture)
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
