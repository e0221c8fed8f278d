//! What a proof is. Read this first.
//!
//! A *fact* says that a component has a nimber. A fact may use only facts of smaller rank, so nothing is circular. In a
//! certificate the rank is the line; for facts without an order it is the size of the component. The known facts give
//! values:
//! - A sum of components that are all in known facts has as nimber the XOR of theirs. Two equal components cancel,
//!   known or not.
//! - A component that has an option of known nimber `v` does not have nimber `v`, known or not.
//!
//! The fact "`C` has nimber `g`" *follows* if
//! 1. for every `k < g` some option of `C` has known nimber `k`, and
//! 2. no option of `C` has nimber `g`: either its nimber is known and another; or exactly one of its components, `D`,
//!    is unknown, the XOR of the others is `x`, and `D` has an option of known nimber `g ^ x` (so `D` is not `g ^ x`).
//!
//! By 1 and 2, `g` is the mex of the nimbers of the options. Options are all options, by the literal rules.

use crate::facts::Facts;
use crate::rules::{Form, Rules};
use crate::work;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;

/// The most bytes of options that are remembered, to recognise repeated ones; further ones may be looked at twice.
const MAX_SEEN: usize = 1 << 22;

/// The most bytes of exact forms that are kept for reuse.
const MAX_FORMS: usize = 1 << 24;

/// The most characters of a position in a message.
const MAX_TEXT: usize = 200;

/// The steps that an option takes besides those of its game.
const OPTION: usize = 20;

/// Components that were shown not to have a nimber, by their sketch and the nimber.
type Refuted = HashMap<(u64, u32), Vec<Form>>;

/// The facts, the rules, and exact forms that were computed before. One for each thread.
pub(crate) struct Known<'a> {
    rules: &'a dyn Rules,
    facts: &'a Facts,
    /// Only facts of smaller rank are known.
    below: u64,
    /// Exact forms by form, each with the steps it took.
    forms: HashMap<Form, (Form, u64)>,
    bytes: usize,
}

impl<'a> Known<'a> {
    /// All facts are known.
    pub(crate) fn new(rules: &'a dyn Rules, facts: &'a Facts) -> Self {
        Known { rules, facts, below: u64::MAX, forms: HashMap::new(), bytes: 0 }
    }

