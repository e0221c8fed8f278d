//! A session with one game, for the commands: questions about positions, with a live view, a log and a store, behind a
//! trait that hides the type of the game.

use super::exit::{Ended, Failure, tell};
use super::fact_store::{self, FactStore};
use super::reporter::Reporter;
use super::session_options::SessionOptions;
use super::watchdog;
use crate::core::{Component, Hints, Move, Nimber, Outcome, ParseError, Position};
use crate::play::{PlayError, Players, play};
use crate::proof::{Certificate, Effort, Goal, Proof, ProveError, Stage};
use crate::search::{Interrupt, LearnError, Settings, Stats, StopReason};
use crate::study::{Comparison, PlainSum, Strategy, StudyError, compare};
use crate::{Error, Session, ValuedOption};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A session with a game whose type is hidden.
pub trait DynSession {
    /// The canonical name of the game.
    fn name(&self) -> String;

    /// Reads a position of the game.
    ///
    /// # Errors
    /// As [`Game::parse`](crate::Game::parse).
    fn parse(&self, text: &str) -> Result<Position, ParseError>;

    /// Limits the time of each of the next questions; `None` leaves only the limits of the session.
    fn limit_question(&mut self, time: Option<Duration>);

    /// Shows a line about the whole work on a terminal.
    fn note(&self, elapsed: Duration, text: &str);

    /// Solves a position, as far as the limits allow.
    fn solve(&mut self, position: &Position, wanted: Wanted) -> Answer;

    /// Solves many positions, on several threads side by side where that pays: the outcome of each, and its nimber if
    /// that is wanted, in order, as they are found.
    fn solve_all(
        &mut self,
        positions: &[Position],
        nimbers: bool,
        each: &mut dyn FnMut(usize, Outcome, Option<Nimber>) -> ControlFlow<()>,
    ) -> Result<(), StopReason>;

    /// Every distinct option of a position with its nimber, as they are found.
    fn options(
        &mut self,
        position: &Position,
        each: &mut dyn FnMut(ValuedOption) -> ControlFlow<()>,
    ) -> Result<(), StopReason>;

    /// Proves the outcome or the nimber of a position.
    fn prove(&mut self, position: &Position, goal: Goal, effort: &Effort) -> Result<Proof, Failure>;

    /// A proof in the notation of the game.
    fn certificate<'a>(&'a self, proof: &'a Proof) -> Certificate<'a>;

    /// Writes to the store what is not there yet. To be called at the end, with how the command ended; if it was
    /// stopped, the result says how to go on.
    fn close(&mut self, ended: Ended) -> Ended;

    /// The sum of two positions solved the elementary way and by nimbers, each with at most `limit` positions.
    fn inevitable(&self, first: &Position, second: &Position, limit: usize) -> Result<Comparison, StudyError>;

    /// A play from a position; the limits hold for each move.
    fn play(
        &mut self,
        position: Position,
        players: Players,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(), PlayError>;
}

/// What is asked of a position besides its outcome.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Its nimber.
    pub nimber: bool,
    /// A winning move, if there is one.
    pub winning_move: bool,
}

/// What is known of a position when its search has ended.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its outcome.
    pub outcome: Option<Outcome>,
    /// Its nimber, if it was asked for.
    pub nimber: Option<Nimber>,
    /// A winning move.
    pub winning_move: Option<Move>,
    /// Nimbers it is known not to have, if the nimber was asked for and not found.
    pub excluded: Vec<Nimber>,
    /// What this question took; for components, facts and memory, what there is now.
    pub stats: Stats,
    /// How long this question took.
    pub time: Duration,
    /// Why something that was asked for is missing.
    pub stopped: Option<StopReason>,
}

impl Answer {
    /// What a stopped search can say for certain.
    pub fn known(&self) -> String {
        let excluded: Vec<String> = self.excluded.iter().map(ToString::to_string).collect();
        match (self.outcome, &excluded[..]) {
            (None, []) => "nothing is known yet".to_string(),
            (Some(outcome), []) => format!("the outcome is {outcome}"),
            (None, _) => format!("nimber is not {}", excluded.join(", ")),
            (Some(outcome), _) => format!("the outcome is {outcome}, nimber is not {}", excluded.join(", ")),
        }
    }
}

