//! What `grundy solve` prints of an answer, and how: shared by one position and by a file of them.

use crate::program::exit::Ended;
use crate::program::game_session::{Answer, DynSession};
use crate::search::StopReason;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;

/// What is printed of an answer, and how.
#[derive(Args, Clone, Copy, Debug)]
pub struct OutputArgs {
    /// Find the nimber too
    #[arg(short, long)]
    pub nimber: bool,

    /// Print JSON
    #[arg(long, conflicts_with = "format")]
    pub json: bool,

    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// TSV with a header and with all columns of CSV
    #[arg(long)]
    pub header: bool,
}

/// How answers are printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Debug)]
pub enum Format {
    /// For people
    Text,
    /// Tab-separated: position, W or L, nimber
    Tsv,
    /// Comma-separated, with a header and all columns
    Csv,
}

impl OutputArgs {
    /// Whether the columns are those that TSV always had.
    pub fn is_plain_tsv(&self) -> bool {
        self.format == Format::Tsv && !self.header
    }

    /// Whether a winning move is printed.
    pub fn wants_move(&self) -> bool {
        self.json || !self.is_plain_tsv()
    }

    /// Whether all that was asked is known, but perhaps for the winning move.
    pub fn answers(&self, answer: &Answer) -> bool {
        answer.outcome.is_some() && (answer.nimber.is_some() || !self.nimber)
    }
}

/// One object on a line: an answer, or what is wrong with the position.
pub fn write_json(
    out: &mut impl Write,
    session: &dyn DynSession,
    position: &str,
    label: Option<&str>,
    answer: Result<&Answer, &str>,
) -> Ended {
    let game = session.name();
    let mut seen = Json { game: &game, position, label, ..Json::default() };
    match answer {
        Err(error) => seen.error = Some(error),
        Ok(answer) => {
            seen.outcome = answer.outcome.map(|outcome| outcome.to_string());
            seen.nimber = answer.nimber.map(|nimber| nimber.get());
            seen.winning =
                answer.winning_move.as_ref().map(|good| JsonMove { label: &good.label, result: good.result.text() });
            seen.excluded = answer.excluded.iter().map(|nimber| nimber.get()).collect();
            seen.nodes = answer.stats.nodes;
            seen.expansions = answer.stats.expansions;
            seen.components = answer.stats.components;
            seen.facts = answer.stats.facts;
            seen.memory = answer.stats.memory;
            seen.seconds = answer.time.as_secs_f64();
            seen.stopped = answer.stopped.map(StopReason::as_str);
        }
    }
    serde_json::to_writer(&mut *out, &seen)?;
    Ok(writeln!(out)?)
}

#[derive(Serialize, Default)]
struct Json<'a> {
    game: &'a str,
    position: &'a str,
    label: Option<&'a str>,
    outcome: Option<String>,
    nimber: Option<u32>,
    #[serde(rename = "move")]
    winning: Option<JsonMove<'a>>,
    excluded: Vec<u32>,
    nodes: u64,
    expansions: u64,
    components: u64,
    facts: u64,
    memory: u64,
    seconds: f64,
    stopped: Option<&'static str>,
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonMove<'a> {
    label: &'a str,
    result: &'a str,
}
