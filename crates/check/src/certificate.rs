//! Certificates: the text format of FORMATS.md, read and checked.
//!
//! Reading comes first, line by line, and keeps nothing but the facts. Then every fact is checked, on all threads, and
//! at last the claim. The verdict does not depend on the number of threads.

use crate::facts::{Fact, Facts};
use crate::lines::Lines;
use crate::read::{Read, read_position};
use crate::refusal::Refusal;
use crate::rules::{Form, Rules, number, printable};
use crate::run::Run;
use crate::verify::Known;
use crate::work::{self, Halt};
use std::collections::BTreeMap;
use std::fmt;
use std::io::BufRead;
use std::sync::Arc;

/// The first line of every certificate.
pub const FIRST_LINE: &str = "grundy certificate 1";

/// What a certificate claims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The player to move in this position wins.
    Win(String),
    /// The player to move in this position loses.
    Loss(String),
    /// This position has this nimber.
    Nimber(u32, String),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Win(position) => write!(f, "outcome W {position}"),
            Claim::Loss(position) => write!(f, "outcome L {position}"),
            Claim::Nimber(nimber, position) => write!(f, "nimber {nimber} {position}"),
        }
    }
}

impl Claim {
    /// The position that the claim is about.
    pub fn position(&self) -> &str {
        let (Claim::Win(position) | Claim::Loss(position) | Claim::Nimber(_, position)) = self;
        position
    }
}

/// A proof that was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Verified {
    /// The name of the game.
    pub game: String,
    /// What is proved.
    pub claim: Claim,
    /// The number of components with a proved nimber.
    pub facts: usize,
    /// The steps of work that reading and checking took, and the most that this file may take (FORMATS.md).
    pub steps: (u64, u64),
    /// The steps of the line that came closest to the bound for a line, and this bound.
    pub hardest_line: (u64, u64),
}

/// Checks a certificate: see [`Checker::check`](crate::Checker::check).
pub(crate) fn check(run: &Run<'_>, reader: impl BufRead) -> Result<Verified, Refusal> {
    let halt = run.halt();
    let before = work::obey(Some(halt.clone()));
    let verdict = check_until(run, reader, &halt);
    work::obey(before);
    // What a stop cut short says nothing about the file.
    halt.stopped().map_or(verdict, |stop| Err(Refusal::Stopped(stop)))
}

fn check_until(run: &Run<'_>, reader: impl BufRead, halt: &Arc<Halt>) -> Result<Verified, Refusal> {
    let certificate = Certificate::read(run, reader, halt)?;
    let rules = &*certificate.rules;
    let facts = &certificate.facts;
    let open: Vec<usize> = (0..facts.list().len()).filter(|&place| !facts.list()[place].is_given).collect();
    let steps = work::file(certificate.bytes).saturating_sub(certificate.steps);
    let checked = run.unproved(rules, facts, &open, steps, false, halt).map_err(Refusal::Stopped)?;
    let unproved = checked.failures.into_iter().map(|(place, reason)| (facts.list()[place].line, reason));
    if let Some((line, reason)) = unproved.chain(certificate.contradiction).min_by_key(|(line, _)| *line) {
        return Err(Refusal::Refused { line, reason });
    }
    let mut known = Known::new(rules, facts);
    work::start(work::line(certificate.claim.position().len()));
    let proved = match &certificate.claim {
        Claim::Win(_) => known.wins(&certificate.position),
        Claim::Loss(_) => known.nimber(&certificate.position) == Some(0),
        Claim::Nimber(nimber, _) => known.nimber(&certificate.position) == Some(*nimber),
    };
    let why_not = if work::is_spent() { work::TOO_MUCH } else { "the facts do not prove the claim" };
    let steps = (certificate.steps + checked.steps + work::spent(), work::file(certificate.bytes));
    let Certificate { game, claim, facts, .. } = certificate;
    match proved {
        true => Ok(Verified { game, claim, facts: facts.list().len(), steps, hardest_line: checked.hardest }),
        false => Err(Refusal::Refused { line: CLAIM_LINE, reason: why_not.to_string() }),
    }
}

/// The line of the claim.
const CLAIM_LINE: usize = 3;

/// A certificate in memory.
struct Certificate<'r> {
    game: String,
    rules: Box<dyn Rules + 'r>,
    claim: Claim,
    /// The components of the position that the claim is about.
    position: Vec<Form>,
    facts: Facts,
    /// The bytes of the file, and the steps that reading it took.
    bytes: u64,
    steps: u64,
    /// The first line that contradicts the lines before it, or that misuses a theorem.
    contradiction: Option<(usize, String)>,
}

