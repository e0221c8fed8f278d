//! Certificates of all games, outcomes and nimbers, from searches of all kinds: the checker, which shares no code with
//! the search, accepts every one of them and counts the facts alike.

use grundy_core::{Component, Game, Hints, Nimber, Outcome, Position};
use grundy_games::cram::Cram;
use grundy_games::heap::Heap;
use grundy_games::nim::Nim;
use grundy_games::sprouts::Sprouts;
use grundy_proof::{Effort, Goal, Proof, ProofProgress, ProveError, Prover, Stage, Statement};
use grundy_search::{Interrupt, Limits, Settings, Solver, StopReason, Traversal};
use proptest::prelude::*;
use std::time::Duration;

const ONE_ROUND: Effort = Effort { rounds: 1, time: None, seed: 0 };

/// Writes the proof and has it checked: the claim, as the checker states it.
fn check<G: Hints>(game: &G, proof: &Proof) -> String {
    let certificate = proof.to_certificate(game).to_string().into_bytes();
    let text = String::from_utf8(certificate).unwrap();
    let verified = grundy_check::Checker::new().check(text.as_bytes()).unwrap_or_else(|no| panic!("{no}\n{text}"));
    assert_eq!(verified.facts, proof.facts.len(), "no fact is said twice:\n{text}");
    assert_eq!(verified.game, game.name());
    assert!(proof.facts.len() <= proof.extracted);
    verified.claim.to_string()
}

/// Proves both the outcome and the nimber of a position, from one search: the sizes.
fn prove_both<G: Hints>(solver: &mut Solver<G>, position: &str, effort: &Effort) -> [usize; 2] {
    let game = solver.game().clone();
    let components = game.parse(position).unwrap();
    let outcome = Prover::new(solver).effort(*effort).prove(&components, Goal::Outcome).unwrap();
    let nimber = Prover::new(solver).effort(*effort).prove(&components, Goal::Nimber).unwrap();
    let (Statement::Outcome(wins), Statement::Nimber(value)) = (outcome.statement, nimber.statement) else {
        panic!("what was asked is answered")
    };
    assert_eq!(wins, Outcome::of(value));
    assert!(check(&game, &outcome).starts_with(&format!("outcome {} ", wins.letter())));
    assert!(check(&game, &nimber).starts_with(&format!("nimber {value} ")));
    [outcome.facts.len(), nimber.facts.len()]
}

#[test]
fn sprouts() {
    let mut solver = Solver::new(Sprouts::default());
    for n in 0..=7 {
        prove_both(&mut solver, &n.to_string(), &ONE_ROUND);
    }
    for position in ["0*3.1a1a", "0.1a1a.AB|AB + 0*2".replace(' ', "").as_str(), "12.2.AB|AB+0*4", "!"] {
        prove_both(&mut solver, position, &ONE_ROUND);
    }
}

#[test]
fn sprouts_of_the_vectors() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/sprouts-positions.tsv");
    let mut solver = Solver::new(Sprouts::of_files());
    for line in std::fs::read_to_string(file).unwrap().lines().step_by(23) {
        let (position, nimber) = line.split_once('\t').unwrap();
        let components = solver.game().parse(position).unwrap();
        let proof = Prover::new(&mut solver).effort(Effort::NONE).prove(&components, Goal::Nimber).unwrap();
        assert_eq!(proof.statement, Statement::Nimber(Nimber::new(nimber.parse().unwrap())), "{position}");
        check(&Sprouts::default(), &proof);
    }
}

#[test]
fn cram() {
    let mut solver = Solver::new(Cram::default());
    for board in
        ["0x0".replace('0', "1").as_str(), "3x3", "3x4", "3x5", "3x6", "3x7", "4x4", "4x5", "5x5", "2x9", "6x6"]
    {
        prove_both(&mut solver, board, &ONE_ROUND);
    }
    for position in
        ["3x5 + ..#/...", "..../..#./.##./....", "#", "graph(0-1,1-2,2-0,2-3)", "graph(0-1,1-2,2-3,3-0,0-4,2-5)"]
    {
        prove_both(&mut solver, position, &ONE_ROUND);
    }
}