/// A session with a game of a known type.
pub struct GameSession<G: Hints> {
    session: Session<G>,
    reporter: Option<Arc<Reporter>>,
    store: Option<Arc<FactStore>>,
    /// How long each question may take.
    question_time: Option<Duration>,
}

impl<G: Hints + 'static> GameSession<G> {
    /// A session with these settings. Takes over what is in the store.
    ///
    /// # Errors
    /// If the store or the log cannot be used.
    pub fn new(game: G, mut settings: Settings, options: &SessionOptions) -> Result<Self, Failure> {
        let fact_store = options.store.as_ref().map(|dir| FactStore::open(dir, &game.name())).transpose()?;
        if let Some(fact_store) = &fact_store {
            settings.fact_log = Some(fact_store.clone());
            settings.fact_source = Some(fact_store.clone());
        }
        let writer = game.clone();
        let reporter = Reporter::new(options, fact_store.clone(), move |component| writer.write(component))?;
        if let Some(reporter) = &reporter {
            settings.observer = Some(reporter.clone());
        }
        let interrupt = settings.limits.interrupt.clone();
        let mut session = GameSession {
            session: Session::with_settings(game, settings),
            reporter,
            store: fact_store,
            question_time: None,
        };
        if let (Some(fact_store), Some(dir)) = (session.store.clone(), &options.store) {
            session.learn(&fact_store, dir, &interrupt, options.quiet)?;
            fact_store.start()?;
            watchdog::before_exit(move || {
                let _ = fact_store.close(Ok(()));
            });
        }
        Ok(session)
    }

    /// Takes over the facts of the store, some at a time: all of them together may be more than memory holds.
    fn learn(&mut self, fact_store: &FactStore, dir: &Path, interrupt: &Interrupt, quiet: bool) -> Result<(), Failure> {
        const AT_ONCE: usize = 4096;
        let (mut some, mut learned, mut ended) = (Vec::with_capacity(AT_ONCE), 0, None);
        let session = &mut self.session;
        let mut take_over = |some: &mut Vec<(Component, Nimber)>| {
            learned += some.len() as u64;
            ended = if interrupt.is_raised() {
                Some(LearnError::Stopped(StopReason::Interrupted))
            } else {
                session.learn(some.drain(..)).err()
            };
            ended.is_none()
        };
        let mut goes_on = true;
        let all = fact_store.each(|component, nimber| {
            if goes_on {
                some.push((component.into(), nimber));
                if some.len() == AT_ONCE {
                    goes_on = take_over(&mut some);
                }
            }
        })?;
        if goes_on {
            take_over(&mut some);
        }
        match ended {
            Some(LearnError::Contradiction(component, nimber)) => {
                let position = self.session.game().write(&component);
                let lie = format!("it says that {position} has nimber {nimber}, which cannot be; see `store verify`");
                return Err(fact_store::failure(dir, lie));
            }
            // The others are looked up when they are needed.
            Some(LearnError::Stopped(StopReason::Memory)) if !quiet => {
                tell(&format!(
                    "memory limit reached after loading {learned} of {all} stored facts; the rest are looked up on demand"
                ));
            }
            _ => {}
        }
        Ok(())
    }

    fn clear_view(&self) {
        if let Some(reporter) = &self.reporter {
            reporter.clear();
        }
    }

    /// What facts say of a position whose search was stopped.
    fn known(&self, position: &[Component]) -> (Option<Outcome>, Vec<Nimber>) {
        let solver = self.session.solver();
        let excluded: Vec<Nimber> = solver.excluded(position).iter().collect();
        let winning = excluded.contains(&Nimber::ZERO).then_some(Outcome::Win);
        (solver.known_outcome(position).or(winning), excluded)
    }
}

