//! Several questions side by side, on one set of facts: the rows of a table.
//!
//! While there are rows that no thread has begun, each thread takes one of its own; then it joins the row at which the
//! fewest are at work. Rows are begun in their order, because what one proves makes the next ones cheaper, and their
//! answers come in that order.
//!
//! Rows of which the outcome is wanted, and rows with a ladder ([`Hints::ladder`]), wait for all rows before them, and
//! the threads are together at one row: begun at once on two to four threads, the rows of `table sprouts 0..18` took
//! 1.2 to 1.5 times the nodes. Nimbers need more of what is below a row, and side by side they take no more: 0.92 to
//! 1.04 times, Cram and Sprouts.
//!
//! # Invariant
//! A row that is answered is never searched again, not even after an eviction.

use crate::limits::{Halt, StopReason};
use crate::settings::Traversal;
use crate::shared::Question;
use crate::solver::{Patience, Solver};
use crate::sync::{AtomicBool, Mutex, MutexGuard, lock, mpsc, scope};
use crate::table::ComponentId;
use crate::traverse::{nimber_of_sum, outcome_of_sum};
use crate::worker::Worker;
use grundy_core::{Component, Hints, Nimber, Outcome};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

/// Which threads work at which row.
struct Rows {
    /// For each row, whether it is answered: then all threads at work there end.
    over: Vec<AtomicBool>,
    /// Whether a row waits for those before it.
    waits: Vec<bool>,
    state: Mutex<State>,
}

struct State {
    /// How many threads are at work at each row.
    at_work: Vec<usize>,
    /// Why all threads let go.
    halt: Option<Halt>,
}

/// What the threads report to the one that asked.
enum Message<T> {
    /// The answer of a row.
    Answer(usize, T),
    /// The other threads are worth starting; they report through this.
    NeedsHelp(mpsc::Sender<Message<T>>),
}