#[test]
fn a_theorem_is_named_where_it_is_used() {
    let cram = Cram::default();
    let even =
        Prover::new(&mut Solver::new(cram.clone())).effort(ONE_ROUND).prove(&cram.parse("8x8").unwrap(), Goal::Outcome);
    let even = even.unwrap();
    assert_eq!((even.facts.len(), even.facts[0].theorem), (1, Some("central-symmetry")));
    assert_eq!(check(&cram, &even), "outcome L 8x8");
    let odd =
        Prover::new(&mut Solver::new(cram.clone())).effort(ONE_ROUND).prove(&cram.parse("8x7").unwrap(), Goal::Outcome);
    assert_eq!(check(&cram, &odd.unwrap()), "outcome W 8x7");

    let settings = Settings { theorems: false, ..Settings::default() };
    let mut solver = Solver::with_settings(cram.clone(), settings);
    let proof = Prover::new(&mut solver).effort(ONE_ROUND).prove(&cram.parse("4x4").unwrap(), Goal::Outcome).unwrap();
    assert!(proof.facts.len() > 1 && proof.facts.iter().all(|fact| fact.theorem.is_none()));
    check(&cram, &proof);
}

#[test]
fn nim_and_heap_games() {
    prove_both(&mut Solver::new(Nim::default()), "16777216 5 4 2", &ONE_ROUND);
    prove_both(&mut Solver::new(Nim::without_theorem()), "7 5 4 2", &ONE_ROUND);
    for code in ["0.77", "0.137", "4.0", "8.0", "0.3f", "4!.0", "couples-are-forever"] {
        let game: Heap = code.parse().unwrap();
        prove_both(&mut Solver::new(game.clone()), "17 9 30", &ONE_ROUND);
        prove_both(&mut Solver::new(game), "0", &ONE_ROUND);
    }
}

#[test]
fn every_traversal_leaves_a_proof() {
    let (sprouts, cram) = (Sprouts::default(), Cram::default());
    for traversal in [Traversal::DfPn, Traversal::ProofNumber, Traversal::depth_first()] {
        let settings = |threads| Settings { traversal: traversal.clone(), threads, ..Settings::default() };
        for threads in [1, 2] {
            prove_both(&mut Solver::with_settings(sprouts, settings(threads)), "6", &Effort::NONE);
            prove_both(&mut Solver::with_settings(cram.clone(), settings(threads)), "4x5", &Effort::NONE);
        }
    }
}

#[test]
fn small_proofs_of_sprouts() {
    // Glop's smallest, or smaller, by the default effort; the first two are n = 0 and 1.
    let most = [0, 1, 3, 4, 15, 15, 43, 65, 137];
    for (n, most) in most.into_iter().enumerate() {
        let game = Sprouts::default();
        let position = game.parse(&n.to_string()).unwrap();
        let proof =
            Prover::new(&mut Solver::new(game)).effort(Effort::default()).prove(&position, Goal::Outcome).unwrap();
        assert!(proof.facts.len() <= most, "{n} spots: {} facts", proof.facts.len());
        check(&game, &proof);
    }
}

#[test]
fn a_seed_fixes_the_proof() {
    let game = Sprouts::default();
    let position = game.parse("7").unwrap();
    let of = |seed| {
        let effort = Effort { seed, rounds: 2, time: None };
        let proof = Prover::new(&mut Solver::new(game)).effort(effort).prove(&position, Goal::Outcome).unwrap();
        check(&game, &proof);
        proof.facts
    };
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
}

/// Threads that shrink hear of each other only between rounds, so that it does not matter who is faster.
#[test]
fn a_seed_and_a_number_of_threads_fix_the_proof() {
    let game = Sprouts::default();
    let position = game.parse("7").unwrap();
    let of = |threads| {
        let mut solver = Solver::new(game);
        solver.outcome(&position).unwrap();
        solver.set_threads(threads);
        let effort = Effort { seed: 3, rounds: 3, time: None };
        let proof = Prover::new(&mut solver).effort(effort).prove(&position, Goal::Outcome).unwrap();
        check(&game, &proof);
        assert_eq!(solver.settings().threads, threads);
        proof.facts
    };
    let three = of(3);
    assert_eq!(three, of(3));
    assert_ne!(three, of(1));
    assert!(three.len() <= 50, "{} facts", three.len());
}

