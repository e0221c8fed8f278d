//! Algorithm 1 of the paper, depth-first, as it is printed; Algorithms 2 and 3 are in `algorithms`.
//!
//! The two choices that section 5.5 leaves open, which option to try first and which component of a sum is never
//! evaluated, are a [`Strategy`].

use super::algorithms::{Couple, Order, outcome_of_sum};
use crate::limits::Halt;
use crate::strategy::{OpenComponent, OpenOption, Strategy};
use crate::table::{ComponentId, Table};
use crate::weigh::OpenParts;
use crate::worker::Worker;
use grundy_core::{Hints, Nimber, Outcome};

/// The depth-first order of a strategy.
pub(crate) struct DepthFirst<'a>(pub &'a dyn Strategy);

impl Order for DepthFirst<'_> {
    fn search<G: Hints>(&self, worker: &mut Worker<'_, G>, couple: Couple) -> Result<(), Halt> {
        self.outcome_of_couple(worker, couple.id, couple.nimber).map(|_| ())
    }

    /// The easiest component but for the one that the strategy leaves for last.
    fn next(&self, table: &Table, open: &[ComponentId]) -> Couple {
        let views: Vec<OpenComponent> = open.iter().map(|&id| OpenComponent::new(table, id)).collect();
        let last = self.0.last(&views);
        let others = (0..open.len()).filter(|&i| i != last);
        let next = others.min_by_key(|&i| views[i].difficulty).expect("two components are open");
        Couple::new(open[next], table.least_open(open[next]))
    }
}

impl DepthFirst<'_> {
    /// Algorithm 1: the outcome of a couple whose position part is one component.
    fn outcome_of_couple<G: Hints>(
        &self,
        worker: &mut Worker<'_, G>,
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
            let options = ordered_options(worker, self.0, id);
            // An option listed as open may have been found to have this nimber since.
            if worker.decided(id, nimber).is_some() {
                return Ok(());
            }
            for option in options {
                if outcome_of_sum(worker, self, &option.components, option.known ^ nimber)? == Outcome::Loss {
                    worker.table().exclude(id, nimber);
                    return Ok(());
                }
            }
            for smaller in nimber.below() {
                if self.outcome_of_couple(worker, id, smaller)? == Outcome::Loss {
                    return Ok(());
                }
            }
            worker.table().set_nimber(id, nimber);
            Ok(())
        })?;
        Ok(worker.decided(id, nimber).expect("a visit that is not halted decides its couple"))
    }
}

/// The open options of a component in the order of the strategy. Options known since they were listed are left out:
/// their nimbers are noted as nimbers that the component does not have.
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
    // Options at which other threads work come last: they may be decided when their turn comes. One look at each of
    // them: what others do changes while this sorts.
    options.sort_by_cached_key(|option| option.components.iter().any(|&id| table.busy(id) > 0));
    options
}
