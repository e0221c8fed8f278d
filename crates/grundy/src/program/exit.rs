//! Exit codes, in one place.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | answered |
//! | 1 | a certificate was refused, or facts of a store or a file do not hold |
//! | 2 | bad usage or input: one line on standard error says what, where, and what was expected |
//! | 3 | a limit stopped it: what is known so far is on standard error, or in the JSON |
//! | 130 | interrupted |

use crate::Error;
use crate::core::ParseError;
use crate::search::StopReason;
use std::fmt;
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
    let Err(failure) = ended else { return ExitCode::SUCCESS };
    let (code, word) = match &failure {
        Failure::ClosedPipe => return ExitCode::SUCCESS,
        Failure::Input(_) => (2, "error"),
        Failure::Refused(_) => (1, "refused"),
        Failure::Stopped(StopReason::Interrupted, _) => (INTERRUPTED, "stopped"),
        Failure::Stopped(..) => (3, "stopped"),
    };
    tell(&format!("{word}: {failure}"));
    ExitCode::from(code)
}

/// What a shell calls a process that ended by Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Prints one line on standard error. If that is closed, the line is lost.
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

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(line) | Failure::Refused(line) => write!(f, "{line}"),
            Failure::Stopped(reason, known) if known.is_empty() => write!(f, "{reason}"),
            Failure::Stopped(reason, known) => write!(f, "{reason}; {known}"),
            Failure::ClosedPipe => write!(f, "standard output was closed"),
        }
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

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Parse(error) => error.into(),
            Error::Stopped(reason) => reason.into(),
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
