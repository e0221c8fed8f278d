//! A session: one game, its questions, and the facts it keeps; behind a trait, so that a name can choose the game.

use crate::certificates::stoppable;
use crate::errors::{Failure, Known, bad_input, parse_error};
use crate::own_game::is_handle;
use crate::store::Keeper;
use grundy::check::{Refusal, Verified};
use grundy::core::{Game, Hints, Move, Nimber, Outcome, ParseError, Position};
use grundy::games::{Kind, UnknownGame, WithGame, with_game};
use grundy::proof::{Effort, Goal};
use grundy::search::{Settings, Stats, StopReason};
use grundy::study::PlainSum;
use grundy::{Error, Interrupt, OwnRules, Session as GameSession, ValuedOption};
use pyo3::prelude::*;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// What the engine asks of a game. Limits count anew for each call.
pub trait Session: Send {
    /// The name of the game.
    fn name(&self) -> String;

    /// Whether the text is a position.
    fn check(&self, position: &str) -> Result<(), Failure>;

    /// The outcome of a position.
    fn outcome(&mut self, position: &str) -> Result<Outcome, Failure>;

    /// The nimber of a position.
    fn nimber(&mut self, position: &str) -> Result<Nimber, Failure>;

    /// A winning move, within what the last question left of the limits.
    fn winning_move(&mut self, position: &str) -> Result<Option<Move>, Failure>;

    /// All moves to losing positions, of those to equal positions one.
    fn winning_moves(&mut self, position: &str) -> Result<Vec<Move>, Failure>;

    /// All options with their nimbers.
    fn options(&mut self, position: &str) -> Result<Vec<ValuedOption>, Failure>;

    /// The nimbers of many positions.
    fn nimbers(&mut self, positions: &[String]) -> Result<Vec<u32>, Failure>;

    /// The outcomes of many positions: 1 for a win, 0 for a loss.
    fn outcomes(&mut self, positions: &[String]) -> Result<Vec<u32>, Failure>;

    /// What is known of a position without a search.
    fn known(&self, position: &str) -> Result<(Option<Nimber>, Known), Failure>;

    /// A certificate: its text, and the number of facts before it was made smaller.
    fn prove(&mut self, position: &str, goal: Goal, effort: &Effort) -> Result<(Vec<u8>, usize), Failure>;

    /// Checks a certificate by the rules of this very game.
    fn verify(&self, certificate: &[u8], interrupt: &Interrupt) -> Result<Verified, Refusal>;

    /// Counts of the solver.
    fn stats(&self) -> Stats;

    /// Writes to the store what is not there yet.
    fn close(&mut self) -> Result<(), Failure>;
}

/// A session with one game.
pub struct Room<G: Hints> {
    inquiry: GameSession<G>,
    keeper: Option<Arc<Keeper>>,
}

impl<G: Hints + 'static> Room<G> {
    /// A session with these settings, which starts from the facts of the store.
    pub fn open(game: G, mut settings: Settings, store: Option<&Path>) -> Result<Self, Failure> {
        let keeper = store.map(|dir| Keeper::open(dir, &game.name())).transpose()?;
        if let Some(keeper) = &keeper {
            settings.fact_log = Some(keeper.clone());
            settings.fact_source = Some(keeper.clone());
        }
        let mut inquiry = GameSession::with_settings(game, settings);
        if let Some(keeper) = &keeper {
            keeper.teach(&mut inquiry)?;
        }
        Ok(Room { inquiry, keeper })
    }

    /// Asks under fresh limits; if the search is stopped, says what is known.
    fn ask<T>(
        &mut self,
        position: &str,
        question: impl FnOnce(&mut GameSession<G>) -> Result<T, Error>,
    ) -> Result<T, Failure> {
        self.inquiry.restart_limits();
        match question(&mut self.inquiry) {
            Err(Error::Stopped(reason)) => Err(Failure::Stopped(reason, self.known(position)?.1)),
            result => Ok(result?),
        }
    }

    fn rows(
        &mut self,
        positions: &[String],
        ask: impl FnOnce(&mut GameSession<G>, &[Position], &mut dyn FnMut(u32) -> ControlFlow<()>) -> Result<(), StopReason>,
    ) -> Result<Vec<u32>, Failure> {
        self.inquiry.restart_limits();
        let game = self.inquiry.game();
        let positions: Vec<Position> = positions.iter().map(|text| game.parse(text)).collect::<Result<_, _>>()?;
        let mut answers = Vec::new();
        let asked = ask(&mut self.inquiry, &positions, &mut |answer| {
            answers.push(answer);
            ControlFlow::Continue(())
        });
        match asked {
            Err(reason) => Err(Failure::Stopped(reason, Known { answers, ..Known::default() })),
            Ok(()) => Ok(answers),
        }
    }
}

