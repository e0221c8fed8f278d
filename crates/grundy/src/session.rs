//! A session with one game: an inquiry, watched on the terminal, behind the trait that a name can choose.

use crate::exit::{Ended, Failure, tell};
use crate::games::{Answer, Question, Session};
use crate::keeper::{self, Keeper};
use crate::play::{PlayError, Players, play};
use crate::search_args::Extras;
use crate::watch::Watch;
use crate::watchdog;
use grundy::core::{Component, Hints, Nimber, Outcome, ParseError, Position};
use grundy::proof::{Certificate, Effort, Goal, ProveError};
use grundy::search::{Interrupt, LearnError, Settings, Stats, StopReason};
use grundy::study::{Comparison, PlainSum, Strategy, StudyError, compare};
use grundy::{Inquiry, Trouble, ValuedOption};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// One game and its inquiry.
pub struct GameSession<G: Hints> {
    inquiry: Inquiry<G>,
    watch: Option<Arc<Watch>>,
    keeper: Option<Arc<Keeper>>,
    /// How long each question may take.
    question_time: Option<Duration>,
}

impl<G: Hints + 'static> GameSession<G> {
    /// A session with these settings. Takes over what is in the store.
    ///
    /// # Errors
    /// If the store or the log cannot be used.
    pub fn new(game: G, mut settings: Settings, extras: &Extras) -> Result<Self, Failure> {
        let keeper = extras.store.as_ref().map(|dir| Keeper::open(dir, &game.name())).transpose()?;
        if let Some(keeper) = &keeper {
            settings.log = Some(keeper.clone());
            settings.fact_source = Some(keeper.clone());
        }
        let writer = game.clone();
        let watch = Watch::new(extras, keeper.clone(), move |component| writer.write(component))?;
        if let Some(watch) = &watch {
            settings.observer = Some(watch.clone());
        }
        let interrupt = settings.limits.interrupt.clone();
        let mut session = GameSession { inquiry: Inquiry::with(game, settings), watch, keeper, question_time: None };
        if let (Some(keeper), Some(dir)) = (session.keeper.clone(), &extras.store) {
            session.learn(&keeper, dir, &interrupt, extras.quiet)?;
            keeper.start()?;
            watchdog::before_exit(move || {
                let _ = keeper.close(Ok(()));
            });
        }
        Ok(session)
    }

    /// Takes over the facts of the store, some at a time: all of them together may be more than memory holds.
    fn learn(&mut self, keeper: &Keeper, dir: &Path, interrupt: &Interrupt, quiet: bool) -> Result<(), Failure> {
        const AT_ONCE: usize = 4096;
        let (mut some, mut learned, mut ended) = (Vec::with_capacity(AT_ONCE), 0, None);
        let inquiry = &mut self.inquiry;
        let mut take_over = |some: &mut Vec<(Component, Nimber)>| {
            learned += some.len() as u64;
            ended = if interrupt.is_raised() {
                Some(LearnError::Stopped(StopReason::Interrupted))
            } else {
                inquiry.learn(some.drain(..)).err()
            };
            ended.is_none()
        };
        let mut goes_on = true;
        let all = keeper.each(|component, nimber| {
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
                let position = self.inquiry.game().write(&component);
                let lie = format!("it says that {position} has nimber {nimber}, which cannot be; see `store verify`");
                return Err(keeper::failure(dir, lie));
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
        if let Some(watch) = &self.watch {
            watch.clear();
        }
    }

    fn read(&self, position: &str) -> Result<Position, ParseError> {
        self.inquiry.game().parse(position)
    }

    /// What facts say of a position whose search was stopped.
    fn known(&self, position: &[Component]) -> (Option<Outcome>, Vec<Nimber>) {
        let solver = self.inquiry.solver();
        let excluded: Vec<Nimber> = solver.excluded(position).iter().collect();
        let winning = excluded.contains(&Nimber::ZERO).then_some(Outcome::Win);
        (solver.known_outcome(position).or(winning), excluded)
    }
}

impl<G: Hints + 'static> Session for GameSession<G> {
    fn name(&self) -> String {
        self.inquiry.game().name()
    }

    fn check(&self, position: &str) -> Result<(), ParseError> {
        self.read(position).map(|_| ())
    }

    fn limit_question(&mut self, time: Option<Duration>) {
        self.question_time = time;
    }

    fn note(&self, elapsed: Duration, text: &str) {
        if let Some(watch) = &self.watch {
            watch.note(elapsed, text);
        }
    }

    fn solve(&mut self, position: &str, question: Question) -> Result<Answer, ParseError> {
        self.inquiry.limit_question(self.question_time);
        let position = self.read(position)?;
        let (began, before) = (Instant::now(), self.inquiry.solver().stats());
        let mut answer = Answer {
            outcome: None,
            nimber: None,
            winning_move: None,
            excluded: Vec::new(),
            stats: before,
            time: Default::default(),
            stopped: None,
        };
        let asked = match question.nimber {
            true => self.inquiry.nimber_of(&position).map(|nimber| {
                answer.nimber = Some(nimber);
                Outcome::of(nimber)
            }),
            false => self.inquiry.outcome_of(&position),
        };
        match or_parse_error(asked)? {
            Ok(outcome) => answer.outcome = Some(outcome),
            Err(reason) => {
                answer.stopped = Some(reason);
                (answer.outcome, answer.excluded) = self.known(&position);
            }
        }
        if question.winning_move && answer.stopped.is_none() {
            match or_parse_error(self.inquiry.winning_move(&position))? {
                Ok(good) => answer.winning_move = good,
                Err(reason) => answer.stopped = Some(reason),
            }
        }
        self.clear_view();
        let after = self.inquiry.solver().stats();
        answer.stats =
            Stats { nodes: after.nodes - before.nodes, expansions: after.expansions - before.expansions, ..after };
        answer.time = began.elapsed();
        Ok(answer)
    }

    fn solve_all(
        &mut self,
        positions: &[String],
        nimbers: bool,
        each: &mut dyn FnMut(usize, Outcome, Option<Nimber>) -> ControlFlow<()>,
    ) -> Result<(), Trouble> {
        let positions = positions.iter().map(|text| self.read(text)).collect::<Result<Vec<_>, _>>()?;
        let watch = self.watch.clone();
        // The search goes on meanwhile, and so would its view.
        let mut aside = |number, outcome, nimber| match &watch {
            Some(watch) => watch.aside(|| each(number, outcome, nimber)),
            None => each(number, outcome, nimber),
        };
        let ended = match nimbers {
            true => self.inquiry.nimbers_of(&positions, |n, nimber| aside(n, Outcome::of(nimber), Some(nimber))),
            false => self.inquiry.outcomes_of(&positions, |n, outcome| aside(n, outcome, None)),
        };
        self.clear_view();
        Ok(ended?)
    }

    fn options(
        &mut self,
        position: &str,
        each: &mut dyn FnMut(ValuedOption) -> ControlFlow<()>,
    ) -> Result<(), Trouble> {
        let watch = self.watch.clone();
        let ended = self.inquiry.options(position, |option| {
            if let Some(watch) = &watch {
                watch.clear();
            }
            each(option)
        });
        self.clear_view();
        ended
    }

    fn prove(&mut self, position: &str, goal: Goal, effort: &Effort) -> Result<Certificate, Failure> {
        // A certificate that no checker can read proves nothing: say so before the work.
        let text = self.read(position)?.text().to_string();
        let readable = grundy_check::game(&self.name()).and_then(|rules| rules.parse(&text).map(|_| ()));
        readable.map_err(|reason| Failure::input(format!("the checkers cannot read this position: {reason}")))?;
        let watch = self.watch.clone();
        let proof = self.inquiry.prove_with(position, goal, *effort, |progress| {
            // There is a proof by now, which must not be lost.
            watchdog::release();
            if let Some(watch) = &watch {
                watch.note(progress.elapsed, &format!("{} facts, round {}", progress.facts, progress.round));
            }
        });
        self.clear_view();
        match proof {
            Ok(proof) => Ok(proof.to_certificate(self.inquiry.game())),
            Err(Trouble::Stopped(StopReason::Contradiction)) if self.keeper.is_some() => {
                Err(Failure::input("a fact of the store is false; see `grundy store verify`"))
            }
            Err(Trouble::Stopped(StopReason::Contradiction)) => {
                Err(Failure::Input(ProveError::Contradiction.to_string()))
            }
            Err(Trouble::Stopped(reason)) => Err(Failure::Stopped(reason, "there is no proof yet".to_string())),
            Err(Trouble::Parse(error)) => Err(error.into()),
        }
    }

    fn close(&mut self, ended: Ended) -> Ended {
        watchdog::release();
        self.clear_view();
        let ended = match &self.keeper {
            Some(keeper) => keeper.close(ended),
            None => ended,
        };
        if let Some(watch) = &self.watch {
            watch.end(&self.inquiry.solver().stats(), &ended);
        }
        ended
    }

    fn inevitable(
        &self,
        first: &str,
        second: &str,
        limit: usize,
    ) -> Result<Result<Comparison, StudyError>, ParseError> {
        let game = self.inquiry.game();
        let (first, second) = (game.parse(first)?, game.parse(second)?);
        let (first, second) = (PlainSum::of(game, &first), PlainSum::of(game, &second));
        Ok(compare(game, &first, &second, Strategy::default(), limit))
    }

    fn play(
        &mut self,
        position: &str,
        players: Players,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(), PlayError> {
        let position = self.read(position).map_err(Trouble::from)?;
        play(&mut self.inquiry, position, players, input, output)
    }
}

/// Separates what was wrong with the position from what stopped the search.
fn or_parse_error<T>(asked: Result<T, Trouble>) -> Result<Result<T, StopReason>, ParseError> {
    match asked {
        Ok(answer) => Ok(Ok(answer)),
        Err(Trouble::Stopped(reason)) => Ok(Err(reason)),
        Err(Trouble::Parse(error)) => Err(error),
    }
}
