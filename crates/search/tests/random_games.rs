//! Every traversal on random games given as tables, against mex over the whole table.

use grundy_core::{Claim, Component, Estimate, Game, Hints, Nimber, Outcome, ParseError, Position, Sink, Theorem, mex};
use grundy_search::{AsGenerated, Limits, Settings, Shuffled, Solver, StopReason, Traversal};
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Component `i` has the options `table[i]`, each a sum of smaller components.
#[derive(Clone, Debug)]
struct TableGame {
    table: Arc<Vec<Vec<Vec<u16>>>>,
    prints: Prints,
    /// Which components are pushed as canonical, by the last bits of their sum with that of the parent.
    canonical: u8,
    /// Proof numbers are so many times as large: sums of large ones are rounded.
    scale: u32,
}

/// Which fingerprints components have.
#[derive(Clone, Copy, Debug)]
enum Prints {
    None,
    Own,
    /// Most of them are those of others too.
    Shared,
    OddOnly,
    /// Some have one the upper half of whose hash is zero, as that of an empty bucket is.
    Zero,
}

impl Hints for TableGame {
    fn estimate(&self, component: &[u8]) -> Estimate {
        let i = index(component) as u32;
        let (proof, disproof) = (self.scale * (1 + i % 3), self.scale * (1 + i % 7));
        Estimate { difficulty: i, proof, disproof, kind: (i % 5) as u8 }
    }
}

impl Game for TableGame {
    fn name(&self) -> String {
        "table".into()
    }
    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let number = |word: &str| word.parse::<u16>().map_err(|_| ParseError::unexpected(text, 0, "numbers"));
        let component = |w: &str| number(w).map(|n| Component::from(n.to_le_bytes().to_vec()));
        Ok(Position::new(text, text.split_whitespace().map(component).collect::<Result<_, _>>()?))
    }
    fn write(&self, component: &[u8]) -> String {
        index(component).to_string()
    }
    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        for option in &self.table[index(component)] {
            for part in option {
                match self.canonical >> ((index(component) + usize::from(*part)) % 8) & 1 {
                    0 => sink.component(&part.to_le_bytes()),
                    _ => sink.canonical(&part.to_le_bytes()),
                }
            }
            sink.end()?;
        }
        ControlFlow::Continue(())
    }
    fn fingerprint(&self, component: &[u8]) -> Option<u64> {
        let i = index(component) as u64;
        match self.prints {
            Prints::None => None,
            Prints::Own => Some(i),
            Prints::Shared => Some(i % 3),
            Prints::OddOnly => (i % 2 == 1).then_some(i),
            Prints::Zero => Some(if i % 5 == 1 { 8_310_680_831 } else { i }),
        }
    }
    fn theorem(&self, component: &[u8]) -> Option<Theorem> {
        let i = index(component);
        let nimber = self.nimbers()[i];
        match i % 7 {
            0 => Some(Theorem { name: "is", claim: Claim::Is(nimber) }),
            1 => Some(Theorem { name: "is-not", claim: Claim::IsNot(nimber ^ Nimber::new(1)) }),
            _ => None,
        }
    }
}

impl TableGame {
    fn nimbers(&self) -> Vec<Nimber> {
        let mut nimbers: Vec<Nimber> = Vec::new();
        for options in self.table.iter() {
            let sum = |option: &Vec<u16>| option.iter().fold(Nimber::ZERO, |a, &i| a ^ nimbers[i as usize]);
            nimbers.push(mex(options.iter().map(sum)));
        }
        nimbers
    }
}

fn index(component: &[u8]) -> usize {
    u16::from_le_bytes([component[0], component[1]]) as usize
}

fn games() -> impl Strategy<Value = TableGame> {
    (2usize..60).prop_flat_map(|size| {
        let options = (0..size)
            .map(|i| {
                let part = 0..i.max(1) as u16;
                let option = prop::collection::vec(part, if i == 0 { 0..1 } else { 0..4 });
                prop::collection::vec(option, if i == 0 { 0..1 } else { 0..9 })
            })
            .collect::<Vec<_>>();
        let prints =
            prop::sample::select(vec![Prints::None, Prints::Own, Prints::Shared, Prints::OddOnly, Prints::Zero]);
        let canonical = prop_oneof![Just(0), any::<u8>()];
        let scale = prop::sample::select(vec![1, 1 << 27, (1 << 29) - 12_345]);
        (options, prints, canonical, scale).prop_map(|(table, prints, canonical, scale)| TableGame {
            table: Arc::new(table),
            prints,
            canonical,
            scale,
        })
    })
}

