//! `grundy solve --file`: many positions, one row each, in the order of the file.
//!
//! # Invariant
//! Every line that is not blank has exactly one row, also if it cannot be read or was not decided; the reason is in the
//! row. All lines share one table, so facts of one position help the next.

use super::answer_output::{Format, OutputArgs, write_json};
use crate::program::exit::{Ended, Failure, tell};
use crate::program::game_session::{Answer, DynSession, Wanted};
use crate::program::{positions, text_file, watchdog};
use crate::search::StopReason;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A line of the file.
struct Line {
    number: usize,
    /// The position as it stands there.
    given: String,
    /// What stands after the first tab.
    label: Option<String>,
    /// The position as the game reads it.
    position: String,
}

/// What there is to say of a line.
enum Row<'a> {
    /// An answer, perhaps not a complete one.
    Answer(&'a Answer),
    /// Why the line cannot be read.
    Unreadable(&'a str),
}

/// A file of positions, and what is to be done with them.
pub struct Batch<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The file; `-` is standard input.
    pub file: PathBuf,
    /// What is printed of each position.
    pub output: &'a OutputArgs,
    /// How long each position may take.
    pub time_each: Option<Duration>,
    /// How long all of them may take.
    pub time: Option<Duration>,
    /// The limit of memory, if there is one.
    pub memory: Option<usize>,
}

impl Batch<'_> {
    /// Solves every line of a file.
    ///
    /// # Errors
    /// If there are lines that cannot be read or were not decided, after all rows are written.
    pub fn solve(&self, session: &mut dyn DynSession) -> Ended {
        let (began, output) = (Instant::now(), self.output);
        let text = text_file::read(&self.file, text_file::most(self.memory))?;
        let lines = lines(self.game, &text);
        let name = self.file.display().to_string();
        let name = name.escape_debug();
        if lines.is_empty() {
            return Err(Failure::input(format!("{name}: found no position, expected one on each line")));
        }
        write_header(output)?;
        let (mut bad, mut undecided, mut first_reason) = (0, 0, None);
        for (done, line) in lines.iter().enumerate() {
            session.note(began.elapsed(), &format!("{done} of {} positions, {undecided} undecided", lines.len()));
            session.limit_question(self.time_each);
            let question = Wanted { nimber: output.nimber, winning_move: output.wants_move() };
            match session.parse(&line.position).map(|position| session.solve(&position, question)) {
                Ok(answer) => {
                    write(output, session, line, &Row::Answer(&answer))?;
                    if let Some(reason) = answer.stopped.filter(|_| !output.answers(&answer)) {
                        if reason == StopReason::Interrupted {
                            let count = format!("{done} of {} positions solved", lines.len());
                            return Err(Failure::Stopped(reason, count));
                        }
                        undecided += 1;
                        first_reason.get_or_insert(reason);
                    }
                }
                Err(error) => {
                    bad += 1;
                    let reason = format!("line {}: {error}", line.number);
                    if output.is_plain_tsv() {
                        tell(&format!("{name}, {reason}"));
                    }
                    write(output, session, line, &Row::Unreadable(&reason))?;
                }
            }
            // After the end of the time all rows that are left are written at once.
            if self.time.is_some_and(|time| began.elapsed() >= time) {
                watchdog::release();
            }
        }
        match (bad, first_reason) {
            (0, None) => Ok(()),
            (0, Some(reason)) => {
                Err(Failure::Stopped(reason, format!("{undecided} of {} positions undecided", lines.len())))
            }
            _ => Err(Failure::input(format!("{name}: {bad} of {} lines cannot be read", lines.len()))),
        }
    }
}

fn lines(game: &str, text: &str) -> Vec<Line> {
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (places, given): (Vec<(usize, Option<&str>)>, Vec<&str>) = numbered
        .map(|(i, line)| match line.split_once('\t') {
            Some((position, label)) => ((i + 1, Some(label)), position),
            None => ((i + 1, None), line),
        })
        .unzip();
    let is_cram = game.trim().eq_ignore_ascii_case("cram");
    let read = |position: String| if is_cram { positions::boards(&position) } else { position };
    let read_as = lines_as_positions(game, &given).into_iter().map(read);
    let line = |((number, label), (given, position)): ((usize, Option<&str>), (&str, String))| Line {
        number,
        given: given.to_string(),
        label: label.map(str::to_string),
        position,
    };
    places.into_iter().zip(given.into_iter().zip(read_as)).map(line).collect()
}