/// A thread that lacks the room for what the solver knows takes no part.
#[test]
fn little_memory_for_many_threads() {
    let cram = Cram::default();
    let position = cram.parse("4x5").unwrap();
    let mut solver = Solver::new(cram.clone());
    solver.outcome(&position).unwrap();
    solver.set_threads(4);
    solver.set_limits(Limits { memory: Some(1 << 20), ..Limits::default() });
    let proof = Prover::new(&mut solver).effort(ONE_ROUND).prove(&position, Goal::Outcome).unwrap();
    check(&cram, &proof);
}

#[test]
fn limits_and_interrupts() {
    let game = Sprouts::default();
    let position = game.parse("11").unwrap();
    let interrupt = Interrupt::default();
    let few = Limits { nodes: Some(10), ..Limits::default() };
    let mut solver = Solver::with_settings(game, Settings { limits: few, ..Settings::default() });
    let stopped = Prover::new(&mut solver).effort(Effort::default()).prove(&position, Goal::Outcome);
    assert_eq!(stopped, Err(ProveError::Stopped(StopReason::Nodes)));

    // Raised while the proof is made smaller: it is a proof at any time.
    solver.set_limits(Limits { interrupt: interrupt.clone(), ..Limits::default() });
    let mut calls = 0;
    let effort = Effort::for_time(Duration::from_secs(3600));
    let observe = |progress: &ProofProgress| {
        if let Stage::Shrink { round } = progress.stage {
            calls += 1;
            assert_eq!(round, 1);
            if calls == 20 {
                interrupt.raise();
            }
        }
    };
    let proof = Prover::new(&mut solver).effort(effort).observe(observe).prove(&position, Goal::Outcome);
    let proof = proof.unwrap();
    assert_eq!(calls, 20);
    assert!(proof.facts.len() < proof.extracted);
    check(&game, &proof);
}

/// A proof that takes more than one batch of facts, from facts alone and from all that a search leaves.
#[test]
fn an_extracted_proof_is_the_same_for_any_number_of_threads() {
    let cram = Cram::default();
    let position = cram.parse("5x7").unwrap();
    let mut searched = Solver::new(cram.clone());
    searched.nimber(&position).unwrap();
    for facts_only in [true, false] {
        let of = |threads| {
            let mut solver = Solver::new(cram.clone());
            match facts_only {
                true => drop(solver.learn(searched.facts()).unwrap()),
                false => drop(solver.nimber(&position).unwrap()),
            }
            solver.set_threads(threads);
            Prover::new(&mut solver).effort(Effort::NONE).prove(&position, Goal::Nimber).unwrap()
        };
        let one = of(1);
        assert!(one.facts.len() > 1200, "{} facts: too few to show anything", one.facts.len());
        check(&cram, &one);
        for threads in [2, 3, 7] {
            assert!(of(threads) == one, "{threads} threads, {facts_only}");
        }
    }
}

