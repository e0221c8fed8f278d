//! A position as the API shows it: its moves, its options, and what it is made of (heaps, cells, spots).

use crate::loaded_game::{Known, LoadedGame};
use crate::moves::Until;
use crate::spots::{Drawn, Line};
use grundy_core::{Component, Hints, Nimber, Outcome, ParseError, Position};
use grundy_games::Kind;
use grundy_games::cram::{Board, Boards};
use grundy_games::nim::HeapSizes;
use serde::Serialize;
use std::time::{Duration, Instant};

/// A position with all its moves.
#[derive(Serialize, Debug)]
pub struct PositionView {
    /// The canonical name of the game.
    pub game: String,
    /// How positions of the game look.
    pub kind: &'static str,
    /// The position as it was given.
    pub position: String,
    /// `win`, `loss`, or nothing.
    pub outcome: Option<&'static str>,
    /// The nimber, if it is known.
    pub nimber: Option<u32>,
    /// Its components in canonical form.
    pub components: Vec<ComponentView>,
    /// The moves.
    pub moves: Vec<ListedMoveView>,
    /// The distinct options.
    pub options: Vec<OptionView>,
    /// Whether there are more moves than are listed.
    pub truncated: bool,
    /// The sizes of the heaps of a heap game, in the order of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heaps: Option<Vec<u32>>,
    /// The boards of a position of Cram, in the order of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<BoardView>>,
    /// The spots of a Sprouts position and where they lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spots: Option<Drawn>,
}

/// A component of a position.
#[derive(Serialize, Debug)]
pub struct ComponentView {
    /// Its canonical text.
    pub text: String,
    /// Its nimber, if it is known.
    pub nimber: Option<u32>,
}

/// A move.
#[derive(Serialize, Debug)]
pub struct ListedMoveView {
    /// What is done.
    pub label: String,
    /// The position after it.
    pub result: String,
    /// The number of its option.
    pub option: usize,
    /// The spots it joins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spots: Option<[usize; 2]>,
    /// Where its line runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Line>,
}

/// A distinct option.
#[derive(Serialize, Debug)]
pub struct OptionView {
    /// The number of the first move that leads there.
    pub first: usize,
    /// The canonical texts of its components.
    pub components: Vec<String>,
    /// `win` or `loss` for the player who moves there: a loss is a winning move.
    pub outcome: Option<&'static str>,
    /// Its nimber.
    pub nimber: Option<u32>,
}

/// A board of Cram: rows of cells, or a graph by its edges.
#[derive(Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum BoardView {
    /// Rows from top to bottom, all of the same length.
    Rows(Vec<Vec<CellView>>),
    /// A board that is no rectangle, such as a cylinder.
    Edges(Vec<(u16, u16)>),
}

/// A cell of a board.
#[derive(Serialize, Debug)]
pub struct CellView {
    /// Whether a domino may be placed there.
    pub free: bool,
    /// Whether a wall separates it from the cell on its right.
    pub right: bool,
    /// Whether a wall separates it from the cell below.
    pub below: bool,
}

/// The word of the API for how positions of a game look.
pub fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Heaps => "heaps",
        Kind::Board => "board",
        Kind::Spots => "spots",
        Kind::Graph => "graph",
        _ => "text",
    }
}

/// The word of the API for an outcome.
pub fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
    }
}

/// Looks at a position without any search. After `time`, options are no longer compared.
///
/// # Errors
/// A position that cannot be read.
pub fn look<G: Hints + 'static>(
    loaded: &LoadedGame<G>,
    position: &str,
    time: Duration,
) -> Result<PositionView, ParseError> {
    let read = loaded.game().parse(position)?;
    let moves = loaded.moves(position, &Until::after(time))?;
    let deadline = Instant::now() + time;
    let whole = loaded.known([&read[..]])[0];
    let parts = loaded.known(read.iter().map(std::slice::from_ref));
    let options = loaded.known(moves.options.iter().map(|option| &option.components[..]));
    let part = |(component, known): (&Component, Known)| ComponentView {
        text: loaded.text_until(component, deadline),
        nimber: known.nimber.map(Nimber::get),
    };
    Ok(PositionView {
        game: loaded.game().name(),
        kind: kind_word(loaded.kind()),
        position: position.to_string(),
        outcome: whole.outcome.map(outcome_word),
        nimber: whole.nimber.map(Nimber::get),
        components: read.iter().zip(parts).map(part).collect(),
        options: (moves.options.iter().zip(options))
            .map(|(option, known)| OptionView {
                first: option.first,
                components: option.components.iter().map(|part| loaded.text_until(part, deadline)).collect(),
                outcome: known.outcome.map(outcome_word),
                nimber: known.nimber.map(Nimber::get),
            })
            .collect(),
        moves: (moves.moves.iter())
            .map(|listed| {
                let (spots, line) = listed.line.clone().unzip();
                let (label, result) = (listed.by.label.clone(), listed.by.result.to_string());
                ListedMoveView { label, result, option: listed.option, spots, line }
            })
            .collect(),
        truncated: moves.truncated,
        heaps: (loaded.kind() == Kind::Heaps).then(|| HeapSizes::of(&read).to_vec()),
        boards: boards(&read),
        spots: moves.drawn.clone(),
    })
}

fn boards(position: &Position) -> Option<Vec<BoardView>> {
    let board = |board: Board| match board {
        Board::Graph(edges) => BoardView::Edges(edges),
        Board::Cells(rows) => BoardView::Rows(
            (rows.iter())
                .map(|row| {
                    let cell = |cell: &grundy_games::cram::Cell| CellView {
                        free: !cell.filled,
                        right: cell.wall_right,
                        below: cell.wall_below,
                    };
                    row.iter().map(cell).collect()
                })
                .collect(),
        ),
    };
    Some(position.layout::<Boards>()?.to_vec().into_iter().map(board).collect())
}
