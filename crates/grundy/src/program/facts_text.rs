//! Facts as text: what `store export` writes and `store import` reads. FORMATS.md, section 6.
//!
//! # Invariant
//! The text depends on the set of facts only: exact forms, each once, sorted.

use crate::core::{Component, Nimber};
use crate::program::exit::{Ended, Failure};
use crate::program::fact_store::Facts;
use crate::program::notation::Notation;
use std::collections::BTreeMap;
use std::io::Write;

/// The first line of a file of facts.
const FIRST_LINE: &str = "grundy facts 1";
/// The first line of a database of Glop or SPOTS.
const FIRST_LINE_SPR: &str = grundy_check::FIRST_LINE_SPR;

/// Facts by their exact forms.
pub type ByForm = BTreeMap<Component, Nimber>;

/// Facts by their exact forms.
///
/// # Errors
/// If a component has two nimbers.
pub fn by_form(notation: &dyn Notation, facts: &[(Component, Nimber)]) -> Result<ByForm, Failure> {
    let mut forms = ByForm::new();
    for (component, nimber) in facts {
        let form = notation.exact_form(component);
        agree(notation, &form, *nimber, forms.get(&form).copied())?;
        forms.insert(form, *nimber);
    }
    Ok(forms)
}

/// Refuses a fact that contradicts what is known of its component.
pub fn agree(notation: &dyn Notation, form: &[u8], nimber: Nimber, known: Option<Nimber>) -> Ended {
    match known {
        Some(known) if known != nimber => {
            let position = notation.text(form);
            Err(Failure::Refused(format!("{position} cannot have nimber {known} and nimber {nimber}")))
        }
        _ => Ok(()),
    }
}

/// Writes facts as `NIMBER TAB POSITION`, or as an `.spr` database.
pub fn write(out: &mut impl Write, notation: &dyn Notation, facts: &ByForm, spr: bool) -> Ended {
    let mut lines: Vec<(String, Nimber)> = facts.iter().map(|(form, &nimber)| (notation.text(form), nimber)).collect();
    // By length, then by letters: small positions, on which the others rest, come first.
    lines.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
    if spr {
        writeln!(out, "{FIRST_LINE_SPR}")?;
        for (position, nimber) in &lines {
            writeln!(out, "{position} {nimber}")?;
        }
        return Ok(());
    }
    writeln!(out, "{FIRST_LINE}\ngame {}", notation.game_name())?;
    for (position, nimber) in &lines {
        writeln!(out, "{nimber}\t{position}")?;
    }
    Ok(writeln!(out, "end {}", lines.len())?)
}

/// A file of facts: its game, and the lines with a fact, numbered.
pub struct Lines<'t> {
    /// The name of the game.
    pub game: String,
    facts: Vec<(usize, &'t str, &'t str)>,
    file: &'t str,
}

impl<'t> Lines<'t> {
    /// Splits a file into its facts; `file` is its name, for errors.
    ///
    /// # Errors
    /// The number of a line that is none of these formats.
    pub fn read(text: &'t str, file: &'t str) -> Result<Self, Failure> {
        let wrong = |line: usize, expected: &str| Failure::input(format!("{file}, line {line}: expected {expected}"));
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim_end()));
        let first = lines.next().map(|(_, line)| line).unwrap_or_default();
        let spr = first == FIRST_LINE_SPR;
        if !spr && first != FIRST_LINE {
            return Err(wrong(1, &format!("`{FIRST_LINE}` or `{FIRST_LINE_SPR}`")));
        }
        let game = match spr {
            true => "sprouts",
            false => {
                lines.next().and_then(|(_, line)| line.strip_prefix("game ")).ok_or_else(|| wrong(2, "`game NAME`"))?
            }
        };
        let (mut facts, mut end) = (Vec::new(), None);
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            if end.is_some() {
                return Err(wrong(number, "nothing after `end`"));
            }
            if let (false, Some(count)) = (spr, line.strip_prefix("end ")) {
                end = Some((number, count));
                continue;
            }
            let parts = if spr { line.rsplit_once(' ') } else { line.split_once('\t').map(|(n, p)| (p, n)) };
            let shape = if spr { "POSITION, blank, NIMBER" } else { "NIMBER, tab, POSITION" };
            let (position, nimber) = parts.ok_or_else(|| wrong(number, shape))?;
            facts.push((number, position, nimber));
        }
        match end {
            Some((number, count)) if digits(count) != u32::try_from(facts.len()).ok() => {
                Err(wrong(number, &format!("`end {}`", facts.len())))
            }
            None if !spr => Err(wrong(text.lines().count() + 1, &format!("`end {}`", facts.len()))),
            _ => Ok(Lines { game: game.to_string(), facts, file }),
        }
    }

    /// The facts that are not known, in the order of the file. A line about a sum says something of its only component
    /// that is not known by then.
    ///
    /// # Errors
    /// A line that cannot be read, says nothing of a single component, or contradicts what is known.
    pub fn news(&self, notation: &dyn Notation, known: &ByForm) -> Result<Facts, Failure> {
        let mut all = known.clone();
        let mut news = Facts::new();
        for &(number, position, nimber) in &self.facts {
            let place = |reason: &str| format!("{}, line {number}: {reason}", self.file);
            let components = notation.read(position).map_err(|error| Failure::input(place(&error.to_string())))?;
            let nimber = digits(nimber).ok_or_else(|| Failure::input(place("expected a nimber")))?;
            let mut rest = Nimber::new(nimber);
            let mut open: Vec<Component> = Vec::new();
            for form in components.iter().map(|component| notation.exact_form(component)) {
                match (all.get(&form), open.iter().position(|other| *other == form)) {
                    (Some(&nimber), _) => rest ^= nimber,
                    (None, Some(twin)) => drop(open.swap_remove(twin)),
                    (None, None) => open.push(form),
                }
            }
            match &open[..] {
                [] if rest == Nimber::ZERO => {}
                [] => return Err(Failure::Refused(place("it contradicts what is known"))),
                [form] => {
                    news.push((form.clone(), rest));
                    all.insert(form.clone(), rest);
                }
                _ => return Err(Failure::Refused(place("several of its components are unknown"))),
            }
        }
        Ok(news)
    }
}

/// A number in digits: no sign.
fn digits(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
