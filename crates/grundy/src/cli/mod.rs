//! A small command line for any game: what an example, or a game that nobody else has, needs to be solved and played.
//!
//! ```text
//! solve POSITION      the outcome, and one winning move if there is one
//! nimber POSITION     the nimber
//! options POSITION    every option with its nimber, the winning ones marked *
//! prove POSITION      a certificate of the nimber
//! check FILE          whether a certificate is a proof, by the rules of the game as they are written (see [`OwnRules`])
//! play POSITION       play against the solver
//! ```
//! Answers go to standard output, errors as one line to standard error; the exit code is 0, 1 for a certificate that is no
//! proof, or 2 for a command, position or file that cannot be read. See [`crate`] for a complete game that uses it.

mod play;

pub use play::{PlayError, Players, play};

use crate::{Error, Inquiry, OwnRules};
use grundy_check::{Checker, Refusal};
use grundy_core::Hints;
use grundy_proof::Goal;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

/// The command line of a game, on the arguments and standard streams of this process. To be the last line of a `main`.
pub fn run<G: Hints>(game: G) -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    ExitCode::from(run_with(game, &arguments, input, output, io::stderr().lock()))
}

/// The same on arguments and streams of the caller. Returns the exit code.
pub fn run_with<G: Hints>(
    game: G,
    arguments: &[String],
    mut input: impl BufRead,
    mut output: impl Write,
    mut errors: impl Write,
) -> u8 {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut inquiry = Inquiry::new(game);
    let result = match words[..] {
        [] | ["help" | "-h" | "--help", ..] => help(&inquiry, &mut output),
        ["solve", position] => solve(&mut inquiry, position, &mut output),
        ["nimber", position] => nimber(&mut inquiry, position, &mut output),
        ["options", position] => options(&mut inquiry, position, &mut output),
        ["prove", position] => prove(&mut inquiry, position, &mut output),
        ["check", file] => check(&inquiry, file, &mut output),
        ["play", position] => {
            let position = inquiry.game().parse(position).map_err(Error::from);
            position
                .map_err(Failure::from)
                .and_then(|position| Ok(play(&mut inquiry, position, Players::default(), &mut input, &mut output)?))
        }
        _ => Err(Failure::Usage),
    };
    let mut code = 2;
    let line = match result {
        Ok(()) => return 0,
        // Who reads the answers has seen enough of them.
        Err(Failure::Stream(error)) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
        Err(Failure::Stream(error)) => error.to_string(),
        Err(Failure::File(file, error)) => format!("cannot read {file}: {error}"),
        Err(Failure::Question(trouble)) => trouble.to_string(),
        Err(Failure::Usage) => format!("expected {USAGE}"),
        Err(Failure::Certificate(refusal)) => {
            code = if matches!(refusal, Refusal::Refused { .. }) { 1 } else { 2 };
            refusal.to_string()
        }
    };
    // If even that cannot be written there is nobody left to tell.
    let _ = writeln!(errors, "error: {line}");
    code
}

const USAGE: &str = "solve, nimber, options, prove or play, and a position; or check, and a file";

enum Failure {
    Usage,
    Question(Error),
    Stream(io::Error),
    File(String, io::Error),
    Certificate(Refusal),
}

impl From<Error> for Failure {
    fn from(trouble: Error) -> Self {
        Failure::Question(trouble)
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Question(trouble) => Failure::Question(trouble),
            PlayError::Stream(error) => Failure::Stream(error),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Stream(error)
    }
}

fn help<G: Hints>(inquiry: &Inquiry<G>, output: &mut impl Write) -> Result<(), Failure> {
    writeln!(output, "The game of {}: {USAGE}.", inquiry.game().name())?;
    Ok(())
}

fn solve<G: Hints>(inquiry: &mut Inquiry<G>, position: &str, output: &mut impl Write) -> Result<(), Failure> {
    writeln!(output, "{}", inquiry.outcome_of(position)?)?;
    if let Some(good) = inquiry.winning_move(position)? {
        writeln!(output, "{}", good.label)?;
    }
    Ok(())
}

fn nimber<G: Hints>(inquiry: &mut Inquiry<G>, position: &str, output: &mut impl Write) -> Result<(), Failure> {
    writeln!(output, "{}", inquiry.nimber_of(position)?)?;
    Ok(())
}

fn options<G: Hints>(inquiry: &mut Inquiry<G>, position: &str, output: &mut impl Write) -> Result<(), Failure> {
    let mut written = Ok(());
    inquiry.options(position, |option| {
        let mark = if option.nimber.get() == 0 { '*' } else { ' ' };
        written = writeln!(output, "{mark} {:3}  {}", option.nimber, option.by.label);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(written?)
}

fn prove<G: Hints>(inquiry: &mut Inquiry<G>, position: &str, output: &mut impl Write) -> Result<(), Failure> {
    let proof = inquiry.prove(position, Goal::Nimber)?;
    Ok(proof.to_certificate(inquiry.game()).write(output)?)
}

fn check<G: Hints>(inquiry: &Inquiry<G>, file: &str, output: &mut impl Write) -> Result<(), Failure> {
    let reader = BufReader::new(File::open(file).map_err(|error| Failure::File(file.to_string(), error))?);
    let checker = Checker::new().rules(|name| OwnRules::of(inquiry.game(), name));
    let verified = checker.check(reader).map_err(Failure::Certificate)?;
    writeln!(output, "VERIFIED {} {} ({} facts)", verified.game, verified.claim, verified.facts)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::nim::Nim;

    /// The exit code, standard output and standard error.
    fn ask(words: &[&str]) -> (u8, String, String) {
        let arguments: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let code = run_with(Nim::default(), &arguments, io::empty(), &mut output, &mut errors);
        (code, String::from_utf8(output).expect("UTF-8"), String::from_utf8(errors).expect("UTF-8"))
    }

    #[test]
    fn answers_and_errors() {
        assert_eq!(ask(&["nimber", "7 5 4 2"]), (0, "4\n".to_string(), String::new()));
        assert_eq!(ask(&["solve", "7 5 4 2"]), (0, "win\n7->3\n".to_string(), String::new()));
        assert_eq!(ask(&["solve", "3 3"]).1, "loss\n");
        for (words, told) in [
            (&["nimber"][..], "expected solve, nimber"),
            (&["nimber", "x"], "`x`, column 1"),
            (&["check", "no/such/file"], "cannot read no/such/file: "),
        ] {
            let (code, output, errors) = ask(words);
            assert_eq!((code, output.as_str()), (2, ""), "{words:?}");
            assert!(errors.starts_with("error: ") && errors.contains(told) && errors.lines().count() == 1, "{errors}");
        }
    }
}
