//! Which order a [`Traversal`] means.

use super::algorithms::{Couple, Order};
use super::depth_first::DepthFirst;
use super::df_pn::{self, Thresholds};
use super::pn_search;
use crate::limits::Halt;
use crate::settings::Traversal;
use crate::table::{ComponentId, Table};
use crate::worker::Worker;
use grundy_core::{Hints, Nimber};

impl Order for Traversal {
    fn search<G: Hints>(&self, worker: &mut Worker<'_, G>, couple: Couple) -> Result<(), Halt> {
        let Couple { id, nimber, bound } = couple;
        match self {
            Traversal::DepthFirst(strategy) => DepthFirst(&**strategy).search(worker, couple),
            Traversal::ProofNumber => pn_search::search_couple(worker, id, nimber),
            Traversal::DfPn => {
                df_pn::search_couple(worker, id, nimber, bound.map_or(Thresholds::NONE, Thresholds::least))
            }
        }
    }

    /// By proof numbers: the easiest component, until it looks harder than the next one.
    fn next(&self, table: &Table, open: &[ComponentId]) -> Couple {
        if let Traversal::DepthFirst(strategy) = self {
            return DepthFirst(&**strategy).next(table, open);
        }
        let mut tried: Vec<(u64, ComponentId, Nimber)> = open
            .iter()
            .map(|&id| {
                let nimber = table.least_open(id);
                (table.numbers(id, nimber).least(), id, nimber)
            })
            .collect();
        tried.sort_unstable();
        let (_, id, nimber) = tried[0];
        Couple { id, nimber, bound: Some(tried[1].0.saturating_add(1)) }
    }
}
