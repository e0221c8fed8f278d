//! The command line: of the program `grundy`, and of any program that brings a game of its own.
//!
//! ```text
//! solve POSITION      the outcome, a winning move, with --nimber the nimber; --file for many positions
//! options POSITION    every option with its nimber, the winning ones marked *
//! table RANGE         nimbers of positions that are written as numbers
//! tree POSITION       game trees, solution trees and proofs of a nimber, as text, SVG, DOT or TikZ
//! prove POSITION      a certificate
//! check FILE          whether a certificate is a proof, by the rules of the game as they are written (see [`OwnRules`])
//! play POSITION       play against the solver
//! store ...           facts on disk
//! bench POSITION...   time and node counts
//! explore             the explorer in the browser
//! ```
//! All commands have the same options as those of `grundy` (`--threads`, `--time`, `--memory`, `--json`, ...) and the
//! same exit codes: `--help` lists them. See [`crate`] for a complete game.

pub use crate::play::{PlayError, Players, play};

#[cfg(doc)]
use crate::OwnRules;
use crate::program::{commands, exit, registry, signals};
use grundy_core::Hints;
use std::process::ExitCode;

/// The command line of a game, on the arguments and standard streams of this process. To be the last line of a `main`.
pub fn run<G: Hints + 'static>(game: G) -> ExitCode {
    prepare();
    let name = game.name();
    registry::register(game);
    exit::report(commands::run_own(&name))
}

/// The program `grundy`.
#[doc(hidden)]
pub fn main() -> ExitCode {
    prepare();
    exit::report(commands::run())
}

fn prepare() {
    signals::install();
    silence_the_store();
}

/// A damaged store makes its engine panic, which `grundy_store` catches and reports in one line: the panic says nothing
/// more.
fn silence_the_store() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic.location().is_some_and(|place| place.file().contains("/redb-")) {
            report(panic);
        }
    }));
}
