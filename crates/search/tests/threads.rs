//! Thousands of small searches with a random number of threads each, on one table and on fresh ones: nimbers agree with
//! those that other programs computed.

use grundy_core::{Component, Hints, Nimber, Position};
use grundy_games::cram::Cram;
use grundy_games::sprouts::Sprouts;
use grundy_search::{Limits, Solver, Traversal};
use std::collections::HashMap;

/// A reproducible series of numbers.
struct Lots(u64);

impl Lots {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

fn vectors<G: Hints>(game: &G, file: &str) -> Vec<(Position, Nimber)> {
    let vector = |line: &str| {
        let (position, nimber) = line.split_once('\t')?;
        Some((game.parse(position).expect("a position"), Nimber::new(nimber.trim().parse().ok()?)))
    };
    file.lines().filter_map(vector).collect()
}

/// Asks for every vector `rounds` times, each time with other threads, another seed and traversal, half of the time
/// with little memory; the table is thrown away now and then.
fn stress<G: Hints>(game: &G, vectors: &[(Position, Nimber)], rounds: usize) {
    let mut lots = Lots(7);
    let mut solver = Solver::new(game.clone());
    let mut facts: HashMap<Component, Nimber> = HashMap::new();
    for _ in 0..rounds * vectors.len() {
        let (position, nimber) = &vectors[lots.below(vectors.len())];
        if lots.below(40) == 0 {
            for (component, nimber) in solver.facts() {
                assert_eq!(*facts.entry(component).or_insert(nimber), nimber, "two runs disagree");
            }
            solver = Solver::new(game.clone());
        }
        let traversals = [Traversal::DfPn, Traversal::DfPn, Traversal::ProofNumber, Traversal::depth_first()];
        solver.set_threads(1 + lots.below(8));
        let seed = lots.below(1000) as u64;
        solver.set_traversal(traversals[lots.below(4)].clone(), seed);
        let memory = (lots.below(2) == 0).then_some(3 << 20);
        solver.set_limits(Limits { memory, ..Limits::default() });
        assert_eq!(
            solver.nimber(position),
            Ok(*nimber),
            "{:?}",
            position.iter().map(|c| game.write(c)).collect::<Vec<_>>()
        );
    }
}

#[test]
fn cram_with_random_threads() {
    let game = Cram::default();
    let vectors = vectors(&game, include_str!("../../../tests/vectors/cram-positions.tsv"));
    assert!(vectors.len() > 500);
    stress(&game, &vectors, 2);
}

#[test]
fn sprouts_with_random_threads() {
    // A bare number is a boundary in this file, not a number of spots.
    let game = Sprouts::of_files();
    let mut vectors = vectors(&game, include_str!("../../../tests/vectors/sprouts-positions.tsv"));
    assert!(vectors.len() > 1000);
    // Depth-first search takes long on the large ones.
    let difficulty = |position: &[Component]| position.iter().map(|land| game.estimate(land).difficulty).max();
    vectors.sort_by_key(|(position, _)| difficulty(position));
    vectors.truncate(1000);
    stress(&game, &vectors, 3);
}
