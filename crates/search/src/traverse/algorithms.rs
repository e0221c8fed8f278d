//! Algorithms 2 and 3 for the question itself.

use super::df_pn::{self, Thresholds};
use super::{depth_first, pn_search};
use crate::limits::Halt;
use crate::settings::Traversal;
use crate::table::ComponentId;
use crate::worker::Worker;
use grundy_core::{Hints, Nimber, Outcome};

fn decide_couple<G: Hints>(
    worker: &mut Worker<'_, G>,
    traversal: &Traversal,
    id: ComponentId,
    nimber: Nimber,
) -> Result<(), Halt> {
    match traversal {
        Traversal::DepthFirst(strategy) => depth_first::outcome_of_couple(worker, &**strategy, id, nimber).map(|_| ()),
        Traversal::ProofNumber => pn_search::search_couple(worker, id, nimber),
        Traversal::DfPn => df_pn::search_couple(worker, id, nimber, Thresholds::NONE),
    }
}

/// Algorithm 3 for the question itself, component by component.
pub(crate) fn nimber_of_sum<G: Hints>(
    worker: &mut Worker<'_, G>,
    traversal: &Traversal,
    ids: &[ComponentId],
) -> Result<Nimber, Halt> {
    let mut sum = Nimber::ZERO;
    for &id in ids {
        sum ^= nimber_of(worker, traversal, id)?;
    }
    worker.trust(sum)
}

fn nimber_of<G: Hints>(worker: &mut Worker<'_, G>, traversal: &Traversal, id: ComponentId) -> Result<Nimber, Halt> {
    loop {
        if let Some(nimber) = worker.table().nimber(id) {
            return Ok(nimber);
        }
        let nimber = worker.table().least_open(id);
        decide_couple(worker, traversal, id, nimber)?;
    }
}

/// Algorithm 2 for the question itself: the easiest component first, by its numbers, until one is left.
pub(crate) fn outcome_of_sum<G: Hints>(
    worker: &mut Worker<'_, G>,
    traversal: &Traversal,
    ids: &[ComponentId],
    test: Nimber,
) -> Result<Outcome, Halt> {
    let outcome = if let Traversal::DepthFirst(strategy) = traversal {
        depth_first::outcome_of_sum(worker, &**strategy, ids, test)
    } else {
        easiest_first(worker, traversal, ids, test)
    };
    worker.trust(outcome?)
}

fn easiest_first<G: Hints>(
    worker: &mut Worker<'_, G>,
    traversal: &Traversal,
    ids: &[ComponentId],
    test: Nimber,
) -> Result<Outcome, Halt> {
    loop {
        let table = worker.table();
        // One look at each component: another thread may solve it at any moment.
        let mut known = test;
        let mut open: Vec<(u64, ComponentId, Nimber)> = Vec::new();
        for &id in ids {
            match table.nimber(id) {
                Some(nimber) => known ^= nimber,
                None => {
                    let tried = table.least_open(id);
                    open.push((table.numbers(id, tried).least(), id, tried));
                }
            }
        }
        open.sort_unstable();
        match open[..] {
            [] => return Ok(Outcome::of(known)),
            [(_, last, _)] => {
                if let Some(outcome) = worker.decided(last, known) {
                    return Ok(outcome);
                }
                decide_couple(worker, traversal, last, known)?;
            }
            [(_, easiest, tried), (next, ..), ..] if matches!(traversal, Traversal::DfPn) => {
                df_pn::search_couple(worker, easiest, tried, Thresholds::least(next.saturating_add(1)))?;
            }
            [(_, easiest, tried), ..] => decide_couple(worker, traversal, easiest, tried)?,
        }
    }
}
