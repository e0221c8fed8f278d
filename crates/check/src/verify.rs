//! What a proof is. Read this first.
//!
//! A *fact* says that a component has a nimber. A fact may use facts of smaller rank only, those of earlier
//! lines, so nothing is circular. The
//! known facts give values:
//! - A sum of components that are all in known facts has as nimber the XOR of theirs. Two equal components cancel, known
//!   or not.
//! - A component that has an option of known nimber `v` does not have nimber `v`, known or not.
//!
//! The fact "`C` has nimber `g`" *follows* if
//! 1. for every `k < g` some option of `C` has known nimber `k`, and
//! 2. no option of `C` has nimber `g`: either its nimber is known and another; or exactly one of its components, `D`, is
//!    unknown, the XOR of the others is `x`, and `D` has an option of known nimber `g ^ x` (so `D` is not `g ^ x`).
//!
//! By 1 and 2, `g` is the mex of the nimbers of the options. Options are all options, by the literal rules.

use crate::rules::{Form, Rules};
use crate::work;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The most options of a component that are remembered; further ones may be looked at twice.
const MAX_SEEN: usize = 1 << 20;

/// The most characters of a position in a message.
const MAX_TEXT: usize = 200;

/// The steps that an option takes besides those of its game.
const OPTION: usize = 100;

/// What is said of a component, the key under which this is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Its nimber.
    pub nimber: u32,
    /// A fact may use facts of smaller rank. In a certificate this is the line.
    pub rank: usize,
    /// The line that says it.
    pub line: usize,
    /// It holds by a theorem whose condition has been checked.
    pub by_theorem: bool,
}

/// The facts of a component each.
pub type Facts = HashMap<Form, Fact>;

/// The facts that may be used at some place, and the rules.
pub struct Known<'a> {
    /// The rules of the game.
    pub rules: &'a dyn Rules,
    /// All facts.
    pub facts: &'a Facts,
    /// Only facts of smaller rank are known.
    pub below: usize,
}

