//! The program `grundy`: the commands of the library, with the built-in games.

use std::process::ExitCode;

fn main() -> ExitCode {
    grundy::cli::main()
}
