//! The databases of Glop and SPOTS (`.spr`): a first line `[Positions+Nimber]`, then `position nimber` on every line,
//! single lands, in any order.
//!
//! Such a file is a proof when every fact in it follows from those with fewer lives (see [`crate::verify`]); every move
//! uses two lives and makes one, so that options have fewer lives and nothing is circular.

use crate::facts::{Fact, Facts};
use crate::lines::Lines;
use crate::read::{Read, read_position};
use crate::refusal::Refusal;
use crate::rules::{Form, Rules, number};
use crate::run::Run;
use crate::sprouts::Sprouts;
use crate::verify::Known;
use crate::work::{self, Halt};
use std::io::BufRead;
use std::sync::Arc;

/// The first line of every database.
pub const FIRST_LINE: &str = "[Positions+Nimber]";

/// What a database says and proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Database {
    /// Lines with a fact.
    pub lines: usize,
    /// Different components among them.
    pub facts: usize,
    /// The lines that do not follow from the others, and why. If there is any, nothing is proved.
    pub unproved: Vec<(usize, String)>,
    /// If everything follows: the numbers of spots whose start position is decided, and whether the player to move
    /// wins.
    pub starts: Vec<(u32, bool)>,
}

/// Checks a database: see [`Checker::check_spr`](crate::Checker::check_spr).
pub(crate) fn check(run: &Run<'_>, reader: impl BufRead) -> Result<Database, Refusal> {
    let halt = run.halt();
    let before = work::obey(Some(halt.clone()));
    let verdict = check_until(run, reader, &halt);
    work::obey(before);
    halt.stopped().map_or(verdict, |stop| Err(Refusal::Stopped(stop)))
}

fn check_until(run: &Run<'_>, reader: impl BufRead, halt: &Arc<Halt>) -> Result<Database, Refusal> {
    let mut lines = Lines::new(reader);
    if lines.next()?.as_deref().map(trim) != Some(FIRST_LINE) {
        return Err(lines.unreadable(format!("expected '{FIRST_LINE}'")));
    }
    let (mut facts, mut count, mut steps) = (Facts::default(), 0, 0);
    // Lines that are no fact about one component, to be compared with the facts at the end.
    let mut sums: Vec<(usize, Vec<Form>, u32)> = Vec::new();
    while let Some(text) = lines.next()? {
        if trim(&text).is_empty() {
            continue;
        }
        if let Some(stop) = run.stops(halt, &facts) {
            return Err(Refusal::Stopped(stop));
        }
        let (sum, nimber) = read_line(trim(&text)).map_err(|reason| lines.unreadable(reason))?;
        count += 1;
        steps += work::spent();
        if steps > work::file(lines.bytes) {
            return Err(lines.unreadable(work::TOO_MUCH_FILE));
        }
        match &sum[..] {
            [Read { component, exact }] if facts.of(exact).is_none() => {
                let rank = Sprouts.size(component).unwrap_or_default();
                let (line, bytes, component) = (lines.line, text.len(), component.clone());
                let fact = Fact { component, nimber, rank, line, bytes, is_given: false };
                facts.insert(&Sprouts, exact.clone(), fact);
            }
            _ => sums.push((lines.line, components(sum), nimber)),
        }
    }
    let open: Vec<usize> = (0..facts.list().len()).collect();
    let steps = work::file(lines.bytes).saturating_sub(steps);
    let unproved = run.unproved(&Sprouts, &facts, &open, steps, true, halt).map_err(Refusal::Stopped)?;
    let mut unproved: Vec<_> =
        unproved.failures.into_iter().map(|(place, reason)| (facts.list()[place].line, reason)).collect();
    let mut known = Known::new(&Sprouts, &facts);
    for (line, sum, nimber) in sums {
        work::start(work::READING);
        match known.nimber(&sum) {
            Some(value) if value == nimber => {}
            Some(value) => unproved.push((line, format!("by other lines the nimber is {value}"))),
            None => unproved.push((line, "it is a sum with unknown components".to_string())),
        }
    }
    unproved.sort_unstable();
    let most_lives = facts.list().iter().map(|fact| fact.rank).max().unwrap_or(0);
    let starts = if unproved.is_empty() { starts(&mut known, most_lives as u32) } else { Vec::new() };
    Ok(Database { lines: count, facts: facts.list().len(), unproved, starts })
}

/// A line without the blanks, tabs and carriage returns at its ends.
fn trim(line: &str) -> &str {
    line.trim_matches([' ', '\t', '\r'])
}

fn components(sum: Vec<Read>) -> Vec<Form> {
    sum.into_iter().map(|read| read.component).collect()
}

fn read_line(text: &str) -> Result<(Vec<Read>, u32), String> {
    let (position, nimber) = text.split_once(' ').ok_or("expected POSITION, space, NIMBER")?;
    Ok((read_position(&Sprouts, position)?, number(nimber, u32::MAX)?))
}

/// The start positions that the facts decide. An option of `n` spots has `3n - 1` lives, which bounds `n`.
fn starts(known: &mut Known<'_>, most_lives: u32) -> Vec<(u32, bool)> {
    let mut starts = Vec::new();
    for n in 1..=(most_lives + 1) / 3 {
        let Ok(sum) = read_position(&Sprouts, &format!("0*{n}")).map(components) else { continue };
        work::start(work::line(0));
        if known.wins(&sum) {
            starts.push((n, true));
        } else if known.nimber(&sum) == Some(0) {
            starts.push((n, false));
        }
    }
    starts
}
