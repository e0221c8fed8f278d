//! A limit on memory: the table stays below it, the answers stay the same, and no fact is lost.

use grundy_core::{Component, Game, Hints, Nimber, Outcome, ParseError, Position, Sink};
use grundy_games::cram::Cram;
use grundy_games::sprouts::Sprouts;
use grundy_search::{FactSource, LearnError, Limits, Settings, Solver, StopReason, Traversal};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const LITTLE: usize = 2 << 20;

fn with_memory(bytes: usize) -> Settings {
    Settings { limits: Limits { memory: Some(bytes), ..Limits::default() }, ..Settings::default() }
}

fn facts<G: Hints>(solver: &Solver<G>) -> HashMap<Component, Nimber> {
    let mut facts = HashMap::new();
    for (component, nimber) in solver.facts() {
        assert_eq!(facts.insert(component, nimber), None, "a fact is listed once");
    }
    facts
}

/// Solves with much memory and with little, and compares.
fn compare<G: Hints + Clone>(game: &G, position: &str, settings: &Settings) {
    let position = game.parse(position).expect("a position");
    let mut rich = Solver::new(game.clone());
    let nimber = rich.nimber(&position).expect("no limit");
    assert!(rich.stats().memory > LITTLE as u64, "too small to show anything: {} bytes", rich.stats().memory);
    let mut poor = Solver::with_settings(game.clone(), settings.clone());
    assert_eq!(poor.nimber(&position), Ok(nimber));
    assert!(poor.stats().memory <= LITTLE as u64, "{} bytes", poor.stats().memory);
    assert_eq!(poor.known_nimber(&position), Some(nimber));
    let (rich, poor) = (facts(&rich), facts(&poor));
    let common = poor.iter().filter_map(|(component, nimber)| Some((rich.get(component)?, nimber)));
    assert!(common.clone().count() > 100 && common.clone().all(|(a, b)| a == b));
}

#[test]
fn sprouts_in_little_memory() {
    compare(&Sprouts::default(), "12", &with_memory(LITTLE));
}

#[test]
fn cram_in_little_memory() {
    compare(&Cram::default(), "4x9", &with_memory(LITTLE));
    compare(&Cram::default(), "4x9", &Settings { traversal: Traversal::depth_first(), ..with_memory(LITTLE) });
}

#[test]
fn several_threads_in_little_memory() {
    for threads in 2..=4 {
        compare(&Sprouts::default(), "12", &Settings { threads, ..with_memory(LITTLE) });
        compare(&Cram::default(), "5x7", &Settings { threads, ..with_memory(LITTLE) });
    }
}

/// The caches of the threads count: half of what eight of them would like to have is more than the limit.
#[test]
fn caches_of_eight_threads_are_within_the_limit() {
    let game = Cram::default();
    let position = game.parse("5x7").expect("a board");
    let truth = Solver::new(game.clone()).nimber(&position);
    for (megabytes, threads) in [(3, 8), (4, 16), (6, 8)] {
        let limit = megabytes << 20;
        let mut solver = Solver::with_settings(game.clone(), Settings { threads, ..with_memory(limit) });
        assert_eq!(solver.nimber(&position), truth);
        let memory = solver.stats().memory;
        assert!(memory <= limit as u64 && memory > limit as u64 / 4, "{memory} bytes of {limit}");
    }
}

#[test]
fn one_thread_is_reproducible_through_evictions() {
    let run = || {
        let game = Cram::default();
        let mut solver = Solver::with_settings(game.clone(), with_memory(LITTLE));
        solver.nimber(&game.parse("4x9").expect("a board")).expect("enough memory");
        solver.stats()
    };
    assert_eq!(run(), run());
}

#[test]
fn what_was_proved_is_asked_for_once() {
    let game = Sprouts::default();
    let position = game.parse("12").expect("a position");
    let mut solver = Solver::with_settings(game, with_memory(LITTLE));
    let nimber = solver.nimber(&position).expect("enough memory");
    let nodes = solver.stats().nodes;
    assert_eq!(solver.nimber(&position), Ok(nimber));
    assert!(solver.stats().nodes <= nodes + 1);
    assert_eq!(solver.known_outcome(&position), Some(Outcome::of(nimber)));
}

