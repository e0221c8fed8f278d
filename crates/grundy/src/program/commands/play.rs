//! `grundy play GAME POSITION`: a play in the terminal. The play itself is in the library (`grundy::play`).

use crate::Error;
use crate::play::{PlayError, Players};
use crate::program::exit::{Ended, Failure};
use crate::program::positions;
use crate::program::search_args::SearchArgs;
use crate::program::signals;
use crate::search::StopReason;
use clap::{Args, ValueEnum};
use std::io::{self, BufReader};
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
is reached, the solver guesses and says so.")]
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
        let mut session = self.search.open_with(&self.game, settings)?;
        let players = match self.players {
            Who::PersonFirst => Players::PersonFirst,
            Who::SolverFirst => Players::SolverFirst,
            Who::People => Players::People,
        };
        let mut input = BufReader::new(signals::Input::new());
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
