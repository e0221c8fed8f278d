//! The long search: outcomes and nimbers of a position, of its components and of all its options.
//!
//! There is no telling which of these questions are easy, so they are asked in rounds: in each round every open question gets
//! the same budget of nodes, which grows from round to round; outcomes come before nimbers. Nothing is lost between rounds,
//! for the solver goes on where it stopped. What is out of reach stays unknown, and does not keep the rest waiting.
//!
//! # Invariant
//! Only proved outcomes and nimbers are told, and each once.

use crate::game_service::{Known, Service, word};
use crate::moves::Until;
use grundy_core::{Component, Hints, Nimber, Outcome, ParseError};
use grundy_search::{Interrupt, Limits, Observer, Progress, Solver, StopReason};
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Budgets of the first rounds, in nodes; the last one goes on.
const ROUNDS: [u64; 4] = [300, 10_000, 300_000, u64::MAX];
/// The longest the solver is kept from others.
const SLICE: Duration = Duration::from_millis(150);
/// How often progress is told.
const PULSE: Duration = Duration::from_millis(150);
/// How many couples of the line that is being searched are told.
const SHOWN: usize = 6;

/// What the search has to say.
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
    /// A glance at the search.
    Progress(Glance),
    /// It is over: everything is known, or this stopped it.
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

/// A glance at a search under way.
#[derive(Serialize, Debug)]
pub struct Glance {
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

    /// Of a component alone only the nimber is asked.
    fn wants_outcome(&self) -> bool {
        self.of != Subject::Component && self.known.outcome.is_none()
    }
}

/// Searches until everything is known, the time is over, or nobody listens.
pub fn search<G: Hints + 'static>(
    service: &Service<G>,
    position: &str,
    time: Duration,
    interrupt: &Interrupt,
    tell: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Result<(), ParseError> {
    let began = Instant::now();
    let components = service.game().parse(position)?;
    let moves = service.moves(
        position,
        &Until { deadline: began + time.min(Duration::from_secs(2)), interrupt: Some(interrupt.clone()) },
    )?;
    let parts = components.iter().cloned().map(|component| vec![component]);
    let options = moves.options.iter().map(|option| option.components.clone());
    let mut items = vec![Item::new(Subject::Position, 0, components.to_vec())];
    items.extend(parts.enumerate().map(|(i, part)| Item::new(Subject::Component, i, part)));
    items.extend(options.enumerate().map(|(i, option)| Item::new(Subject::Option, i, option)));
    let mut search = Search {
        service,
        began,
        time,
        interrupt,
        line: Arc::new(Line::default()),
        told: began,
        before: service.with_solver(|solver| solver.stats().nodes),
        tell,
    };
    let stopped = search.run(&mut items).err();
    let open = items.iter().filter(|item| item.known.nimber.is_none()).count();
    let _ = tell(Event::End { stopped: stopped.map(StopReason::as_str), seconds: began.elapsed().as_secs_f64(), open });
    Ok(())
}

struct Search<'a, G: Hints> {
    service: &'a Service<G>,
    began: Instant,
    time: Duration,
    interrupt: &'a Interrupt,
    line: Arc<Line>,
    told: Instant,
    before: u64,
    tell: &'a mut dyn FnMut(Event) -> ControlFlow<()>,
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
        self.pulse(open)
    }

    /// Takes what the facts know by now, which costs nothing.
    fn recall(&mut self, items: &mut [Item]) -> Result<(), StopReason> {
        let known = self.service.known(items.iter().map(|item| &item.components[..]));
        items.iter_mut().zip(known).try_for_each(|(item, known)| self.learn(item, known))
    }

    fn learn(&mut self, item: &mut Item, known: Known) -> Result<(), StopReason> {
        let new = Known { outcome: known.outcome.or(item.known.outcome), nimber: known.nimber.or(item.known.nimber) };
        if new == item.known {
            return Ok(());
        }
        item.known = new;
        let (outcome, nimber) = (new.outcome.map(word), new.nimber.map(Nimber::get));
        self.say(Event::Fact { of: item.of, index: item.index, outcome, nimber })
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
        self.service.ask(limits, |solver| {
            solver.set_observer(Some(self.line.clone()));
            let answer = question(solver);
            solver.set_observer(None);
            answer
        })
    }

    fn pulse(&mut self, open: usize) -> Result<(), StopReason> {
        if self.told.elapsed() < PULSE {
            return Ok(());
        }
        self.told = Instant::now();
        let stats = self.service.with_solver(|solver| solver.stats());
        let glance = Glance {
            seconds: self.began.elapsed().as_secs_f64(),
            nodes: stats.nodes.saturating_sub(self.before),
            components: stats.components,
            facts: stats.facts,
            memory: stats.memory,
            open,
            line: self.line.take(|component| self.service.game().write(component)),
        };
        self.say(Event::Progress(glance))
    }

    /// Nobody who listens: nothing to search for.
    fn say(&mut self, told: Event) -> Result<(), StopReason> {
        match (self.tell)(told) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(StopReason::Interrupted),
        }
    }
}

/// The line of couples that was last seen.
#[derive(Default)]
struct Line(Mutex<Option<Progress>>);

impl Line {
    fn take(&self, write: impl Fn(&Component) -> String) -> Vec<Couple> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let steps = seen.map(|progress| progress.line).unwrap_or_default();
        let couple = |step: grundy_search::Step| Couple { text: write(&step.component), nimber: step.nimber.get() };
        steps.into_iter().take(SHOWN).map(couple).collect()
    }
}

impl Observer for Line {
    fn progress(&self, progress: &Progress) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress.clone());
    }
}
