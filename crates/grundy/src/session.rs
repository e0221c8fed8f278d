//! A session: several questions about positions, on one solver, under one set of limits.
//!
//! [`Solver`] takes components and holds its limits for each question. People write positions and mean their limits for
//! all they ask together; finding a winning move alone is several questions. This is the place that turns one into the
//! other.
//!
//! # Invariant
//! No question runs past the deadline or the node limit that the settings fixed when the session began, or was renewed.

use grundy_core::{Component, Game, Hints, Move, Nimber, Outcome, ParseError, Position};
use grundy_proof::{Effort, Goal, Proof, ProofProgress, ProveError, Prover};
use grundy_search::{LearnError, Limits, Settings, Solver, StopReason};
use grundy_study::PlainSum;
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The position cannot be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The search was stopped. What it proved is kept.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

/// What can be asked about: a [`Position`], or its text.
pub trait AsPosition {
    /// The position; a text is read.
    ///
    /// # Errors
    /// As [`Game::parse`].
    fn as_position<G: Game>(&self, game: &G) -> Result<Cow<'_, Position>, ParseError>;
}

impl AsPosition for Position {
    fn as_position<G: Game>(&self, _: &G) -> Result<Cow<'_, Position>, ParseError> {
        Ok(Cow::Borrowed(self))
    }
}

impl AsPosition for str {
    fn as_position<G: Game>(&self, game: &G) -> Result<Cow<'_, Position>, ParseError> {
        game.parse(self).map(Cow::Owned)
    }
}

impl AsPosition for String {
    fn as_position<G: Game>(&self, game: &G) -> Result<Cow<'_, Position>, ParseError> {
        self.as_str().as_position(game)
    }
}

impl<T: AsPosition + ?Sized> AsPosition for &T {
    fn as_position<G: Game>(&self, game: &G) -> Result<Cow<'_, Position>, ParseError> {
        (**self).as_position(game)
    }
}

/// An option of a position, with its nimber.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValuedOption {
    /// One move that leads to it.
    pub by: Move,
    /// Its nimber: 0 if the move wins.
    pub nimber: Nimber,
}

/// Questions about positions of one game; what is proved for one helps the next.
///
/// ```
/// use grundy::{Session, Outcome};
/// use grundy::games::heap::Heap;
///
/// let mut kayles = Session::new(Heap::by_name_or_code("kayles")?);
/// assert_eq!(kayles.outcome_of("5 5")?, Outcome::Loss);
/// assert_eq!(kayles.winning_move("5 5")?, None);
/// # Ok::<(), grundy::Error>(())
/// ```
pub struct Session<G: Hints> {
    solver: Solver<G>,
    limits: Limits,
    began: Instant,
    /// Nodes that were visited before.
    before: u64,
    /// When the current question has to end.
    question_ends: Option<Instant>,
}

impl<G: Hints> Session<G> {
    /// A session with the default settings: no limits.
    pub fn new(game: G) -> Self {
        Self::with_settings(game, Settings::default())
    }

    /// A session with these settings; their limits hold for all questions together, and time runs from now on.
    pub fn with_settings(game: G, settings: Settings) -> Self {
        let limits = settings.limits.clone();
        Session {
            solver: Solver::with_settings(game, settings),
            limits,
            began: Instant::now(),
            before: 0,
            question_ends: None,
        }
    }

    /// Lets the limits count from now on: as in a new session, but what is known is kept.
    pub fn restart_limits(&mut self) {
        self.began = Instant::now();
        self.before = self.solver.stats().nodes;
    }

    /// Limits the time of what is asked from now on, within the limits of the session, until this is called again.
    pub fn limit_question(&mut self, time: Option<Duration>) {
        self.question_ends = time.map(|time| Instant::now() + time);
    }

    /// The solver, with all that is known.
    pub fn solver(&self) -> &Solver<G> {
        &self.solver
    }

    /// Takes over facts that were proved before: see [`Solver::learn`].
    ///
    /// # Errors
    /// As [`Solver::learn`].
    pub fn learn(&mut self, facts: impl IntoIterator<Item = (Component, Nimber)>) -> Result<u64, LearnError> {
        self.solver.learn(facts)
    }

    /// The game.
    pub fn game(&self) -> &G {
        self.solver.game()
    }

    /// The outcome of a position.
    ///
    /// # Errors
    /// A position that cannot be read; a limit that was reached.
    pub fn outcome_of(&mut self, position: impl AsPosition) -> Result<Outcome, Error> {
        let position = position.as_position(self.game())?;
        Ok(self.ask(None, |solver| solver.outcome(&position))?)
    }

