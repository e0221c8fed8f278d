//! The fast rules and the searches against the literal rules of the checker, on thousands of random positions of every
//! game.
//!
//! The judge is [`grundy_check::naive_nimber`]: mex over all positions below, by rules that share no code with ours.

use grundy::Session;
use grundy::core::{Game, Hints, Nimber, Outcome};
use grundy::games::GAMES;
use grundy::games::cram::Cram;
use grundy::games::heap::Heap;
use grundy::games::nim::Nim;
use grundy::games::sprouts::Sprouts;
use grundy::search::{Settings, Traversal};
use proptest::prelude::*;
use std::ops::ControlFlow;

const CASES: u32 = 2000;
const MOST_POSITIONS: usize = 200_000;

fn literal(game: &str, position: &str) -> Nimber {
    let rules = grundy_check::game(game).expect("a game the checker knows");
    let nimber = grundy_check::naive_nimber(&*rules, position, MOST_POSITIONS);
    Nimber::new(nimber.unwrap_or_else(|| panic!("{game}: {position} is too large, or the checker cannot read it")))
}

fn traversal(which: u8) -> Traversal {
    match which % 3 {
        0 => Traversal::DfPn,
        1 => Traversal::ProofNumber,
        _ => Traversal::depth_first(),
    }
}

/// A fresh search, so that nothing is known before, finds the nimber of the literal rules; so does every option.
fn agrees<G: Hints>(game: &G, position: &str, which: u8) -> Result<(), TestCaseError> {
    let name = game.name();
    let settings = Settings { traversal: traversal(which), ..Settings::default() };
    let mut session = Session::with_settings(game.clone(), settings);
    let nimber = literal(&name, position);
    prop_assert_eq!(session.outcome_of(position), Ok(Outcome::of(nimber)), "{}: {}", name, position);
    prop_assert_eq!(session.nimber_of(position), Ok(nimber), "{}: {}", name, position);
    if let Some(good) = session.winning_move(position).expect("no limits") {
        prop_assert_eq!(literal(&name, good.result.text()), Nimber::ZERO, "{}: {} by {}", name, position, good.label);
    } else {
        prop_assert_eq!(nimber, Nimber::ZERO);
    }
    Ok(())
}

/// A position that is reached from `start` by the moves that `choices` choose.
fn walk<G: Hints>(game: &G, start: &str, choices: &[u16]) -> String {
    let mut position = game.parse(start).expect("a position of the game");
    for &choice in choices {
        let mut moves = Vec::new();
        let each = &mut |one: grundy::core::Move| {
            moves.push(one.result);
            ControlFlow::Continue(())
        };
        assert!(game.moves(&position, each).is_continue());
        if moves.is_empty() {
            break;
        }
        position = moves.swap_remove(choice as usize % moves.len());
    }
    position.to_string()
}

fn board(rows: usize, columns: usize, filled: u32) -> String {
    let cell = |at: usize| if filled >> at & 1 == 1 { '#' } else { '.' };
    let row = |r: usize| (0..columns).map(|c| cell(r * columns + c)).collect::<String>();
    (0..rows).map(row).collect::<Vec<_>>().join("/")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn nim(heaps in prop::collection::vec(0u32..16, 1..5), which: u8, theorem: bool) {
        let position = heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        agrees(&if theorem { Nim::default() } else { Nim::without_theorem() }, &position, which)?;
    }

    #[test]
    fn heap_games(
        first in prop::sample::select(vec!["0", "4", "8", "c"]),
        digits in prop::collection::vec(0u32..16, 1..5),
        heaps in prop::collection::vec(0u32..16, 1..4),
        which: u8,
    ) {
        let digits: String = digits.iter().map(|digit| format!("{digit:x}")).collect();
        let game = Heap::by_name_or_code(&format!("{first}.{digits}")).expect("a code");
        let position = heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        agrees(&game, &position, which)?;
    }

    #[test]
    fn named_heap_games(name in 0usize..100, heaps in prop::collection::vec(0u32..20, 1..4), which: u8) {
        let names: Vec<&str> = GAMES.iter().filter(|game| game.code.is_some()).map(|game| game.name).collect();
        let game = Heap::by_name_or_code(names[name % names.len()]).expect("a name");
        let position = heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        agrees(&game, &position, which)?;
    }

    #[test]
    fn cram(rows in 1usize..5, columns in 1usize..6, filled: u32, also: u32, which: u8) {
        // Sparse enough to have something left to play, small enough for the naive rules.
        let filled = if rows * columns > 12 { filled } else { filled & also };
        agrees(&Cram::default(), &board(rows, columns, filled), which)?;
    }

    #[test]
    fn sprouts(spots in 1u32..5, choices in prop::collection::vec(any::<u16>(), 0..8), which: u8) {
        let game = Sprouts::default();
        // Four spots untouched take the literal rules a second; one move away they are quick.
        let position = walk(&game, &format!("0*{spots}"), &choices);
        prop_assume!(spots < 4 || choices.len() > 1);
        agrees(&game, &position, which)?;
    }

    #[test]
    fn turned_and_mirrored_boards(rows in 1usize..6, columns in 1usize..6, filled: u32) {
        let cram = Cram::default();
        let grid: Vec<Vec<char>> = board(rows, columns, filled).split('/').map(|row| row.chars().collect()).collect();
        let text = |grid: &[Vec<char>]| grid.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/");
        let mirrored: Vec<Vec<char>> = grid.iter().map(|row| row.iter().rev().copied().collect()).collect();
        let upside_down: Vec<Vec<char>> = grid.iter().rev().cloned().collect();
        let turned: Vec<Vec<char>> = (0..columns).map(|c| (0..rows).map(|r| grid[r][c]).collect()).collect();
        let nimber = Session::new(cram.clone()).nimber_of(text(&grid));
        for image in [mirrored, upside_down, turned] {
            prop_assert_eq!(&Session::new(cram.clone()).nimber_of(text(&image)), &nimber);
        }
    }

    #[test]
    fn a_sum_is_worth_the_nim_sum(spots in (1u32..5, 1u32..5), choices in prop::collection::vec(any::<u16>(), 0..10), which: u8) {
        let game = Sprouts::default();
        let (left, right) = choices.split_at(choices.len() / 2);
        let (a, b) = (walk(&game, &format!("0*{}", spots.0), left), walk(&game, &format!("0*{}", spots.1), right));
        let settings = Settings { traversal: traversal(which), ..Settings::default() };
        let sum = game.join(&[a.clone(), b.clone()].into_iter().filter(|text| text != "!").collect::<Vec<_>>());
        let together = Session::with_settings(game, settings).nimber_of(&sum).expect("no limits");
        let mut apart = Session::new(game);
        prop_assert_eq!(together, apart.nimber_of(&a).expect("no limits") ^ apart.nimber_of(&b).expect("no limits"));
    }
}
