//! Between two rungs of a ladder only facts are kept: the answers stay the same, and no fact is lost or reported twice.

use grundy_core::{Component, Game, Hints, Nimber, ParseError, Position, Sink};
use grundy_games::cram::Cram;
use grundy_search::{FactLog, Limits, Solver};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// Cram, with smaller boards to solve before a large one.
#[derive(Clone)]
struct Laddered {
    cram: Cram,
    rungs: &'static [&'static str],
}

impl Game for Laddered {
    fn name(&self) -> String {
        self.cram.name()
    }
    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        self.cram.parse(text)
    }
    fn write(&self, component: &[u8]) -> String {
        self.cram.write(component)
    }
    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        self.cram.options(component, sink)
    }
    fn canonize(&self, component: &[u8], out: &mut Vec<u8>) {
        self.cram.canonize(component, out);
    }
    fn fingerprint(&self, component: &[u8]) -> Option<u64> {
        self.cram.fingerprint(component)
    }
    fn is_same(&self, a: &[u8], b: &[u8]) -> bool {
        self.cram.is_same(a, b)
    }
}

impl Hints for Laddered {
    fn ladder(&self, _position: &[Component]) -> Vec<Vec<Component>> {
        let rung = |text: &&str| self.cram.parse(text).expect("a board").into_components();
        self.rungs.iter().map(rung).collect()
    }
}

#[derive(Default)]
struct Book(Mutex<HashMap<Component, Nimber>>);

impl FactLog for Book {
    fn fact(&self, component: &[u8], nimber: Nimber) {
        let before = self.0.lock().expect("no panic").insert(component.into(), nimber);
        assert_eq!(before, None, "a fact is reported once");
    }
}

#[test]
fn only_facts_survive_a_rung_and_all_of_them_do() {
    let rungs = &["3x4", "3x5", "4x5", "3x7"];
    let game = Laddered { cram: Cram::default(), rungs };
    for board in ["4x7", "3x9", "5x6"] {
        let position = game.parse(board).expect("a board");
        let truth = Solver::new(Cram::default()).nimber(&position);
        for (threads, memory) in [(1, None), (3, None), (1, Some(1 << 20)), (4, Some(2 << 20))] {
            let book = Arc::new(Book::default());
            let limits = Limits { memory, ..Limits::default() };
            let builder = Solver::builder(game.clone()).threads(threads).limits(limits).fact_log(book.clone());
            let mut solver = builder.build();
            assert_eq!(solver.nimber(&position), truth, "{board}, {threads} threads, {memory:?}");
            // An eviction may drop what is only an excluded nimber.
            for rung in rungs.iter().filter(|_| memory.is_none()) {
                assert!(solver.known_outcome(&game.parse(rung).expect("a board")).is_some(), "{rung} is forgotten");
            }
            let facts: HashMap<Component, Nimber> = solver.facts().into_iter().collect();
            assert!(facts.len() > 100, "{board}: {} facts", facts.len());
            assert_eq!(facts, *book.0.lock().expect("no panic"), "facts kept are facts proved");
        }
    }
}
