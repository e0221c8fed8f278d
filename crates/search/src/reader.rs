//! Facts looked up by the bytes that a game pushes, by any number of threads at once and without a search.

use crate::expand::{Raw, RawCache};
use crate::shared::ReaderCache;
use crate::solver::Solver;
use crate::sync::{RwLockReadGuard, lock};
use crate::table::{ComponentId, Lookup, Table};
use grundy_core::{Hints, Nimber};

/// What a reader remembers, at most, in bytes.
const CACHE: usize = 16 << 20;

/// Looks facts up for one thread: see [`Solver::reader`].
pub struct FactReader<'a, G: Hints> {
    solver: &'a Solver<G>,
    table: RwLockReadGuard<'a, Table>,
    cache: ReaderCache,
    canonical: Vec<u8>,
}

impl<G: Hints> Solver<G> {
    /// Looks up many facts as they are known now. The solver cannot search meanwhile; each thread has a reader of its
    /// own, which goes on with what an earlier one looked up. [`Solver::end_reading`] gives the memory back.
    pub fn reader(&self) -> FactReader<'_, G> {
        let table = self.table();
        let facts = table.known();
        let idle = lock(&self.shared.idle_readers).pop();
        let idle = idle.filter(|cache| cache.facts == facts && !table.contradicts_itself());
        let cache = idle.unwrap_or_else(|| ReaderCache { raw: RawCache::within(CACHE), facts });
        FactReader { solver: self, table, cache, canonical: Vec::new() }
    }

    /// Drops what readers looked up.
    pub fn end_reading(&mut self) {
        lock(&self.shared.idle_readers).clear();
    }
}

impl<G: Hints> Drop for FactReader<'_, G> {
    fn drop(&mut self) {
        lock(&self.solver.shared.idle_readers).push(std::mem::take(&mut self.cache));
    }
}

impl<G: Hints> FactReader<'_, G> {
    /// The nimber of a component, which need not be canonical, if it is known: what [`Solver::known_nimber`] says.
    pub fn nimber(&mut self, component: &[u8]) -> Option<Nimber> {
        let raw = Raw::new(component).map(|raw| (raw, raw.hash()));
        let cached = raw.and_then(|(raw, hash)| self.cache.raw.get(&raw, hash));
        let met = cached.unwrap_or_else(|| {
            let met = self.solver.lookup(&self.table, component, &mut self.canonical);
            // What was never met is as good as open here, whatever its number.
            let met = met.unwrap_or(Lookup::Open(ComponentId(0)));
            if let Some((raw, hash)) = raw {
                self.cache.raw.insert(&raw, hash, met);
            }
            met
        });
        match met {
            Lookup::Known(nimber) => Some(nimber),
            Lookup::Open(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::{Component, collect_options};
    use grundy_games::cram::Cram;
    use grundy_games::sprouts::Sprouts;

    /// Every component within two moves of a position, canonical or not.
    fn near<G: Hints>(game: &G, position: &str) -> Vec<Component> {
        let mut all = game.parse(position).expect("a position").into_components();
        let mut last = all.clone();
        for _ in 0..2 {
            let options = last.iter().flat_map(|component| collect_options(game, component));
            last = options.flat_map(|option| option.components().to_vec()).collect();
            all.extend(last.iter().cloned());
        }
        all
    }

    #[test]
    fn a_reader_says_what_the_solver_says() {
        fn compare<G: Hints>(game: G, position: &str) {
            let mut solver = Solver::new(game.clone());
            let components = near(&game, position);
            // Before there are facts; what is remembered then must not last.
            let mut reader = solver.reader();
            let early = components.iter().filter(|component| reader.nimber(component).is_some()).count();
            drop(reader);
            solver.nimber(&game.parse(position).expect("a position")).expect("an answer");
            let mut reader = solver.reader();
            let mut known = 0;
            // Twice: the second time from what the reader remembers.
            for component in components.iter().chain(&components) {
                let nimber = solver.known_nimber(std::slice::from_ref(component));
                assert_eq!(reader.nimber(component), nimber, "{}", game.write(component));
                known += usize::from(nimber.is_some());
            }
            assert!(2 * early <= known, "{early} by theorems alone, {known} after a search");
            assert!(known > 20 && known < 2 * components.len(), "{known} of {}", 2 * components.len());
            drop(reader);
            assert_eq!(lock(&solver.shared.idle_readers).len(), 1);
            solver.end_reading();
            assert!(lock(&solver.shared.idle_readers).is_empty());
        }
        compare(Cram::default(), "4x5");
        // Longer than what is remembered.
        compare(Cram::default(), "2x40");
        compare(Sprouts::default(), "5");
    }
}
