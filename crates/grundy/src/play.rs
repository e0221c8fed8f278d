//! A play in the terminal, line by line: against the solver, or between two people with the solver as adviser.
//!
//! Everything is read from and written to streams of the caller, so that a play works in a pipe.
//!
//! # Invariant
//! The solver never thinks past its limits: where they stop it, it says so and plays a move it does not know to be bad.

use crate::{Error, Session};
use grundy_core::{Hints, Move, Outcome, Position};
use grundy_search::StopReason;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Players {
    /// A person, who begins, and the solver.
    #[default]
    PersonFirst,
    /// The solver, which begins, and a person.
    SolverFirst,
    /// Two people.
    People,
}

/// Why a play ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The solver was interrupted.
    #[error(transparent)]
    Question(#[from] Error),
    /// A stream broke.
    #[error(transparent)]
    Stream(#[from] io::Error),
}

const HELP: &str = "\
A number makes that move. Also:
  h, hint     a winning move, if there is one
  w, why      why a position is losing: how every move is answered
  m, moves    the moves again
  u, undo     take back the last move (and the solver's)
  q, quit     end the play";

/// The most moves that are listed.
const MOST_LISTED: usize = 10_000;

/// How many answers `why` shows.
const SHOWN: usize = 12;

/// Plays from `position` until a player cannot move or the input ends. The limits of the session hold for each move.
///
/// # Errors
/// A stream that breaks, an interrupt.
pub fn play<G: Hints>(
    session: &mut Session<G>,
    position: Position,
    players: Players,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), PlayError> {
    let mut table = Table { session, players, past: Vec::new(), position, turn: 0 };
    let mut lines = input.lines();
    loop {
        let (moves, more) = table.moves();
        writeln!(output, "\n{}", table.position)?;
        if moves.is_empty() {
            writeln!(output, "{}", table.end())?;
            return Ok(());
        }
        if table.solver_moves() {
            table.reply(&moves, output)?;
            continue;
        }
        write_moves(&moves, output)?;
        if more {
            writeln!(output, "There are more moves; the first {MOST_LISTED} are listed.")?;
        }
        match table.listen(&moves, &mut lines, output)? {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(()) => return Ok(()),
        }
    }
}

/// A play under way.
struct Table<'a, G: Hints> {
    session: &'a mut Session<G>,
    players: Players,
    /// The positions before, each with the turn it had.
    past: Vec<(Position, usize)>,
    position: Position,
    /// How many moves were made.
    turn: usize,
}

impl<G: Hints> Table<'_, G> {
    /// The moves, up to [`MOST_LISTED`], and whether there are more.
    fn moves(&self) -> (Vec<Move>, bool) {
        let mut moves = Vec::new();
        let listed = self.session.game().moves(&self.position, &mut |one| {
            if moves.len() == MOST_LISTED {
                return ControlFlow::Break(());
            }
            moves.push(one);
            ControlFlow::Continue(())
        });
        (moves, listed.is_break())
    }

    fn solver_moves(&self) -> bool {
        match self.players {
            Players::People => false,
            Players::PersonFirst => self.turn % 2 == 1,
            Players::SolverFirst => self.turn.is_multiple_of(2),
        }
    }

    fn make(&mut self, made: &Move) {
        let before = std::mem::replace(&mut self.position, made.result.clone());
        self.past.push((before, self.turn));
        self.turn += 1;
    }

    /// Takes back moves until it is a person's turn again.
    fn undo(&mut self) -> bool {
        let mut undone = false;
        while let Some((position, turn)) = self.past.pop() {
            (self.position, self.turn, undone) = (position, turn, true);
            if !self.solver_moves() {
                break;
            }
        }
        undone
    }

    fn end(&self) -> String {
        match self.players {
            Players::People => format!("Player {} cannot move and loses.", self.turn % 2 + 1),
            _ if self.solver_moves() => "The solver cannot move: you win.".to_string(),
            _ => "You cannot move: you lose.".to_string(),
        }
    }

    /// Reads lines until a move is made or taken back; breaks at the end.
    fn listen(
        &mut self,
        moves: &[Move],
        lines: &mut dyn Iterator<Item = io::Result<String>>,
        output: &mut dyn Write,
    ) -> Result<ControlFlow<()>, PlayError> {
        let name = match self.players {
            Players::People => format!("player {}", self.turn % 2 + 1),
            _ => "your move".to_string(),
        };
        loop {
            write!(output, "{name} (1 to {}, h, w, u, q or ?): ", moves.len())?;
            output.flush()?;
            let Some(line) = lines.next().transpose()? else {
                writeln!(output)?;
                return Ok(ControlFlow::Break(()));
            };
            match line.trim() {
                "q" | "quit" => return Ok(ControlFlow::Break(())),
                "" => {}
                "?" | "help" => writeln!(output, "{HELP}")?,
                "m" | "moves" => write_moves(moves, output)?,
                "h" | "hint" => self.hint(output)?,
                "w" | "why" => self.why(output)?,
                "u" | "undo" if self.undo() => return Ok(ControlFlow::Continue(())),
                "u" | "undo" => writeln!(output, "There is nothing to take back.")?,
                word => match chosen(moves, word) {
                    Some(made) => {
                        self.make(made);
                        return Ok(ControlFlow::Continue(()));
                    }
                    None => writeln!(output, "There is no move {word:?}.")?,
                },
            }
        }
    }

    /// The solver's move.
    fn reply(&mut self, moves: &[Move], output: &mut dyn Write) -> Result<(), PlayError> {
        let position = self.position.clone();
        let made = match self.think(|session| session.winning_move(&position))? {
            Ok(Some(good)) => {
                writeln!(output, "The solver plays {}, leaving a losing position.", good.label)?;
                good
            }
            Ok(None) => {
                writeln!(output, "The solver plays {}; every move loses.", moves[0].label)?;
                moves[0].clone()
            }
            Err(reason) => {
                let made = self.not_known_to_lose(moves);
                writeln!(output, "The solver plays {} (a guess: {reason}).", made.label)?;
                made
            }
        };
        self.make(&made);
        Ok(())
    }

    fn hint(&mut self, output: &mut dyn Write) -> Result<(), PlayError> {
        let position = self.position.clone();
        let line = match self.think(|session| session.winning_move(&position))? {
            Ok(Some(good)) => format!("{} wins.", good.label),
            Ok(None) => "Every move loses; w says why.".to_string(),
            Err(reason) => format!("No hint: {reason}."),
        };
        Ok(writeln!(output, "{line}")?)
    }

    /// The refutation: an answer to every move.
    fn why(&mut self, output: &mut dyn Write) -> Result<(), PlayError> {
        let position = self.position.clone();
        match self.think(|session| session.outcome_of(&position))? {
            Ok(Outcome::Loss) => {}
            Ok(Outcome::Win) => return Ok(writeln!(output, "It is not losing; h shows a winning move.")?),
            Err(reason) => return Ok(writeln!(output, "It is not known whether it is: {reason}.")?),
        }
        let (moves, more) = self.moves();
        for tried in moves.iter().take(SHOWN) {
            match self.ask(|session| session.winning_move(&tried.result))? {
                Ok(Some(answer)) => writeln!(output, "  {} is answered by {}", tried.label, answer.label)?,
                Ok(None) => {}
                Err(reason) => return Ok(writeln!(output, "  {}: {reason}", tried.label)?),
            }
        }
        if more {
            writeln!(output, "  and so are all other moves")?;
        } else if moves.len() > SHOWN {
            writeln!(output, "  and so are the other {} moves", moves.len() - SHOWN)?;
        }
        Ok(writeln!(output, "Whatever is played, the answer leaves a losing position again.")?)
    }

    /// Asks within fresh limits; the inner error says which of them was reached.
    fn think<T>(
        &mut self,
        question: impl FnOnce(&mut Session<G>) -> Result<T, Error>,
    ) -> Result<Result<T, StopReason>, PlayError> {
        self.session.restart_limits();
        self.ask(question)
    }

    /// Asks within what is left of the limits.
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Session<G>) -> Result<T, Error>,
    ) -> Result<Result<T, StopReason>, PlayError> {
        match question(self.session) {
            Ok(answer) => Ok(Ok(answer)),
            Err(Error::Stopped(reason)) if reason != StopReason::Interrupted => Ok(Err(reason)),
            Err(trouble) => Err(trouble.into()),
        }
    }

    /// The first move that is not known to leave a winning position.
    fn not_known_to_lose(&self, moves: &[Move]) -> Move {
        let is_unknown = |one: &&Move| self.session.solver().known_outcome(&one.result) != Some(Outcome::Win);
        moves.iter().find(is_unknown).unwrap_or(&moves[0]).clone()
    }
}