impl Rows {
    fn new(waits: Vec<bool>) -> Self {
        let count = waits.len();
        Rows {
            waits,
            over: (0..count).map(|_| AtomicBool::new(false)).collect(),
            state: Mutex::new(State { at_work: vec![0; count], halt: None }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn is_over(&self, row: usize) -> bool {
        self.over[row].load(Relaxed)
    }

    /// A row to work at: the first of those with the fewest threads.
    fn take(&self) -> Option<usize> {
        let mut state = self.state();
        if state.halt.is_some() {
            return None;
        }
        let open = (0..self.over.len()).filter(|&row| !self.is_over(row));
        let first = open.clone().next()?;
        let row = open.filter(|&row| row == first || !self.waits[row]).min_by_key(|&row| state.at_work[row])?;
        state.at_work[row] += 1;
        Some(row)
    }

    /// Ends the work of one thread at a row. Tells whether it brought the answer.
    fn leave(&self, row: usize, halt: Option<Halt>) -> bool {
        let mut state = self.state();
        state.at_work[row] -= 1;
        match halt {
            None => return !self.over[row].swap(true, Relaxed),
            Some(Halt::Evict) if state.halt.is_none() => state.halt = halt,
            Some(Halt::Stop(_)) => {
                state.halt = halt;
                drop(state);
                self.end_all();
            }
            Some(_) => {}
        }
        false
    }

    /// Lets all threads end, whatever they are doing.
    fn end_all(&self) {
        self.over.iter().for_each(|over| over.store(true, Relaxed));
    }
}

impl<G: Hints> Solver<G> {
    /// The outcomes of many positions, which the threads solve together, one after the other. `each` is given them with
    /// their numbers, in order, as soon as they are known; it may end the search. The limits hold for all of them
    /// together.
    ///
    /// # Errors
    /// Why the search stopped before the next position was answered.
    pub fn outcomes(
        &mut self,
        positions: &[impl AsRef<[Component]> + Sync],
        each: impl FnMut(usize, Outcome) -> ControlFlow<()>,
    ) -> Result<(), StopReason> {
        let answer = |worker: &mut Worker<'_, G>, traversal: &Traversal, ids: &[ComponentId]| {
            outcome_of_sum(worker, traversal, ids, Nimber::ZERO)
        };
        self.search_rows(positions, vec![true; positions.len()], answer, each)
    }

    /// The nimbers of many positions, which the threads solve side by side; else as [`Solver::outcomes`].
    ///
    /// # Errors
    /// As [`Solver::outcomes`].
    pub fn nimbers(
        &mut self,
        positions: &[impl AsRef<[Component]> + Sync],
        each: impl FnMut(usize, Nimber) -> ControlFlow<()>,
    ) -> Result<(), StopReason> {
        let has_ladder = |row: &[Component]| self.settings.ablation.ladder && !self.game.ladder(row).is_empty();
        self.search_rows(positions, positions.iter().map(|row| has_ladder(row.as_ref())).collect(), nimber_of_sum, each)
    }

    fn search_rows<T: Send>(
        &self,
        positions: &[impl AsRef<[Component]> + Sync],
        waits: Vec<bool>,
        answer: impl Fn(&mut Worker<'_, G>, &Traversal, &[ComponentId]) -> Result<T, Halt> + Sync,
        mut each: impl FnMut(usize, T) -> ControlFlow<()>,
    ) -> Result<(), StopReason> {
        let question = Question::new(&self.shared);
        let rows = Rows::new(waits);
        let mut answers: Vec<Option<T>> = positions.iter().map(|_| None).collect();
        let mut given = 0;
        let mut patience = Patience::default();
        loop {
            let (sender, receiver) = mpsc::channel();
            // The first thread asks for the others when the rows prove to be worth it.
            let work = |number: usize, sender: mpsc::Sender<Message<T>>| {
                let asked = Cell::new(number > 0 || self.settings.threads <= 1);
                let ask = || {
                    if !asked.replace(true) {
                        drop(sender.send(Message::NeedsHelp(sender.clone())));
                    }
                };
                while let Some(row) = rows.take() {
                    match self.search_row(positions[row].as_ref(), question, number, &rows.over[row], &ask, &answer) {
                        Ok(answer) if rows.leave(row, None) => drop(sender.send(Message::Answer(row, answer))),
                        Ok(_) => {}
                        Err(halt) => drop(rows.leave(row, Some(halt))),
                    }
                }
            };
            let ended = scope(|scope| {
                let work = &work;
                scope.spawn(move || work(0, sender));
                for message in receiver.iter() {
                    match message {
                        Message::Answer(row, answer) => answers[row] = Some(answer),
                        Message::NeedsHelp(sender) => {
                            for number in 1..self.settings.threads {
                                let sender = sender.clone();
                                scope.spawn(move || work(number, sender));
                            }
                        }
                    }
                    while let Some(answer) = answers.get_mut(given).and_then(Option::take) {
                        if each(given, answer).is_break() {
                            rows.state().halt = Some(Halt::Answered);
                            rows.end_all();
                            return true;
                        }
                        given += 1;
                    }
                }
                false
            });
            let halt = rows.state().halt.take();
            if ended || given == positions.len() {
                self.shared.full.store(false, Relaxed);
                return Ok(());
            }
            if halt == Some(Halt::Evict) {
                self.evict(&mut patience)?;
                continue;
            }
            self.shared.full.store(false, Relaxed);
            return Err(if let Some(Halt::Stop(reason)) = halt { reason } else { StopReason::Interrupted });
        }
    }

    /// Looks for the answer of one row, its rungs first. Other threads may do the same.
    fn search_row<T>(
        &self,
        position: &[Component],
        question: Question,
        number: usize,
        over: &AtomicBool,
        helpers: &dyn Fn(),
        answer: impl Fn(&mut Worker<'_, G>, &Traversal, &[ComponentId]) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let rungs = self.open_rungs(position);
        for (i, rung) in rungs.iter().enumerate() {
            let mut worker = self.worker(question.on_rung(i + 1, rungs.len()), number).until(over);
            worker = worker.with_helpers(Some(helpers));
            let ids = worker.intern_position(rung)?;
            outcome_of_sum(&mut worker, &self.settings.traversal, &ids, Nimber::ZERO)?;
        }
        let mut worker = self.worker(question, number).until(over).with_helpers(Some(helpers));
        worker.check_limits()?;
        worker.start_helpers();
        let ids = worker.intern_position(position)?;
        answer(&mut worker, &self.settings.traversal, &ids).and_then(|answer| worker.trust(answer))
    }
}
