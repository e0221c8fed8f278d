//! Facts of a store, proved again by the checker, which shares no code with the search. All reasoning is in
//! `grundy_check`; this file only writes the facts in the notation that the checker reads.

use crate::core::{Component, Nimber};
use crate::program::exit::Failure;
use crate::program::notation::Notation;
use crate::program::registry;
use crate::search::Interrupt;
use grundy_check::{Checker, FactsError, GivenFact, Stop};

/// What became of a set of facts.
#[derive(Default)]
pub struct Report {
    /// Facts that follow from the others.
    pub proved: usize,
    /// Facts by a theorem whose condition holds.
    pub by_theorem: usize,
    /// The place of each fact that was not proved, and why.
    pub unproved: Vec<(usize, String)>,
    /// Whether the work was interrupted; then nothing else is known.
    pub interrupted: bool,
}

/// Proves the facts from place `from` on; those before it are believed. Facts that only follow from facts that were not
/// proved are not proved either.
///
/// # Errors
/// If the checker does not know the game.
pub fn verify_facts(
    notation: &dyn Notation,
    facts: &[(Component, Nimber)],
    from: usize,
    threads: usize,
    interrupt: &Interrupt,
) -> Result<Report, Failure> {
    let rules = registry::rules(&notation.game_name()).map_err(|error| Failure::input(error.to_string()))?;
    let given = facts.iter().enumerate().map(|(place, (component, nimber))| GivenFact {
        position: notation.text(component),
        nimber: nimber.get(),
        theorem: notation.theorem_name(component),
        trusted: place < from,
    });
    let interrupt = interrupt.clone();
    let checker = Checker::new().threads(threads).stop_when(move || interrupt.is_raised());
    match checker.check_facts(&*rules, given) {
        Ok(report) => Ok(Report {
            proved: report.proved,
            by_theorem: report.by_theorem,
            unproved: report.unproved,
            interrupted: false,
        }),
        Err(FactsError::Stopped(Stop::Interrupted)) => Ok(Report { interrupted: true, ..Report::default() }),
        Err(error) => Err(Failure::input(error.to_string())),
    }
}
