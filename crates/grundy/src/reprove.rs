//! Facts proved anew, by the rules and the reasoning of the checker, which shares no code with the search.
//!
//! A fact follows from facts on options of its component and on options of these (`grundy_check::verify`). Every move makes
//! components smaller (heaps: objects; Cram: edges; Sprouts: lives), and forms of the checker are never larger than what
//! they are forms of; so facts that all follow from each other are all true, by induction on that size.

use crate::exit::Failure;
use crate::games::Notation;
use grundy::core::{Component, Nimber};
use grundy::search::Interrupt;
use grundy_check::verify::{Fact, Facts, Known};
use grundy_check::{Form, Rules};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What became of a set of facts.
#[derive(Default)]
pub struct Report {
    /// Facts that follow from the others.
    pub proved: usize,
    /// Facts by a theorem whose condition holds.
    pub by_theorem: usize,
    /// The place of each fact that was not proved, and why.
    pub unproved: Vec<(usize, String)>,
    /// Whether the work was interrupted; what is not mentioned is then not checked.
    pub interrupted: bool,
}

struct Claim {
    place: usize,
    sum: Vec<Form>,
    nimber: u32,
    by_theorem: bool,
}

/// Proves the facts from place `from` on; those before it are believed. Facts that only follow from facts that were not proved
/// are not proved either.
///
/// # Errors
/// If the checker does not know the game.
pub fn reprove(
    notation: &dyn Notation,
    facts: &[(Component, Nimber)],
    from: usize,
    threads: usize,
    interrupt: &Interrupt,
) -> Result<Report, Failure> {
    let rules = grundy_check::game(&notation.game_name()).map_err(Failure::input)?;
    let mut report = Report::default();
    let mut known = Facts::new();
    let mut claims = Vec::new();
    for (place, (component, nimber)) in facts.iter().enumerate() {
        let text = notation.text(component);
        let nimber = nimber.get();
        let sum = match grundy_check::certificate::parse(&*rules, &text) {
            Ok(sum) => sum,
            Err(reason) => {
                report.unproved.push((place, reason));
                continue;
            }
        };
        let by_theorem = notation.theorem_name(component).is_some_and(|name| rules.theorem(name, &text) == Ok(nimber));
        if let [form] = &sum[..] {
            let fact = Fact { nimber, rank: 0, line: place, by_theorem };
            let first = known.entry(form.clone()).or_insert(fact);
            if first.nimber != nimber {
                report.unproved.push((place, format!("it contradicts another fact: nimber {}", first.nimber)));
                continue;
            }
        }
        if place >= from {
            claims.push(Claim { place, sum, nimber, by_theorem });
        }
    }
    loop {
        let (failed, interrupted) = check(&*rules, &known, &claims, threads, interrupt);
        report.interrupted = interrupted;
        if failed.is_empty() || interrupted {
            break;
        }
        for (place, _) in &failed {
            known.retain(|_, fact| fact.line != *place);
        }
        claims.retain(|claim| failed.iter().all(|(place, _)| *place != claim.place));
        report.unproved.extend(failed);
    }
    report.unproved.sort_unstable();
    report.by_theorem = claims.iter().filter(|claim| claim.by_theorem).count();
    report.proved = if report.interrupted { 0 } else { claims.len() - report.by_theorem };
    Ok(report)
}

/// The claims that do not follow, and whether the work was interrupted.
fn check(
    rules: &dyn Rules,
    facts: &Facts,
    claims: &[Claim],
    threads: usize,
    interrupt: &Interrupt,
) -> (Vec<(usize, String)>, bool) {
    let known = Known { rules, facts, below: usize::MAX };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut failed = Vec::new();
        while let Some(claim) = claims.get(next.fetch_add(1, Relaxed))
            && !interrupt.is_raised()
        {
            let result = match &claim.sum[..] {
                _ if claim.by_theorem => Ok(()),
                [form] => known.follows(form, claim.nimber),
                sum if known.nimber(sum) == Some(claim.nimber) => Ok(()),
                _ => Err("it is a sum whose components do not give that nimber".to_string()),
            };
            if let Err(reason) = result {
                failed.push((claim.place, reason));
            }
        }
        failed
    };
    let failed = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut failed = work();
        for helper in helpers {
            failed.extend(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        failed
    });
    (failed, interrupt.is_raised())
}
