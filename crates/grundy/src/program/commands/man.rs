//! `grundy man [COMMAND]`: the manual page, made of the same definitions as the help.

use super::definition;
use crate::program::exit::{Ended, Failure};
use clap::Args;
use std::io::Write;

/// Print the manual page of the program, or of one command
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy man
  $ grundy man solve")]
pub struct Arguments {
    /// The command whose page is wanted
    command: Option<String>,
}

impl Arguments {
    /// Prints the page as troff.
    pub fn run(self) -> Ended {
        let mut program = definition();
        program.build();
        let command = match &self.command {
            None => program,
            Some(name) => match program.find_subcommand(name) {
                Some(command) => command.clone(),
                None => {
                    let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
                    let line = format!("no command `{}`: expected one of {}", name.escape_debug(), names.join(", "));
                    return Err(Failure::input(line));
                }
            },
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        Ok(std::io::stdout().write_all(&page)?)
    }
}