impl<'r> Certificate<'r> {
    fn read(run: &Run<'r>, reader: impl BufRead, halt: &Halt) -> Result<Certificate<'r>, Refusal> {
        let mut lines = Lines::new(reader);
        let first = lines.expect("the first line")?;
        if first.strip_suffix('\r') == Some(FIRST_LINE) {
            return Err(lines.unreadable("it ends with CR LF, and lines of a certificate end with LF alone"));
        }
        if first != FIRST_LINE {
            return Err(lines.unreadable(format!("expected '{FIRST_LINE}'")));
        }
        let game_line = lines.expect("a game")?;
        let name = game_line.strip_prefix("game ").ok_or_else(|| lines.unreadable("expected 'game NAME'"))?;
        let rules = run.find(name).map_err(|error| lines.unreadable(error.to_string()))?;
        let claim_line = lines.expect("a claim")?;
        let (claim, position) = read_claim(&claim_line, &*rules).map_err(|reason| lines.unreadable(reason))?;
        let mut certificate = Certificate {
            game: name.to_string(),
            rules,
            claim,
            position,
            facts: Facts::default(),
            bytes: 0,
            steps: work::spent(),
            contradiction: None,
        };
        let mut count: u64 = 0;
        loop {
            if let Some(stop) = run.stops(halt, &certificate.facts) {
                return Err(Refusal::Stopped(stop));
            }
            if certificate.steps > work::file(lines.bytes) {
                return Err(lines.unreadable(work::TOO_MUCH_FILE));
            }
            let text = lines.expect("a fact, or 'end' and the number of facts")?;
            if text.starts_with('#') {
                continue;
            }
            if let Some(end) = text.strip_prefix("end ") {
                if number(end, u32::MAX).map(u64::from) != Ok(count) {
                    return Err(lines.unreadable(format!("there are {count} facts before it")));
                }
                certificate.bytes = lines.bytes;
                return match lines.next()? {
                    None => Ok(certificate),
                    Some(_) => Err(lines.unreadable("nothing may follow the end")),
                };
            }
            count += 1;
            let follows = certificate.fact(&text, lines.line).map_err(|reason| lines.unreadable(reason))?;
            certificate.steps += work::spent();
            if let (Err(reason), None) = (follows, &certificate.contradiction) {
                certificate.contradiction = Some((lines.line, reason));
            }
        }
    }

    /// Takes in a fact line: `nimber TAB position`, or that and `TAB theorem NAME`. The outer error is for a line that
    /// cannot be read, the inner one for one that cannot be right.
    fn fact(&mut self, text: &str, line: usize) -> Result<Result<(), String>, String> {
        let columns: Vec<&str> = text.split('\t').collect();
        let (nimber, position, theorem) = match columns[..] {
            [nimber, position] => (nimber, position, None),
            [nimber, position, theorem] => {
                let name = theorem.strip_prefix("theorem ").ok_or("expected 'theorem NAME' in the third column")?;
                (nimber, position, Some(name))
            }
            _ => return Err("expected NIMBER, tab, POSITION".to_string()),
        };
        let nimber = number(nimber, u32::MAX)?;
        let sum = read_position(&*self.rules, position)?;
        if let Some(name) = theorem {
            match self.rules.theorem(name, position) {
                Ok(value) if value == nimber => {}
                Ok(value) => return Ok(Err(format!("by that theorem the nimber is {value}"))),
                Err(error) => return Ok(Err(error.to_string())),
            }
        }
        // What is known already is taken away: what is left must be one component, and its nimber is what is new.
        let mut xor = 0;
        let mut unknown = BTreeMap::new();
        for Read { component, exact } in sum {
            match self.facts.get(&exact, u64::MAX) {
                Some(value) => xor ^= value,
                // A second one cancels the first.
                None if unknown.remove(&exact).is_some() => {}
                None => drop(unknown.insert(exact, component)),
            }
        }
        if work::is_spent() {
            return Err(work::TOO_MUCH.to_string());
        }
        match unknown.len() {
            0 if xor != nimber => return Ok(Err(format!("by the facts before it, the nimber is {xor}"))),
            0 | 1 => {}
            _ => return Ok(Err("a fact is about one component, and several are new here".to_string())),
        }
        for (exact, component) in unknown {
            let (nimber, bytes, is_given) = (nimber ^ xor, text.len(), theorem.is_some());
            self.facts.insert(
                &*self.rules,
                exact,
                Fact { component, nimber, rank: line as u64, line, bytes, is_given },
            );
        }
        Ok(Ok(()))
    }
}

/// Reads `claim outcome W POSITION`, `claim outcome L POSITION` or `claim nimber N POSITION`.
fn read_claim(line: &str, rules: &dyn Rules) -> Result<(Claim, Vec<Form>), String> {
    let words: Vec<&str> = line.splitn(4, ' ').collect();
    let ["claim", kind, value, position] = words[..] else {
        return Err("expected 'claim outcome W|L POSITION' or 'claim nimber N POSITION'".to_string());
    };
    let text = position.to_string();
    let claim = match (kind, value) {
        ("outcome", "W") => Claim::Win(text),
        ("outcome", "L") => Claim::Loss(text),
        ("nimber", value) => Claim::Nimber(number(value, u32::MAX)?, text),
        _ => return Err(format!("'{}' is no claim", printable(line))),
    };
    Ok((claim, read_position(rules, position)?.into_iter().map(|read| read.component).collect()))
}

/// Whether the checkers read this claim: for a prover, before it writes a certificate.
///
/// # Errors
/// Why not, in one line.
pub fn readable(rules: &dyn Rules, claim: &str) -> Result<(), String> {
    let line = format!("claim {claim}");
    if line.len() >= crate::lines::MAX_LINE as usize {
        return Err(format!("the claim is longer than {} bytes", crate::lines::MAX_LINE));
    }
    read_claim(&line, rules).map(|_| ())
}