impl<G: Hints + 'static> Session for Room<G> {
    fn name(&self) -> String {
        self.inquiry.game().name()
    }

    fn check(&self, position: &str) -> Result<(), Failure> {
        Ok(self.inquiry.game().parse(position).map(|_| ())?)
    }

    fn outcome(&mut self, position: &str) -> Result<Outcome, Failure> {
        self.ask(position, |inquiry| inquiry.outcome_of(position))
    }

    fn nimber(&mut self, position: &str) -> Result<Nimber, Failure> {
        self.ask(position, |inquiry| inquiry.nimber_of(position))
    }

    fn winning_move(&mut self, position: &str) -> Result<Option<Move>, Failure> {
        match self.inquiry.winning_move(position) {
            Err(Error::Stopped(reason)) => Err(Failure::Stopped(reason, self.known(position)?.1)),
            result => Ok(result?),
        }
    }

    fn winning_moves(&mut self, position: &str) -> Result<Vec<Move>, Failure> {
        self.ask(position, |inquiry| {
            let mut found = Vec::new();
            if inquiry.outcome_of(position)? == Outcome::Loss {
                return Ok(found);
            }
            let game = inquiry.game().clone();
            let mut seen = HashSet::new();
            for by in all_moves(&game, position)? {
                let is_new = seen.insert(PlainSum::of(&game, &by.result));
                if is_new && inquiry.outcome_of(&by.result)? == Outcome::Loss {
                    found.push(by);
                }
            }
            Ok(found)
        })
    }

    fn options(&mut self, position: &str) -> Result<Vec<ValuedOption>, Failure> {
        self.ask(position, |inquiry| {
            let mut options = Vec::new();
            inquiry.options(position, |option| {
                options.push(option);
                ControlFlow::Continue(())
            })?;
            Ok(options)
        })
    }

    fn nimbers(&mut self, positions: &[String]) -> Result<Vec<u32>, Failure> {
        self.rows(positions, |inquiry, positions, each| inquiry.nimbers_of(positions, |_, nimber| each(nimber.get())))
    }

    fn outcomes(&mut self, positions: &[String]) -> Result<Vec<u32>, Failure> {
        self.rows(positions, |inquiry, positions, each| {
            inquiry.outcomes_of(positions, |_, outcome| each(u32::from(outcome == Outcome::Win)))
        })
    }

    fn known(&self, position: &str) -> Result<(Option<Nimber>, Known), Failure> {
        let position = self.inquiry.game().parse(position)?;
        let solver = self.inquiry.solver();
        let excluded: Vec<u32> = solver.excluded(&position).iter().map(Nimber::get).collect();
        let winning = excluded.contains(&0).then_some(Outcome::Win);
        let outcome = solver.known_outcome(&position).or(winning);
        Ok((solver.known_nimber(&position), Known { outcome, excluded, ..Known::default() }))
    }

    fn prove(&mut self, position: &str, goal: Goal, effort: &Effort) -> Result<(Vec<u8>, usize), Failure> {
        self.inquiry.restart_limits();
        let game = self.inquiry.game().clone();
        let mut position = game.parse(position)?;
        if is_handle(position.text()) {
            position = Position::from_components(&game, position.into_components());
        }
        let proof = self.inquiry.prove_with(&position, goal, *effort, |_| ())?;
        let mut text = Vec::new();
        match proof.to_certificate(&game).write(&mut text) {
            Ok(()) => Ok((text, proof.extracted)),
            Err(_) => Err(Failure::Stopped(StopReason::Memory, Known::default())),
        }
    }

    fn verify(&self, certificate: &[u8], interrupt: &Interrupt) -> Result<Verified, Refusal> {
        stoppable(interrupt).rules(|name| OwnRules::of(self.inquiry.game(), name)).check(certificate)
    }

    fn stats(&self) -> Stats {
        self.inquiry.solver().stats()
    }

    fn close(&mut self) -> Result<(), Failure> {
        self.keeper.as_ref().map_or(Ok(()), |keeper| keeper.close())
    }
}