impl Known<'_> {
    /// The XOR of the known components of a sum, and its unknown ones after equal pairs have cancelled.
    pub fn evaluate<'f>(&self, sum: &'f [Form]) -> (u32, BTreeSet<&'f Form>) {
        let mut xor = 0;
        let mut unknown = BTreeSet::new();
        for component in sum {
            match self.facts.get(component) {
                Some(fact) if fact.rank < self.below => xor ^= fact.nimber,
                // A second one cancels the first.
                _ if unknown.remove(component) => {}
                _ => {
                    unknown.insert(component);
                }
            }
        }
        (xor, unknown)
    }

    /// The nimber of a sum, if it is known.
    pub fn nimber(&self, sum: &[Form]) -> Option<u32> {
        let (xor, unknown) = self.evaluate(sum);
        unknown.is_empty().then_some(xor)
    }

    /// Whether a component has an option of known nimber `value`.
    pub fn has_option(&self, component: &Form, value: u32) -> bool {
        let mut found = false;
        let _ = self.rules.options(component, &mut |option: &[Form]| {
            work::spend(OPTION);
            found = self.nimber(option) == Some(value);
            if found || work::is_spent() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    /// Whether it follows that `component` has nimber `g`.
    ///
    /// # Errors
    /// Why it does not, in one line.
    pub fn follows(&self, component: &Form, g: u32) -> Result<(), String> {
        let mut smaller = HashSet::new(); // nimbers below g that options have
        let mut seen = HashSet::new(); // options may repeat
        let mut refusal = None;
        work::start(work::MAX_STEPS);
        let _ = self.rules.options(component, &mut |option| {
            work::spend(OPTION);
            // First of all: an option may come again and again.
            if work::is_spent() {
                refusal = Some(work::TOO_MUCH.to_string());
                return ControlFlow::Break(());
            }
            if seen.contains(option) {
                return ControlFlow::Continue(());
            }
            if seen.len() < MAX_SEEN {
                seen.insert(option.to_vec());
            }
            let (xor, unknown) = self.evaluate(option);
            let mut unknown = unknown.into_iter();
            let verdict = match (unknown.next(), unknown.next()) {
                (None, _) if xor == g => Err(format!("its option {} has nimber {g}", self.text(option))),
                (None, _) => {
                    if xor < g {
                        smaller.insert(xor);
                    }
                    Ok(())
                }
                (Some(one), None) if self.has_option(one, g ^ xor) => Ok(()),
                (Some(_), None) if work::is_spent() => Err(work::TOO_MUCH.to_string()),
                (Some(_), None) => {
                    Err(format!("nothing shows that its option {} has not nimber {g}", self.text(option)))
                }
                _ => Err(format!("several components of its option {} are unknown", self.text(option))),
            };
            match verdict {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => {
                    refusal = Some(reason);
                    ControlFlow::Break(())
                }
            }
        });
        match (refusal, (0..g).find(|k| !smaller.contains(k))) {
            (Some(reason), _) => Err(reason),
            (None, Some(k)) => Err(format!("no option is known to have nimber {k}")),
            (None, None) => Ok(()),
        }
    }

    /// Whether it follows that the player to move in this sum wins: its nimber is known and not 0, or it has an option of
    /// known nimber 0.
    pub fn wins(&self, sum: &[Form]) -> bool {
        if let Some(nimber) = self.nimber(sum) {
            return nimber != 0;
        }
        // An option of the sum: an option of one component, and the other components.
        work::start(work::MAX_STEPS);
        (0..sum.len()).any(|i| {
            let mut found = false;
            let to_zero = &mut |option: &[Form]| {
                work::spend(OPTION + sum.len());
                let rest = [&sum[..i], &sum[i + 1..], option].concat();
                found = self.nimber(&rest) == Some(0);
                if found || work::is_spent() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let _ = self.rules.options(&sum[i], to_zero);
            found
        })
    }

    /// A sum as text, for messages.
    pub fn text(&self, sum: &[Form]) -> String {
        let texts: Vec<String> = sum.iter().map(|c| self.rules.text(c)).collect();
        let text = if texts.is_empty() { "(no moves left)".to_string() } else { texts.join(" + ") };
        match text.char_indices().nth(MAX_TEXT) {
            Some((end, _)) => format!("'{}...'", &text[..end]),
            None => format!("'{text}'"),
        }
    }
}

/// How far a check is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Facts checked.
    pub done: usize,
    /// Facts in all.
    pub facts: usize,
}

/// Checks on that many threads that every fact follows: those that do not, in the order of their lines, and why. If `all` is
/// false, the first of them is enough. The answer does not depend on the number of threads.
pub fn unproved(
    rules: &dyn Rules,
    facts: &Facts,
    threads: usize,
    all: bool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Vec<(usize, String)> {
    let mut open: Vec<(&Form, &Fact)> = facts.iter().filter(|(_, fact)| !fact.by_theorem).collect();
    open.sort_unstable_by_key(|(_, fact)| fact.line);
    let (next, done, failed) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        let mut failures = Vec::new();
        // Lines are taken in order: once one has failed, all smaller ones have been taken.
        while all || !failed.load(Ordering::Relaxed) {
            let Some(&(component, fact)) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let known = Known { rules, facts, below: fact.rank };
            if let Err(reason) = known.follows(component, fact.nimber) {
                failures.push((fact.line, reason));
                failed.store(true, Ordering::Relaxed);
            }
            progress(Progress { done: done.fetch_add(1, Ordering::Relaxed) + 1, facts: open.len() });
        }
        failures
    };
    let mut failures = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut failures = work();
        for helper in helpers {
            match helper.join() {
                Ok(more) => failures.extend(more),
                // Nothing here panics; if it did, nothing would be proved.
                Err(_) => failures.push((0, "the checker broke".to_string())),
            }
        }
        failures
    });
    failures.sort_unstable();
    failures.truncate(if all { usize::MAX } else { 1 });
    failures
}