#[test]
fn limits_and_interrupts_end_an_extraction() {
    let cram = Cram::default();
    let position = cram.parse("5x7").unwrap();
    let mut solver = Solver::new(cram.clone());
    solver.nimber(&position).unwrap();
    for threads in [1, 3] {
        solver.set_threads(threads);
        let interrupt = Interrupt::default();
        solver.set_limits(Limits { interrupt: interrupt.clone(), ..Limits::default() });
        let mut seen = Vec::new();
        let observe = |progress: &ProofProgress| {
            let Stage::Extract { open } = progress.stage else { panic!("{progress:?}") };
            seen.push((progress.facts, open));
            if progress.facts > 500 {
                interrupt.raise();
            }
        };
        let stopped = Prover::new(&mut solver).effort(Effort::NONE).observe(observe).prove(&position, Goal::Nimber);
        assert_eq!(stopped, Err(ProveError::Stopped(StopReason::Interrupted)));
        // The board is done first, and its options are open then.
        assert_eq!(seen[0].0, 1);
        assert!(seen[0].1 > 10 && seen.is_sorted_by(|a, b| a.0 < b.0), "{seen:?}");
        assert_eq!(seen.iter().filter(|(facts, _)| *facts > 500).count(), 1, "it ends at once");

        solver.set_limits(Limits { time: Some(Duration::ZERO), ..Limits::default() });
        let stopped = Prover::new(&mut solver).effort(Effort::NONE).prove(&position, Goal::Nimber);
        assert_eq!(stopped, Err(ProveError::Stopped(StopReason::Time)));
        // Nothing was lost.
        solver.set_limits(Limits::default());
        check(&cram, &Prover::new(&mut solver).effort(Effort::NONE).prove(&position, Goal::Nimber).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_boards(rows in 1usize..5, cells in proptest::collection::vec("[.#_.]", 4..20), nimber: bool) {
        let columns = cells.len().div_ceil(rows);
        let mut cells = cells.into_iter().chain(std::iter::repeat("#".to_string()));
        let text: Vec<String> = (0..rows).map(|_| cells.by_ref().take(columns).collect()).collect();
        let game = Cram::default();
        let position = game.parse(&text.join("/")).unwrap();
        let goal = if nimber { Goal::Nimber } else { Goal::Outcome };
        let effort = Effort { rounds: 1, ..Effort::default() };
        let proof = Prover::new(&mut Solver::new(game.clone())).effort(effort).prove(&position, goal).unwrap();
        check(&game, &proof);
    }

    #[test]
    fn random_heaps(code in "0\\.[0-7]{1,4}", heaps in proptest::collection::vec(0u32..25, 1..4)) {
        let game: Heap = code.parse().unwrap();
        let text: Vec<String> = heaps.iter().map(u32::to_string).collect();
        prove_both(&mut Solver::new(game), &text.join(" "), &ONE_ROUND);
    }

    /// Positions met in play: a few moves from a start position, chosen at random.
    #[test]
    fn random_lands(spots in 3u32..7, choices in proptest::collection::vec(0usize..1000, 1..6)) {
        let game = Sprouts::default();
        let mut position: Vec<Component> = game.parse(&spots.to_string()).unwrap().into_components();
        for choice in choices {
            let Some(component) = position.pop() else { break };
            let options = grundy_core::collect_options(&game, &component);
            if !options.is_empty() {
                position.extend(options[choice % options.len()].components().iter().cloned());
            }
        }
        let position = Position::from_components(&game, position);
        let proof = Prover::new(&mut Solver::new(game)).effort(ONE_ROUND).prove(&position, Goal::Nimber).unwrap();
        check(&game, &proof);
    }
}

/// Nim that counts the components it writes.
#[derive(Clone, Default)]
struct Counted {
    nim: Nim,
    written: std::sync::Arc<std::sync::atomic::AtomicUsize>,
}

impl Game for Counted {
    fn name(&self) -> String {
        self.nim.name()
    }
    fn parse(&self, text: &str) -> Result<Position, grundy_core::ParseError> {
        self.nim.parse(text)
    }
    fn write(&self, component: &[u8]) -> String {
        self.written.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.nim.write(component)
    }
    fn options<S: grundy_core::Sink>(&self, component: &[u8], sink: &mut S) -> std::ops::ControlFlow<()> {
        self.nim.options(component, sink)
    }
}

impl Hints for Counted {}

/// A disk that is full after the first fact.
struct FullDisk(usize);

impl std::io::Write for FullDisk {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.iter().filter(|&&byte| byte == b'\n').count();
        if self.0 > 4 { Err(std::io::ErrorKind::StorageFull.into()) } else { Ok(bytes.len()) }
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A certificate of millions of facts must not stand in memory: its lines are made as they are written.
#[test]
fn lines_are_made_as_they_are_written() {
    let mut solver = Solver::new(Counted::default());
    let game = solver.game().clone();
    let proof = Prover::new(&mut solver).prove(&game.parse("40").unwrap(), Goal::Nimber).unwrap();
    assert_eq!(proof.facts.len(), 40);
    let written = || game.written.load(std::sync::atomic::Ordering::Relaxed);
    let before = written();
    let certificate = proof.to_certificate(&game);
    assert_eq!(certificate.facts(), 40);
    assert_eq!(written(), before);
    let failed = certificate.write(&mut FullDisk(0)).expect_err("a full disk");
    assert_eq!(failed.kind(), std::io::ErrorKind::StorageFull);
    assert_eq!(written(), before + 2);
    assert_eq!(certificate.to_string().lines().count(), 3 + 40 + 1);
}
