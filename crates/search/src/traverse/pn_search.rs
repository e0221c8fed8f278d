//! PN-search on the graph of couples: best-first, one expansion at a time.
//!
//! From the couple in question the search follows the most promising option down to a couple without a list of options,
//! lists them, and weighs again the couples it came through. Couples are shared between all lines of play, so a couple
//! reached on another way is weighed when the search passes it.

use crate::limits::Halt;
use crate::table::ComponentId;
use crate::weigh::{Choice, OpenParts, Verdict, weigh_couple};
use crate::worker::{Worker, check_finite};
use grundy_core::{Hints, Nimber};

/// Decides a couple.
pub(crate) fn search_couple<G: Hints>(worker: &mut Worker<'_, G>, id: ComponentId, test: Nimber) -> Result<(), Halt> {
    let mut path: Vec<(ComponentId, Nimber)> = Vec::new();
    while worker.decided(id, test).is_none() {
        let mut couple = (id, test);
        while let Some(next) = step(worker, couple)? {
            path.push(couple);
            check_finite(&path)?;
            couple = next;
        }
        while let Some((id, test)) = path.pop() {
            if worker.decided(id, test).is_none()
                && worker.list_options(id, test)?.is_none()
                && let Verdict::Open(frontier) = weigh_couple(worker.table(), id, test, |_| {})
            {
                worker.table().set_numbers(id, test, frontier.numbers);
            }
        }
    }
    Ok(())
}

/// One step towards the most promising leaf; `None` if the couple is that leaf (it has been expanded) or is decided.
fn step<G: Hints>(
    worker: &mut Worker<'_, G>,
    (id, test): (ComponentId, Nimber),
) -> Result<Option<(ComponentId, Nimber)>, Halt> {
    let mut next = None;
    worker.visit(id, test, |worker| {
        // A couple new to the search, even if another nimber listed the options before, is a leaf.
        let leaf = worker.table().kept_numbers(id, test).is_none();
        if worker.decided(id, test).is_some() || worker.list_options(id, test)?.is_some() {
            return Ok(());
        }
        if let Verdict::Open(frontier) = weigh_couple(worker.table(), id, test, |_| {}) {
            worker.table().set_numbers(id, test, frontier.numbers);
            next = match frontier.best {
                _ if leaf => None,
                Choice::Nimber(smaller) => Some((id, smaller)),
                Choice::Position(at) => most_promising(worker, at, test),
            };
        }
        Ok(())
    })?;
    Ok(next)
}

/// The couple to search for an open option: its only open component, or the easiest of several; `None` if another
/// thread has decided them all since it was weighed.
fn most_promising<G: Hints>(worker: &Worker<'_, G>, at: usize, test: Nimber) -> Option<(ComponentId, Nimber)> {
    let table = worker.table();
    let mut parts = OpenParts::new(table, at);
    let open: Vec<ComponentId> = parts.by_ref().collect();
    match open[..] {
        [only] => Some((only, test ^ parts.known)),
        _ => open
            .into_iter()
            .map(|id| (id, table.least_open(id)))
            .min_by_key(|&(id, tried)| table.numbers(id, tried).least()),
    }
}
