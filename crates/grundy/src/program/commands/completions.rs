//! `grundy completions SHELL`: what the shell needs to complete our commands.

use super::definition;
use crate::program::exit::Ended;
use clap::Args;
use clap_complete::Shell;
use std::io::Write;

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy completions bash
  $ grundy completions zsh")]
pub struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Arguments {
    /// Prints the script.
    pub fn run(self) -> Ended {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut definition(), "grundy", &mut script);
        Ok(std::io::stdout().write_all(&script)?)
    }
}
