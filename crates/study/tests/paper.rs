//! What the paper shows on Cram and Nim, computed.

mod common;

use common::{Cram, LIMIT, Nim, nimber_by_mex, position};
use grundy_core::{Nimber, Outcome};
use grundy_study::{
    GameTree, Label, NimberProof, Order, Other, Side, SolutionTree, Strategy, compare, inevitable, nimber_by_trying,
    solve_elementary,
};

/// Boards of nimber 2, the kind of section 4.1.
const TWOS: [&str; 4] = [".../.../..#", "....../..####", "..../...#/..##", ".#../..../..#."];

#[test]
fn sums_of_two_winning_components_need_more_nodes_the_elementary_way() {
    for (i, one) in TWOS.iter().enumerate() {
        for two in &TWOS[i..] {
            let (first, second) = (position(&Cram, one), position(&Cram, two));
            assert_eq!(nimber_by_mex(&Cram, &first), Nimber::new(2));
            let both = compare(&Cram, &first, &second, Strategy::default(), LIMIT).unwrap();
            assert_eq!((both.elementary.outcome, both.by_nimbers.outcome), (Outcome::Loss, Outcome::Loss));
            assert!(both.elementary.tree.nodes().len() > both.by_nimbers.computed, "{one} + {two}");
            assert!(both.elementary.computed >= both.elementary.tree.nodes().len());
            assert_eq!((both.inevitable.nimber, both.inevitable.other), (Nimber::new(2), Other::Equal));
        }
    }
}

#[test]
fn larger_sums_need_many_times_more() {
    let (first, second) = (position(&Cram, "..../..../...."), position(&Cram, "....../.....#"));
    for order in [Order::AsGenerated, Order::FewestOptions] {
        let both = compare(&Cram, &first, &second, Strategy { order, ..Strategy::default() }, LIMIT).unwrap();
        assert!(both.elementary.computed > 10 * both.by_nimbers.computed);
        assert_eq!((both.inevitable.nimber, both.inevitable.other), (Nimber::new(1), Other::Equal));
    }
}

#[test]
fn a_winning_sum_knows_one_nimber_and_that_the_other_is_different() {
    let (first, second) = (position(&Cram, ".../.../..#"), position(&Cram, ".../..."));
    let solved = solve_elementary(&Cram, &first.plus(&second), Order::default(), LIMIT).unwrap();
    assert_eq!(solved.outcome, Outcome::Win);
    let read = inevitable(&solved.tree, &first, &second).unwrap();
    assert_eq!(read.other, Other::Different);
    assert_eq!(read.nimber, Nimber::new(if read.known == Side::First { 2 } else { 1 }));
    // The other way round, the same tree says the same of the same part, or as truly of the other.
    let swapped = inevitable(&solved.tree, &second, &first).unwrap();
    assert_eq!(swapped.nimber, Nimber::new(if swapped.known == Side::First { 1 } else { 2 }));
}

#[test]
fn equal_pairs_are_played_out_the_elementary_way() {
    let board = position(&Cram, ".../...");
    let solved = solve_elementary(&Cram, &board.plus(&board), Order::default(), LIMIT).unwrap();
    assert_eq!(solved.outcome, Outcome::Loss);
    assert_eq!(solved.tree.root().position.components().len(), 2);
    assert!(solved.computed > 10);
    // The theorem reads a whole sum and nothing, too: the nimber of nothing is 0, and the sum is equal to it.
    let read = inevitable(&solved.tree, &board.plus(&board), &position(&Cram, "")).unwrap();
    assert_eq!((read.nimber, read.other), (Nimber::ZERO, Other::Equal));
}

#[test]
fn the_nimber_needs_a_part_of_the_game_tree_only() {
    // The 3x3, 3x4 and 2x5 boards; the first two values are in the paper's table.
    for (board, nimber) in [(".../.../...", 0), ("..../..../....", 1), ("...../.....", 1)] {
        let root = position(&Cram, board);
        let tree = GameTree::new(&Cram, &root, LIMIT).unwrap();
        assert_eq!(tree.root().nimber, Nimber::new(nimber));
        let proof = NimberProof::new(&tree);
        assert_eq!(proof.root().label, Label::Is(Nimber::new(nimber)));
        assert!(proof.different() > 0);
        assert!(proof.nodes().len() < tree.nodes().len(), "{board}");
        let solution = SolutionTree::small(&Cram, &root, LIMIT).unwrap();
        assert!(solution.nodes().len() < tree.nodes().len());
        assert_eq!(
            nimber_by_trying(&Cram, &root, Strategy::default(), LIMIT).unwrap().nimber,
            Some(tree.root().nimber)
        );
    }
}

#[test]
fn a_losing_root_is_proved_by_as_many_nodes_in_both_trees() {
    // That the nimber is 0 and that the root is losing are one claim: neither tree may miss what the other finds.
    for board in [".../.../...", "..../....", "...../..#..", ".../..#"] {
        let root = position(&Cram, board);
        let proof = NimberProof::new(&GameTree::new(&Cram, &root, LIMIT).unwrap());
        let solution = SolutionTree::small(&Cram, &root, LIMIT).unwrap();
        assert_eq!(proof.root().label, Label::Is(Nimber::ZERO));
        assert_eq!(proof.nodes().len(), solution.nodes().len(), "{board}");
    }
}

#[test]
fn the_heaps_of_section_3() {
    let heaps = position(&Nim, "7 5 4 2");
    let tree = GameTree::new(&Nim, &heaps, LIMIT).unwrap();
    assert_eq!(tree.root().nimber, Nimber::new(4));
    let losing = tree.root().options.iter().map(|&o| &tree.nodes()[o]).filter(|o| o.outcome == Outcome::Loss);
    let mut written: Vec<String> = losing.map(|node| node.position.write(&Nim)).collect();
    written.sort();
    assert_eq!(written, ["1 + 2 + 4 + 7", "2 + 3 + 4 + 5", "2 + 5 + 7"]);
}
