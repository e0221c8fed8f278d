//! A game that pushes components and forgets to end the option is refused: its last option would be missing, and the
//! nimber wrong.

use grundy_core::{Game, Hints, ParseError, Position, Sink};
use grundy_search::{Settings, Solver, StopReason, Traversal};
use std::ops::ControlFlow;

/// A heap from which any number is taken. The last option is not ended.
#[derive(Clone, Copy)]
struct Forgetful {
    /// Whether components are pushed as canonical ones.
    canonical: bool,
    /// Whether the game has an identity of its own, so that options are taken several at a time.
    fingerprint: bool,
}

impl Hints for Forgetful {}

impl Game for Forgetful {
    fn name(&self) -> String {
        "forgetful".into()
    }
    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let size: u8 = text.parse().map_err(|_| ParseError::unexpected(text, 0, "a number"))?;
        Ok(Position::new(text, vec![vec![size].into()]))
    }
    fn write(&self, component: &[u8]) -> String {
        component[0].to_string()
    }
    fn fingerprint(&self, component: &[u8]) -> Option<u64> {
        self.fingerprint.then(|| u64::from(component[0]))
    }
    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        for rest in (0..component[0]).rev() {
            if self.canonical {
                sink.canonical(&[rest]);
            } else {
                sink.component(&[rest]);
            }
            if rest > 0 {
                sink.end()?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn an_option_without_an_end_is_an_error_with_a_name() {
    for canonical in [false, true] {
        for fingerprint in [false, true] {
            for traversal in [Traversal::depth_first(), Traversal::ProofNumber, Traversal::DfPn] {
                for heap in ["1", "2", "9", "30"] {
                    let game = Forgetful { canonical, fingerprint };
                    let position = game.parse(heap).expect("a number");
                    let settings = Settings { traversal: traversal.clone(), ..Settings::default() };
                    let mut solver = Solver::with_settings(game, settings);
                    assert_eq!(solver.nimber(&position), Err(StopReason::Unfinished), "{heap}");
                    assert_eq!(solver.known_nimber(&position), None);
                }
            }
        }
    }
}
