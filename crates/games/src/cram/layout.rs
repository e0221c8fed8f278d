//! A position as it was written: its boards with their cells and walls, or its graphs.
//!
//! The reader keeps a [`Boards`] as the layout of every position. Moves for people are listed on it, and drawings show
//! it, so that the text of a position is read once.

use super::text::{Drawing, Part};
use grundy_graph::bits::Bits;

/// The boards of a position in the order they were written: the layout of a position of Cram.
///
/// ```
/// use grundy_core::Game;
/// use grundy_games::cram::{Board, Boards, Cell, Cram};
///
/// let position = Cram::default().parse(".:# + graph(0-1)")?;
/// let boards = position.layout::<Boards>().expect("Cram keeps its boards").to_vec();
/// let filled = Cell { filled: true, ..Cell::default() };
/// assert_eq!(boards, [Board::Cells(vec![vec![Cell::default(), filled]]), Board::Graph(vec![(0, 1)])]);
/// # Ok::<(), grundy_core::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Boards(pub(super) Vec<Part>);

/// One board of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Board {
    /// Rows of cells, all of the same length.
    Cells(Vec<Vec<Cell>>),
    /// A graph by its edges.
    Graph(Vec<(u16, u16)>),
}

/// A cell of a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cell {
    /// Whether it is taken.
    pub filled: bool,
    /// Whether a wall separates it from a free cell on its right.
    pub wall_right: bool,
    /// Whether a wall separates it from a free cell below it.
    pub wall_below: bool,
}

impl Boards {
    /// The boards, each with its cells or edges.
    pub fn to_vec(&self) -> Vec<Board> {
        let board = |part: &Part| match part {
            Part::Drawing(drawing) => Board::Cells(cells(drawing)),
            Part::Graph(graph) => Board::Graph(graph.edges().collect()),
        };
        self.0.iter().map(board).collect()
    }
}

fn cells(drawing: &Drawing) -> Vec<Vec<Cell>> {
    let board = &drawing.board;
    let is_free = |cell: usize| drawing.free.has(cell);
    let cell = |row: usize, column: usize| {
        let at = row * board.columns + column;
        let (right, below) = (at + 1, at + board.columns);
        Cell {
            filled: !is_free(at),
            wall_right: column + 1 < board.columns && is_free(at) && is_free(right) && !board.right.has(at),
            wall_below: row + 1 < board.rows && is_free(at) && is_free(below) && !board.down.has(at),
        }
    };
    (0..board.rows).map(|row| (0..board.columns).map(|column| cell(row, column)).collect()).collect()
}
