//! `grundy options GAME POSITION`: every option with its nimber, the winning ones marked.

use crate::ValuedOption;
use crate::core::{Nimber, Outcome, Position, mex};
use crate::program::exit::{Ended, Failure, tell};
use crate::program::game_session::DynSession;
use crate::program::positions;
use crate::program::search_args::SearchArgs;
use crate::search::StopReason;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// List every option of a position with its nimber; winning moves are marked with *
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy options nim '7 5 4 2'
  $ grundy options cram 2x3
  $ grundy options sprouts 4 --format tsv
  $ grundy options kayles 6 --json

Options that are equal up to symmetry are listed once. The nimber of the position is the least number that is not listed.
TSV: the option, W or L (for the player who moves there), its nimber, a move that leads to it.
JSON: game, position, nimber (null if stopped), options (label, result, nimber, winning), stopped.")]
pub struct Arguments {
    /// The game: a name or a code (see grundy --help)
    game: String,

    /// The position
    #[arg(required = true, value_name = "POSITION")]
    position: Vec<String>,

    /// Print JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    search: SearchArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Debug)]
enum Format {
    /// For people
    Text,
    /// Tab-separated: option, W or L, nimber, move
    Tsv,
}

impl Arguments {
    /// Lists the options as they are found.
    pub fn run(self) -> Ended {
        let mut session = self.search.open(&self.game)?;
        let text = positions::typed(&self.game, &self.position)?;
        let position = session.parse(&text)?;
        let ended = match self.json {
            true => self.list_json(&mut *session, &text, &position),
            false => self.list(&mut *session, &position),
        };
        session.close(ended)
    }

    fn list(&self, session: &mut dyn DynSession, position: &Position) -> Ended {
        let mut out = io::stdout().lock();
        let mut written = Ok(());
        let mut count = 0;
        let ended = session.options(position, &mut |option| {
            count += 1;
            written = self.write(&mut out, &option).and_then(|()| out.flush());
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        if count == 0 && ended.is_ok() && !self.search.quiet {
            tell("the position has no moves: it is losing, with nimber 0");
        }
        ended.map_err(|reason| Failure::Stopped(reason, format!("{count} options are listed")))
    }

    fn write(&self, out: &mut impl Write, option: &ValuedOption) -> io::Result<()> {
        let ValuedOption { by, nimber } = option;
        match (self.format, Outcome::of(*nimber)) {
            (Format::Tsv, outcome) => writeln!(out, "{}\t{}\t{nimber}\t{}", by.result, outcome.letter(), by.label),
            (Format::Text, Outcome::Loss) => writeln!(out, "* {nimber:>3}  {}", by.label),
            (Format::Text, Outcome::Win) => writeln!(out, "  {nimber:>3}  {}", by.label),
        }
    }

    fn list_json(&self, session: &mut dyn DynSession, text: &str, position: &Position) -> Ended {
        let mut options = Vec::new();
        let ended = session.options(position, &mut |option| {
            options.push(option);
            ControlFlow::Continue(())
        });
        let stopped = ended.err();
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, &as_json(&session.name(), text, &options, stopped))?;
        writeln!(out)?;
        stopped.map_or(Ok(()), |reason| Err(reason.into()))
    }
}

fn as_json<'a>(game: &'a str, position: &'a str, options: &'a [ValuedOption], stopped: Option<StopReason>) -> Json<'a> {
    let option = |option: &'a ValuedOption| JsonOption {
        label: &option.by.label,
        result: option.by.result.text(),
        nimber: option.nimber.get(),
        winning: option.nimber == Nimber::ZERO,
    };
    Json {
        game,
        position,
        nimber: stopped.is_none().then(|| mex(options.iter().map(|option| option.nimber)).get()),
        options: options.iter().map(option).collect(),
        stopped: stopped.map(StopReason::as_str),
    }
}

#[derive(Serialize)]
struct Json<'a> {
    game: &'a str,
    position: &'a str,
    nimber: Option<u32>,
    options: Vec<JsonOption<'a>>,
    stopped: Option<&'static str>,
}

#[derive(Serialize)]
struct JsonOption<'a> {
    label: &'a str,
    result: &'a str,
    nimber: u32,
    winning: bool,
}
