//! On random games: every computation agrees with mex, and every tree is what its documentation says.

mod common;

use common::{LIMIT, nimber_by_mex, sums};
use grundy_core::{Hints, Nimber, Outcome};
use grundy_study::{
    GameTree, Label, Last, NimberProof, Order, Other, PlainSum, Side, SolutionTree, Strategy, StudyError, compare,
    inevitable, nimber_by_trying, solve_by_nimbers, solve_elementary,
};
use proptest::prelude::*;
use std::collections::HashSet;

/// A meaningless order, to reach solution trees that a sensible one would not.
fn scrambled(seed: u64) -> impl Fn(&PlainSum) -> u64 {
    move |position| {
        let bytes = position.components().iter().flat_map(|c| c.iter());
        bytes.fold(seed, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }
}

/// The distinct options of a position, by way of a game tree of its own.
fn options<G: Hints>(game: &G, position: &PlainSum) -> HashSet<PlainSum> {
    let tree = GameTree::new(game, position, LIMIT).unwrap();
    tree.root().options.iter().map(|&o| tree.nodes()[o].position.clone()).collect()
}

fn check_solution<G: Hints>(game: &G, tree: &SolutionTree) {
    for (id, node) in tree.nodes().iter().enumerate() {
        assert_eq!(node.outcome, Outcome::of(nimber_by_mex(game, &node.position)));
        for edge in &node.moves {
            let next = &tree.nodes()[edge.node];
            assert!(edge.node > id && next.depth > node.depth);
            assert_ne!(next.outcome, node.outcome);
            assert_eq!(node.position.play(&edge.component, &edge.option).as_ref(), Some(&next.position));
        }
        let reached: HashSet<PlainSum> = node.moves.iter().map(|m| tree.nodes()[m.node].position.clone()).collect();
        match node.outcome {
            Outcome::Win => assert!(node.moves.len() == 1 && options(game, &node.position).is_superset(&reached)),
            Outcome::Loss => assert_eq!(reached, options(game, &node.position)),
        }
    }
}

fn check_proof<G: Hints>(game: &G, proof: &NimberProof) {
    let mut claims = HashSet::new();
    for (id, node) in proof.nodes().iter().enumerate() {
        assert!(claims.insert((&node.position, node.label)), "the same claim twice");
        assert!(node.children.iter().all(|&child| child > id && proof.nodes()[child].depth > node.depth));
        let children: Vec<(&PlainSum, Label)> =
            node.children.iter().map(|&c| (&proof.nodes()[c].position, proof.nodes()[c].label)).collect();
        let options = options(game, &node.position);
        match node.label {
            Label::Is(n) => {
                assert_eq!(children.iter().map(|&(p, _)| p.clone()).collect::<HashSet<_>>(), options);
                assert_eq!(children.len(), options.len());
                assert!(children.iter().all(|&(_, label)| label != Label::Is(n)));
                assert!(children.iter().all(|&(_, label)| matches!(label, Label::Is(_)) || label == Label::IsNot(n)));
                assert!(n.below().all(|k| children.iter().any(|&(_, label)| label == Label::Is(k))));
            }
            Label::IsNot(n) => {
                assert!(matches!(children[..], [(p, label)] if label == Label::Is(n) && options.contains(p)));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn game_trees_have_the_nimbers_of_mex((table, a, b) in sums()) {
        let tree = GameTree::new(&table, &a.plus(&b), LIMIT).unwrap();
        prop_assert_eq!(tree.root().nimber, nimber_by_mex(&table, &a) ^ nimber_by_mex(&table, &b));
        let distinct: HashSet<_> = tree.nodes().iter().map(|node| &node.position).collect();
        prop_assert_eq!(distinct.len(), tree.nodes().len());
        for (id, node) in tree.nodes().iter().enumerate() {
            prop_assert_eq!(node.nimber, nimber_by_mex(&table, &node.position));
            prop_assert_eq!(node.outcome, Outcome::of(node.nimber));
            prop_assert_eq!(tree.find(&node.position), Some(id));
            for &option in &node.options {
                let option = (option, &tree.nodes()[option]);
                prop_assert!(option.0 > id && option.1.depth > node.depth && option.1.height < node.height);
            }
        }
    }

    #[test]
    fn what_the_theorem_reads_off_is_true((table, a, b) in sums(), seed: u64) {
        let (one, two) = (nimber_by_mex(&table, &a), nimber_by_mex(&table, &b));
        for order in [Order::AsGenerated, Order::FewestOptions, Order::By(&scrambled(seed))] {
            let solved = solve_elementary(&table, &a.plus(&b), order, LIMIT).unwrap();
            prop_assert_eq!(solved.outcome, Outcome::of(one ^ two));
            prop_assert!(solved.computed >= solved.tree.nodes().len());
            for (first, second, one, two) in [(&a, &b, one, two), (&b, &a, two, one)] {
                let read = inevitable(&solved.tree, first, second).unwrap();
                let (known, other) = if read.known == Side::First { (one, two) } else { (two, one) };
                prop_assert_eq!(read.nimber, known);
                prop_assert_eq!(read.other, if known == other { Other::Equal } else { Other::Different });
                prop_assert!(read.read <= solved.tree.nodes().len());
            }
        }
    }

    #[test]
    fn every_way_to_cut_a_sum_in_two_can_be_read((table, a, b) in sums(), seed: u64) {
        let sum = a.plus(&b);
        let order = scrambled(seed);
        let tree = solve_elementary(&table, &sum, Order::By(&order), LIMIT).unwrap().tree;
        for cut in 0u32..1 << sum.components().len() {
            let part = |side: u32| {
                let chosen = (0..).zip(sum.components()).filter(|&(i, _)| cut >> i & 1 == side);
                PlainSum::new(&table, chosen.map(|(_, c)| &c[..]))
            };
            let parts = [part(0), part(1)];
            let read = inevitable(&tree, &parts[0], &parts[1]).unwrap();
            let known = &parts[usize::from(read.known == Side::Second)];
            prop_assert_eq!(read.nimber, nimber_by_mex(&table, known));
        }
        let other = sum.plus(&table.position(&[7]));
        if other != sum {
            prop_assert_eq!(inevitable(&tree, &other, &b), Err(StudyError::NotTheSum));
        }
    }

    #[test]
    fn solution_trees_prove_their_outcome((table, a, b) in sums(), seed: u64) {
        let sum = a.plus(&b);
        let order = scrambled(seed);
        check_solution(&table, &solve_elementary(&table, &sum, Order::By(&order), LIMIT).unwrap().tree);
        check_solution(&table, &SolutionTree::small(&table, &sum, LIMIT).unwrap());
    }

    #[test]
    fn algorithms_1_2_3_agree_with_mex((table, a, b) in sums(), seed: u64) {
        let sum = a.plus(&b);
        let nimber = nimber_by_mex(&table, &sum);
        let scrambled = scrambled(seed);
        for order in [Order::AsGenerated, Order::FewestOptions, Order::By(&scrambled)] {
            for last in [Last::Hardest, Last::AsGenerated] {
                let solved = solve_by_nimbers(&table, &sum, Strategy { order, last }, LIMIT).unwrap();
                prop_assert_eq!(solved.outcome, Outcome::of(nimber));
                let tried = nimber_by_trying(&table, &sum, Strategy { order, last }, LIMIT).unwrap();
                prop_assert_eq!(tried.nimber, Some(nimber));
                prop_assert_eq!(tried.outcome, Outcome::of(nimber));
                prop_assert!(tried.computed >= tried.positions);
                for (position, nimber) in &tried.nimbers {
                    prop_assert_eq!(*nimber, nimber_by_mex(&table, position));
                }
            }
        }
        let both = compare(&table, &a, &b, Strategy::default(), LIMIT).unwrap();
        prop_assert_eq!(both.elementary.outcome, both.by_nimbers.outcome);
    }

    #[test]
    fn nimber_proofs_prove_the_nimber((table, a, b) in sums()) {
        let sum = a.plus(&b);
        let tree = GameTree::new(&table, &sum, LIMIT).unwrap();
        let proof = NimberProof::new(&tree);
        prop_assert_eq!(&proof.root().position, &sum);
        prop_assert_eq!(proof.root().label, Label::Is(nimber_by_mex(&table, &sum)));
        prop_assert_eq!(tree.root().nimber == Nimber::ZERO, proof.root().label == Label::Is(Nimber::ZERO));
        check_proof(&table, &proof);
        let covered: HashSet<_> = proof.nodes().iter().map(|node| &node.position).collect();
        prop_assert!(covered.len() <= tree.nodes().len());
    }
}