impl<G: Hints + 'static> DynSession for GameSession<G> {
    fn name(&self) -> String {
        self.session.game().name()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        self.session.game().parse(text)
    }

    fn limit_question(&mut self, time: Option<Duration>) {
        self.question_time = time;
    }

    fn note(&self, elapsed: Duration, text: &str) {
        if let Some(reporter) = &self.reporter {
            reporter.note(elapsed, text);
        }
    }

    fn solve(&mut self, position: &Position, wanted: Wanted) -> Answer {
        self.session.limit_question(self.question_time);
        let (began, before) = (Instant::now(), self.session.solver().stats());
        let mut answer = Answer {
            outcome: None,
            nimber: None,
            winning_move: None,
            excluded: Vec::new(),
            stats: before,
            time: Duration::ZERO,
            stopped: None,
        };
        let outcome = match wanted.nimber {
            true => self.session.nimber_of(position).map(|nimber| {
                answer.nimber = Some(nimber);
                Outcome::of(nimber)
            }),
            false => self.session.outcome_of(position),
        };
        match outcome.map_err(stop_reason) {
            Ok(outcome) => answer.outcome = Some(outcome),
            Err(reason) => {
                answer.stopped = Some(reason);
                (answer.outcome, answer.excluded) = self.known(position);
            }
        }
        if wanted.winning_move && answer.stopped.is_none() {
            match self.session.winning_move(position).map_err(stop_reason) {
                Ok(good) => answer.winning_move = good,
                Err(reason) => answer.stopped = Some(reason),
            }
        }
        self.clear_view();
        let after = self.session.solver().stats();
        answer.stats =
            Stats { nodes: after.nodes - before.nodes, expansions: after.expansions - before.expansions, ..after };
        answer.time = began.elapsed();
        answer
    }

    fn solve_all(
        &mut self,
        positions: &[Position],
        nimbers: bool,
        each: &mut dyn FnMut(usize, Outcome, Option<Nimber>) -> ControlFlow<()>,
    ) -> Result<(), StopReason> {
        let reporter = self.reporter.clone();
        // The search goes on meanwhile, and so would its view.
        let mut aside = |number, outcome, nimber| match &reporter {
            Some(reporter) => reporter.aside(|| each(number, outcome, nimber)),
            None => each(number, outcome, nimber),
        };
        let ended = match nimbers {
            true => self.session.nimbers_of(positions, |n, nimber| aside(n, Outcome::of(nimber), Some(nimber))),
            false => self.session.outcomes_of(positions, |n, outcome| aside(n, outcome, None)),
        };
        self.clear_view();
        ended
    }

    fn options(
        &mut self,
        position: &Position,
        each: &mut dyn FnMut(ValuedOption) -> ControlFlow<()>,
    ) -> Result<(), StopReason> {
        let reporter = self.reporter.clone();
        let ended = self.session.options(position, |option| {
            if let Some(reporter) = &reporter {
                reporter.clear();
            }
            each(option)
        });
        self.clear_view();
        ended.map_err(stop_reason)
    }

    fn prove(&mut self, position: &Position, goal: Goal, effort: &Effort) -> Result<Proof, Failure> {
        let reporter = self.reporter.clone();
        let proof = self.session.prove_with(position, goal, *effort, |progress| {
            if let Stage::Extract { open: 0 } | Stage::Shrink { .. } = progress.stage {
                // There is a proof by now, which must not be lost.
                watchdog::release();
            }
            if let Some(reporter) = &reporter {
                reporter.proof(progress);
            }
        });
        self.clear_view();
        proof.map_err(|error| match stop_reason(error) {
            StopReason::Contradiction if self.store.is_some() => {
                Failure::input("a fact of the store is false; see `grundy store verify`")
            }
            StopReason::Contradiction => Failure::Input(ProveError::Contradiction.to_string()),
            reason => Failure::Stopped(reason, "there is no proof yet".to_string()),
        })
    }

    fn certificate<'a>(&'a self, proof: &'a Proof) -> Certificate<'a> {
        proof.to_certificate(self.session.game())
    }

    fn close(&mut self, ended: Ended) -> Ended {
        watchdog::release();
        self.clear_view();
        let ended = match &self.store {
            Some(store) => store.close(ended),
            None => ended,
        };
        if let Some(reporter) = &self.reporter {
            reporter.end(&self.session.solver().stats(), &ended);
        }
        ended
    }

    fn inevitable(&self, first: &Position, second: &Position, limit: usize) -> Result<Comparison, StudyError> {
        let game = self.session.game();
        compare(game, &PlainSum::of(game, first), &PlainSum::of(game, second), Strategy::default(), limit)
    }

    fn play(
        &mut self,
        position: Position,
        players: Players,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(), PlayError> {
        play(&mut self.session, position, players, input, output)
    }
}

/// What stopped a question about a position that was read before.
fn stop_reason(error: Error) -> StopReason {
    match error {
        Error::Stopped(reason) => reason,
        Error::Parse(error) => unreachable!("the position was read: {error}"),
    }
}
