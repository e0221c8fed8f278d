//! `grundy play GAME POSITION`: a play in the terminal. The play itself is in the library (`grundy::play`).

use crate::Error;
use crate::play::{PlayError, Players};
use crate::program::exit::{Ended, Failure};
use crate::program::positions;
use crate::program::search_args::SearchArgs;
use crate::program::{signals, watchdog};
use crate::search::StopReason;
use clap::{Args, ValueEnum};
use std::io::{self, BufRead, BufReader, Read};
use std::time::Duration;

/// Play against the solver, or two people against each other
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy play nim '7 5 4 2'
  $ grundy play cram 4x5 --players solver-first
  $ grundy play sprouts 4 --players people
  $ grundy play cram 9x9 --time 2s

The player who cannot move loses. On your turn, type the number of a move or the text beside it; h gives a hint, w explains why \
a position is losing, u takes a move back, q quits. The limits (--time and so on) apply to each move of the solver; when one \
is reached, the solver guesses and says so. Listing the moves may take as long again; a position with more moves than \
that ends the play (exit code 3).")]
pub struct Arguments {
    /// The game: a name or a code (see grundy --help)
    game: String,

    /// The position
    #[arg(required = true, value_name = "POSITION")]
    position: Vec<String>,

    /// Who plays
    #[arg(long, value_enum, default_value_t = Who::PersonFirst)]
    players: Who,

    #[command(flatten)]
    search: SearchArgs,
}

/// The input of a play. Between two lines the program may take the time of a turn; waiting for a line takes none.
struct Turns<R> {
    input: R,
    time: Option<Duration>,
}

impl<R: BufRead> Read for Turns<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut waiting = self.fill_buf()?;
        let count = waiting.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Turns<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        watchdog::set_time(None);
        let filled = self.input.fill_buf();
        watchdog::set_time(self.time);
        filled
    }

    fn consume(&mut self, amount: usize) {
        self.input.consume(amount);
    }
}

/// The help of a command whose limits hold for each move.
pub fn own_help(command: clap::Command) -> clap::Command {
    command.mut_arg("time", |arg| arg.help("How long the solver may think about a move: 90s, 10m [default: 5s]"))
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Debug)]
enum Who {
    /// You begin, the solver answers
    PersonFirst,
    /// The solver begins
    SolverFirst,
    /// Two people; the solver gives hints
    People,
}

impl Arguments {
    /// Plays on the standard streams.
    pub fn run(self) -> Ended {
        const THINKING: Duration = Duration::from_secs(5);
        let mut settings = self.search.settings();
        settings.limits.time = settings.limits.time.or(Some(THINKING));
        let players = match self.players {
            Who::PersonFirst => Players::PersonFirst,
            Who::SolverFirst => Players::SolverFirst,
            Who::People => Players::People,
        };
        // Listing the moves may take as long as thinking about one.
        let turn = settings.limits.time.map(|time| time.saturating_mul(2));
        let mut session = self.search.open_with(&self.game, settings)?;
        watchdog::set_time(turn);
        let mut input = Turns { input: BufReader::new(signals::Input::new()), time: turn };
        let position = session.parse(&positions::typed(&self.game, &self.position)?)?;
        let ended = session.play(position, players, &mut input, &mut io::stdout().lock());
        let ended = ended.map_err(|error| match error {
            PlayError::Question(Error::Parse(error)) => error.into(),
            PlayError::Question(Error::Stopped(reason)) => reason.into(),
            PlayError::Stream(_) if signals::interrupt().is_raised() => StopReason::Interrupted.into(),
            PlayError::Stream(error) if error.kind() == io::ErrorKind::InvalidData => {
                Failure::input("standard input is not text (UTF-8)")
            }
            PlayError::Stream(error) => error.into(),
        });
        session.close(ended)
    }
}