    /// The nimber of a position.
    ///
    /// # Errors
    /// As [`Session::outcome_of`].
    pub fn nimber_of(&mut self, position: impl AsPosition) -> Result<Nimber, Error> {
        let position = position.as_position(self.game())?;
        Ok(self.ask(None, |solver| solver.nimber(&position))?)
    }

    /// The outcomes of many positions on one set of facts, in order, as they are found, with their numbers. `each` may
    /// end the search.
    ///
    /// # Errors
    /// As [`Session::outcome_of`]; those that `each` was given are right.
    pub fn outcomes_of(
        &mut self,
        positions: &[Position],
        each: impl FnMut(usize, Outcome) -> ControlFlow<()>,
    ) -> Result<(), StopReason> {
        self.rows(positions, each, Solver::outcome, |solver, rows, each| solver.outcomes(rows, each))
    }

    /// The nimbers of many positions, solved side by side if there are several threads; else as
    /// [`Session::outcomes_of`].
    ///
    /// # Errors
    /// As [`Session::outcomes_of`].
    pub fn nimbers_of(
        &mut self,
        positions: &[Position],
        each: impl FnMut(usize, Nimber) -> ControlFlow<()>,
    ) -> Result<(), StopReason> {
        self.rows(positions, each, Solver::nimber, |solver, rows, each| solver.nimbers(rows, each))
    }

