//! A play against the solver, line by line: the person types the number of a move, the solver answers.

use super::Failure;
use crate::Inquiry;
use grundy_core::{Game, Move};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;

/// Plays from `position` until somebody cannot move or the input ends. The person moves first.
pub(super) fn play<G: Game>(
    inquiry: &mut Inquiry<G>,
    position: &str,
    input: impl BufRead,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let mut lines = input.lines();
    let mut position = position.to_string();
    loop {
        let moves = moves_from(inquiry.game(), &position)?;
        writeln!(output, "{position}")?;
        if moves.is_empty() {
            writeln!(output, "You cannot move: you lose.")?;
            return Ok(());
        }
        for (number, choice) in moves.iter().enumerate() {
            writeln!(output, "{:4}  {}", number + 1, choice.label)?;
        }
        let chosen = loop {
            write!(output, "your move (1 to {}, or q): ", moves.len())?;
            output.flush()?;
            let Some(line) = lines.next().transpose()? else { return Ok(()) };
            match line.trim() {
                "q" | "quit" => return Ok(()),
                word => match word.parse::<usize>().ok().and_then(|n| moves.get(n.checked_sub(1)?)) {
                    Some(chosen) => break chosen,
                    None => writeln!(output, "There is no move {word:?}.")?,
                },
            }
        };
        let Some(reply) = reply(inquiry, &chosen.result)? else {
            writeln!(output, "{}\nThe solver cannot move: you win.", chosen.result)?;
            return Ok(());
        };
        writeln!(output, "the solver plays  {}", reply.label)?;
        position = reply.result;
    }
}

/// A winning move, or the first move there is if all of them lose.
fn reply<G: Game>(inquiry: &mut Inquiry<G>, position: &str) -> Result<Option<Move>, Failure> {
    match inquiry.winning_move(position)? {
        Some(good) => Ok(Some(good)),
        None => Ok(moves_from(inquiry.game(), position)?.into_iter().next()),
    }
}

fn moves_from<G: Game>(game: &G, position: &str) -> Result<Vec<Move>, Failure> {
    let mut moves = Vec::new();
    game.moves(position, &mut |one| {
        moves.push(one);
        ControlFlow::Continue(())
    })?;
    Ok(moves)
}
