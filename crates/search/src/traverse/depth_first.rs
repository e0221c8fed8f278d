//! Algorithms 1, 2 and 3 of the paper, depth-first, under the paper's names.
//!
//! The two choices that section 5.5 leaves open, which option to try first and which component of a sum is never evaluated,
//! are a [`Strategy`].

use crate::limits::Halt;
use crate::strategy::{OpenComponent, OpenOption, Strategy};
use crate::table::ComponentId;
use crate::weigh::OpenParts;
use crate::worker::Worker;
use grundy_core::{Hints, Nimber, Outcome};

/// Algorithm 1: the outcome of a couple whose position part is one component.
pub(crate) fn outcome_of_couple<G: Hints>(
    worker: &mut Worker<'_, G>,
    strategy: &dyn Strategy,
    id: ComponentId,
    nimber: Nimber,
) -> Result<Outcome, Halt> {
    if let Some(outcome) = worker.decided(id, nimber) {
        return Ok(outcome);
    }
    worker.visit(id, nimber, |worker| {
        if worker.list_options(id, nimber)?.is_some() {
            return Ok(());
        }
        let options = ordered_options(worker, strategy, id);
        // An option listed as open may have been found to have this nimber since.
        if worker.decided(id, nimber).is_some() {
            return Ok(());
        }
        for option in options {
            if outcome_of_sum(worker, strategy, &option.components, option.known ^ nimber)? == Outcome::Loss {
                worker.table().exclude(id, nimber);
                return Ok(());
            }
        }
        for smaller in nimber.below() {
            if outcome_of_couple(worker, strategy, id, smaller)? == Outcome::Loss {
                return Ok(());
            }
        }
        worker.table().set_nimber(id, nimber);
        Ok(())
    })?;
    Ok(worker.decided(id, nimber).expect("a visit that is not halted decides its couple"))
}

/// Algorithm 2: the outcome of a couple whose position part is a sum. The nimbers of all components but one, then a couple
/// of the last.
pub(crate) fn outcome_of_sum<G: Hints>(
    worker: &mut Worker<'_, G>,
    strategy: &dyn Strategy,
    components: &[ComponentId],
    nimber: Nimber,
) -> Result<Outcome, Halt> {
    let mut open = components.to_vec();
    let mut nimber = nimber;
    loop {
        let table = worker.table();
        open.retain(|&id| match table.nimber(id) {
            Some(known) => {
                nimber ^= known;
                false
            }
            None => true,
        });
        match open[..] {
            [] => return Ok(Outcome::of(nimber)),
            [last] => return outcome_of_couple(worker, strategy, last, nimber),
            _ => {
                let views: Vec<OpenComponent> = open.iter().map(|&id| OpenComponent::new(table, id)).collect();
                let last = strategy.last(&views);
                let next = (0..open.len())
                    .filter(|&i| i != last)
                    .min_by_key(|&i| views[i].difficulty)
                    .expect("two components are open");
                nimber_of(worker, strategy, open[next])?;
            }
        }
    }
}

/// Algorithm 3: the nimber of a component, by trying 0, 1, 2, ...
pub(crate) fn nimber_of<G: Hints>(
    worker: &mut Worker<'_, G>,
    strategy: &dyn Strategy,
    id: ComponentId,
) -> Result<Nimber, Halt> {
    loop {
        if let Some(nimber) = worker.table().nimber(id) {
            return Ok(nimber);
        }
        let nimber = worker.table().least_open(id);
        if outcome_of_couple(worker, strategy, id, nimber)? == Outcome::Loss {
            worker.table().set_nimber(id, nimber);
        }
    }
}

/// The open options of a component in the order of the strategy. Options known since they were listed are left out: their
/// nimbers are noted as nimbers that the component does not have.
fn ordered_options<G: Hints>(worker: &Worker<'_, G>, strategy: &dyn Strategy, id: ComponentId) -> Vec<OpenOption> {
    let table = worker.table();
    let place = table.options(id).expect("listed by the caller");
    let mut options = Vec::new();
    let mut at = place.start;
    while at < place.start + place.len {
        let mut parts = OpenParts::new(table, at);
        let components: Vec<ComponentId> = parts.by_ref().collect();
        at = parts.next_option();
        if components.is_empty() {
            table.exclude(id, parts.known);
            continue;
        }
        let views = components.iter().map(|&id| OpenComponent::new(table, id)).collect();
        let index = options.len();
        options.push(OpenOption { components, views, known: parts.known, index });
    }
    options.sort_by_cached_key(|option| strategy.rank(option));
    // Options at which other threads work come last: they may be decided when their turn comes. One look at each of them: what
    // others do changes while this sorts.
    options.sort_by_cached_key(|option| option.components.iter().any(|&id| table.busy(id) > 0));
    options
}
