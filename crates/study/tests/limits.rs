//! Games that are too large, too deep, or broken.

mod common;

use common::{LIMIT, Nim, Stairs, Table, position};
use grundy_core::{Hints, Nimber, Outcome};
use grundy_study::{
    GameTree, Label, NimberProof, Order, PlainSum, SolutionTree, Strategy, StudyError, inevitable, nimber_by_trying,
    solve_by_nimbers, solve_elementary,
};

/// The error of every computation on a position.
fn errors<G: Hints>(game: &G, position: &PlainSum, limit: usize) -> Vec<StudyError> {
    vec![
        GameTree::new(game, position, limit).unwrap_err(),
        SolutionTree::small(game, position, limit).unwrap_err(),
        solve_elementary(game, position, Order::default(), limit).unwrap_err(),
        solve_by_nimbers(game, position, Strategy::default(), limit).unwrap_err(),
        nimber_by_trying(game, position, Strategy::default(), limit).unwrap_err(),
    ]
}

#[test]
fn a_position_that_leads_back_to_itself_is_named() {
    // 1 has a move to itself; 2 and 3 to each other, and 5 into that cycle, which has an end behind it.
    let table = Table(vec![
        vec![],
        vec![vec![1]],
        vec![vec![3]],
        vec![vec![2], vec![4]],
        vec![vec![0, 0], vec![0]],
        vec![vec![2]],
    ]);
    let on_cycle = |component: u8| PlainSum::new(&table, [&[component][..]]);
    for error in errors(&table, &on_cycle(1), LIMIT) {
        assert_eq!(error, StudyError::LeadsBack { position: on_cycle(1) });
        assert!(!error.to_string().contains('\n'));
    }
    // As generated, the cycle is met before the way out of it.
    let from = on_cycle(5);
    let strategy = Strategy { order: Order::AsGenerated, ..Strategy::default() };
    let named = [
        GameTree::new(&table, &from, LIMIT).unwrap_err(),
        solve_elementary(&table, &from, Order::AsGenerated, LIMIT).unwrap_err(),
        solve_by_nimbers(&table, &from, strategy, LIMIT).unwrap_err(),
    ];
    for error in named {
        let StudyError::LeadsBack { position } = error else { panic!("{error}") };
        assert!(position == on_cycle(2) || position == on_cycle(3), "{position:?}");
    }
}

#[test]
fn a_game_that_grows_for_ever_meets_the_limit() {
    let table = Table(vec![vec![], vec![vec![1, 2]], vec![vec![]]]);
    let root = PlainSum::new(&table, [&[1u8][..]]);
    let limit = 1000;
    assert_eq!(GameTree::new(&table, &root, limit).unwrap_err(), StudyError::TooLarge { limit });
    // By nimbers, the component that grows comes back alone.
    let error = nimber_by_trying(&table, &root, Strategy::default(), limit).unwrap_err();
    assert_eq!(error, StudyError::LeadsBack { position: root });
}

#[test]
fn limits_hold() {
    for (text, limit) in [("4000000000", 1000), ("9 8 7", 8), ("1", 0)] {
        let found = errors(&Nim, &position(&Nim, text), limit);
        assert!(found.iter().all(|error| *error == StudyError::TooLarge { limit }), "{text}: {found:?}");
    }
    // Heaps of 3 and 2: 4 * 3 pairs, of which (1, 2) and (2, 1), and those with an empty heap, are equal.
    let whole = GameTree::new(&Nim, &position(&Nim, "3 2"), LIMIT).unwrap().nodes().len();
    assert_eq!(whole, 9);
    assert!(GameTree::new(&Nim, &position(&Nim, "3 2"), whole).is_ok());
    assert!(GameTree::new(&Nim, &position(&Nim, "3 2"), whole - 1).is_err());
}

#[test]
fn deep_games_do_not_exhaust_the_stack() {
    let deep = position(&Stairs, "100001");
    let tree = GameTree::new(&Stairs, &deep, LIMIT).unwrap();
    assert_eq!((tree.root().height, tree.root().nimber), (100_001, Nimber::new(1)));
    assert_eq!(NimberProof::new(&tree).root().label, Label::Is(Nimber::new(1)));
    let solved = solve_elementary(&Stairs, &deep, Order::default(), LIMIT).unwrap();
    assert_eq!((solved.outcome, solved.computed), (Outcome::Win, 100_002));
    let nothing = PlainSum::default();
    let read = inevitable(&solved.tree, &nothing, &deep).unwrap();
    assert_eq!((read.nimber, read.other), (Nimber::ZERO, grundy_study::Other::Different));
    let tried = nimber_by_trying(&Stairs, &deep, Strategy::default(), LIMIT).unwrap();
    assert_eq!(tried.nimber, Some(Nimber::new(1)));
    assert_eq!(SolutionTree::small(&Stairs, &deep, LIMIT).unwrap().nodes().len(), 100_002);
}

#[test]
fn the_empty_position_is_lost() {
    let nothing = PlainSum::default();
    let tree = GameTree::new(&Nim, &nothing, 1).unwrap();
    assert_eq!((tree.nodes().len(), tree.edges(), tree.root().outcome), (1, 0, Outcome::Loss));
    let solved = solve_elementary(&Nim, &nothing, Order::default(), 1).unwrap();
    assert_eq!(solved.computed, 1);
    let read = inevitable(&solved.tree, &nothing, &nothing).unwrap();
    assert_eq!((read.nimber, read.other, read.read), (Nimber::ZERO, grundy_study::Other::Equal, 1));
    assert_eq!(NimberProof::new(&tree).nodes().len(), 1);
}
