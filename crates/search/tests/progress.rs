//! Progress: what an observer hears of each thread.

use grundy_core::{Game, Nimber, collect_options};
use grundy_games::cram::Cram;
use grundy_games::sprouts::Sprouts;
use grundy_search::{Interrupt, Limits, Observer, Progress, Settings, Solver, StopReason};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Keeps the first progress in which this many threads tell, and ends the search.
struct Wait {
    threads: usize,
    interrupt: Interrupt,
    seen: Mutex<Option<Progress>>,
}

impl Observer for Wait {
    fn progress(&self, progress: &Progress) {
        if progress.threads.len() >= self.threads && progress.threads.iter().all(|thread| thread.depth > 1) {
            *self.seen.lock().expect("a lock") = Some(progress.clone());
            self.interrupt.raise();
        }
    }
}

/// What is seen of a search that is too long to end.
fn watch(threads: usize) -> Progress {
    let game = Sprouts::default();
    let interrupt = Interrupt::default();
    let wait = Arc::new(Wait { threads, interrupt: interrupt.clone(), seen: Mutex::new(None) });
    let limits = Limits { interrupt, time: Some(Duration::from_secs(60)), ..Limits::default() };
    let settings = Settings { threads, limits, observer: Some(wait.clone()), ..Settings::default() };
    let position = game.parse("40").expect("a position");
    assert_eq!(Solver::with_settings(game, settings).outcome(&position), Err(StopReason::Interrupted));
    let mut seen = wait.seen.lock().expect("a lock");
    seen.take().expect("all threads tell")
}

#[test]
fn every_thread_tells_where_it_is() {
    for threads in [1, 3] {
        let progress = watch(threads);
        let numbers: Vec<usize> = progress.threads.iter().map(|thread| thread.number).collect();
        assert_eq!(numbers, (0..threads).collect::<Vec<_>>());
        assert_eq!(progress.line.len(), progress.threads[0].line.len());
        for thread in &progress.threads {
            assert!(thread.line.len() == thread.depth.min(12) && thread.nodes_per_second > 0.0, "{thread:?}");
        }
        // Before they part, all are at the same couples.
        for at in 0..progress.parting() {
            let couple = |i: usize| (&progress.threads[i].line[at].component, progress.threads[i].line[at].nimber);
            assert!((0..threads).all(|i| couple(i) == couple(0)));
        }
    }
}

/// The nimber that is tried and the options that are open for it, as they were seen.
#[derive(Default)]
struct OpenOptions(Mutex<Vec<(Nimber, usize)>>);

impl Observer for OpenOptions {
    fn progress(&self, progress: &Progress) {
        if let (Some(question), Some(open)) = (progress.line.first(), progress.open_options) {
            self.0.lock().expect("a lock").push((question.nimber, open));
        }
    }
}

#[test]
fn open_options_become_fewer() {
    let game = Cram::default();
    let board = game.parse("5x8").expect("a board");
    let seen = Arc::new(OpenOptions::default());
    let mut solver = Solver::builder(game.clone()).observer(seen.clone()).build();
    assert_eq!(solver.nimber(&board), Ok(Nimber::new(1)));
    let seen = seen.0.lock().expect("a lock");
    let all = collect_options(&game, &board[0]).len();
    assert!(seen.iter().all(|&(_, open)| (1..=all).contains(&open)), "{seen:?} of {all}");
    // The board has nimber 1: all of its options are excluded then, and none comes back.
    let last: Vec<usize> = seen.iter().filter(|(nimber, _)| *nimber == Nimber::new(1)).map(|&(_, open)| open).collect();
    assert!(last.is_sorted_by(|a, b| a >= b) && last.first() > last.last(), "{last:?}");
}
