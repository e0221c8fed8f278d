//! A run on disk: a coordinator whose facts and frontier survive whatever happens to it.
//!
//! A folder holds the facts, as an ordinary store that `grundy solve --store` and `grundy prove --store` read, and
//! `frontier.log`, a text file with a line for each change of the frontier. Both only grow. A line that was cut off at
//! the end is ignored. The lock of the store keeps a second coordinator out.
//!
//! # Invariant
//! A fact is on disk before an action that rests on it leaves [`Run::handle`].

use crate::coordinator::Coordinator;
use crate::event::{Action, Event, Policy, Record, RunError, Totals};
use crate::frontier::{Goal, Question};
use crate::message::Hello;
use grundy_core::{Component, Hints, Nimber};
use grundy_store::{Store, StoreError};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

const FRONTIER: &str = "frontier.log";
const HEAD: &str = "grundy frontier 1";

/// Why a run could not be opened, or cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunOpenError {
    /// The facts.
    #[error("facts: {0}")]
    Store(#[from] StoreError),
    /// The frontier.
    #[error("frontier.log: {0}")]
    Frontier(#[from] io::Error),
    /// The folder belongs to another question.
    #[error("the run in this folder asks for {found}, not for {expected}")]
    OtherQuestion {
        /// What it asks for.
        found: String,
        /// What was asked for now.
        expected: String,
    },
    /// What is on disk contradicts itself.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// A coordinator with its log.
pub struct Run<G: Hints> {
    coordinator: Coordinator<G>,
    store: Store,
    frontier: File,
    /// Facts that were on disk when the run was opened.
    resumed: u64,
}

impl<G: Hints> Run<G> {
    /// Opens a run in a folder, or begins one. `text` is the position as it was asked for; a run of another question is
    /// refused.
    ///
    /// # Errors
    /// If the folder cannot be used, is in use, or belongs to another question.
    pub fn open(dir: &Path, game: G, text: &str, question: &Question, policy: Policy) -> Result<Self, RunOpenError> {
        let mut store = Store::open(dir, &game.name())?;
        let asked = format!("{} {text}", if question.goal == Goal::Nimber { "nimber" } else { "outcome" });
        let (records, whole) = read_frontier(&dir.join(FRONTIER), &asked)?;
        let mut coordinator = Coordinator::new(game, question, policy);
        let facts = store.facts()?;
        let resumed = facts.len() as u64;
        coordinator.resume(facts, records)?;
        let mut frontier = OpenOptions::new().create(true).append(true).open(dir.join(FRONTIER))?;
        // A line that was cut off is dropped, so that the next one starts at the beginning of a line.
        if frontier.metadata()?.len() > whole {
            frontier.set_len(whole)?;
        }
        if whole == 0 {
            writeln!(frontier, "{HEAD}\nquestion {asked}")?;
            frontier.sync_data()?;
        }
        // A store that is made now is there for a second process to see.
        store.append([])?;
        Ok(Run { coordinator, store, frontier, resumed })
    }

    /// Takes events, writes what has to be written, and returns what the driver has to do. All events of a call share
    /// one write to the disk, so a driver should hand over everything that has arrived.
    ///
    /// # Errors
    /// If the log cannot be written. The events were taken; nothing was handed out.
    pub fn handle(&mut self, events: impl IntoIterator<Item = Event>, now: f64) -> Result<Vec<Action>, RunOpenError> {
        let (mut left, mut facts, mut lines) = (Vec::new(), Vec::new(), String::new());
        for event in events {
            for action in self.coordinator.handle(event, now) {
                match action {
                    Action::LogFacts(new) => facts.extend(new),
                    Action::LogFrontier(records) => lines.extend(records.iter().map(write_record)),
                    action => left.push(action),
                }
            }
        }
        if !facts.is_empty() {
            self.store.append(facts.iter().map(|(component, nimber)| (&component[..], *nimber)))?;
        }
        if !lines.is_empty() {
            self.frontier.write_all(lines.as_bytes())?;
            self.frontier.sync_data()?;
        }
        Ok(left)
    }

    /// The message with which a worker has to join.
    pub fn expected_hello(&self) -> Hello {
        self.coordinator.expected_hello()
    }

    /// Counts for the live view.
    pub fn totals(&mut self) -> Totals {
        self.coordinator.totals()
    }

    /// Facts that were on disk when the run was opened.
    pub fn resumed(&self) -> u64 {
        self.resumed
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Component> {
    let digit = |at: usize| text.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
    let even = text.len().is_multiple_of(2) && text.is_ascii();
    let bytes: Option<Vec<u8>> = (0..text.len()).step_by(2).map(digit).collect();
    if even { bytes.map(Component::from) } else { None }
}

/// `>` next rung, `+` expanded, `!` does not have a nimber, `=` numbers of a couple.
fn write_record(record: &Record) -> String {
    match record {
        Record::Rung(rung) => format!("> {rung}\n"),
        Record::Expanded(component) => format!("+ {}\n", hex(component)),
        Record::NotNimber(component, nimber) => format!("! {} {nimber}\n", hex(component)),
        Record::Numbers(component, nimber, proof, disproof) => {
            format!("= {} {nimber} {proof} {disproof}\n", hex(component))
        }
    }
}

fn read_record(line: &str) -> Option<Record> {
    let mut words = line.split(' ');
    let sign = words.next()?;
    if sign == ">" {
        let rung = words.next()?.parse().ok()?;
        return words.next().is_none().then_some(Record::Rung(rung));
    }
    let component = unhex(words.next()?)?;
    let mut number = || words.next()?.parse::<u64>().ok();
    let record = match sign {
        "+" => Record::Expanded(component),
        "!" => Record::NotNimber(component, Nimber::new(number()?.try_into().ok()?)),
        "=" => Record::Numbers(component, Nimber::new(number()?.try_into().ok()?), number()?, number()?),
        _ => return None,
    };
    words.next().is_none().then_some(record)
}

/// The records of a file, and how many bytes of it are whole lines.
fn read_frontier(path: &Path, asked: &str) -> Result<(Vec<Record>, u64), RunOpenError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        Err(error) => return Err(error.into()),
    };
    let bad = |number: u64| io::Error::new(io::ErrorKind::InvalidData, format!("line {number} is not a record"));
    let (mut records, mut whole, mut number) = (Vec::new(), 0, 0);
    let mut reader = BufReader::new(file);
    let mut line = String::new();
    loop {
        line.clear();
        let read = reader.read_line(&mut line)?;
        // The end, or a line that was cut off.
        let Some(text) = line.strip_suffix('\n') else { break };
        number += 1;
        match (number, text.strip_prefix("question ")) {
            (1, _) if text == HEAD => {}
            (2, Some(found)) if found == asked => {}
            (2, Some(found)) => {
                return Err(RunOpenError::OtherQuestion { found: found.to_string(), expected: asked.to_string() });
            }
            (1 | 2, _) => return Err(bad(number).into()),
            _ => records.push(read_record(text).ok_or_else(|| bad(number))?),
        }
        whole += read as u64;
    }
    // A head without its question is begun again.
    Ok(if number < 2 { (Vec::new(), 0) } else { (records, whole) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_back() {
        let component = Component::from(vec![0, 255, 16]);
        for record in [
            Record::Rung(12),
            Record::Expanded(component.clone()),
            Record::NotNimber(component.clone(), Nimber::new(3)),
            Record::Numbers(component, Nimber::new(0), 12, u64::MAX),
        ] {
            let line = write_record(&record);
            assert_eq!(read_record(line.trim_end()), Some(record));
        }
        for bad in ["", "+", "+ 0", "+ 0g", "! 00", "= 00 1 2", "+ 00 1", "? 00", ">", "> x", "> 1 2"] {
            assert_eq!(read_record(bad), None, "{bad}");
        }
    }
}
