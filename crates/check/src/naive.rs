//! The slowest possible solver: the nimber of a position by its definition. It is the judge in the tests of everything
//! else.

use crate::rules::{Form, Rules};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// The nimber of a position by its definition: the mex of the nimbers of its options, over all positions below it,
/// nothing skipped. `None` if that takes more than `max_positions` components, or options of one component, or if the
/// text cannot be read.
pub fn naive_nimber(rules: &dyn Rules, position: &str, max_positions: usize) -> Option<u32> {
    let exact = |sum: &[Form]| sum.iter().map(|component| rules.exact(component)).collect::<Vec<Form>>();
    let components = exact(&rules.parse(position).ok()?);
    let mut nimbers: HashMap<Form, u32> = HashMap::new();
    // An explicit stack, since recursion would be too deep for large heaps: components, with their options once known.
    let mut stack: Vec<(Form, Option<Vec<Vec<Form>>>)> = components.iter().map(|c| (c.clone(), None)).collect();
    while let Some((component, options)) = stack.pop() {
        if nimbers.contains_key(&component) {
            continue;
        }
        if let Some(options) = options {
            // Everything below has its nimber by now.
            let nimber = |option: &Vec<Form>| option.iter().try_fold(0, |sum, c| Some(sum ^ nimbers.get(c)?));
            let values: BTreeSet<u32> = options.iter().map(nimber).collect::<Option<_>>()?;
            nimbers.insert(component, (0..).find(|n| !values.contains(n))?);
        } else {
            let mut options = BTreeSet::new();
            let _ = rules.options(&component, &mut |option| {
                options.insert(exact(option));
                if options.len() > max_positions { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if options.len() > max_positions {
                return None; // not all of them are there
            }
            let below: BTreeSet<&Form> = options.iter().flatten().filter(|c| !nimbers.contains_key(*c)).collect();
            let below: Vec<_> = below.into_iter().rev().map(|c| (c.clone(), None)).collect(); // smallest heaps on top
            stack.push((component, Some(options.into_iter().collect())));
            stack.extend(below);
        }
        if nimbers.len() > max_positions || stack.len() > 100 * max_positions {
            return None;
        }
    }
    components.iter().try_fold(0, |sum, c| Some(sum ^ nimbers.get(c)?))
}
