//! The long search: outcomes and nimbers of a position, of its components and of all its options.
//!
//! It is not known in advance which of these questions are easy, so they are asked in rounds. In each round every open
//! question gets the same budget of nodes, which grows from round to round; outcomes come before nimbers. Nothing is
//! lost between rounds: the solver resumes where it stopped. Questions that are out of reach stay unknown and do not
//! delay the others.
//!
//! # Invariant
//! Only proved outcomes and nimbers are reported, each of them once.

use crate::loaded_game::{Known, LoadedGame};
use crate::moves::Until;
use crate::position_view::outcome_word;
use grundy_core::{Component, Hints, Nimber, Outcome, ParseError};
use grundy_search::{Interrupt, Limits, Observer, Progress, Solver, StopReason};
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Budgets of the first rounds, in nodes; the last one goes on.
const ROUNDS: [u64; 4] = [300, 10_000, 300_000, u64::MAX];
/// The longest time for which the solver stays locked.
const SLICE: Duration = Duration::from_millis(150);
/// How often progress is reported.
const REPORT_EVERY: Duration = Duration::from_millis(150);
/// How many couples of the line that is being searched are reported.
const SHOWN: usize = 6;

/// What the search reports.
#[derive(Serialize, Debug)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// Something new about the position, component `index` of it, or option `index` of it.
    Fact {
        /// `position`, `component` or `option`.
        of: Subject,
        /// Which component or option.
        index: usize,
        /// `win` or `loss`.
        outcome: Option<&'static str>,
        /// The nimber.
        nimber: Option<u32>,
    },
    /// A snapshot of the search.
    Progress(Snapshot),
    /// The search has ended: everything is known, or it was stopped.
    End {
        /// `time`, `memory`, `interrupted`; nothing if all is known.
        stopped: Option<&'static str>,
        /// How long it took.
        seconds: f64,
        /// Questions without an answer.
        open: usize,
    },
}

/// What a fact is about.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// The position.
    Position,
    /// One of its components.
    Component,
    /// One of its options.
    Option,
}

/// A snapshot of a running search.
#[derive(Serialize, Debug)]
pub struct Snapshot {
    seconds: f64,
    nodes: u64,
    components: u64,
    facts: u64,
    memory: u64,
    open: usize,
    line: Vec<Couple>,
}

#[derive(Serialize, Debug)]
struct Couple {
    text: String,
    nimber: u32,
}

/// An open question.
struct Item {
    of: Subject,
    index: usize,
    components: Vec<Component>,
    known: Known,
}

impl Item {
    fn new(of: Subject, index: usize, components: Vec<Component>) -> Self {
        Item { of, index, components, known: Known::default() }
    }

    /// Of a single component only the nimber is asked.
    fn wants_outcome(&self) -> bool {
        self.of != Subject::Component && self.known.outcome.is_none()
    }
}

/// Searches until everything is known, the time is over, or the client has disconnected.
pub fn search<G: Hints + 'static>(
    loaded: &LoadedGame<G>,
    position: &str,
    time: Duration,
    interrupt: &Interrupt,
    report: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Result<(), ParseError> {
    let began = Instant::now();
    let components = loaded.game().parse(position)?;
    let moves = loaded.moves(
        position,
        &Until { deadline: began + time.min(Duration::from_secs(2)), interrupt: Some(interrupt.clone()) },
    )?;
    let parts = components.iter().cloned().map(|component| vec![component]);
    let options = moves.options.iter().map(|option| option.components.clone());
    let mut items = vec![Item::new(Subject::Position, 0, components.to_vec())];
    items.extend(parts.enumerate().map(|(i, part)| Item::new(Subject::Component, i, part)));
    items.extend(options.enumerate().map(|(i, option)| Item::new(Subject::Option, i, option)));
    let mut search = Search {
        loaded,
        began,
        time,
        interrupt,
        progress: Arc::new(LastProgress::default()),
        reported: began,
        before: loaded.with_solver(|solver| solver.stats().nodes),
        report,
    };
    let stopped = search.run(&mut items).err();
    let open = items.iter().filter(|item| item.known.nimber.is_none()).count();
    let _ =
        report(Event::End { stopped: stopped.map(StopReason::as_str), seconds: began.elapsed().as_secs_f64(), open });
    Ok(())
}

struct Search<'a, G: Hints> {
    loaded: &'a LoadedGame<G>,
    began: Instant,
    time: Duration,
    interrupt: &'a Interrupt,
    progress: Arc<LastProgress>,
    reported: Instant,
    before: u64,
    report: &'a mut dyn FnMut(Event) -> ControlFlow<()>,
}

