//! What a nim-sequence shows, as data: its period, its largest nimber, its sparse space. For `period` and for the JSON
//! of `table`.

use crate::core::Nimber;
use crate::games::heap::{Period, Sequence};
use serde::Serialize;
use std::collections::BTreeMap;

/// The period of a sequence, or that none is known. What is not known is null.
#[derive(Serialize, Debug)]
pub struct Regularity {
    /// The length of the period.
    pub period: Option<usize>,
    /// The first heap from which on the sequence repeats.
    pub preperiod: Option<usize>,
    /// The last heap that does not have the nimber of the heap one period later; null if there is none.
    pub last_exception: Option<usize>,
    /// By how much nimbers grow from one period to the next.
    pub saltus: Option<u32>,
    /// Whether a theorem makes it a proof.
    pub proved: bool,
    /// The theorem.
    pub theorem: Option<&'static str>,
    /// The heap through which the period was checked.
    pub checked_to: Option<usize>,
    /// The last heap whose nimber was computed.
    pub computed_to: Option<usize>,
    /// The same in one sentence.
    pub summary: String,
}

impl Regularity {
    /// What the values of a sequence prove or show.
    pub fn of(sequence: &Sequence) -> Self {
        let found = sequence.period().copied().or_else(|| Period::observe(sequence.values()));
        let computed = sequence.proved_from().unwrap_or(sequence.values().len());
        Regularity {
            period: found.map(|found| found.period),
            preperiod: found.map(|found| found.from()),
            last_exception: found.and_then(|found| found.last_exception),
            saltus: found.map(|found| found.saltus),
            proved: found.is_some_and(|found| found.theorem.is_some()),
            theorem: found.and_then(|found| found.theorem),
            checked_to: found.map(|found| found.checked_to),
            computed_to: computed.checked_sub(1),
            summary: sequence.describe(),
        }
    }
}

/// Counts over the values that were computed.
#[derive(Serialize, Debug)]
pub struct Statistics {
    /// The largest nimber.
    pub largest: u32,
    /// The first heap that has it.
    pub largest_at: usize,
    /// The number of heaps with nimber 0.
    pub losing: usize,
    /// The last of them.
    pub last_losing: Option<usize>,
    /// How often each nimber occurs.
    pub frequencies: BTreeMap<u32, usize>,
    /// The division into rare and common heaps; null for codes with three heaps.
    pub sparse_space: Option<SparseSpace>,
}

/// A sparse space: a heap is rare if its nimber has an even number of bits in common with the mask, where, with
/// `positions`, the parity of the heap and of the places that allow two heaps counts as one bit more.
#[derive(Serialize, Debug)]
pub struct SparseSpace {
    /// The bits of a nimber that count.
    pub mask: u32,
    /// Whether the parity of the heap counts too.
    pub positions: bool,
    /// The number of rare heaps.
    pub rare_heaps: usize,
    /// The last of them.
    pub last_rare_heap: Option<usize>,
    /// The nimbers of rare heaps.
    pub rare_values: Vec<u32>,
}

impl Statistics {
    /// Counts over a sequence that is not empty.
    pub fn of(sequence: &Sequence) -> Self {
        let values = sequence.values();
        let largest = values.iter().copied().max().unwrap_or(Nimber::ZERO);
        let zeros = || values.iter().enumerate().filter(|&(_, &nimber)| nimber == Nimber::ZERO);
        let mut frequencies = BTreeMap::new();
        for nimber in values {
            *frequencies.entry(nimber.get()).or_insert(0) += 1;
        }
        let sparse_space = sequence.sparse_space().map(|(mask, _)| {
            let rare: Vec<usize> = (0..values.len()).filter(|&heap| mask.is_rare(heap, values[heap])).collect();
            let mut rare_values: Vec<u32> = rare.iter().map(|&heap| values[heap].get()).collect();
            rare_values.sort_unstable();
            rare_values.dedup();
            let last_rare_heap = rare.last().copied();
            let (mask, positions, rare_heaps) = (mask.bits, mask.positions, rare.len());
            SparseSpace { mask, positions, rare_heaps, last_rare_heap, rare_values }
        });
        Statistics {
            largest: largest.get(),
            largest_at: values.iter().position(|&nimber| nimber == largest).unwrap_or(0),
            losing: zeros().count(),
            last_losing: zeros().next_back().map(|(heap, _)| heap),
            frequencies,
            sparse_space,
        }
    }
}
