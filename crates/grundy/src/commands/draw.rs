//! `grundy draw GAME POSITION`: one position as a picture.

use crate::drawing::{failure, put};
use crate::exit::Ended;
use clap::{Args, ValueEnum};
use grundy::draw::{self, Style};
use std::path::PathBuf;

/// Draw a position: a board, stacks of tokens, spots and curves
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy draw nim '7 5 4 2'
  $ grundy draw cram '..#/...'
  $ grundy draw sprouts '0.1a1a.AB|AB' -o sprouts.svg

A Sprouts position does not say how it was drawn: this is a simple drawing that has it. Grey dots are dead spots.
The format follows from the name of the file (.svg, .tex, .tikz), otherwise it is text.")]
pub struct Arguments {
    /// The game: a name or a code (see grundy --help)
    game: String,

    /// The position
    position: String,

    /// How to draw
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// The file to write; standard output if there is none
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
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
        let drawn = match self.format() {
            Format::Svg => draw::svg(&self.game, &self.position, &Style::default()),
            Format::Tikz => draw::tikz(&self.game, &self.position),
            Format::Text => draw::text(&self.game, &self.position),
        };
        put(self.output.as_deref(), &drawn.map_err(|e| failure(&self.game, e))?)
    }

    fn format(&self) -> Format {
        let extension = self.output.as_ref().and_then(|path| path.extension()).and_then(|e| e.to_str());
        self.format.unwrap_or(match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Format::Svg,
            Some("tex" | "tikz") => Format::Tikz,
            _ => Format::Text,
        })
    }
}
