//! Sizes of proofs.
#![allow(clippy::print_stdout)]
use grundy_core::Game;
use grundy_games::sprouts::Sprouts;
use grundy_proof::{Goal, Prover};
use grundy_search::{Settings, Solver};
use std::time::Instant;

fn main() {
    let game = Sprouts::default();
    for n in std::env::args().skip(2) {
        let t = Instant::now();
        let mut solver = Solver::with(game, Settings::default());
        let position = game.parse(&format!("0*{n}")).expect("a position");
        let outcome = solver.outcome(&position);
        let ts = t.elapsed().as_secs_f64();
        let known = solver.facts().len();
        let t = Instant::now();
        let mut prover = Prover::from_solver(solver);
        let ti = t.elapsed().as_secs_f64();
        let proof = prover
            .prove(&position, Goal::Outcome, std::env::args().nth(1).unwrap().parse().unwrap())
            .expect("no limits");
        let tp = t.elapsed().as_secs_f64();
        let mut text = Vec::new();
        proof.write(&game, &mut text).expect("memory");
        let t = Instant::now();
        std::fs::write(format!("/tmp/c{n}.txt"), &text).expect("file");
        let verdict = grundy_check::check(&text[..], 1, &|_| ());
        println!(
            "{n} {outcome:?} search {ts:.2} known {known} import {ti:.2} prove {tp:.2} facts {} check {:.2} {:?}",
            proof.facts.len(),
            t.elapsed().as_secs_f64(),
            verdict.map(|v| v.facts)
        );
    }
}