/// How the lines of a file of positions are written on the command line.
///
/// Only Sprouts makes a difference. On the command line digits alone are a number of spots, but in tables and databases
/// of positions they are a boundary (`12`: a spot with two lives and one with one). A file in which all lines are
/// digits is a list of numbers of spots; otherwise digits that can be a boundary are one.
fn lines_as_positions(game: &str, lines: &[&str]) -> Vec<String> {
    let is_number = |line: &&str| line.trim().bytes().all(|b| b.is_ascii_digit());
    let is_boundary = |line: &str| line.trim().bytes().all(|b| matches!(b, b'1' | b'2'));
    let as_it_is = !game.trim().eq_ignore_ascii_case("sprouts") || lines.iter().all(is_number);
    let position = |&line: &&str| match line.trim() {
        _ if as_it_is => line.to_string(),
        "0" => "0*1".to_string(),
        // A second region of one life changes nothing, and makes it a land.
        boundary if is_boundary(boundary) => format!("{boundary}|2"),
        _ => line.to_string(),
    };
    lines.iter().map(position).collect()
}

const COLUMNS: [&str; 6] = ["position", "label", "outcome", "nimber", "move", "reason"];

fn write_header(output: &OutputArgs) -> io::Result<()> {
    match output.format {
        _ if output.json || output.is_plain_tsv() => Ok(()),
        Format::Csv => writeln!(io::stdout(), "{}", COLUMNS.join(",")),
        Format::Tsv => writeln!(io::stdout(), "{}", COLUMNS.join("\t")),
        Format::Text => Ok(()),
    }
}

fn write(output: &OutputArgs, session: &dyn DynSession, line: &Line, row: &Row<'_>) -> Ended {
    let mut out = io::stdout().lock();
    match (output.format, row) {
        _ if output.json => write_json(&mut out, session, &line.given, line.label.as_deref(), row.into())?,
        (Format::Text, _) => writeln!(out, "{}: {}", line.given, sentence(output, row))?,
        (Format::Tsv, _) if output.is_plain_tsv() => {
            let [_, _, outcome, nimber, ..] = cells(line, row);
            writeln!(out, "{}\t{outcome}\t{nimber}", line.given)?;
        }
        (Format::Tsv, _) => writeln!(out, "{}", cells(line, row).map(|cell| cell.replace('\t', " ")).join("\t"))?,
        (Format::Csv, _) => writeln!(out, "{}", cells(line, row).map(quoted).join(","))?,
    }
    Ok(out.flush()?)
}

fn cells(line: &Line, row: &Row<'_>) -> [String; 6] {
    let mut cells =
        [line.given.clone(), line.label.clone().unwrap_or_default(), "".into(), "".into(), "".into(), "".into()];
    match row {
        Row::Unreadable(reason) => cells[5] = (*reason).to_string(),
        Row::Answer(answer) => {
            cells[2] = answer.outcome.map(|outcome| outcome.letter().to_string()).unwrap_or_default();
            cells[3] = answer.nimber.map(|nimber| nimber.to_string()).unwrap_or_default();
            cells[4] = answer.winning_move.as_ref().map(|good| good.label.clone()).unwrap_or_default();
            cells[5] = answer.stopped.map(|reason| reason.as_str().to_string()).unwrap_or_default();
        }
    }
    cells
}

/// A field of a CSV file (RFC 4180).
fn quoted(cell: String) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    }
}

fn sentence(output: &OutputArgs, row: &Row<'_>) -> String {
    let answer = match row {
        Row::Unreadable(reason) => return format!("error: {reason}"),
        Row::Answer(answer) => answer,
    };
    if let Some(reason) = answer.stopped.filter(|_| !output.answers(answer)) {
        return format!("undecided: {reason}; {}", answer.known());
    }
    let outcome = answer.outcome.map(|outcome| outcome.to_string());
    let nimber = answer.nimber.map(|nimber| format!("nimber {nimber}"));
    let good = answer.winning_move.as_ref().map(|good| good.label.clone());
    [outcome, nimber, good].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl<'a> From<&Row<'a>> for Result<&'a Answer, &'a str> {
    fn from(row: &Row<'a>) -> Self {
        match row {
            Row::Answer(answer) => Ok(answer),
            Row::Unreadable(reason) => Err(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_csv() {
        assert_eq!(quoted("3x4".into()), "3x4");
        assert_eq!(quoted("7, 5".into()), "\"7, 5\"");
        assert_eq!(quoted("say \"x\"".into()), "\"say \"\"x\"\"\"");
    }

    #[test]
    fn lines_keep_their_numbers_and_labels() {
        let read = lines("cram", "3 x 4\tfirst\tmore\n\n2x2\n");
        let seen: Vec<_> = read.iter().map(|l| (l.number, &*l.given, l.label.as_deref(), &*l.position)).collect();
        assert_eq!(seen, [(1, "3 x 4", Some("first\tmore"), "3x4"), (3, "2x2", None, "2x2")]);
    }
}
