//! `grundy draw GAME POSITION`: one position as a picture.

use super::drawing::{failure, format_of, put};
use crate::draw::{self, Labels, Style};
use crate::program::exit::{Ended, Failure};
use crate::program::limit_args::LimitArgs;
use crate::program::positions;
use crate::program::registry::{self, Family};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Draw a position: a board, stacks of tokens, rows of pins, strips, graphs, spots and curves
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy draw nim '7 5 4 2'
  $ grundy draw kayles '9 5' --nimbers
  $ grundy draw cram '..#/...'
  $ grundy draw sprouts '0.1a1a.AB|AB' -o sprouts.svg

A Sprouts position does not determine a picture; the program chooses a simple one. Grey dots are dead spots.
The format follows from the name of the file (.svg, .tex, .tikz, .txt); without a file it is text.")]
pub struct Arguments {
    /// The game: a name or a code (see grundy --help)
    game: String,

    /// The position
    #[arg(required = true, value_name = "POSITION")]
    position: Vec<String>,

    /// Write the nimber of each heap beside its size
    #[arg(long)]
    nimbers: bool,

    /// How to draw
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// The file to write; standard output if there is none
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Debug)]
enum Format {
    /// A picture for screens
    Svg,
    /// A picture for LaTeX
    Tikz,
    /// Lines of characters
    Text,
}

impl Arguments {
    /// Draws the position.
    pub fn run(self) -> Ended {
        self.limits.watch();
        // An unknown game is refused with a suggestion.
        let family = registry::game(&self.game)?.family();
        let position = positions::typed(&self.game, &self.position)?;
        if self.nimbers && !matches!(family, Family::Heaps(_) | Family::Sizes) {
            return Err(Failure::input(format!("--nimbers: {} has no heaps; expected a heap game", self.game)));
        }
        let labels = if self.nimbers { Labels::Nimbers } else { Labels::Sizes };
        let picture = || draw::labelled(&self.game, &position, labels);
        let drawn = match self.format()? {
            Format::Svg => picture().map(|picture| draw::svg::write(&picture, &position, &Style::default())),
            Format::Tikz => picture().map(|picture| draw::tikz::write(&picture, &position)),
            Format::Text => draw::text_labelled(&self.game, &position, labels),
        };
        put(self.output.as_deref(), &drawn.map_err(failure)?)
    }

    fn format(&self) -> Result<Format, Failure> {
        const KNOWN: &[(&str, Format)] =
            &[("svg", Format::Svg), ("tex", Format::Tikz), ("tikz", Format::Tikz), ("txt", Format::Text)];
        self.format.map_or_else(|| format_of(self.output.as_deref(), KNOWN, Format::Text), Ok)
    }
}
