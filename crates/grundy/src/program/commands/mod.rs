//! The commands: one file for each verb, with its arguments, its help and its work. A new verb is its file, its `mod`,
//! a line in [`Verb`] and one in [`run`].

mod answer_output;
mod batch;
mod bench;
mod bench_sets;
mod check;
mod completions;
mod draw;
mod drawing;
mod explore;
mod inevitable;
mod man;
mod options;
mod own_game;
mod period;
mod play;
mod prove;
mod solve;
mod store;
mod table;
mod tree;

use crate::games::{GAMES, GameInfo};
use crate::program::exit::{Ended, Failure};
use crate::program::suggest;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// Solve impartial combinatorial games: who wins, by which move, with which nimber.
#[derive(Parser)]
#[command(name = "grundy", version, propagate_version = true)]
struct Program {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Solve(solve::Arguments),
    Options(options::Arguments),
    Table(table::Arguments),
    Period(period::Arguments),
    Prove(prove::Arguments),
    Check(check::Arguments),
    Store(store::Arguments),
    Inevitable(inevitable::Arguments),
    Bench(bench::Arguments),
    Tree(tree::Arguments),
    Draw(draw::Arguments),
    Play(play::Arguments),
    Explore(explore::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// What follows the list of commands. The games come from the list that names them.
fn after_help() -> String {
    let width = GAMES.iter().map(|game| game.name.len()).max().unwrap_or(0);
    let line = |game: &GameInfo| format!("  {:width$}  {}; {}\n", game.name, game.rules, game.notation);
    let games: String = GAMES.iter().map(line).collect();
    format!("Games (in all of them the player who cannot move loses):\n{games}\n{AFTER_GAMES}")
}

const AFTER_GAMES: &str = "\
A heap game can also be given by its code, such as 0.77: the digit at place k (0 to 9, a to v) says what may be left of a heap \
when k objects are taken: 1 nothing, 2 one heap, 4 two heaps, 8 three heaps, 16 four heaps, or a sum of these. A sign after a digit: \
! the heaps that are left differ, ? they are not all equal, = they are all equal.
A board of cram may have walls (':' between two cells, '_' for a cell with a wall below it), and may be any graph: 'graph(0-1,1-2)'. \
FORMATS.md describes all notations.

Examples:
  $ grundy solve nim '7 5 4 2' --nimber
  $ grundy solve sprouts 8
  $ grundy table kayles 0..20
  $ grundy explore

Exit codes: 0 answered, 1 certificate refused, 2 bad usage or input, 3 stopped by a limit, 130 interrupted";

/// Reads the command line and does what it says.
pub fn run() -> Ended {
    run_as(definition())
}

/// The same for a program with a game of its own, which is not named on the command line.
pub fn run_own(game: &str) -> Ended {
    run_as(own_game::definition(definition(), game))
}

fn run_as(definition: clap::Command) -> Ended {
    let shown = definition.get_subcommands().filter(|verb| !verb.is_hide_set());
    let verbs = shown.map(|verb| verb.get_name().to_string()).collect::<Vec<_>>().join(", ");
    let parsed = definition.try_get_matches().and_then(|mut matches| Program::from_arg_matches_mut(&mut matches));
    let program = match parsed {
        Ok(program) => program,
        Err(error) => return usage(&error, &verbs),
    };
    match program.verb {
        Verb::Solve(arguments) => arguments.run(),
        Verb::Options(arguments) => arguments.run(),
        Verb::Table(arguments) => arguments.run(),
        Verb::Period(arguments) => arguments.run(),
        Verb::Prove(arguments) => arguments.run(),
        Verb::Check(arguments) => arguments.run(),
        Verb::Store(arguments) => arguments.run(),
        Verb::Inevitable(arguments) => arguments.run(),
        Verb::Bench(arguments) => arguments.run(),
        Verb::Tree(arguments) => arguments.run(),
        Verb::Draw(arguments) => arguments.run(),
        Verb::Play(arguments) => arguments.run(),
        Verb::Explore(arguments) => arguments.run(),
        Verb::Completions(arguments) => arguments.run(),
        Verb::Man(arguments) => arguments.run(),
    }
}

/// The definition of the command line, also for completions and manual pages. What a command does with the arguments of
/// a search that the others do not, its help says.
fn definition() -> clap::Command {
    Program::command().after_help(after_help()).mut_subcommands(|command| match command.get_name() {
        "bench" => bench::own_help(command),
        "play" => play::own_help(command),
        _ => command,
    })
}

/// Help and version are answers; everything else is one line. `verbs` are the commands that there are.
fn usage(error: &clap::Error, verbs: &str) -> Ended {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(error.print()?),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Err(Failure::input(format!("no command: expected one of {verbs} (see --help)")))
        }
        _ => {
            let text = error.render().to_string();
            let what = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
            let line = what.split_whitespace().collect::<Vec<_>>().join(" ");
            Err(Failure::input(match suggest::usage(error) {
                Some(guess) => format!("{line}; {guess}"),
                None => format!("{line} (see --help)"),
            }))
        }
    }
}
