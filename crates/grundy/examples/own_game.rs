//! Seats: guests sit down in a row of seats, one after the other, never next to another guest. Who cannot seat one
//! loses.

use grundy::core::{Component, Game, Hints, ParseError, Position, Sink};
use std::ops::ControlFlow;
use std::process::ExitCode;

#[derive(Clone)]
struct Seats;

impl Game for Seats {
    fn name(&self) -> String {
        "seats".to_string()
    }

    /// A position is a sum of rows in which anybody may sit: `7`, `3 + 2`. A component is one byte, the length of its
    /// row.
    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let row = |word: &str| match word.trim().parse::<u8>() {
            Ok(length) => Ok(Component::from([length])),
            Err(_) => Err(ParseError::new(text, 0, format!("{word:?}"), "numbers of seats, 0 to 255, joined by +")),
        };
        let rows: Result<Vec<Component>, ParseError> = text.split('+').map(row).collect();
        Ok(Position::new(text, rows?.into_iter().filter(|row| row[0] > 0).collect()))
    }

    fn write(&self, row: &[u8]) -> String {
        row[0].to_string()
    }

    /// A guest takes the seat and both its neighbours; a row falls into what is left of the guest and what is right.
    fn options<S: Sink>(&self, row: &[u8], sink: &mut S) -> ControlFlow<()> {
        for left in 0..row[0] {
            let right = row[0] - left - 1;
            for rest in [left.saturating_sub(1), right.saturating_sub(1)].iter().filter(|&&rest| rest > 0) {
                sink.component(&[*rest]);
            }
            sink.end()?;
        }
        ControlFlow::Continue(())
    }
}

/// No hints for the search: it does well without.
impl Hints for Seats {}

fn main() -> ExitCode {
    grundy::cli::run(Seats)
}
