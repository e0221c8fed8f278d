//! Exit codes, in one place.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | answered |
//! | 1 | a certificate was refused, or facts of a store or a file do not hold |
//! | 2 | bad usage or input: one line on standard error says what, where, and what was expected |
//! | 3 | a limit stopped it: what is known so far is on standard error, or in the JSON |
//! | 130 | interrupted |

use grundy::Trouble;
use grundy::core::ParseError;
use grundy::search::StopReason;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Why a command ends without all of its answer.
#[derive(Debug)]
pub enum Failure {
    /// What the user gave cannot be used, or the answer cannot be written.
    Input(String),
    /// A proof that was given does not hold.
    Refused(String),
    /// The search was stopped, and what is known so far.
    Stopped(StopReason, String),
    /// Nobody reads standard output any more, which is no failure at all.
    ClosedPipe,
}

/// The result of a command.
pub type Ended = Result<(), Failure>;

/// Tells the user and the shell how the program ended.
pub fn report(ended: Ended) -> ExitCode {
    let (code, line) = match ended {
        Ok(()) | Err(Failure::ClosedPipe) => return ExitCode::SUCCESS,
        Err(Failure::Input(line)) => (2, format!("error: {line}")),
        Err(Failure::Refused(line)) => (1, format!("refused: {line}")),
        Err(Failure::Stopped(reason, known)) => {
            let code = if reason == StopReason::Interrupted { INTERRUPTED } else { 3 };
            (code, if known.is_empty() { format!("stopped: {reason}") } else { format!("stopped: {reason}; {known}") })
        }
    };
    tell(&line);
    ExitCode::from(code)
}

/// What a shell calls a process that ended by Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// One line for the person, on standard error. If that is closed there is nobody to tell.
pub fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

impl Failure {
    /// Input that cannot be used.
    pub fn input(line: impl Into<String>) -> Self {
        Failure::Input(line.into())
    }

    /// A file that cannot be written.
    pub fn cannot_write(file: &Path, error: &io::Error) -> Self {
        Failure::Input(format!("cannot write {}: {error}", file.display().to_string().escape_debug()))
    }
}

/// The word for what stopped a command, if something did.
pub fn stopped(ended: &Ended) -> Option<&'static str> {
    match ended {
        Err(Failure::Stopped(reason, _)) => Some(reason.as_str()),
        _ => None,
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Failure::Input(error.to_string())
    }
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Self {
        Failure::Stopped(reason, String::new())
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Parse(error) => error.into(),
            Trouble::Stopped(reason) => reason.into(),
        }
    }
}

/// Only what is written to standard output comes this way; files that cannot be read are reported with their names.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Input(format!("cannot write the answer: {error}")),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}
