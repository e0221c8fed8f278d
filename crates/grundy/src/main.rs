//! The program: the only place that prints, reads the environment and handles signals.
//!
//! `commands` has one file for each verb; `games` is where a name becomes a game, the only place with `dyn`; `exit` is where
//! everything that can happen becomes an exit code. Data goes to standard output, everything else to standard error.

mod amounts;
mod commands;
mod drawing;
mod exit;
mod facts_text;
mod games;
mod keeper;
mod memory;
mod print_table;
mod progress;
mod range;
mod reprove;
mod search_args;
mod session;
mod signals;
mod watch;

use std::process::ExitCode;

fn main() -> ExitCode {
    signals::install();
    exit::report(commands::run())
}
