//! Certificates: the text format of FORMATS.md, read and checked.
//!
//! Reading comes first, line by line, and keeps nothing but the facts. Then every fact is checked, on all threads, and at last
//! the claim. The verdict does not depend on the number of threads.

use crate::rules::{Form, Rules, game, number, printable};
use crate::verify::{Fact, Facts, Known, Progress, unproved};
use crate::work;
use std::fmt;
use std::io::{BufRead, Read};

/// The first line of every certificate.
pub const FIRST_LINE: &str = "grundy certificate 1";

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 16;

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

/// A proof that was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The name of the game.
    pub game: String,
    /// What is proved.
    pub claim: Claim,
    /// The number of components with a proved nimber.
    pub facts: usize,
}

/// Why a file proves nothing. Lines count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is a certificate, but not a proof: the first line that does not follow.
    Refused {
        /// The line.
        line: usize,
        /// Why it does not follow.
        reason: String,
    },
    /// It is not a certificate, or not all of one.
    Unreadable {
        /// The line.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Refused { line, reason } => write!(f, "line {line} does not follow: {reason}"),
            Refusal::Unreadable { line, reason } => write!(f, "line {line} cannot be read: {reason}"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Checks a certificate on that many threads (0 is taken for 1). `progress` is called after every fact, from any thread.
///
/// ```
/// use grundy_check::{Refusal, check};
/// let certificate = "grundy certificate 1\ngame 0.77\nclaim nimber 3 3\n1\t1\n2\t2\n3\t3\nend 3\n";
/// let verified = check(certificate.as_bytes(), 2, &|_| ())?;
/// assert_eq!((verified.claim.to_string().as_str(), verified.facts), ("nimber 3 3", 3));
///
/// let wrong = certificate.replace("2\t2\n", "1\t2\n");
/// let refusal = check(wrong.as_bytes(), 2, &|_| ()).unwrap_err();
/// assert_eq!(refusal.to_string(), "line 5 does not follow: its option '1' has nimber 1");
/// # Ok::<(), Refusal>(())
/// ```
///
/// # Errors
/// Why it proves nothing.
pub fn check(reader: impl BufRead, threads: usize, progress: &(dyn Fn(Progress) + Sync)) -> Result<Verified, Refusal> {
    check_with(reader, &game, threads, progress)
}

/// Gives the rules of the game with a name; the error is one line.
pub type Find<'a, 'r> = &'a dyn Fn(&str) -> Result<Box<dyn Rules + 'r>, String>;

/// The same for games that are not built in: `find` gives the rules of the game that the certificate names.
///
/// # Errors
/// Why it proves nothing; a name that `find` does not know makes a certificate unreadable.
pub fn check_with<'r>(
    reader: impl BufRead,
    find: Find<'_, 'r>,
    threads: usize,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Verified, Refusal> {
    let certificate = Certificate::read(reader, find)?;
    let rules = &*certificate.rules;
    let unproved = unproved(rules, &certificate.facts, threads, false, progress);
    let failures = unproved.into_iter().chain(certificate.contradiction);
    if let Some((line, reason)) = failures.min_by_key(|(line, _)| *line) {
        return Err(Refusal::Refused { line, reason });
    }
    let known = Known { rules, facts: &certificate.facts, below: usize::MAX };
    let proved = match &certificate.claim {
        Claim::Win(_) => known.wins(&certificate.position),
        Claim::Loss(_) => known.nimber(&certificate.position) == Some(0),
        Claim::Nimber(nimber, _) => known.nimber(&certificate.position) == Some(*nimber),
    };
    let Certificate { game, claim, facts, .. } = certificate;
    match proved {
        true => Ok(Verified { game, claim, facts: facts.len() }),
        false => Err(Refusal::Refused { line: CLAIM_LINE, reason: "the facts do not prove the claim".to_string() }),
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
    /// The first line that contradicts the lines before it, or that misuses a theorem.
    contradiction: Option<(usize, String)>,
}

impl<'r> Certificate<'r> {
    fn read(reader: impl BufRead, find: Find<'_, 'r>) -> Result<Certificate<'r>, Refusal> {
        let mut lines = Lines { reader, line: 0 };
        let first = lines.expect("the first line")?;
        if first.strip_suffix('\r') == Some(FIRST_LINE) {
            return Err(lines.unreadable("it ends with CR LF, and lines of a certificate end with LF alone"));
        }
        if first != FIRST_LINE {
            return Err(lines.unreadable(format!("expected '{FIRST_LINE}'")));
        }
        let game_line = lines.expect("a game")?;
        let name = game_line.strip_prefix("game ").ok_or_else(|| lines.unreadable("expected 'game NAME'"))?;
        let rules = find(name).map_err(|reason| lines.unreadable(reason))?;
        let claim_line = lines.expect("a claim")?;
        let (claim, position) = read_claim(&claim_line, &*rules).map_err(|reason| lines.unreadable(reason))?;
        let mut certificate =
            Certificate { game: name.to_string(), rules, claim, position, facts: Facts::new(), contradiction: None };
        let mut count: u64 = 0;
        loop {
            let text = lines.expect("a fact, or 'end' and the number of facts")?;
            if text.starts_with('#') {
                continue;
            }
            if let Some(end) = text.strip_prefix("end ") {
                if number(end, u32::MAX).map(u64::from) != Ok(count) {
                    return Err(lines.unreadable(format!("there are {count} facts before it")));
                }
                return match lines.next()? {
                    None => Ok(certificate),
                    Some(_) => Err(lines.unreadable("nothing may follow the end")),
                };
            }
            count += 1;
            match certificate.fact(&text, lines.line).map_err(|reason| lines.unreadable(reason))? {
                Err(reason) if certificate.contradiction.is_none() => {
                    certificate.contradiction = Some((lines.line, reason));
                }
                _ => {}
            }
        }
    }

    /// Takes in a fact line: `nimber TAB position`, or that and `TAB theorem NAME`. The outer error is for a line that cannot
    /// be read, the inner one for one that cannot be right.
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
        let sum = parse(&*self.rules, position)?;
        // What is known already is taken away: what is left must be one component, and its nimber is what is new.
        let known = Known { rules: &*self.rules, facts: &self.facts, below: line };
        let (xor, unknown) = known.evaluate(&sum);
        let mut unknown = unknown.into_iter().cloned();
        let (component, more) = (unknown.next(), unknown.next());
        if let Some(name) = theorem {
            match self.rules.theorem(name, position) {
                Ok(value) if value == nimber => {}
                Ok(value) => return Ok(Err(format!("by that theorem the nimber is {value}"))),
                Err(reason) => return Ok(Err(reason)),
            }
        }
        match (component, more) {
            (None, _) if xor != nimber => Ok(Err(format!("by the facts before it, the nimber is {xor}"))),
            (None, _) => Ok(Ok(())),
            (Some(component), None) => {
                let fact = Fact { nimber: nimber ^ xor, rank: line, line, by_theorem: theorem.is_some() };
                self.facts.insert(component, fact);
                Ok(Ok(()))
            }
            (Some(_), Some(_)) => Ok(Err("a fact is about one component, and several are new here".to_string())),
        }
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
    Ok((claim, parse(rules, position)?))
}

/// Reads a position, unless that is too much work.
///
/// # Errors
/// Why it is none, or that it is too much work, in one line.
pub fn parse(rules: &dyn Rules, position: &str) -> Result<Vec<Form>, String> {
    work::start(work::MAX_READING);
    let sum = rules.parse(position)?;
    if work::is_spent() { Err(work::TOO_MUCH.to_string()) } else { Ok(sum) }
}

/// Lines of a file, with their numbers.
pub(crate) struct Lines<R> {
    pub(crate) reader: R,
    /// The number of the last line read.
    pub(crate) line: usize,
}

impl<R: BufRead> Lines<R> {
    /// The next line without its end, or `None` at the end of the file.
    pub(crate) fn next(&mut self) -> Result<Option<String>, Refusal> {
        self.line += 1;
        let mut bytes = Vec::new();
        let mut limited = self.reader.by_ref().take(MAX_LINE);
        if let Err(error) = limited.read_until(b'\n', &mut bytes) {
            return Err(self.unreadable(error.to_string()));
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() as u64 == MAX_LINE {
            return Err(self.unreadable(format!("longer than {MAX_LINE} bytes")));
        }
        String::from_utf8(bytes).map(Some).map_err(|_| self.unreadable("not text (UTF-8)"))
    }

    /// The next line, which must be there.
    fn expect(&mut self, what: &str) -> Result<String, Refusal> {
        self.next()?.ok_or_else(|| self.unreadable(format!("the file ends where {what} should stand")))
    }

    pub(crate) fn unreadable(&self, reason: impl Into<String>) -> Refusal {
        Refusal::Unreadable { line: self.line, reason: reason.into() }
    }
}
