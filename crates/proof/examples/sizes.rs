//! Sizes of proofs of Sprouts: `sizes SECONDS n n n ...` prints for each n what the search left, what that many seconds
//! of shrinking made of it, Glop's smallest, and times.
#![allow(clippy::print_stdout)]

use grundy_core::Game;
use grundy_games::sprouts::Sprouts;
use grundy_proof::{Effort, Goal, Prover};
use grundy_search::Solver;
use std::time::{Duration, Instant};

/// The sizes in the tables of Glop, by number of spots.
const GLOP: [(u32, usize); 20] = [
    (2, 3),
    (3, 6),
    (4, 15),
    (5, 15),
    (6, 43),
    (7, 65),
    (8, 137),
    (9, 58),
    (10, 110),
    (11, 113),
    (16, 669),
    (17, 329),
    (18, 1997),
    (19, 1736),
    (20, 1831),
    (21, 5312),
    (22, 1581),
    (23, 1058),
    (24, 5327),
    (25, 2497),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u32> = std::env::args().skip(1).map(|n| n.parse()).collect::<Result<_, _>>()?;
    let Some((&seconds, spots)) = numbers.split_first() else { return Err("sizes SECONDS n n n ...".into()) };
    println!("n\tsearch\tleft\tshrunk\tGlop\tsearch s\tprove s\tcheck s");
    for &n in spots {
        let game = Sprouts::default();
        let position = game.parse(&format!("0*{n}"))?;
        let mut solver = Solver::new(game);
        let began = Instant::now();
        solver.outcome(&position)?;
        let (searched, known) = (began.elapsed(), solver.stats().facts);
        let effort = Effort::for_time(Duration::from_secs(seconds.into()));
        let proof = Prover::new(&mut solver).effort(effort).prove(&position, Goal::Outcome)?;
        let proved = began.elapsed();
        let certificate = proof.to_certificate(&game).to_string().into_bytes();
        let verified = grundy_check::Checker::new().check(&certificate[..])?;
        assert_eq!(verified.facts, proof.facts.len());
        let glop = GLOP.iter().find(|(m, _)| *m == n).map_or("?".to_string(), |(_, size)| size.to_string());
        println!(
            "{n}\t{known}\t{}\t{}\t{glop}\t{:.1}\t{:.1}\t{:.1}",
            proof.extracted,
            proof.facts.len(),
            searched.as_secs_f64(),
            (proved - searched).as_secs_f64(),
            (began.elapsed() - proved).as_secs_f64(),
        );
    }
    Ok(())
}
