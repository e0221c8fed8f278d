//! A certificate that was opened on the page: the verdict of the independent checker, and the list of its facts.

use crate::cache::OpenGames;
use grundy_check::{Checker, Refusal};
use serde::Serialize;

/// The most facts that are listed.
const MOST: usize = 20_000;

/// The verdict of the checker, and the contents of the file.
#[derive(Serialize, Debug)]
pub struct Checked {
    /// Whether the certificate was accepted.
    pub verified: bool,
    /// `verified`, `refused` or `unreadable`.
    pub verdict: &'static str,
    /// The line that is wrong.
    pub line: Option<usize>,
    /// Why it is wrong.
    pub reason: Option<String>,
    /// The name of the game as the file has it.
    pub game: Option<String>,
    /// The claim, as the file has it.
    pub claim: Option<String>,
    /// The position of the claim.
    pub position: Option<String>,
    /// The facts, in the order of the file.
    pub facts: Vec<FactLine>,
    /// Whether there are more facts than are listed.
    pub truncated: bool,
}

/// One fact of a certificate.
#[derive(Serialize, Debug)]
pub struct FactLine {
    /// The number of its line.
    pub line: usize,
    /// The nimber.
    pub nimber: u32,
    /// The position, as the file has it.
    pub position: String,
    /// Its components as the rest of the API writes them.
    pub components: Option<Vec<String>>,
    /// The theorem that proves it, if one does.
    pub theorem: Option<String>,
}

/// Checks a certificate and lists its facts.
pub fn open(games: &OpenGames, text: &str) -> Checked {
    let (verdict, line, reason) = match Checker::new().check(text.as_bytes()) {
        Ok(_) => ("verified", None, None),
        Err(Refusal::Refused { line, reason }) => ("refused", Some(line), Some(reason)),
        Err(Refusal::Unreadable { line, reason }) => ("unreadable", Some(line), Some(reason)),
        Err(stopped) => ("unreadable", None, Some(stopped.to_string())),
    };
    let mut checked = Checked {
        verified: verdict == "verified",
        verdict,
        line,
        reason,
        game: None,
        claim: None,
        position: None,
        facts: Vec::new(),
        truncated: false,
    };
    if verdict != "unreadable" {
        list(&mut checked, games, text);
    }
    checked
}

/// Lists the lines of a certificate that the checker could read.
fn list(checked: &mut Checked, games: &OpenGames, text: &str) {
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line)).skip(1);
    checked.game = lines.next().and_then(|(_, line)| line.strip_prefix("game ")).map(str::to_string);
    let service = checked.game.as_deref().and_then(|game| games.get(game.trim_start_matches("heap ")).ok());
    let components = |position: &str| service.as_ref().and_then(|service| service.read_file(position).ok());
    let claim = lines.next().map(|(_, line)| line).unwrap_or_default();
    checked.claim = Some(claim.trim_start_matches("claim ").to_string());
    checked.position = claim.splitn(4, ' ').nth(3).map(str::to_string);
    for (number, line) in lines {
        let mut columns = line.split('\t');
        let (Some(Ok(nimber)), Some(position)) = (columns.next().map(str::parse), columns.next()) else { continue };
        if checked.facts.len() == MOST {
            checked.truncated = true;
            return;
        }
        checked.facts.push(FactLine {
            line: number,
            nimber,
            position: position.to_string(),
            components: components(position),
            theorem: columns.next().and_then(|column| column.strip_prefix("theorem ")).map(str::to_string),
        });
    }
}