fn all_moves<G: Game>(game: &G, position: &str) -> Result<Vec<Move>, ParseError> {
    let mut moves = Vec::new();
    let _ = game.moves(&game.parse(position)?, &mut |by| {
        moves.push(by);
        ControlFlow::Continue(())
    });
    Ok(moves)
}

/// The session with the game of this name.
pub struct OpenSession<'a> {
    /// How to search.
    pub settings: Settings,
    /// Where facts are kept.
    pub store: Option<&'a Path>,
}

impl WithGame for OpenSession<'_> {
    type Output = Result<Box<dyn Session>, Failure>;

    fn with<G: Hints + 'static>(self, game: G, _: Kind) -> Self::Output {
        Ok(Box::new(Room::open(game, self.settings, self.store)?))
    }
}

/// `grundy.ParseError` for a name that no game has.
pub fn unknown(py: Python<'_>, error: &UnknownGame) -> PyErr {
    match error.wrong_code() {
        Some(error) => parse_error(py, error),
        None => bad_input(py, error.to_string()),
    }
}

/// The canonical name of a game (`0.77` for `kayles`), and how its positions look: `heaps`, `board`, `spots`, `graph`
/// or `text`.
#[pyfunction]
pub fn game_info(py: Python<'_>, game: &str) -> PyResult<(String, &'static str)> {
    struct Info;
    impl WithGame for Info {
        type Output = (String, Kind);

        fn with<G: Hints>(self, game: G, kind: Kind) -> Self::Output {
            (game.name(), kind)
        }
    }
    let (name, kind) = with_game(game, Info).map_err(|error| unknown(py, &error))?;
    let kind = match kind {
        Kind::Heaps => "heaps",
        Kind::Board => "board",
        Kind::Spots => "spots",
        Kind::Graph => "graph",
        _ => "text",
    };
    Ok((name, kind))
}

/// How Sprouts without a land is written, which cannot be part of a sum.
const NO_LAND: &str = "!";

/// Checks positions of a game and writes their sum in the notation of certificates.
#[pyfunction]
pub fn join(py: Python<'_>, game: &str, positions: Vec<String>) -> PyResult<String> {
    struct Join(Vec<String>);
    impl WithGame for Join {
        type Output = Result<String, ParseError>;

        fn with<G: Hints>(self, game: G, _: Kind) -> Self::Output {
            let positions = self.0.iter().map(|text| game.parse(text));
            let texts: Vec<String> = positions.map(|position| Ok(position?.to_string())).collect::<Result<_, _>>()?;
            let is_over = |text: &String| text == NO_LAND;
            match texts.iter().all(is_over) || texts.len() == 1 {
                true => Ok(texts.into_iter().next().unwrap_or_default()),
                false => Ok(game.join(&texts.into_iter().filter(|text| !is_over(text)).collect::<Vec<_>>())),
            }
        }
    }
    let joined = with_game(game, Join(positions)).map_err(|error| unknown(py, &error))?;
    joined.map_err(|error| parse_error(py, &error))
}
