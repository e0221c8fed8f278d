//! One couple, searched within bounds: what a cluster hands out as a job.
//!
//! A question runs until it is answered or a limit stops it. A job also ends when the numbers of its couple show that
//! the most promising couple of the whole search lies elsewhere; its numbers then go back to the coordinator.

use crate::limits::StopReason;
use crate::shared::Question;
use crate::solver::Solver;
use crate::traverse::{Thresholds, search_couple};
use grundy_core::{Component, Hints, Nimber, Outcome};
use std::slice::from_ref;

impl<G: Hints> Solver<G> {
    /// Searches the couple `(component, nimber)` until it is decided, or until its proof number reaches `proof` or its
    /// disproof number reaches `disproof`; `u64::MAX` is no bound. The order is df-pn, without a ladder. `None` means
    /// that the couple is still open.
    ///
    /// ```
    /// use grundy_core::{Game, Nimber, Outcome};
    /// use grundy_games::cram::Cram;
    /// use grundy_search::Solver;
    ///
    /// let game = Cram::default();
    /// let board = game.parse("4x5")?;
    /// let mut solver = Solver::new(game);
    /// assert_eq!(solver.couple_within(&board[0], Nimber::new(2), 3, 3), Ok(None));
    /// let (proof, disproof) = solver.numbers(&board[0], Nimber::new(2)).expect("an open couple");
    /// assert!(proof >= 3 || disproof >= 3);
    /// assert_eq!(solver.couple_within(&board[0], Nimber::new(2), u64::MAX, u64::MAX), Ok(Some(Outcome::Loss)));
    /// # Ok::<(), grundy_core::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::outcome`].
    pub fn couple_within(
        &mut self,
        component: &Component,
        nimber: Nimber,
        proof: u64,
        disproof: u64,
    ) -> Result<Option<Outcome>, StopReason> {
        let question = Question::new(&self.shared);
        self.search(from_ref(component), question, |worker, _, ids| {
            let Some(&id) = ids.first() else { return Ok(None) };
            worker.keeps_numbers = true;
            search_couple(worker, id, nimber, Thresholds::numbers(proof, disproof))?;
            Ok(worker.decided(id, nimber))
        })
    }

    /// Proof and disproof number of an open couple of a component that the search has met.
    pub fn numbers(&self, component: &Component, nimber: Nimber) -> Option<(u64, u64)> {
        let table = self.table();
        let (_, open) = self.lookup_all(&table, from_ref(component))?;
        let &[id] = &open[..] else { return None };
        if table.excludes(id, nimber) {
            return None;
        }
        let numbers = table.numbers(id, nimber);
        Some((numbers.pn, numbers.dn))
    }
}
