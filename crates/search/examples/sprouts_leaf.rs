//! Searches n-spot Sprouts with given constants of the first proof numbers; `bench/fit_sprouts_leaf.py` runs it.
//!
//! Every line read from the standard input is seven constants in thousandths (or `default`, or `neutral`) and numbers
//! of spots, as in `1060 0 60 0 60 0 60 : 8 9 10`; the answer to it is one line, the expansions for each n, summed over
//! seeds.

#![allow(clippy::print_stdout)]

use grundy_core::Game;
use grundy_games::sprouts::Sprouts;
use grundy_games::tuning::LeafWeights;
use grundy_search::{Limits, Settings, Solver};
use std::io::BufRead;

/// Searches for each n, which differ in the order of equal options: one of them alone is a matter of luck.
const SEEDS: u64 = 3;
/// A search this long counts as this long.
const NODES: u64 = 3_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (constants, spots) = line.split_once(':').ok_or("a line is constants, a colon, numbers of spots")?;
        let leaf = match constants.trim() {
            "default" => LeafWeights::default(),
            "neutral" => LeafWeights::NEUTRAL,
            given => {
                let given: Vec<i32> = given.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
                LeafWeights(given.try_into().map_err(|_| "there are seven constants")?)
            }
        };
        let counts: Result<Vec<String>, _> = spots.split_whitespace().map(|n| expansions(leaf, n)).collect();
        println!("{} : {}", leaf.0.map(|weight| weight.to_string()).join(" "), counts?.join(" "));
    }
    Ok(())
}

fn expansions(leaf: LeafWeights, spots: &str) -> Result<String, Box<dyn std::error::Error>> {
    let game = Sprouts::default().with_leaf_weights(leaf);
    let position = game.parse(spots)?;
    let mut sum = 0;
    for seed in 0..SEEDS {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let mut solver = Solver::with_settings(game, Settings { seed, limits, ..Settings::default() });
        // A stopped search has expansions, too.
        let _ = solver.outcome(&position);
        sum += solver.stats().expansions;
    }
    Ok(sum.to_string())
}