fn traversals() -> Vec<Traversal> {
    vec![
        Traversal::DfPn,
        Traversal::ProofNumber,
        Traversal::depth_first(),
        Traversal::DepthFirst(Arc::new(AsGenerated)),
        Traversal::DepthFirst(Arc::new(Shuffled { seed: 7 })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_traversal_agrees_with_mex(game in games(), picks in prop::collection::vec(any::<u16>(), 1..5), theorems: bool) {
        let nimbers = game.nimbers();
        let position: Vec<usize> = picks.iter().map(|&p| p as usize % nimbers.len()).collect();
        let components: Vec<Component> =
            position.iter().map(|&i| Component::from((i as u16).to_le_bytes().to_vec())).collect();
        let nimber = position.iter().fold(Nimber::ZERO, |a, &i| a ^ nimbers[i]);
        for (i, traversal) in traversals().into_iter().enumerate() {
            let threads = if i as u16 % 2 == picks[0] % 2 { 1 } else { 1 + picks[0] as usize % 4 };
            let settings = Settings { traversal, theorems, threads, ..Settings::default() };
            let mut solver = Solver::with_settings(game.clone(), settings);
            prop_assert_eq!(solver.outcome(&components), Ok(Outcome::of(nimber)));
            prop_assert_eq!(solver.known_outcome(&components), Some(Outcome::of(nimber)));
            prop_assert!(!solver.excluded(&components).contains(nimber));
            prop_assert_eq!(solver.nimber(&components), Ok(nimber));
            prop_assert_eq!(solver.known_nimber(&components), Some(nimber));
            for (component, nimber) in solver.facts() {
                prop_assert_eq!(nimber, nimbers[index(&component)]);
            }
        }
    }

    #[test]
    fn a_stopped_search_goes_on_where_it_was(game in games(), pick: u16, nodes in 1u64..20) {
        let nimbers = game.nimbers();
        let i = pick as usize % nimbers.len();
        let position = [Component::from((i as u16).to_le_bytes().to_vec())];
        for traversal in traversals() {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut solver = Solver::with_settings(game.clone(), Settings { traversal, limits, theorems: false, ..Settings::default() });
            let mut tries = 0;
            let answer = loop {
                match solver.nimber(&position) {
                    Ok(nimber) => break nimber,
                    Err(reason) => prop_assert_eq!(reason, StopReason::Nodes),
                }
                prop_assert!(!solver.excluded(&position).contains(nimbers[i]));
                // A depth-first search that may not even reach a leaf proves nothing however often it is asked.
                tries += 1;
                if tries > 200 {
                    solver.set_limits(Limits { nodes: None, ..solver.settings().limits.clone() });
                }
            };
            prop_assert_eq!(answer, nimbers[i]);
        }
    }
}

/// One heap; a move takes one. Long lines of play must not overflow anything.
#[derive(Clone)]
struct Countdown {
    endless: bool,
}

impl Hints for Countdown {}

impl Game for Countdown {
    fn name(&self) -> String {
        "countdown".into()
    }
    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let n: u32 = text.parse().map_err(|_| ParseError::unexpected(text, 0, "a number"))?;
        Ok(Position::new(text, vec![Component::from(n.to_le_bytes().to_vec())]))
    }
    fn write(&self, component: &[u8]) -> String {
        format!("{component:?}")
    }
    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        let n = u32::from_le_bytes(component.try_into().expect("four bytes"));
        match n {
            0 if self.endless => sink.option([&9u32.to_le_bytes()[..]]),
            0 => ControlFlow::Continue(()),
            _ => sink.option([&(n - 1).to_le_bytes()[..]]),
        }
    }
}

#[test]
fn long_lines_of_play_and_endless_ones() {
    for traversal in traversals() {
        let mut solver = Solver::with_settings(
            Countdown { endless: false },
            Settings { traversal: traversal.clone(), ..Settings::default() },
        );
        let length = if matches!(traversal, Traversal::ProofNumber) { 2_000 } else { 100_001 };
        let position = solver.game().parse(&length.to_string()).expect("a number");
        assert_eq!(solver.outcome(&position), Ok(if length % 2 == 0 { Outcome::Loss } else { Outcome::Win }));

        let mut solver =
            Solver::with_settings(Countdown { endless: true }, Settings { traversal, ..Settings::default() });
        let position = solver.game().parse("20").expect("a number");
        assert_eq!(solver.outcome(&position), Err(StopReason::Endless));
    }
}

/// A heap from which one is taken, by a generator that returns `Break` of its own.
#[derive(Clone)]
struct Hasty;

impl Hints for Hasty {}

impl Game for Hasty {
    fn name(&self) -> String {
        "hasty".into()
    }
    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        Countdown { endless: false }.parse(text)
    }
    fn write(&self, component: &[u8]) -> String {
        format!("{component:?}")
    }
    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        Countdown { endless: false }.options(component, sink)?;
        ControlFlow::Break(())
    }
}

/// It would be taken for an option that has the nimber under test.
#[test]
fn a_game_that_ends_its_options_early_is_told_so() {
    for traversal in traversals() {
        let mut solver = Solver::with_settings(Hasty, Settings { traversal, ..Settings::default() });
        let position = solver.game().parse("3").expect("a number");
        assert_eq!(solver.outcome(&position), Err(StopReason::CutShort));
        assert_eq!(solver.known_outcome(&position), None);
    }
}

#[test]
fn limits_stop_a_search() {
    let game = Countdown { endless: false };
    let position = game.parse("1000000").expect("a number");
    let with = |limits| Solver::with_settings(game.clone(), Settings { limits, ..Settings::default() });
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    assert_eq!(with(limits).outcome(&position), Err(StopReason::Memory));
    let limits = Limits { time: Some(std::time::Duration::from_millis(1)), ..Limits::default() };
    assert_eq!(with(limits).outcome(&position), Err(StopReason::Time));
    let limits = Limits::default();
    limits.interrupt.raise();
    assert_eq!(with(limits).outcome(&position), Err(StopReason::Interrupted));
}
