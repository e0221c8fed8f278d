//! The same answers as one machine, whatever the number of workers, and certificates that the checker accepts.

use crate::{Local, alone, question, small_jobs};
use grundy_check::Checker;
use grundy_cluster::Goal;
use grundy_core::{Game, Hints, collect_options};
use grundy_games::cram::Cram;
use grundy_games::heap::Heap;
use grundy_games::kayles::Kayles;
use grundy_games::sprouts::Sprouts;
use grundy_proof::{Effort, Prover};
use grundy_search::Solver;

/// Compares a cluster with one machine, and returns how many positions were compared. Every position is asked for its
/// outcome or its nimber, in turn, with one to four workers, in turn; every eighth position with each number of
/// workers.
fn compare<G: Hints + 'static>(game: &G, texts: &[String], slice: u64) -> usize {
    for (number, text) in texts.iter().enumerate() {
        let goal = if number % 2 == 0 { Goal::Nimber } else { Goal::Outcome };
        let question = question(game, text, goal);
        let expected = alone(game, &question);
        let sizes = if number % 8 == 0 { 1..=4 } else { 1 + number % 4..=1 + number % 4 };
        for workers in sizes {
            let mut local = Local::new(game.clone(), question.clone(), small_jobs(slice), workers);
            let answer = local.run();
            assert_eq!(answer.outcome, expected.outcome, "{text}, {workers} workers");
            if goal == Goal::Nimber {
                assert_eq!(answer.nimber, expected.nimber, "{text}, {workers} workers");
            }
            certify(game, text, goal, &local);
        }
    }
    texts.len()
}

/// The facts of the cluster give a certificate, which the checker accepts and which says what the cluster said.
fn certify<G: Hints + 'static>(game: &G, text: &str, goal: Goal, local: &Local<G>) {
    let mut solver = Solver::new(game.clone());
    let facts = local.facts.iter().map(|(component, nimber)| (component.clone().into(), *nimber));
    solver.learn(facts).unwrap_or_else(|error| panic!("{text}: {error}"));
    let position = game.parse(text).expect("a position");
    let goal = match goal {
        Goal::Outcome => grundy_proof::Goal::Outcome,
        Goal::Nimber => grundy_proof::Goal::Nimber,
    };
    let proof = Prover::new(&mut solver).effort(Effort::NONE).prove(&position, goal).expect("a proof");
    let certificate = proof.to_certificate(game).to_string();
    let verified = Checker::new().check(certificate.as_bytes()).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    assert_eq!(verified.facts, proof.facts.len(), "{text}");
}

/// Positions one and two moves below another one, as texts, the longest first.
fn below<G: Game>(game: &G, text: &str, most: usize) -> Vec<String> {
    let position = game.parse(text).expect("a position");
    let mut found: Vec<String> = Vec::new();
    for option in collect_options(game, &position.components()[0]) {
        for part in option.iter() {
            let next = collect_options(game, part);
            found
                .extend(next.iter().map(|sum| sum.iter().map(|part| game.write(part)).collect::<Vec<_>>().join(" + ")));
        }
        found.push(option.iter().map(|part| game.write(part)).collect::<Vec<_>>().join(" + "));
    }
    found.retain(|text| game.parse(text).is_ok_and(|position| !position.components().is_empty()));
    found.sort_by_key(|text| (std::cmp::Reverse(text.len()), text.clone()));
    found.dedup();
    found.truncate(most);
    found
}

#[test]
fn sprouts() {
    let game = Sprouts::default();
    let mut texts: Vec<String> = (2..=7).map(|spots| spots.to_string()).collect();
    texts.extend(["0*5 + 0*3", "0*4 + 0*4 + 0*2", "0*5 + 0*4"].map(String::from));
    for spots in 3..=6 {
        texts.extend(below(&game, &spots.to_string(), 25));
    }
    assert_eq!(compare(&game, &texts, 40), 101);
}

#[test]
fn cram() {
    let game = Cram::default();
    let mut texts: Vec<String> = Vec::new();
    for rows in 2..=5_usize {
        texts.extend((rows..=20 / rows).map(|columns| format!("{rows}x{columns}")));
    }
    texts.extend(["3x3 + 3x4", "..#./..../.#..", "graph(0-1,1-2,2-3,3-0,0-4)", "2x5 + 3x5 + 4x4"].map(String::from));
    for board in ["3x4", "3x5", "4x4", "3x6", "4x5"] {
        texts.extend(below(&game, board, 20));
    }
    assert_eq!(compare(&game, &texts, 25), 119);
}

#[test]
fn node_kayles() {
    let game = Kayles::node();
    let mut texts: Vec<String> = (3..=24).map(|vertices| format!("path {vertices}")).collect();
    texts.extend((3..=20).map(|vertices| format!("cycle {vertices}")));
    texts.extend(["grid 3x3", "grid 3x4", "grid 4x4", "grid 3x5", "grid 4x5", "grid 3x7"].map(String::from));
    for graph in ["grid 4x4", "grid 3x5", "grid 4x5"] {
        texts.extend(below(&game, graph, 8));
    }
    assert_eq!(compare(&game, &texts, 8), 70);
}

#[test]
fn heaps() {
    let kayles = Heap::by_name_or_code("0.77").expect("a code");
    let texts = ["5", "9 4", "20", "17 17 3"].map(String::from);
    assert_eq!(compare(&kayles, &texts, 5), 4);
}
