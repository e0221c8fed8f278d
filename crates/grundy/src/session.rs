//! A session with one game: an inquiry, watched on the terminal, behind the trait that a name can choose.

use crate::games::{Answer, Question, Session};
use crate::progress::Live;
use grundy::cli::{PlayError, Players, play};
use grundy::core::{Component, Game, Nimber, Outcome, ParseError};
use grundy::search::{Settings, Stats, StopReason};
use grundy::study::{Comparison, Position, Strategy, StudyError, compare};
use grundy::{Inquiry, Trouble, ValuedOption};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// One game and its inquiry.
pub struct GameSession<G: Game> {
    inquiry: Inquiry<G>,
    live: Option<Arc<Live>>,
}

impl<G: Game + 'static> GameSession<G> {
    /// A session with these settings; `quiet` keeps the live view away.
    pub fn new(game: G, mut settings: Settings, quiet: bool) -> Self {
        let writer = game.clone();
        let live = if quiet { None } else { Live::on_a_terminal(move |component| writer.write(component)) };
        if let Some(live) = &live {
            settings.observer = Some(live.clone());
        }
        GameSession { inquiry: Inquiry::with(game, settings), live }
    }

    fn clear_view(&self) {
        if let Some(live) = &self.live {
            live.clear();
        }
    }

    fn components(&self, position: &str) -> Result<Vec<Component>, ParseError> {
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

impl<G: Game + 'static> Session for GameSession<G> {
    fn name(&self) -> String {
        self.inquiry.game().name()
    }

    fn check(&self, position: &str) -> Result<(), ParseError> {
        self.components(position).map(|_| ())
    }

    fn solve(&mut self, position: &str, question: Question) -> Result<Answer, ParseError> {
        let components = self.components(position)?;
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
            true => self.inquiry.nimber_of(position).map(|nimber| {
                answer.nimber = Some(nimber);
                Outcome::of(nimber)
            }),
            false => self.inquiry.outcome_of(position),
        };
        match or_parse_error(asked)? {
            Ok(outcome) => answer.outcome = Some(outcome),
            Err(reason) => {
                answer.stopped = Some(reason);
                (answer.outcome, answer.excluded) = self.known(&components);
            }
        }
        if question.winning_move && answer.stopped.is_none() {
            match or_parse_error(self.inquiry.winning_move(position))? {
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

    fn options(
        &mut self,
        position: &str,
        each: &mut dyn FnMut(ValuedOption) -> ControlFlow<()>,
    ) -> Result<(), Trouble> {
        let live = self.live.clone();
        let ended = self.inquiry.options(position, |option| {
            if let Some(live) = &live {
                live.clear();
            }
            each(option)
        });
        self.clear_view();
        ended
    }

    fn inevitable(
        &self,
        first: &str,
        second: &str,
        limit: usize,
    ) -> Result<Result<Comparison, StudyError>, ParseError> {
        let game = self.inquiry.game();
        let (first, second) = (Position::parse(game, first)?, Position::parse(game, second)?);
        Ok(compare(game, &first, &second, Strategy::default(), limit))
    }

    fn play(
        &mut self,
        position: &str,
        players: Players,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(), PlayError> {
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
