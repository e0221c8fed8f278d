//! Algorithms 2 and 3 of the paper, written once: they need an [`Order`] that decides a couple, which is Algorithm 1.
//!
//! The question itself is answered here in every order. Depth-first search also comes back here for every sum below it.
//! The proof-number searches follow Algorithm 2 one couple at a time, since after each they go on where the numbers
//! lead them.

use crate::limits::Halt;
use crate::table::{ComponentId, Table};
use crate::worker::Worker;
use grundy_core::{Hints, Nimber, Outcome};

/// An order of traversal: Algorithm 1, and the choice that Algorithm 2 leaves open.
pub(crate) trait Order {
    /// Searches a couple until it is decided or, if there is a bound, until it looks as hard as that.
    fn search<G: Hints>(&self, worker: &mut Worker<'_, G>, couple: Couple) -> Result<(), Halt>;

    /// The couple to search next in a sum of at least two open components.
    fn next(&self, table: &Table, open: &[ComponentId]) -> Couple;
}

/// A couple of one component, and how far it is searched.
pub(crate) struct Couple {
    pub id: ComponentId,
    pub nimber: Nimber,
    /// Bound on the least of proof and disproof number.
    pub bound: Option<u64>,
}

impl Couple {
    /// A couple that is searched until it is decided.
    pub fn new(id: ComponentId, nimber: Nimber) -> Self {
        Couple { id, nimber, bound: None }
    }
}

/// Algorithm 2: the outcome of a couple whose position part is a sum. The nimbers of all components but one, then a
/// couple of the last.
pub(crate) fn outcome_of_sum<G: Hints>(
    worker: &mut Worker<'_, G>,
    order: &impl Order,
    components: &[ComponentId],
    test: Nimber,
) -> Result<Outcome, Halt> {
    let mut open = Vec::with_capacity(components.len());
    loop {
        let table = worker.table();
        // One look at each component: another thread may solve it at any moment.
        let mut nimber = test;
        open.clear();
        for &id in components {
            match table.nimber(id) {
                Some(known) => nimber ^= known,
                None => open.push(id),
            }
        }
        let couple = match open[..] {
            [] => return Ok(Outcome::of(nimber)),
            [last] => match worker.decided(last, nimber) {
                Some(outcome) => return Ok(outcome),
                None => Couple::new(last, nimber),
            },
            _ => order.next(table, &open),
        };
        order.search(worker, couple)?;
    }
}

/// Algorithm 3: the nimber of a component, by trying 0, 1, 2, ...
pub(crate) fn nimber_of<G: Hints>(
    worker: &mut Worker<'_, G>,
    order: &impl Order,
    id: ComponentId,
) -> Result<Nimber, Halt> {
    loop {
        if let Some(nimber) = worker.table().nimber(id) {
            return Ok(nimber);
        }
        let nimber = worker.table().least_open(id);
        order.search(worker, Couple::new(id, nimber))?;
    }
}

/// The nimber of a sum: that of each component by Algorithm 3.
pub(crate) fn nimber_of_sum<G: Hints>(
    worker: &mut Worker<'_, G>,
    order: &impl Order,
    components: &[ComponentId],
) -> Result<Nimber, Halt> {
    let mut sum = Nimber::ZERO;
    for &id in components {
        sum ^= nimber_of(worker, order, id)?;
    }
    Ok(sum)
}
