//! Threads are started for questions that are worth them, and for no others.

use grundy_core::{Game, Hints, Nimber, ParseError, Position, Sink};
use grundy_games::nim::Nim;
use grundy_search::{Settings, Solver};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;

/// Nim without its theorem, which notes which threads ask for options.
#[derive(Clone)]
struct Watched {
    nim: Nim,
    threads: Arc<Mutex<HashSet<ThreadId>>>,
}

impl Hints for Watched {}

impl Game for Watched {
    fn name(&self) -> String {
        "watched".into()
    }
    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        self.nim.parse(text)
    }
    fn write(&self, component: &[u8]) -> String {
        self.nim.write(component)
    }
    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        self.threads.lock().expect("no panic").insert(std::thread::current().id());
        // As slow as a game that is worth a second thread.
        std::thread::sleep(std::time::Duration::from_micros(50));
        self.nim.options(component, sink)
    }
}

#[test]
fn only_long_questions_start_threads() {
    let game = Watched { nim: Nim::default(), threads: Arc::default() };
    let seen = || std::mem::take(&mut *game.threads.lock().expect("no panic"));
    let ask = |solver: &mut Solver<Watched>, text: &str| {
        let position = game.parse(text).expect("heaps");
        solver.nimber(&position)
    };
    let mut solver = Solver::with_settings(game.clone(), Settings { threads: 8, ..Settings::default() });
    // Short: the thread that asks does it alone.
    assert_eq!(ask(&mut solver, "3 5"), Ok(Nimber::new(6)));
    assert_eq!(seen(), HashSet::from([std::thread::current().id()]));
    // Long: others help.
    assert_eq!(ask(&mut solver, "90 120"), Ok(Nimber::new(90 ^ 120)));
    assert!(seen().len() > 1, "nobody helped");
    // Known: nothing is searched at all.
    assert_eq!(ask(&mut solver, "77 120"), Ok(Nimber::new(77 ^ 120)));
    assert_eq!(seen(), HashSet::new());
    // Rows of a table likewise, though one thread searches while another waits for answers.
    let mut solver = Solver::with_settings(game.clone(), Settings { threads: 8, ..Settings::default() });
    let rows = ["1", "2 3", "4"].map(|row| game.parse(row).expect("heaps"));
    let mut answers = Vec::new();
    let collect = |_, nimber: Nimber| {
        answers.push(nimber.get());
        ControlFlow::Continue(())
    };
    assert_eq!(solver.nimbers(&rows, collect), Ok(()));
    assert_eq!((answers, seen().len()), (vec![1, 1, 4], 1));
    let rows: Vec<_> = (60..90).map(|heap| game.parse(&heap.to_string()).expect("a heap")).collect();
    let mut count = 0;
    let compare = |row: usize, nimber: Nimber| {
        count += 1;
        assert_eq!(nimber.get() as usize, 60 + row);
        ControlFlow::Continue(())
    };
    assert_eq!(solver.nimbers(&rows, compare), Ok(()));
    assert!(count == 30 && seen().len() > 1, "nobody helped");
}
