//! Searches Cram boards with other first numbers than grundy's; `bench/tune_cram_leaf.py` runs it.
//!
//! The first argument is the constants, as in `4,20,165,24,15` (see `CutConstants`), or `default`; the others are
//! boards with a seed, as in `5x8/1`. A line of the answer is the board, its nimber, visits, expansions and components.

#![allow(clippy::print_stdout)]

use grundy_core::Game;
use grundy_games::cram::Cram;
use grundy_games::tuning::{CutConstants, FirstNumbers};
use grundy_search::{Settings, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let constants = parse(&arguments.next().ok_or("expected the constants, or default")?)?;
    let game = Cram::default().with_first_numbers(FirstNumbers::new(constants));
    for argument in arguments {
        let (board, seed) = argument.split_once('/').ok_or("expected a board and a seed, as in 5x8/1")?;
        let settings = Settings { seed: seed.parse()?, ..Settings::default() };
        let mut solver = Solver::with_settings(game.clone(), settings);
        let nimber = solver.nimber(&game.parse(board)?)?;
        let stats = solver.stats();
        println!("{argument}\t{nimber}\t{}\t{}\t{}", stats.nodes, stats.expansions, stats.components);
    }
    Ok(())
}

fn parse(text: &str) -> Result<CutConstants, Box<dyn std::error::Error>> {
    if text == "default" {
        return Ok(CutConstants::default());
    }
    let constants: Vec<u32> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let &[smaller, crossing, growth, ratio, narrowing] = &constants[..] else {
        return Err("there are five constants".into());
    };
    Ok(CutConstants { smaller, crossing, growth, ratio, narrowing })
}