    fn rows<T>(
        &mut self,
        positions: &[Position],
        mut each: impl FnMut(usize, T) -> ControlFlow<()>,
        one: impl Fn(&mut Solver<G>, &[Component]) -> Result<T, StopReason>,
        all: impl FnOnce(&mut Solver<G>, &[Position], &mut dyn FnMut(usize, T) -> ControlFlow<()>) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        if self.solver.settings().threads > 1 {
            return self.ask(None, |solver| all(solver, positions, &mut each));
        }
        // One thread answers one question after the other, and each answer is reported as it is found.
        for (number, row) in positions.iter().enumerate() {
            let answer = self.ask(None, |solver| one(solver, row))?;
            if each(number, answer).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// A move to a losing position, or `None` if the position is losing itself.
    ///
    /// # Errors
    /// As [`Session::outcome_of`].
    pub fn winning_move(&mut self, position: impl AsPosition) -> Result<Option<Move>, Error> {
        let position = position.as_position(self.game())?;
        if self.outcome_of(&*position)? == Outcome::Loss {
            return Ok(None);
        }
        // The proof that the position is winning mostly knows a losing option. Where it does not (a sum that was
        // decided in another component), some options are easy and some are hopeless, so each is tried with as few
        // nodes as the others.
        let mut nodes = 1;
        loop {
            if let Some(good) = self.losing_option(&position, nodes)? {
                return Ok(Some(good));
            }
            nodes *= 64;
        }
    }

    /// Every distinct option of a position with its nimber, in the order of the moves, as they are found.
    /// Moves to equal options count once.
    ///
    /// # Errors
    /// As [`Session::outcome_of`].
    pub fn options(
        &mut self,
        position: impl AsPosition,
        mut each: impl FnMut(ValuedOption) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let position = position.as_position(self.game())?;
        let mut seen = HashSet::new();
        Ok(self.each_move(&position, |session, by| {
            if seen.insert(PlainSum::of(session.game(), &by.result)) {
                let nimber = session.ask(None, |solver| solver.nimber(&by.result))?;
                return Ok(each(ValuedOption { by, nimber }));
            }
            Ok(ControlFlow::Continue(()))
        })?)
    }

    /// Proves the outcome or the nimber of a position, with the default effort to make the proof small.
    ///
    /// # Errors
    /// A position that cannot be read; a limit that was reached before there is a proof.
    pub fn prove(&mut self, position: impl AsPosition, goal: Goal) -> Result<Proof, Error> {
        self.prove_with(position, goal, Effort::default(), |_| ())
    }

    /// Proves the outcome or the nimber of a position. When the limits are reached while the proof is made smaller, the
    /// smallest proof so far is returned. `observe` is called now and then while it is extracted and made smaller.
    ///
    /// # Errors
    /// As [`Session::prove`].
    pub fn prove_with(
        &mut self,
        position: impl AsPosition,
        goal: Goal,
        effort: Effort,
        observe: impl FnMut(&ProofProgress),
    ) -> Result<Proof, Error> {
        let position = position.as_position(self.game())?;
        let left = self.limits.time.map(|time| time.saturating_sub(self.began.elapsed()));
        let effort = Effort { time: [effort.time, left].into_iter().flatten().min(), ..effort };
        let proof =
            self.ask(None, |solver| Ok(Prover::new(solver).effort(effort).observe(observe).prove(&position, goal)))?;
        proof.map_err(|error| match error {
            ProveError::Stopped(reason) => Error::Stopped(reason),
            _ => Error::Stopped(StopReason::Contradiction),
        })
    }

    /// The first move to a position that `nodes` nodes show to be losing.
    fn losing_option(&mut self, position: &Position, nodes: u64) -> Result<Option<Move>, StopReason> {
        let mut found = None;
        self.each_move(position, |session, by| {
            let known = match session.solver.known_outcome(&by.result) {
                Some(outcome) => Some(outcome),
                None => session.try_outcome(&by.result, nodes)?,
            };
            Ok(match known {
                Some(Outcome::Loss) => {
                    found = Some(by);
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            })
        })?;
        Ok(found)
    }

    /// The outcome, if it takes at most `nodes` nodes.
    fn try_outcome(&mut self, components: &[Component], nodes: u64) -> Result<Option<Outcome>, StopReason> {
        match self.ask(Some(nodes), |solver| solver.outcome(components)) {
            Ok(outcome) => Ok(Some(outcome)),
            Err(StopReason::Nodes) if self.nodes_left() != Some(0) => Ok(None),
            Err(reason) => Err(reason),
        }
    }

    /// Calls `each` with every move, within the limits.
    fn each_move(
        &mut self,
        position: &Position,
        mut each: impl FnMut(&mut Self, Move) -> Result<ControlFlow<()>, StopReason>,
    ) -> Result<(), StopReason> {
        let game = self.game().clone();
        let mut end = Ok(());
        let _ = game.moves(position, &mut |by| {
            // There may be millions of moves, and nothing to search for any of them.
            let step = self.time_left().and_then(|_| each(self, by));
            step.unwrap_or_else(|reason| {
                end = Err(reason);
                ControlFlow::Break(())
            })
        });
        end
    }

    /// Asks the solver within what is left of the limits, and within `nodes` if given.
    fn ask<T>(
        &mut self,
        nodes: Option<u64>,
        question: impl FnOnce(&mut Solver<G>) -> Result<T, StopReason>,
    ) -> Result<T, StopReason> {
        // A search looks at the clock only now and then; a thousand short ones might never.
        let time = self.time_left()?;
        let left = self.nodes_left();
        let nodes = [nodes, left].into_iter().flatten().min();
        self.solver.set_limits(Limits { time, nodes, ..self.limits.clone() });
        question(&mut self.solver)
    }

    /// The time that is left, if it is limited.
    fn time_left(&self) -> Result<Option<Duration>, StopReason> {
        if self.limits.interrupt.is_raised() {
            return Err(StopReason::Interrupted);
        }
        let of_question = self.question_ends.map(|end| end.saturating_duration_since(Instant::now()));
        let of_all = self.limits.time.map(|time| time.saturating_sub(self.began.elapsed()));
        match [of_question, of_all].into_iter().flatten().min() {
            Some(Duration::ZERO) => Err(StopReason::Time),
            left => Ok(left),
        }
    }

    fn nodes_left(&self) -> Option<u64> {
        self.limits.nodes.map(|nodes| nodes.saturating_sub(self.solver.stats().nodes - self.before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::sprouts::Sprouts;

    /// A region of 29 different boundaries has about 2^29 options, too many to list.
    #[test]
    fn limits_hold_while_moves_are_listed() {
        let boundaries: Vec<String> = (1..30).map(|twos| format!("1{}", "2".repeat(twos))).collect();
        let text = format!("{}|2", boundaries.join("."));
        let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
        let mut session = Session::with_settings(Sprouts::default(), Settings { limits, ..Settings::default() });
        let position = session.game().parse(&text).expect("a position");
        let mut listed = 0;
        let ended = session.each_move(&position, |_, _| {
            listed += 1;
            Ok(ControlFlow::Continue(()))
        });
        assert_eq!(ended, Err(StopReason::Time));
        assert!(listed > 10, "{listed}");
        session.restart_limits();
        assert_eq!(session.options(&position, |_| ControlFlow::Continue(())), Err(StopReason::Time.into()));
        session.limits.interrupt.raise();
        assert_eq!(session.winning_move(&position), Err(StopReason::Interrupted.into()));
    }
}