/// Take one or two from a heap: the nimber is the rest modulo 3.
#[derive(Clone, Copy)]
struct OneOrTwo;

impl Hints for OneOrTwo {}

impl Game for OneOrTwo {
    fn name(&self) -> String {
        "one-or-two".into()
    }
    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let size: u32 = text.parse().map_err(|_| ParseError::unexpected(text, 0, "a number"))?;
        Ok(Position::new(text, vec![size.to_le_bytes().to_vec().into()]))
    }
    fn write(&self, component: &[u8]) -> String {
        size(component).to_string()
    }
    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        (1..=2).filter_map(|taken| size(component).checked_sub(taken)).try_for_each(|rest| {
            sink.component(&rest.to_le_bytes());
            sink.end()
        })
    }
}

fn size(component: &[u8]) -> u32 {
    u32::from_le_bytes(component.try_into().expect("four bytes"))
}

fn remainder(component: &[u8]) -> Nimber {
    Nimber::new(size(component) % 3)
}

/// Remembers the facts about heaps of up to 100,000, and counts how often it is asked, as a store would.
#[derive(Default)]
struct Memory(AtomicU64);

impl FactSource for Memory {
    fn nimber(&self, component: &[u8]) -> Option<Nimber> {
        self.0.fetch_add(1, Relaxed);
        match size(component) {
            0..=100_000 => Some(remainder(component)),
            // Larger than any nimber that a table keeps: of no use, and no harm.
            100_001..=100_005 => Some(Nimber::new(1 << 30)),
            _ => None,
        }
    }
}

#[test]
fn facts_that_outgrow_memory_are_recalled() {
    let facts = || (0..=100_000u32).map(|size| Component::from(size.to_le_bytes().to_vec()));
    let ask = |bytes: usize, fact_source: Option<Arc<dyn FactSource>>| {
        let mut solver = Solver::with_settings(OneOrTwo, Settings { fact_source, ..with_memory(bytes) });
        let learned = solver.learn(facts().map(|heap| (heap.clone(), remainder(&heap))));
        (learned, solver.nimber(&OneOrTwo.parse("100020").expect("a heap")), solver.stats())
    };
    let nimber = Ok(Nimber::new(100_020 % 3));
    // Enough for all facts in their compact form.
    let (learned, answer, stats) = ask(3_000_000, None);
    assert_eq!((learned, answer), (Ok(100_001), nimber));
    assert!(stats.memory <= 3_000_000 && stats.nodes < 200, "{stats:?}");
    // Too little for them: without anybody who remembers that is the end, with somebody it is not.
    assert_eq!(ask(900_000, None).0, Err(LearnError::Stopped(StopReason::Memory)));
    let memory = Arc::new(Memory::default());
    let (learned, answer, stats) = ask(900_000, Some(memory.clone()));
    assert_eq!((learned, answer), (Ok(100_001), nimber));
    assert!(stats.memory <= 900_000 && stats.nodes < 200, "{stats:?}");
    assert!(memory.0.load(Relaxed) > 0, "nothing was forgotten");
}

#[test]
fn too_little_is_an_end_not_a_circle() {
    let game = Sprouts::default();
    let mut solver = Solver::with_settings(game, with_memory(1 << 19));
    assert_eq!(solver.outcome(&game.parse("14").expect("a position")), Err(StopReason::Memory));
}

/// For work that needs memory beside the facts: the rest of a table that takes more than half of the limit is dropped.
#[test]
fn room_beside_facts() {
    let game = Sprouts::default();
    let position = game.parse("12").expect("a position");
    let mut solver = Solver::with_settings(game, with_memory(LITTLE));
    let nimber = solver.nimber(&position).expect("enough memory");
    let (known, memory) = (facts(&solver), solver.stats().memory);
    assert!(memory > LITTLE as u64 / 2, "{memory} bytes are too few to show anything");
    solver.make_room_beside_facts();
    assert!(solver.stats().memory < memory / 2, "{} of {memory} bytes", solver.stats().memory);
    assert_eq!(facts(&solver), known);
    assert_eq!(solver.nimber(&position), Ok(nimber));
    // With enough memory everything stays.
    let mut rich = Solver::new(game);
    rich.nimber(&position).expect("no limit");
    let stats = rich.stats();
    rich.make_room_beside_facts();
    assert_eq!(rich.stats(), stats);
}
