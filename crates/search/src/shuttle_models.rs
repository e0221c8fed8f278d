//! Whole searches under shuttle: many random schedules of threads that search, grow and evict one tiny table.
//!
//! Shuttle decides before every access to something shared which thread goes on, so that a few hundred runs of a search
//! that lasts a millisecond meet what years on a real machine may not; a schedule that fails is printed and can be
//! replayed. It knows nothing of memory orders: those are loom's.

use crate::limits::{Limits, StopReason};
use crate::settings::{Settings, Traversal};
use crate::solver::Solver;
use grundy_core::{Component, Hints, Nimber, Position};
use grundy_games::cram::Cram;
use grundy_games::nim::Nim;
use grundy_games::sprouts::Sprouts;
use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};
use std::ops::ControlFlow;

/// Schedules of each model.
const SCHEDULES: usize = 60;

fn explore(model: impl Fn() + Send + Sync + Copy + 'static) {
    run(Box::new(RandomScheduler::new(SCHEDULES)), model);
    // Few switches at the worst moments, where a random schedule has many anywhere.
    run(Box::new(PctScheduler::new(3, SCHEDULES)), model);
}

fn run(scheduler: Box<dyn Scheduler + Send>, model: impl Fn() + Send + Sync + 'static) {
    let mut config = shuttle::Config::default();
    config.stack_size = 1 << 20;
    // Loom looks after memory orders.
    config.silence_warnings = true;
    shuttle::Runner::new(scheduler, config).run(model);
}

fn settings(threads: usize, traversal: Traversal) -> Settings {
    Settings { threads, traversal, ..Settings::default() }
}

fn traversals() -> [Traversal; 3] {
    [Traversal::DfPn, Traversal::ProofNumber, Traversal::depth_first()]
}

fn parse<G: Hints>(game: &G, position: &str) -> Position {
    game.parse(position).expect("a position")
}

/// What has to hold when no thread searches: all counts are back to zero, and facts agree with a search of one thread.
fn assert_settled<G: Hints>(solver: &Solver<G>, judge: &[(Component, Nimber)]) {
    let table = solver.shared.read();
    for id in table.ids() {
        assert_eq!(table.busy(id), 0, "a thread has not signed off");
        assert!(table.nimber(id).is_none_or(|nimber| !table.excludes(id, nimber)), "a nimber that is excluded");
    }
    drop(table);
    let facts = solver.facts();
    assert_eq!(facts.len() as u64, solver.stats().facts, "facts were counted twice or not at all");
    for (component, nimber) in facts {
        let known = judge.iter().find(|(other, _)| *other == component);
        assert!(known.is_none_or(|(_, known)| *known == nimber), "{component:?} is not {nimber}");
    }
}

/// All facts that one thread proves on the way to the nimber of a position, depth-first.
fn judge<G: Hints>(game: &G, position: &[Component]) -> Vec<(Component, Nimber)> {
    let mut solver = Solver::with_settings(game.clone(), settings(1, Traversal::depth_first()));
    solver.nimber(position).expect("no limit");
    solver.facts()
}

fn search_with_threads<G: Hints>(game: &G, position: &str, nimber: u32) {
    let position = parse(game, position);
    let judge = judge(game, &position);
    for traversal in traversals() {
        let mut solver = Solver::with_settings(game.clone(), settings(2, traversal));
        assert_eq!(solver.nimber(&position), Ok(Nimber::new(nimber)));
        assert_settled(&solver, &judge);
    }
}

#[test]
fn two_threads_solve_nim() {
    explore(|| search_with_threads(&Nim::default(), "3 2", 1));
}

/// Two threads test different nimbers of one component: while one stands still between two looks at it, the other
/// excludes the nimber that the first one tests, and lists the options without those that are known.
#[test]
fn a_thread_stands_still_while_another_lists() {
    let model = || {
        let (game, position) = (Cram::default(), parse(&Cram::default(), "1x7"));
        for traversal in traversals() {
            let mut solver = Solver::with_settings(game.clone(), settings(2, traversal));
            assert_eq!(solver.nimber(&position), Ok(Nimber::new(1)));
        }
    };
    run(Box::new(PctScheduler::new(2, 50 * SCHEDULES)), model);
}

