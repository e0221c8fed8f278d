//! Rows side by side: the same answers in the same order as one after the other, whatever the threads, the memory and
//! the limits.

use grundy_core::{Game, Nimber, Outcome, Position};
use grundy_games::cram::Cram;
use grundy_games::sprouts::Sprouts;
use grundy_search::{Limits, Settings, Solver, StopReason};
use std::ops::ControlFlow;

fn boards() -> Vec<Position> {
    let sizes = (1..=5).flat_map(|r| (r..=6).map(move |c| format!("{r}x{c}")));
    sizes.map(|size| Cram::default().parse(&size).expect("a board")).collect()
}

fn with(threads: usize, limits: Limits) -> Solver<Cram> {
    Solver::with_settings(Cram::default(), Settings { threads, limits, ..Settings::default() })
}

/// All answers, in the order in which they come.
fn nimbers(solver: &mut Solver<Cram>, positions: &[Position]) -> (Vec<(usize, Nimber)>, Result<(), StopReason>) {
    let mut answers = Vec::new();
    let ended = solver.nimbers(positions, |row, nimber| {
        answers.push((row, nimber));
        ControlFlow::Continue(())
    });
    (answers, ended)
}

fn one_after_the_other(positions: &[Position]) -> Vec<(usize, Nimber)> {
    let mut solver = with(1, Limits::default());
    positions.iter().map(|position| solver.nimber(position).expect("no limit")).enumerate().collect()
}

#[test]
fn rows_come_in_their_order_with_the_nimbers_of_one_thread() {
    let positions = boards();
    let expected = one_after_the_other(&positions);
    for threads in [1, 2, 3, 8, 40] {
        assert_eq!(nimbers(&mut with(threads, Limits::default()), &positions), (expected.clone(), Ok(())), "{threads}");
    }
}

#[test]
fn rows_survive_evictions() {
    let positions = boards();
    let expected = one_after_the_other(&positions);
    // A fresh table takes 416 KiB, the least caches of five threads 160, their buffers an eighth.
    let memory = 850 << 10;
    let mut free = with(2, Limits::default());
    nimbers(&mut free, &positions).1.expect("no limit");
    assert!(2 * free.stats().memory as usize > 3 * memory, "the boards are too small: nobody has to evict");
    for threads in [2, 5] {
        let mut solver = with(threads, Limits { memory: Some(memory), ..Limits::default() });
        assert_eq!(nimbers(&mut solver, &positions), (expected.clone(), Ok(())));
        assert!(solver.stats().memory as usize <= memory);
    }
}

#[test]
fn equal_rows_are_answered_each() {
    let positions = vec![Cram::default().parse("4x5").expect("a board"); 7];
    let (answers, ended) = nimbers(&mut with(3, Limits::default()), &positions);
    assert_eq!((answers.len(), ended), (7, Ok(())));
    assert!(answers.iter().all(|&(_, nimber)| nimber == answers[0].1));
}

#[test]
fn a_limit_stops_all_rows_and_what_is_proved_is_kept() {
    let positions = boards();
    let expected = one_after_the_other(&positions);
    let mut solver = with(3, Limits { nodes: Some(200), ..Limits::default() });
    let (some, ended) = nimbers(&mut solver, &positions);
    assert_eq!(ended, Err(StopReason::Nodes));
    assert!(some.len() < positions.len() && expected.starts_with(&some));
    solver.set_limits(Limits::default());
    assert_eq!(nimbers(&mut solver, &positions), (expected, Ok(())));
}

#[test]
fn an_interrupt_stops_all_rows() {
    let mut solver = with(4, Limits::default());
    solver.settings().limits.interrupt.raise();
    let hard = vec![Cram::default().parse("9x9").expect("a board"); 6];
    assert_eq!(nimbers(&mut solver, &hard), (Vec::new(), Err(StopReason::Interrupted)));
}

#[test]
fn who_has_heard_enough_ends_the_search() {
    let game = Cram::default();
    let rows = ["2x3", "9x9", "9x10"].map(|board| game.parse(board).expect("a board"));
    let mut heard = 0;
    let ended = with(2, Limits::default()).nimbers(&rows, |_, _| {
        heard += 1;
        ControlFlow::Break(())
    });
    assert_eq!((heard, ended), (1, Ok(())));
}

#[test]
fn outcomes_with_ladders() {
    let game = Sprouts::default();
    let rows: Vec<_> = (0..=12).map(|n: u32| game.parse(&n.to_string()).expect("spots")).collect();
    for threads in [2, 6] {
        let mut solver = Solver::with_settings(game, Settings { threads, ..Settings::default() });
        let mut losses = Vec::new();
        let ended = solver.outcomes(&rows, |n, outcome| {
            losses.extend((outcome == Outcome::Loss).then_some(n));
            ControlFlow::Continue(())
        });
        assert_eq!((losses, ended), (vec![0, 1, 2, 6, 7, 8, 12], Ok(())));
    }
}