/// A move by its number, or by what is written beside it.
fn chosen<'m>(moves: &'m [Move], word: &str) -> Option<&'m Move> {
    let by_number = word.parse::<usize>().ok().and_then(|n| moves.get(n.checked_sub(1)?));
    by_number.or_else(|| moves.iter().find(|one| one.label == word))
}

fn write_moves(moves: &[Move], output: &mut dyn Write) -> io::Result<()> {
    moves.iter().enumerate().try_for_each(|(i, one)| writeln!(output, "{:4}  {}", i + 1, one.label))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::cram::Cram;
    use grundy_games::nim::Nim;
    use grundy_search::{Limits, Settings};
    use std::time::Duration;

    fn played<G: Hints>(game: G, position: &str, players: Players, input: &str, time: Option<Duration>) -> String {
        let limits = Limits { time, ..Limits::default() };
        let mut session = Session::with_settings(game, Settings { limits, ..Settings::default() });
        let mut output = Vec::new();
        let position = session.game().parse(position).expect("a position");
        play(&mut session, position, players, &mut input.as_bytes(), &mut output).expect("streams in memory");
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn the_solver_wins_what_can_be_won() {
        let text = played(Nim::default(), "3 5", Players::SolverFirst, "1\n1\n1\n1\n1\n1\n1\n", None);
        assert!(text.contains("The solver plays 5->3, leaving a losing position."), "{text}");
        assert!(text.trim_end().ends_with("You cannot move: you lose."), "{text}");
    }

    #[test]
    fn hints_refutations_and_undo() {
        let text = played(Nim::default(), "1 1", Players::PersonFirst, "h\nw\nu\n1\n", None);
        assert!(text.contains("Every move loses; w says why."), "{text}");
        assert!(text.contains("1->0 is answered by 1->0"), "{text}");
        assert!(text.contains("There is nothing to take back."), "{text}");
        // A bad move, answered by 5->2; both are taken back; then the good move.
        let text = played(Nim::default(), "3 5", Players::PersonFirst, "h\nx\n3->2\nu\n5->3\nq\n", None);
        assert!(text.contains("5->3 wins."), "{text}");
        assert!(text.contains("There is no move \"x\"."), "{text}");
        assert!(text.contains("The solver plays 5->2, leaving a losing position."), "{text}");
        assert_eq!(text.matches("\n3 5\n").count(), 2, "{text}");
        assert!(text.contains("; every move loses."), "{text}");
        let text = played(Cram::default(), "2x2", Players::PersonFirst, "1\n", None);
        assert!(text.trim_end().ends_with("You cannot move: you lose."), "{text}");
    }

    #[test]
    fn two_people() {
        let text = played(Nim::default(), "2", Players::People, "2->1\n?\nu\n2->0\n", None);
        assert!(text.trim_end().ends_with("Player 2 cannot move and loses."), "{text}");
    }

    #[test]
    fn out_of_time_it_guesses_and_says_so() {
        let text = played(Cram::default(), "9x9", Players::SolverFirst, "w\nq\n", Some(Duration::from_millis(30)));
        assert!(text.contains("(a guess: the limit on time was reached)"), "{text}");
        assert!(text.contains("It is not known whether it is"), "{text}");
    }
}