#[test]
fn two_threads_solve_cram() {
    explore(|| search_with_threads(&Cram::default(), "3x4", 1));
}

#[test]
fn two_threads_solve_sprouts() {
    explore(|| search_with_threads(&Sprouts::default(), "2", 0));
}

/// With hardly any memory threads have to let go, evict, and begin again at their question.
#[test]
fn threads_evict_a_full_table() {
    explore(|| {
        let (game, position) = (Cram::default(), parse(&Cram::default(), "3x4"));
        let judge = judge(&game, &position);
        let fresh = || Solver::with_settings(game.clone(), settings(3, Traversal::DfPn));
        let least = fresh().stats().memory as usize;
        let mut archived = 0;
        for limit in [3 * least / 2, 3 * least] {
            let mut solver = fresh();
            solver.set_limits(Limits { memory: Some(limit), ..Limits::default() });
            match solver.nimber(&position) {
                Ok(nimber) => assert_eq!(nimber, Nimber::new(1)),
                Err(reason) => assert_eq!(reason, StopReason::Memory),
            }
            assert_settled(&solver, &judge);
            archived += solver.shared.read().archive.iter().count();
            // Without a limit the table is not full any more, not even if one thread found it full while another had
            // the answer.
            solver.set_limits(Limits::default());
            assert_eq!(solver.nimber(&parse(solver.game(), "1x7")), Ok(Nimber::new(1)));
            assert_eq!(solver.nimber(&position), Ok(Nimber::new(1)));
            assert_settled(&solver, &judge);
        }
        assert!(archived > 0, "the model is too small: nobody had to evict");
    });
}

/// Ctrl-C at any moment: the search stops, or has the answer; what it proved is true, and asking again goes on.
#[test]
fn a_search_is_interrupted() {
    explore(|| {
        let (game, position) = (Cram::default(), parse(&Cram::default(), "3x4"));
        let judge = judge(&game, &position);
        let mut solver = Solver::with_settings(game, settings(2, Traversal::DfPn));
        let interrupt = solver.settings().limits.interrupt.clone();
        let hand = {
            let interrupt = interrupt.clone();
            shuttle::thread::spawn(move || {
                for _ in 0..20 {
                    shuttle::thread::yield_now();
                }
                interrupt.raise();
            })
        };
        let answer = solver.nimber(&position);
        assert!(answer == Ok(Nimber::new(1)) || answer == Err(StopReason::Interrupted), "{answer:?}");
        hand.join().expect("no panic");
        assert_settled(&solver, &judge);
        interrupt.clear();
        assert_eq!(solver.nimber(&position), Ok(Nimber::new(1)));
        assert_settled(&solver, &judge);
    });
}

/// Rows side by side: each has its own nimber, in order, and a thread that is stopped leaves nothing behind.
#[test]
fn rows_are_solved_side_by_side() {
    explore(|| {
        let game = Cram::default();
        let rows = ["2x2", "3x3", "1x4", "3x4", "2x2"].map(|board| parse(&game, board));
        let judge = judge(&game, &rows[3]);
        let mut solver = Solver::with_settings(game, settings(3, Traversal::DfPn));
        let least = solver.stats().memory as usize;
        for memory in [Some(3 * least), None] {
            solver.set_limits(Limits { memory, ..Limits::default() });
            let mut answers = Vec::new();
            let ended = solver.nimbers(&rows, |row, nimber| {
                answers.push((row, nimber.get()));
                ControlFlow::Continue(())
            });
            assert_settled(&solver, &judge);
            let expected = [(0, 0), (1, 0), (2, 2), (3, 1), (4, 0)];
            assert!(expected.starts_with(&answers));
            assert!(
                answers.len() == rows.len() && ended.is_ok() || ended == Err(StopReason::Memory) && memory.is_some()
            );
        }
    });
}
