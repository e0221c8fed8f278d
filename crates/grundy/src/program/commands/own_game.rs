//! The command line of a program with a game of its own: the same commands, without the name of the game.

use clap::Command;

/// Turns the name of the game from an argument into something that is known.
pub fn definition(commands: Command, game: &str) -> Command {
    // Definitions of command lines live as long as the program.
    let name: &'static str = String::leak(game.to_string());
    let about = format!("Solve {name}: who wins, by which move, with which nimber.");
    commands.name(name).display_name(name).bin_name(name).about(about).after_help("").mut_subcommands(|command| {
        let known = |command: Command, argument: &'static str, value: &'static str| {
            let has = command.get_arguments().any(|arg| arg.get_id() == argument);
            let set = |arg: clap::Arg| arg.long(argument).required(false).default_value(value).hide(true);
            if has { command.mut_arg(argument, set) } else { command }
        };
        // What is drawn by its name, and the theory of one heap, are for the built-in games.
        let is_hidden = ["draw", "period", "man", "completions"].contains(&command.get_name());
        known(known(command.after_help("").hide(is_hidden), "game", name), "what", "own")
    })
}
