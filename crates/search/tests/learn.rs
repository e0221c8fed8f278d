//! Facts go out as they are proved, and come in before the first question.

use grundy_core::{Component, Game, Nimber, NimberSet, Outcome};
use grundy_games::cram::Cram;
use grundy_games::sprouts::Sprouts;
use grundy_search::{CoupleExchange, CoupleLog, CoupleState, FactLog, LearnError, Limits, Settings, Solver, Traversal};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

#[derive(Default)]
struct Book(Mutex<Vec<(Component, Nimber)>>);

impl FactLog for Book {
    fn fact(&self, component: &[u8], nimber: Nimber) {
        self.0.lock().expect("no panic").push((component.into(), nimber));
    }
}

#[test]
fn every_fact_is_reported_once_and_saves_the_search() {
    let game = Cram::default();
    let board = game.parse("4x5").expect("a board");
    let book = Arc::new(Book::default());
    let mut solver =
        Solver::with_settings(game.clone(), Settings { fact_log: Some(book.clone()), ..Settings::default() });
    assert_eq!(solver.nimber(&board), Ok(Nimber::new(2)));

    let reported = std::mem::take(&mut *book.0.lock().expect("no panic"));
    let as_map = |facts: &[(Component, Nimber)]| facts.iter().cloned().collect::<BTreeMap<_, _>>();
    assert_eq!(as_map(&reported), as_map(&solver.facts()));
    assert_eq!(reported.len(), solver.facts().len());

    let mut second = Solver::with_settings(game, Settings { fact_log: Some(book.clone()), ..Settings::default() });
    assert_eq!(second.learn(reported.iter().cloned()), Ok(reported.len() as u64));
    assert_eq!(second.learn(reported.iter().cloned()), Ok(0));
    assert_eq!(second.nimber(&board), Ok(Nimber::new(2)));
    assert_eq!(second.outcome(&board), Ok(Outcome::Win));
    assert_eq!(second.stats().expansions, 0);
    assert!(book.0.lock().expect("no panic").is_empty(), "what was taken over is no news");
}

#[test]
fn a_contradiction_is_refused() {
    let game = Cram::default();
    let mut solver = Solver::new(game.clone());
    let line = game.parse("1x4").expect("a board")[0].clone();
    assert_eq!(solver.learn([(line.clone(), Nimber::new(2))]), Ok(1));
    let wrong = (line, Nimber::ZERO);
    assert_eq!(solver.learn([wrong.clone()]), Err(LearnError::Contradiction(wrong.0, wrong.1)));
}

#[derive(Default)]
struct Couples(Mutex<Vec<(Component, Nimber, NimberSet)>>);

impl CoupleLog for Couples {
    fn couple(&self, component: &[u8], nimber: Nimber, excluded: &NimberSet) {
        self.0.lock().expect("no panic").push((component.into(), nimber, excluded.clone()));
    }
}

#[test]
fn every_couple_is_told_with_what_is_excluded() {
    let game = Cram::default();
    let board = game.parse("3x5").expect("a board");
    let couples = Arc::new(Couples::default());
    let mut solver = Solver::with_settings(game, Settings { couples: Some(couples.clone()), ..Settings::default() });
    assert_eq!(solver.nimber(&board), Ok(Nimber::new(1)));

    let told = std::mem::take(&mut *couples.0.lock().expect("no panic"));
    assert_eq!(told.len() as u64, solver.stats().expansions);
    assert_eq!(told[0].1, Nimber::ZERO);
    assert!(told.iter().any(|(_, _, excluded)| !excluded.is_empty()));
    // Without reductions, theorems and proof numbers: what is excluded is not the nimber.
    let traversal = Traversal::depth_first();
    let mut plain = Solver::with_settings(Cram::literal(), Settings { traversal, ..Settings::default() });
    for (component, nimber, excluded) in told {
        assert!(!excluded.contains(nimber));
        let truth = plain.nimber(&[component]).expect("no limit");
        assert!(!excluded.contains(truth), "{truth} of {excluded:?}");
    }
}

/// States of couples that one solver found, for another one.
#[derive(Default)]
struct Notes(Mutex<HashMap<(Vec<u8>, Nimber), CoupleState>>, AtomicU64);

impl CoupleExchange for Notes {
    fn state(&self, component: &[u8], nimber: Nimber) -> Option<CoupleState> {
        let found = self.0.lock().expect("no panic").get(&(component.to_vec(), nimber)).copied();
        self.1.fetch_add(found.is_some().into(), Relaxed);
        found
    }

    fn found(&self, component: &[u8], nimber: Nimber, state: CoupleState, nodes: u64) {
        assert!(nodes > 0);
        self.0.lock().expect("no panic").insert((component.to_vec(), nimber), state);
    }
}

#[test]
fn what_another_machine_found_of_couples_changes_no_answer() {
    for (text, threads) in [("7", 1), ("8", 2), ("9", 1)] {
        let game = Sprouts::default();
        let position = game.parse(text).expect("spots");
        let mut alone = Solver::new(game);
        let expected = alone.nimber(&position).expect("an answer");
        // Everything, open couples and their last numbers included.
        let notes = Arc::new(Notes::default());
        let mut first = Solver::builder(game).exchange(notes.clone()).build();
        assert_eq!(first.nimber(&position), Ok(expected));
        // Every couple that was said to be winning is so.
        let found = notes.0.lock().expect("no panic").clone();
        let winning: Vec<_> = found.iter().filter(|(_, state)| **state == CoupleState::Winning).collect();
        assert!(winning.len() > 100 && winning.len() < found.len());
        for ((component, nimber), _) in winning.iter().step_by(7) {
            let component = Component::from(&component[..]);
            assert_eq!(alone.couple_within(&component, *nimber, u64::MAX, u64::MAX), Ok(Some(Outcome::Win)));
        }
        let hits = notes.1.load(Relaxed);
        let mut second = Solver::builder(game).threads(threads).exchange(notes.clone()).build();
        assert_eq!(second.nimber(&position), Ok(expected), "{text} spots, {threads} threads");
        assert!(notes.1.load(Relaxed) > hits, "nothing was taken over");
        assert!(second.stats().expansions < first.stats().expansions / 2, "{:?} {:?}", second.stats(), first.stats());
    }
}

/// A table without room for the numbers of others must not be sent to the same couple for ever.
#[test]
fn numbers_of_other_machines_do_not_need_room() {
    let game = Sprouts::default();
    let position = game.parse("11").expect("spots");
    let expected = Solver::new(game).outcome(&position).expect("an answer");
    let notes = Arc::new(Notes::default());
    assert_eq!(Solver::builder(game).exchange(notes.clone()).build().outcome(&position), Ok(expected));
    notes.0.lock().expect("no panic").retain(|_, state| *state != CoupleState::Winning);
    for memory in [None, Some(4 << 20), Some(2 << 20)] {
        let limits = Limits { memory, ..Limits::default() };
        let mut solver = Solver::builder(game).limits(limits).exchange(notes.clone()).build();
        assert_eq!(solver.outcome(&position), Ok(expected), "{memory:?}");
    }
}
