//! The rules of Seats a second time, for the checker: a row is drawn as it stands, and guests are put on it one by one.
#![allow(clippy::print_stdout, clippy::print_stderr)] // a program, not a library

use grundy::check::{Checker, Each, Form, Rules, RulesError};
use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// A component is a row of dots, one for each seat that may be taken.
struct Rows;

impl Rules for Rows {
    fn parse(&self, text: &str) -> Result<Vec<Form>, RulesError> {
        let row = |word: &str| match word.trim().parse::<u8>() {
            Ok(length) => Ok(Form::from(".".repeat(length.into()).as_bytes())),
            Err(_) => Err(RulesError::Position(format!("{word:?} is not a number of seats"))),
        };
        let rows: Result<Vec<Form>, RulesError> = text.split('+').map(row).collect();
        Ok(rows?.into_iter().filter(|row| !row.is_empty()).collect())
    }

    fn options(&self, row: &Form, each: Each<'_>) -> ControlFlow<()> {
        for seat in 0..row.len() {
            let mut after = row.to_vec();
            after[seat.saturating_sub(1)..row.len().min(seat + 2)].fill(b'x');
            let rows = after.split(|&seat| seat == b'x').filter(|part| !part.is_empty());
            each(&rows.map(Form::from).collect::<Vec<_>>())?;
        }
        ControlFlow::Continue(())
    }

    fn text(&self, row: &Form) -> String {
        row.len().to_string()
    }
}

fn main() -> ExitCode {
    let file = std::env::args_os().nth(1).unwrap_or_default();
    let checked = File::open(&file).map_err(|error| error.to_string()).and_then(|file| {
        let find = |name: &str| match name {
            "seats" => Ok(Box::new(Rows) as Box<dyn Rules>),
            _ => Err(RulesError::Game(format!("no rules for {name:?}"))),
        };
        Checker::new().rules(find).check(BufReader::new(file)).map_err(|refusal| refusal.to_string())
    });
    match checked {
        Ok(proof) => {
            println!("VERIFIED {} {} ({} facts)", proof.game, proof.claim, proof.facts);
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}