    /// The XOR of the known components of a sum, and its unknown ones after equal pairs have cancelled.
    fn evaluate<'f>(&mut self, sum: &'f [Form], sketches: &Sketches) -> (u32, Vec<&'f Form>) {
        let (mut xor, mut unknown, mut paired) = (0, Vec::new(), BTreeMap::new());
        for (i, component) in sum.iter().enumerate() {
            if self.is_new(sketches, i) {
                unknown.push(component);
                continue;
            }
            let exact = self.exact(component);
            match self.facts.get(&exact, self.below) {
                Some(nimber) => xor ^= nimber,
                // A second one cancels the first.
                None if paired.remove(&exact).is_some() => {}
                None => {
                    paired.insert(exact, component);
                }
            }
        }
        unknown.extend(paired.into_values());
        (xor, unknown)
    }

    /// The nimber of a sum, if it is known.
    pub(crate) fn nimber(&mut self, sum: &[Form]) -> Option<u32> {
        let sketches = Sketches::of(self.rules, sum);
        if (0..sum.len()).any(|i| self.is_new(&sketches, i)) {
            return None;
        }
        let (xor, unknown) = self.evaluate(sum, &sketches);
        unknown.is_empty().then_some(xor)
    }

    /// Whether, by its sketch alone, a component of a sum equals neither one with a fact nor another one of the sum.
    fn is_new(&self, sketches: &Sketches, i: usize) -> bool {
        !self.facts.may_have(sketches.of[i]) && sketches.is_single(i)
    }

    /// The exact form of a component. A form that was computed before counts the same steps again, so that a verdict
    /// does not depend on what a thread has seen.
    fn exact(&mut self, component: &Form) -> Form {
        if let Some((exact, steps)) = self.forms.get(component) {
            work::spend(*steps as usize);
            return exact.clone();
        }
        let before = work::spent();
        let exact = self.rules.exact(component);
        let steps = work::spent() - before;
        if !work::is_spent() {
            self.bytes += component.len() + exact.len() + 100;
            if self.bytes > MAX_FORMS {
                self.forms.clear();
                self.bytes = 0;
            }
            self.forms.insert(component.clone(), (exact.clone(), steps));
        }
        exact
    }

    /// Whether a component has an option of known nimber `value`.
    fn has_option(&mut self, component: &Form, value: u32) -> bool {
        let mut found = false;
        let _ = self.rules.options(component, &mut |option: &[Form]| {
            work::spend(OPTION);
            found = self.nimber(option) == Some(value);
            if found || work::is_spent() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    /// Whether it follows from the facts below a rank that `component` has nimber `g`.
    ///
    /// # Errors
    /// Why it does not, in one line.
    pub(crate) fn follows(&mut self, component: &Form, g: u32, below: u64) -> Result<(), String> {
        self.below = below;
        let mut smaller = HashSet::new(); // nimbers below g that options have
        let (mut seen, mut seen_bytes) = (HashSet::new(), 0); // options may repeat
        let mut refuted: Refuted = HashMap::new();
        let mut refusal = None;
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
            if seen_bytes < MAX_SEEN {
                seen_bytes += option.iter().map(|component| 50 + component.len()).sum::<usize>();
                seen.insert(option.to_vec());
            }
            let (xor, unknown) = self.evaluate(option, &Sketches::of(self.rules, option));
            let verdict = match unknown[..] {
                [] if xor == g => Err(format!("its option {} has nimber {g}", self.text(option))),
                [] => {
                    if xor < g {
                        smaller.insert(xor);
                    }
                    Ok(())
                }
                [one] if self.is_refuted(one, g ^ xor, &mut refuted, seen_bytes < MAX_SEEN) => Ok(()),
                [_] => Err(format!("nothing shows that its option {} has not nimber {g}", self.text(option))),
                _ => Err(format!("several components of its option {} are unknown", self.text(option))),
            };
            match verdict {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => {
                    refusal = Some(if work::is_spent() { work::TOO_MUCH.to_string() } else { reason });
                    ControlFlow::Break(())
                }
            }
        });
        match (refusal, (0..g).find(|k| !smaller.contains(k))) {
            (Some(reason), _) => Err(reason),
            (None, _) if work::is_spent() => Err(work::TOO_MUCH.to_string()),
            (None, Some(k)) => Err(format!("no option is known to have nimber {k}")),
            (None, None) => Ok(()),
        }
    }

    /// Whether an option of `component` shows that it does not have nimber `value`. Of equal components, which
    /// symmetric positions have many of, one is enough; a further one is kept if `keep`.
    fn is_refuted(&mut self, component: &Form, value: u32, refuted: &mut Refuted, keep: bool) -> bool {
        let key = (self.rules.sketch(component), value);
        if let Some(alike) = refuted.get(&key) {
            let exact = self.exact(component);
            if alike.iter().any(|other| self.exact(other) == exact) {
                return true;
            }
        }
        let found = self.has_option(component, value);
        if found && keep {
            refuted.entry(key).or_default().push(component.clone());
        }
        found
    }

    /// Whether it follows that the player to move in this sum wins: its nimber is known and not 0, or it has an option
    /// of known nimber 0.
    pub(crate) fn wins(&mut self, sum: &[Form]) -> bool {
        if let Some(nimber) = self.nimber(sum) {
            return nimber != 0;
        }
        let rules = self.rules;
        // An option of the sum: an option of one component, and the other components.
        (0..sum.len()).any(|i| {
            let mut found = false;
            let to_zero = &mut |option: &[Form]| {
                work::spend(OPTION + sum.len());
                let rest = [&sum[..i], &sum[i + 1..], option].concat();
                found = self.nimber(&rest) == Some(0);
                if found || work::is_spent() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let _ = rules.options(&sum[i], to_zero);
            found
        })
    }

    /// A sum as text, for messages.
    fn text(&self, sum: &[Form]) -> String {
        let texts: Vec<String> = sum.iter().map(|c| self.rules.text(c)).collect();
        let text = if texts.is_empty() { "(no moves left)".to_string() } else { texts.join(" + ") };
        match text.char_indices().nth(MAX_TEXT) {
            Some((end, _)) => format!("'{}...'", &text[..end]),
            None => format!("'{text}'"),
        }
    }
}

/// The sketches of the components of a sum. Components with different sketches are not equal.
struct Sketches {
    /// In the order of the components.
    of: Vec<u64>,
    /// In their own order; none of a single component.
    sorted: Vec<u64>,
}

impl Sketches {
    fn of(rules: &dyn Rules, sum: &[Form]) -> Self {
        let of: Vec<u64> = sum.iter().map(|component| rules.sketch(component)).collect();
        let mut sorted = if of.len() > 1 { of.clone() } else { Vec::new() };
        sorted.sort_unstable();
        Sketches { of, sorted }
    }

    /// Whether no other component has the sketch of this one.
    fn is_single(&self, i: usize) -> bool {
        let place = self.sorted.partition_point(|&sketch| sketch < self.of[i]);
        self.sorted.get(place + 1) != Some(&self.of[i])
    }
}