impl<G: Hints + 'static> Search<'_, G> {
    fn run(&mut self, items: &mut [Item]) -> Result<(), StopReason> {
        let mut rounds = ROUNDS.into_iter();
        let mut nodes = 0;
        while items.iter().any(|item| item.known.nimber.is_none()) {
            nodes = rounds.next().unwrap_or(nodes);
            self.recall(items)?;
            for outcomes in [true, false] {
                for at in 0..items.len() {
                    self.try_item(items, at, nodes, outcomes)?;
                }
            }
        }
        Ok(())
    }

    /// Gives one question its share of this round.
    fn try_item(&mut self, items: &mut [Item], at: usize, nodes: u64, outcomes: bool) -> Result<(), StopReason> {
        let open = items.iter().filter(|item| item.known.nimber.is_none()).count();
        let item = &mut items[at];
        if item.known.nimber.is_some() || item.wants_outcome() != outcomes {
            return Ok(());
        }
        let answer = match outcomes {
            true => self
                .ask(nodes, |solver| solver.outcome(&item.components))
                .map(|outcome| Known { outcome: Some(outcome), nimber: None }),
            false => self
                .ask(nodes, |solver| solver.nimber(&item.components))
                .map(|nimber| Known { outcome: Some(Outcome::of(nimber)), nimber: Some(nimber) }),
        };
        match answer {
            Ok(known) => self.learn(item, known)?,
            Err(StopReason::Nodes) => {}
            Err(StopReason::Time) if self.began.elapsed() < self.time => {}
            Err(reason) => return Err(reason),
        }
        self.report_progress(open)
    }

    /// Looks up what the facts say by now, without a search.
    fn recall(&mut self, items: &mut [Item]) -> Result<(), StopReason> {
        let known = self.loaded.known(items.iter().map(|item| &item.components[..]));
        items.iter_mut().zip(known).try_for_each(|(item, known)| self.learn(item, known))
    }

    fn learn(&mut self, item: &mut Item, known: Known) -> Result<(), StopReason> {
        let new = Known { outcome: known.outcome.or(item.known.outcome), nimber: known.nimber.or(item.known.nimber) };
        if new == item.known {
            return Ok(());
        }
        item.known = new;
        let (outcome, nimber) = (new.outcome.map(outcome_word), new.nimber.map(Nimber::get));
        self.send(Event::Fact { of: item.of, index: item.index, outcome, nimber })
    }

    fn ask<T>(
        &self,
        nodes: u64,
        question: impl FnOnce(&mut Solver<G>) -> Result<T, StopReason>,
    ) -> Result<T, StopReason> {
        if self.interrupt.is_raised() {
            return Err(StopReason::Interrupted);
        }
        let left = self.time.saturating_sub(self.began.elapsed());
        if left.is_zero() {
            return Err(StopReason::Time);
        }
        let limits = Limits {
            nodes: Some(nodes),
            time: Some(left.min(SLICE)),
            interrupt: self.interrupt.clone(),
            ..Limits::default()
        };
        self.loaded.ask(limits, |solver| {
            solver.set_observer(Some(self.progress.clone()));
            let answer = question(solver);
            solver.set_observer(None);
            answer
        })
    }

    fn report_progress(&mut self, open: usize) -> Result<(), StopReason> {
        if self.reported.elapsed() < REPORT_EVERY {
            return Ok(());
        }
        self.reported = Instant::now();
        let stats = self.loaded.with_solver(|solver| solver.stats());
        let snapshot = Snapshot {
            seconds: self.began.elapsed().as_secs_f64(),
            nodes: stats.nodes.saturating_sub(self.before),
            components: stats.components,
            facts: stats.facts,
            memory: stats.memory,
            open,
            line: self.progress.take(|component| self.loaded.game().write(component)),
        };
        self.send(Event::Progress(snapshot))
    }

    /// A report that nobody receives interrupts the search.
    fn send(&mut self, event: Event) -> Result<(), StopReason> {
        match (self.report)(event) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(StopReason::Interrupted),
        }
    }
}

/// The last progress that the solver reported.
#[derive(Default)]
struct LastProgress(Mutex<Option<Progress>>);

impl LastProgress {
    /// The line of couples of the last progress.
    fn take(&self, write: impl Fn(&Component) -> String) -> Vec<Couple> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let steps = seen.map(|progress| progress.line).unwrap_or_default();
        let couple = |step: grundy_search::Step| Couple { text: write(&step.component), nimber: step.nimber.get() };
        steps.into_iter().take(SHOWN).map(couple).collect()
    }
}

impl Observer for LastProgress {
    fn progress(&self, progress: &Progress) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress.clone());
    }
}
