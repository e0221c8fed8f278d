//! Positions and trees as pictures: SVG for screens, TikZ for papers, text for terminals.
//!
//! [`svg()`] is the short way from the text of a position to a picture. [`picture()`] gives the shapes themselves.
//! A shape says what it *means* ([`Class`]); a style sheet says how that looks, so a page can have its own.
//!
//! | shape | attributes |
//! |---|---|
//! | cell of Cram, `g-cell` or `g-filled` | `data-board`, `data-cell="row,column"`, from 0 |
//! | vertex of a graph, `g-cell`, or `g-filled` if it is marked | `data-board`, `data-vertex`: its number in the text |
//! | edge of a graph, `g-link` | `data-board`, `data-edge="u-v"` |
//! | token of a heap or pin of a row, `g-token` | `data-heap` from 0, `data-token` from 1, counted from the ground |
//! | spot of Sprouts, `g-spot` | `data-spot` from 0, `data-lives`, `data-name` |
//!
//! ```
//! use grundy_draw::{Style, svg};
//! let board = svg("cram", "..#/...", &Style::default())?;
//! assert_eq!(board.matches("class=\"g-cell\"").count(), 5);
//! assert!(board.contains("data-cell=\"0,2\""));
//! # Ok::<(), grundy_draw::DrawError>(())
//! ```

mod arrange;
pub mod cram;
pub mod graphs;
pub mod heaps;
mod labels;
pub mod picture;
pub mod rows;
pub mod sprouts;
pub mod svg;
pub mod tikz;
pub mod tree;

use grundy_core::{Hints, ParseError, Position};
use grundy_games::cram::Boards;
use grundy_games::kayles::Graphs;
use grundy_games::nim::HeapSizes;
use grundy_games::sprouts::Spots;
use grundy_games::{Kind, UnknownGame, WithGame, with_game};
use grundy_study::StudyError;
pub use labels::Labels;
use picture::{Class, Picture};
use rows::Look;

/// How a picture is written.
#[derive(Clone, Debug)]
pub struct Style {
    /// Whether the picture brings its own style sheet and background, as a file needs; a page has its own.
    pub standalone: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style { standalone: true }
    }
}

impl Style {
    /// For pages that have [`svg::style_sheet`], or one of their own.
    pub const fn embedded() -> Self {
        Style { standalone: false }
    }
}

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DrawError {
    /// The position, or the name of the game, cannot be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// Too much for a picture.
    #[error("too large to draw: {found} {what}, at most {most}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much of it.
        found: usize,
        /// How much can be drawn.
        most: usize,
    },
    /// A Sprouts position that no drawing in the plane has.
    #[error("no drawing in the plane has this position: {0}")]
    NotPlanar(&'static str),
    /// The tree could not be developed.
    #[error(transparent)]
    Study(#[from] StudyError),
}

/// A position as SVG. `game` is a name or a code, as on the command line.
///
/// # Errors
/// An unknown game, a position that cannot be read, or one that is too large to draw.
pub fn svg(game: &str, position: &str, style: &Style) -> Result<String, DrawError> {
    Ok(svg::write(&picture(game, position)?, position, style))
}

/// A position as TikZ.
///
/// # Errors
/// As [`svg()`].
pub fn tikz(game: &str, position: &str) -> Result<String, DrawError> {
    Ok(tikz::write(&picture(game, position)?, position))
}

/// A position as lines of text.
///
/// # Errors
/// As [`svg()`].
pub fn text(game: &str, position: &str) -> Result<String, DrawError> {
    text_labelled(game, position, Labels::Sizes)
}

/// A position as lines of text, its heaps with these labels.
///
/// # Errors
/// As [`labelled`].
pub fn text_labelled(game: &str, position: &str, labels: Labels) -> Result<String, DrawError> {
    let read = read(game, position)?;
    Ok(if let Some(boards) = read.layout::<Boards>() {
        boards.to_vec().iter().map(cram::text).collect::<Vec<_>>().join("+\n")
    } else if let Some(sizes) = read.layout::<HeapSizes>() {
        heaps::text(sizes, &labels.of(game, sizes)?)
    } else if let Some(Graphs(list)) = read.layout() {
        list.iter().map(graphs::text).collect::<Vec<_>>().join("+\n")
    } else {
        format!("{position}\n")
    })
}

/// A position as shapes.
///
/// # Errors
/// As [`svg()`].
pub fn picture(game: &str, position: &str) -> Result<Picture, DrawError> {
    labelled(game, position, Labels::Sizes)
}

/// A position as shapes, its heaps with these labels. Positions without heaps have no labels.
///
/// # Errors
/// As [`svg()`], and a heap that is too large for its nimber to be computed here.
pub fn labelled(game: &str, position: &str, labels: Labels) -> Result<Picture, DrawError> {
    let read = read(game, position)?;
    let labels = read.layout::<HeapSizes>().map(|sizes| labels.of(game, sizes)).transpose()?;
    draw(Look::of(game), &read, labels)
}

/// A position that was read as shapes; `look` says how its heaps look.
fn draw(look: Look, position: &Position, labels: Option<Vec<String>>) -> Result<Picture, DrawError> {
    let Some(sizes) = position.layout::<HeapSizes>() else { return picture_of(position) };
    let labels = labels.unwrap_or_else(|| heaps::sizes(sizes));
    match look {
        Look::Stacks => heaps::picture(sizes, &labels),
        look => rows::picture(look, sizes, &labels),
    }
}

/// A position that was read as shapes. What its game keeps as the layout decides how it is drawn; a position without a
/// layout that is known here is drawn as its text.
///
/// # Errors
/// A position that is too large to draw.
pub fn picture_of(position: &Position) -> Result<Picture, DrawError> {
    if let Some(boards) = position.layout::<Boards>() {
        let boards = boards.to_vec();
        let pictures = boards.iter().enumerate().map(|(i, board)| cram::picture(board, i));
        return Ok(Picture::row(&pictures.collect::<Result<Vec<_>, _>>()?, "+"));
    }
    if let Some(sizes) = position.layout::<HeapSizes>() {
        return heaps::picture(sizes, &heaps::sizes(sizes));
    }
    if let Some(Graphs(list)) = position.layout() {
        let pictures = list.iter().enumerate().map(|(i, graph)| graphs::picture(graph, i));
        return Ok(Picture::row(&pictures.collect::<Result<Vec<_>, _>>()?, "+"));
    }
    if let Some(spots) = position.layout::<Spots>() {
        let lands: Vec<Picture> = sprouts::sketch(spots)?.iter().map(sprouts::picture).collect();
        return Ok(match &lands[..] {
            [land] => land.clone(),
            _ => Picture::row(&lands.iter().map(Picture::framed).collect::<Vec<_>>(), "+"),
        });
    }
    let width = position.text().chars().count() as f64 * 9.0 + 8.0;
    let mut written = Picture { width, height: 24.0, ..Picture::default() };
    written.text(Class::Name, [width / 2.0, 12.0], 14.0, position.text().to_string());
    Ok(written)
}

/// Reads a position of the game with this name.
fn read(game: &str, position: &str) -> Result<Position, DrawError> {
    struct Read<'a>(&'a str);
    impl WithGame for Read<'_> {
        type Output = Result<Position, ParseError>;

        fn with<G: Hints>(self, game: G, _: Kind) -> Self::Output {
            game.parse(self.0)
        }
    }
    Ok(with_game(game, Read(position)).map_err(UnknownGame::into_parse_error)??)
}
