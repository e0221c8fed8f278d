//! `grundy tree GAME POSITION`: the paper's figures for any position.

use super::drawing::{failure, format_of, put};
use crate::draw::tree::{Kind, Mark, TopError, Tree};
use crate::draw::{Style, svg, tikz};
use crate::program::amounts;
use crate::program::exit::{Ended, Failure};
use crate::program::game_session::Wanted;
use crate::program::limit_args::LimitArgs;
use crate::program::positions;
use crate::program::registry::{self, AnyGame};
use crate::program::session_options::SessionOptions;
use crate::search::{Limits, Settings, StopReason};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Draw the game tree of a position, its solution tree, or the part of it that suffices for the nimber
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy tree cram 2x3
  $ grundy tree nim '2 1' --kind nimbers
  $ grundy tree cram 2x4 --kind solution -o solution.svg
  $ grundy tree sprouts 2 --kind outcomes --format tikz
  $ grundy tree sprouts 9 --kind outcomes --depth 1

Winning positions have round boxes and W, or their nimber; losing ones square boxes and L, or 0. A dashed box with `≠ n` is only \
proved different from n. Equal positions are one node; in text, a position met again is marked (above). What is left out by \
--depth or --max-nodes is counted (`+3 more`). The nimber-proof of a sum is one tree for each component.
The format follows from the name of the file (.svg, .dot, .gv, .tex, .tikz, .txt); without a file it is text.")]
pub struct Arguments {
    /// The game: a name or a code (see grundy --help)
    game: String,

    /// The position
    #[arg(required = true, value_name = "POSITION")]
    position: Vec<String>,

    /// Which tree
    #[arg(long, value_enum, default_value_t = Which::Outcomes)]
    kind: Which,

    /// How to draw
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// The file to write; standard output if there is none
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Draw at most D moves deep; values below that come from the solver
    #[arg(long, value_name = "D")]
    depth: Option<usize>,

    /// Draw at most N positions
    #[arg(long, value_name = "N", default_value_t = 80)]
    max_nodes: usize,

    /// Give up after this many positions (with --depth: this many nodes of the search, in all): 1000000, 1e6
    #[arg(long, help_heading = "Limits", value_name = "N", value_parser = amounts::count, default_value = "5e5")]
    nodes: u64,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Debug)]
enum Which {
    /// The whole game tree
    Game,
    /// The game tree with outcomes
    Outcomes,
    /// The game tree with nimbers
    Nimbers,
    /// What suffices for the outcome
    Solution,
    /// What suffices for the nimber
    NimberProof,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Debug)]
enum Format {
    /// A picture for screens
    Svg,
    /// For Graphviz
    Dot,
    /// A picture for LaTeX
    Tikz,
    /// Indented lines
    Text,
}

impl Arguments {
    /// Draws the tree. There is nothing to save, so Ctrl-C ends the program at once.
    pub fn run(self) -> Ended {
        self.limits.watch();
        let position = positions::typed(&self.game, &self.position)?;
        let kind = match self.kind {
            Which::Game => Kind::Game,
            Which::Outcomes => Kind::Outcomes,
            Which::Nimbers => Kind::Nimbers,
            Which::Solution => Kind::Solution,
            Which::NimberProof => Kind::NimberProof,
        };
        if self.max_nodes == 0 {
            return Err(Failure::input("--max-nodes 0: expected at least 1, the position itself"));
        }
        let game = registry::game(&self.game)?;
        let limit = usize::try_from(self.nodes).unwrap_or(usize::MAX);
        let mut tree = match self.depth {
            // What suffices for a nimber is chosen from below.
            Some(depth) if kind != Kind::NimberProof => self.top(&*game, &position, kind, depth, limit)?,
            _ => {
                let mut whole = game.develop(&position, kind, limit).map_err(failure)?;
                whole.fold(self.depth.unwrap_or(usize::MAX), usize::MAX);
                whole
            }
        };
        tree.fold(usize::MAX, self.max_nodes);
        let picture = || tree.picture().map_err(failure);
        let written = match self.format()? {
            Format::Svg => svg::write(&picture()?, &position, &Style::default()),
            Format::Tikz => tikz::write(&picture()?, &position),
            Format::Dot => tree.dot(),
            Format::Text => tree.text(),
        };
        put(self.output.as_deref(), &written)
    }

    /// The top of the tree. Outcomes and nimbers are searched for, with `--nodes` for all searches together.
    fn top(&self, game: &dyn AnyGame, position: &str, kind: Kind, depth: usize, limit: usize) -> Result<Tree, Failure> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut session = game.session(
            Settings { limits, ..Settings::default() },
            &SessionOptions { quiet: true, ..SessionOptions::default() },
        )?;
        let mut ask = |position: &str, kind: Kind| {
            let question = Wanted { nimber: kind == Kind::Nimbers, winning_move: false };
            let answer = session.solve(&session.parse(position)?, question);
            let mark = match kind {
                Kind::Nimbers => answer.nimber.map(Mark::Nimber),
                _ => answer.outcome.map(Mark::Outcome),
            };
            let stopped = answer.stopped.unwrap_or(StopReason::Nodes);
            mark.ok_or_else(|| Failure::Stopped(stopped, format!("at {position}; raise --nodes")))
        };
        game.develop_top(position, kind, (depth, limit), &mut ask).map_err(|error| match error {
            TopError::Draw(error) => failure(error),
            TopError::Ask(failure) => failure,
        })
    }

    fn format(&self) -> Result<Format, Failure> {
        const KNOWN: &[(&str, Format)] = &[
            ("svg", Format::Svg),
            ("dot", Format::Dot),
            ("gv", Format::Dot),
            ("tex", Format::Tikz),
            ("tikz", Format::Tikz),
            ("txt", Format::Text),
        ];
        self.format.map_or_else(|| format_of(self.output.as_deref(), KNOWN, Format::Text), Ok)
    }
}
