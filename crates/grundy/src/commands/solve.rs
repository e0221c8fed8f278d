//! `grundy solve GAME POSITION`: the outcome, a winning move, and the nimber if it is asked for.

use super::prove;
use crate::exit::{Ended, Failure, tell};
use crate::games::{self, Answer, Question, Session};
use crate::search_args::SearchArgs;
use crate::signals;
use clap::{Args, ValueEnum};
use grundy::proof::{Effort, Goal};
use grundy::search::StopReason;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, StdoutLock, Write};
use std::path::{Path, PathBuf};

/// Find the outcome of a position, a winning move, and its nimber
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy solve sprouts 7
  $ grundy solve cram 4x5 --nimber
  $ grundy solve cram '..#/...'
  $ grundy solve kayles '5 9' --nimber --json
  $ printf '3x4\\n3x5\\n' | grundy solve cram --file - --nimber --format tsv

Text output has one line for each of: outcome (for the player to move), nimber, move, nodes, time.
TSV: the position as given, W or L, the nimber (empty without --nimber).
Digits alone are a number of spots in Sprouts; in a file that has other positions too they are a boundary where they can be.
JSON, one object a line: game, position, outcome (win, loss), nimber, move (label, result), excluded (nimbers the position is \
known not to have, when stopped), nodes, expansions, components, facts, memory, seconds, stopped (nodes, time, memory, \
interrupted). What is not known or was not asked for is null.")]
pub struct Arguments {
    /// The game: a name or a code (see grundy --help)
    game: String,

    /// The position; - reads positions from standard input
    #[arg(required_unless_present = "file", conflicts_with = "file")]
    position: Option<String>,

    /// Solve every line of a file (- is standard input): a position, up to the first tab; blank lines are skipped
    #[arg(short, long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// Find the nimber too
    #[arg(short, long)]
    nimber: bool,

    /// Write a certificate of the answer to this file, as `grundy prove` does
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    prove: Option<PathBuf>,

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
    /// Tab-separated: position, W or L, nimber
    Tsv,
}

impl Arguments {
    /// Solves the position, or those of the file.
    pub fn run(self) -> Ended {
        self.prove.as_deref().map_or(Ok(()), prove::can_write)?;
        let mut session = self.search.open(&self.game)?;
        let ended = self.solve(&mut *session);
        session.close(ended)
    }

    fn solve(&self, session: &mut dyn Session) -> Ended {
        let source = match (&self.file, self.position.as_deref()) {
            (Some(file), _) => Some(file.clone()),
            (None, Some("-")) => Some(PathBuf::from("-")),
            (None, _) => None,
        };
        match source {
            Some(_) if self.prove.is_some() => {
                Err(Failure::input("--prove takes one position, not a list on standard input"))
            }
            Some(file) => {
                let lines = positions(&self.game, &read(&file)?, &file, session)?;
                self.solve_lines(session, &lines)
            }
            None => self.solve_one(session, self.position.as_deref().unwrap_or_default()),
        }
    }

    fn solve_one(&self, session: &mut dyn Session, position: &str) -> Ended {
        let answer = self.ask(session, position)?;
        self.write(session, position, &answer, write_text)?;
        self.account(&answer)?;
        match &self.prove {
            Some(file) => {
                let goal = if self.nimber { Goal::Nimber } else { Goal::Outcome };
                let effort = Effort { seed: self.search.seed(), ..Effort::default() };
                prove::write(&session.prove(position, goal, &effort)?, file)
            }
            None => Ok(()),
        }
    }

    /// All lines were read before: one that cannot be used leaves nothing on standard output.
    fn solve_lines(&self, session: &mut dyn Session, lines: &[Line]) -> Ended {
        for line in lines {
            let answer = self.ask(session, &line.position)?;
            self.write(session, &line.given, &answer, write_line)?;
            self.account(&answer)?;
        }
        Ok(())
    }

    fn ask(&self, session: &mut dyn Session, position: &str) -> Result<Answer, Failure> {
        let question = Question { nimber: self.nimber, winning_move: self.json || self.format == Format::Text };
        Ok(session.solve(position, question)?)
    }

    /// Only JSON can say that something is missing; otherwise what a stopped search knows goes to standard error.
    fn write(&self, session: &dyn Session, position: &str, answer: &Answer, text: WriteText) -> Ended {
        let mut out = io::stdout().lock();
        match self.format {
            _ if self.json => write_json(&mut out, session, position, answer)?,
            _ if !self.answers(answer) => {}
            Format::Tsv => write_tsv(&mut out, position, answer)?,
            Format::Text => text(&mut out, position, answer)?,
        }
        Ok(out.flush()?)
    }

    /// Whether all that was asked is known, but perhaps for the winning move.
    fn answers(&self, answer: &Answer) -> bool {
        answer.outcome.is_some() && (answer.nimber.is_some() || !self.nimber)
    }

    /// A search that was stopped ends the command, unless only the winning move is missing.
    fn account(&self, answer: &Answer) -> Ended {
        match answer.stopped {
            Some(reason) if self.answers(answer) => {
                if !self.search.quiet {
                    tell(&format!("{reason} before a winning move was found"));
                }
                Ok(())
            }
            Some(reason) => Err(Failure::Stopped(reason, known(answer))),
            None => Ok(()),
        }
    }
}

