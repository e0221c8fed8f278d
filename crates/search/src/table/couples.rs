//! Proof and disproof numbers of open couples. They are hints: they may be stale or missing without harm.

use super::codec::Numbers;
use super::open::Open;
use super::storage::Table;
use super::word::ComponentId;
use grundy_core::Nimber;

/// One option under a nimber.
pub(crate) enum Weight {
    /// All components are known: this is the nimber of the option.
    Known(Nimber),
    /// One component is open, and is known not to have the nimber in question: winning.
    Winning,
    /// Nothing is decided: the numbers, and how many threads search it.
    Open(Numbers, u32),
}

impl Table {
    /// Proof and disproof number of a couple that is not decided.
    #[inline]
    pub fn numbers(&self, id: ComponentId, nimber: Nimber) -> Numbers {
        self.kept_numbers(id, nimber).unwrap_or_else(|| {
            let record = self.record(id);
            self.odds.first_numbers(record, record.facts(), nimber)
        })
    }

    /// The numbers of a couple that has been weighed before.
    #[inline]
    pub fn kept_numbers(&self, id: ComponentId, nimber: Nimber) -> Option<Numbers> {
        self.numbers_in(self.open(id)?, id, nimber)
    }

    #[inline]
    fn numbers_in(&self, open: &Open, id: ComponentId, nimber: Nimber) -> Option<Numbers> {
        open.numbers(nimber).or_else(|| if open.is_full() { self.spilled(id, nimber) } else { None })
    }

    #[cold]
    fn spilled(&self, id: ComponentId, nimber: Nimber) -> Option<Numbers> {
        self.spill(id).get(&(id, nimber)).copied()
    }

    /// What an option that is this component alone is worth under a nimber: all that is asked of it, in one go.
    #[inline]
    pub fn weigh(&self, id: ComponentId, nimber: Nimber) -> Weight {
        let record = self.record(id);
        let facts = record.facts();
        if let Some(known) = self.nimber_in(facts, id) {
            return Weight::Known(known);
        }
        if self.excluded_in(facts, id, nimber) {
            return Weight::Winning;
        }
        let first = || self.odds.first_numbers(record, facts, nimber);
        match record.more().map(|open| self.opens.get(open)) {
            None => Weight::Open(first(), u32::from(record.is_busy())),
            Some(open) => Weight::Open(self.numbers_in(open, id, nimber).unwrap_or_else(first), open.busy()),
        }
    }

    /// Keeps the numbers of a couple whose component has been listed.
    pub fn set_numbers(&self, id: ComponentId, nimber: Nimber, numbers: Numbers) {
        let Some(open) = self.open(id) else { return };
        if !open.set_numbers(nimber, numbers, self.record(id).excluded_bits()) {
            self.spill(id).insert((id, nimber), numbers);
        }
    }

    /// How many threads are at work below a component.
    #[inline]
    pub fn busy(&self, id: ComponentId) -> u32 {
        self.open(id).map_or_else(|| u32::from(self.record(id).is_busy()), Open::busy)
    }
}
