//! The databases of Glop and SPOTS (`.spr`): a first line `[Positions+Nimber]`, then `position nimber` on every line, single
//! lands, in any order.
//!
//! Such a file is a proof when every fact in it follows from those with fewer lives (see [`crate::verify`]); every move uses
//! two lives and makes one, so that options have fewer lives and nothing is circular.

use crate::certificate::{Lines, Refusal, parse};
use crate::rules::{Form, number};
use crate::sprouts::{Sprouts, lives};
use crate::verify::{Fact, Facts, Known, Progress, unproved};
use std::io::BufRead;

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
    /// If everything follows: the numbers of spots whose start position is decided, and whether the player to move wins.
    pub starts: Vec<(u32, bool)>,
}

/// Checks a database on that many threads.
///
/// ```
/// let database = grundy_check::check_spr("[Positions+Nimber]\n0 0\n1 1\nAB|AB 1\n".as_bytes(), 1, &|_| ())?;
/// assert_eq!((database.facts, database.starts), (3, vec![(1, false)]));
/// # Ok::<(), grundy_check::Refusal>(())
/// ```
///
/// # Errors
/// If it cannot be read.
pub fn check_spr(
    reader: impl BufRead,
    threads: usize,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Database, Refusal> {
    let mut lines = Lines { reader, line: 0 };
    if lines.next()?.as_deref().map(str::trim_end) != Some(FIRST_LINE) {
        return Err(lines.unreadable(format!("expected '{FIRST_LINE}'")));
    }
    let mut facts = Facts::new();
    let mut count = 0;
    // Lines that are no fact about one component, to be compared with the facts at the end.
    let mut sums: Vec<(usize, Vec<Form>, u32)> = Vec::new();
    while let Some(text) = lines.next()? {
        if text.trim().is_empty() {
            continue;
        }
        let (sum, nimber) = read_line(text.trim()).map_err(|reason| lines.unreadable(reason))?;
        count += 1;
        match &sum[..] {
            [component] if !facts.contains_key(component) => {
                let fact = Fact { nimber, rank: lives(component) as usize, line: lines.line, by_theorem: false };
                facts.insert(component.clone(), fact);
            }
            _ => sums.push((lines.line, sum, nimber)),
        }
    }
    let mut unproved = unproved(&Sprouts, &facts, threads, true, progress);
    let known = Known { rules: &Sprouts, facts: &facts, below: usize::MAX };
    for (line, sum, nimber) in sums {
        match known.nimber(&sum) {
            Some(value) if value == nimber => {}
            Some(value) => unproved.push((line, format!("by other lines the nimber is {value}"))),
            None => unproved.push((line, "it is a sum with unknown components".to_string())),
        }
    }
    unproved.sort_unstable();
    let most_lives = facts.values().map(|fact| fact.rank).max().unwrap_or(0) as u32;
    let starts = if unproved.is_empty() { starts(&known, most_lives) } else { Vec::new() };
    Ok(Database { lines: count, facts: facts.len(), unproved, starts })
}

fn read_line(text: &str) -> Result<(Vec<Form>, u32), String> {
    let (position, nimber) = text.split_once(' ').ok_or("expected POSITION, space, NIMBER")?;
    Ok((parse(&Sprouts, position)?, number(nimber, u32::MAX)?))
}

/// The start positions that the facts decide. An option of `n` spots has `3n - 1` lives, which bounds `n`.
fn starts(known: &Known<'_>, most_lives: u32) -> Vec<(u32, bool)> {
    let mut starts = Vec::new();
    for n in 1..=(most_lives + 1) / 3 {
        let Ok(sum) = parse(&Sprouts, &format!("0*{n}")) else { continue };
        if known.wins(&sum) {
            starts.push((n, true));
        } else if known.nimber(&sum) == Some(0) {
            starts.push((n, false));
        }
    }
    starts
}
