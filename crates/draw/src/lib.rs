//! Positions and trees as pictures: SVG for screens, TikZ for papers, text for terminals.
//!
//! [`svg()`] is the short way from the text of a position to a picture. [`picture()`] gives the shapes themselves.
//! A shape says what it *means* ([`Class`](picture::Class)); a style sheet says how that looks, so a page can have its own.
//!
//! | shape | attributes |
//! |---|---|
//! | cell of Cram, `g-cell` or `g-filled` | `data-board`, `data-cell="row,column"`, from 0 |
//! | token of a heap, `g-token` | `data-heap` from 0, `data-token` from 1, counted from the ground |
//! | spot of Sprouts, `g-spot` | `data-spot` from 0, `data-lives`, `data-name` |
//!
//! ```
//! use grundy_draw::{Style, svg};
//! let board = svg("cram", "..#/...", &Style::default())?;
//! assert_eq!(board.matches("class=\"g-cell\"").count(), 5);
//! assert!(board.contains("data-cell=\"0,2\""));
//! # Ok::<(), grundy_draw::DrawError>(())
//! ```

pub mod cram;
pub mod heaps;
pub mod picture;
pub mod sprouts;
pub mod svg;
pub mod tikz;
pub mod tree;

use grundy_core::{Game, ParseError};
use grundy_games::cram::Cram;
use grundy_games::heap::Heap;
use grundy_games::nim::Nim;
use grundy_games::sprouts::Sprouts;
use grundy_study::StudyError;
use picture::Picture;

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
    Ok(match Drawn::of(game)? {
        Drawn::Cram => {
            Cram::default().parse(position)?;
            cram::boards(position).iter().map(cram::text).collect::<Vec<_>>().join("+\n")
        }
        Drawn::Sprouts => {
            Sprouts::default().parse(position)?;
            format!("{position}\n")
        }
        Drawn::Heaps(game) => {
            check_heaps(&game, position)?;
            heaps::text(&heaps::sizes(position))
        }
    })
}

/// A position as shapes.
///
/// # Errors
/// As [`svg()`].
pub fn picture(game: &str, position: &str) -> Result<Picture, DrawError> {
    match Drawn::of(game)? {
        Drawn::Cram => {
            Cram::default().parse(position)?;
            let boards = cram::boards(position);
            let pictures = boards.iter().enumerate().map(|(i, board)| cram::picture(board, i));
            Ok(Picture::row(&pictures.collect::<Result<Vec<_>, _>>()?, "+"))
        }
        Drawn::Sprouts => {
            Sprouts::default().parse(position)?;
            let lands: Vec<Picture> = sprouts::sketch(position)?.iter().map(sprouts::picture).collect();
            Ok(match &lands[..] {
                [land] => land.clone(),
                _ => Picture::row(&lands.iter().map(Picture::framed).collect::<Vec<_>>(), "+"),
            })
        }
        Drawn::Heaps(game) => {
            check_heaps(&game, position)?;
            heaps::picture(&heaps::sizes(position))
        }
    }
}

/// The kinds of pictures there are. Heaps of Nim have no [`Heap`].
enum Drawn {
    Cram,
    Sprouts,
    Heaps(Option<Box<Heap>>),
}

impl Drawn {
    fn of(game: &str) -> Result<Self, DrawError> {
        Ok(match game.trim().to_ascii_lowercase().as_str() {
            "cram" => Drawn::Cram,
            "sprouts" => Drawn::Sprouts,
            "nim" => Drawn::Heaps(None),
            _ => Drawn::Heaps(Some(Box::new(Heap::by_name_or_code(game)?))),
        })
    }
}

fn check_heaps(game: &Option<Box<Heap>>, position: &str) -> Result<(), ParseError> {
    match game {
        Some(heap) => heap.parse(position).map(|_| ()),
        None => Nim::default().parse(position).map(|_| ()),
    }
}
