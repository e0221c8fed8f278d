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
mod heap_store;
mod keeper;
mod limit_args;
mod memory;
mod positions;
mod print_table;
mod progress;
mod range;
mod regularity;
mod reprove;
mod search_args;
mod session;
mod signals;
mod suggest;
mod text_file;
mod watch;
mod watchdog;

use std::process::ExitCode;

/// A damaged store makes its engine panic, which `grundy_store` catches and reports in one line: the panic says nothing more.
fn silence_the_store() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic.location().is_some_and(|place| place.file().contains("/redb-")) {
            report(panic);
        }
    }));
}

fn main() -> ExitCode {
    signals::install();
    silence_the_store();
    exit::report(commands::run())
}