type WriteText = fn(&mut StdoutLock<'static>, &str, &Answer) -> io::Result<()>;

/// What a stopped search can say for certain.
fn known(answer: &Answer) -> String {
    let excluded: Vec<String> = answer.excluded.iter().map(ToString::to_string).collect();
    match (answer.outcome, &excluded[..]) {
        (None, []) => "nothing is known yet".to_string(),
        (Some(outcome), []) => format!("the outcome is {outcome}"),
        (None, _) => format!("nimber is not {}", excluded.join(", ")),
        (Some(outcome), _) => format!("the outcome is {outcome}, nimber is not {}", excluded.join(", ")),
    }
}

/// Reads a file of positions, or standard input.
fn read(file: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let result = match file.as_os_str() == "-" {
        true => signals::while_reading(|| io::stdin().lock().read_to_end(&mut bytes)),
        false => File::open(file).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    let name = file.display().to_string();
    let name = name.escape_debug();
    result.map_err(|error| Failure::input(format!("cannot read {name}: {error}")))?;
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|&&b| b == b'\n').count() + 1;
        Failure::input(format!("{name}, line {line}: found bytes that are not UTF-8, expected a position"))
    })
}

/// A line of a file: the position as it stands there, and as the game reads it.
struct Line {
    given: String,
    position: String,
}

/// The positions of a text, all of them checked.
fn positions(game: &str, text: &str, file: &Path, session: &dyn Session) -> Result<Vec<Line>, Failure> {
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (numbers, given): (Vec<usize>, Vec<&str>) =
        numbered.map(|(i, line)| (i + 1, line.split('\t').next().unwrap_or(line))).unzip();
    let positions = games::lines_as_positions(game, &given);
    let name = file.display().to_string();
    let name = name.escape_debug();
    for (position, number) in positions.iter().zip(numbers) {
        let wrong = |error| Failure::input(format!("{name}, line {number}: {error}"));
        session.check(position).map_err(wrong)?;
    }
    if positions.is_empty() {
        return Err(Failure::input(format!("{name}: found no position, expected one a line")));
    }
    let line = |(given, position): (&str, String)| Line { given: given.to_string(), position };
    Ok(given.into_iter().zip(positions).map(line).collect())
}

/// A line for each thing there is to say.
fn write_text(out: &mut StdoutLock<'static>, _: &str, answer: &Answer) -> io::Result<()> {
    if let Some(outcome) = answer.outcome {
        writeln!(out, "outcome  {outcome}")?;
    }
    if let Some(nimber) = answer.nimber {
        writeln!(out, "nimber   {nimber}")?;
    }
    if let Some(good) = &answer.winning_move {
        // A label such as `0*4 -> 0*3.AB|AB` says already what is left.
        match good.label.ends_with(&format!("-> {}", good.result)) {
            true => writeln!(out, "move     {}", good.label)?,
            false => writeln!(out, "move     {}, leaving {}", good.label, good.result)?,
        }
    }
    writeln!(out, "nodes    {}", answer.stats.nodes)?;
    writeln!(out, "time     {:.3} s", answer.time.as_secs_f64())
}

/// The same on one line, for one position of many.
fn write_line(out: &mut StdoutLock<'static>, position: &str, answer: &Answer) -> io::Result<()> {
    write!(out, "{position}:")?;
    if let Some(outcome) = answer.outcome {
        write!(out, " {outcome}")?;
    }
    if let Some(nimber) = answer.nimber {
        write!(out, ", nimber {nimber}")?;
    }
    if let Some(good) = &answer.winning_move {
        write!(out, ", {}", good.label)?;
    }
    writeln!(out)
}

fn write_tsv(out: &mut impl Write, position: &str, answer: &Answer) -> io::Result<()> {
    let outcome = answer.outcome.map(|outcome| outcome.letter().to_string()).unwrap_or_default();
    let nimber = answer.nimber.map(|nimber| nimber.to_string()).unwrap_or_default();
    writeln!(out, "{position}\t{outcome}\t{nimber}")
}

fn write_json(out: &mut impl Write, session: &dyn Session, position: &str, answer: &Answer) -> Ended {
    let seen = Json {
        game: &session.name(),
        position,
        outcome: answer.outcome.map(|outcome| outcome.to_string()),
        nimber: answer.nimber.map(|nimber| nimber.get()),
        winning: answer.winning_move.as_ref().map(|good| JsonMove { label: &good.label, result: good.result.text() }),
        excluded: answer.excluded.iter().map(|nimber| nimber.get()).collect(),
        nodes: answer.stats.nodes,
        expansions: answer.stats.expansions,
        components: answer.stats.components,
        facts: answer.stats.facts,
        memory: answer.stats.memory,
        seconds: answer.time.as_secs_f64(),
        stopped: answer.stopped.map(StopReason::word),
    };
    serde_json::to_writer(&mut *out, &seen)?;
    Ok(writeln!(out)?)
}

#[derive(Serialize)]
struct Json<'a> {
    game: &'a str,
    position: &'a str,
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
}

#[derive(Serialize)]
struct JsonMove<'a> {
    label: &'a str,
    result: &'a str,
}
