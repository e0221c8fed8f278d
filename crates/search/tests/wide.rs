//! Limits hold inside one expansion: a component may have more options than there is time or memory for.

use grundy_core::{Component, Game, Hints, ParseError, Position, Sink};
use grundy_search::{Interrupt, Limits, Settings, Solver, StopReason};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// A million million options, all different, or all alike.
#[derive(Clone)]
struct Wide {
    alike: bool,
}

impl Hints for Wide {}

impl Game for Wide {
    fn name(&self) -> String {
        "wide".to_string()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        Ok(Position::new(text, vec![Component::from([0; 8])]))
    }

    fn write(&self, _: &[u8]) -> String {
        String::new()
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        let last = if component == [0; 8] { 1u64 << 40 } else { 1 };
        for number in 1..last {
            if !self.alike {
                sink.component(&number.to_be_bytes());
            }
            sink.end()?;
        }
        ControlFlow::Continue(())
    }
}

fn ask(alike: bool, limits: Limits) -> StopReason {
    let game = Wide { alike };
    let root = game.parse("").expect("a position");
    let mut solver = Solver::with_settings(game, Settings { limits, ..Settings::default() });
    solver.nimber(&root).expect_err("more options than anybody can look at")
}

#[test]
fn time() {
    for alike in [false, true] {
        let began = Instant::now();
        let limits = Limits { time: Some(Duration::from_millis(100)), memory: Some(1 << 30), ..Limits::default() };
        assert_eq!(ask(alike, limits), StopReason::Time);
        assert!(began.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn memory() {
    assert_eq!(ask(false, Limits { memory: Some(8 << 20), ..Limits::default() }), StopReason::Memory);
}

#[test]
fn interrupt() {
    let limits = Limits { interrupt: Interrupt::default(), memory: Some(1 << 30), ..Limits::default() };
    let interrupt = limits.interrupt.clone();
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        interrupt.raise();
    });
    assert_eq!(ask(true, limits), StopReason::Interrupted);
    raiser.join().expect("the thread that raises");
}
