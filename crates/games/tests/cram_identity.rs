//! The hard cases of identity: equal fingerprints of different graphs, and graphs with many automorphisms.

use grundy_core::{Component, Game, collect_options};
use grundy_games::cram::Cram;
use std::collections::HashSet;

fn component(text: &str) -> Component {
    let parts = Cram::literal().parse(text).unwrap();
    assert_eq!(parts.len(), 1, "{text}");
    parts[0].clone()
}

fn exact(component: &Component) -> Component {
    let mut out = Vec::new();
    Cram::literal().canonical_form(component, &mut out);
    out.into()
}

fn graph(edges: &[(usize, usize)]) -> Component {
    let edges: Vec<String> = edges.iter().map(|(u, v)| format!("{u}-{v}")).collect();
    component(&format!("graph({})", edges.join(",")))
}

/// The same graph with its vertices in another order.
fn shuffled(edges: &[(usize, usize)], n: usize, step: usize) -> Vec<(usize, usize)> {
    let mut edges: Vec<_> = edges.iter().map(|&(u, v)| ((u * step + 3) % n, (v * step + 3) % n)).collect();
    edges.reverse();
    edges
}

#[test]
fn colours_do_not_decide() {
    // Both have six vertices with three neighbours each: refinement sees no difference anywhere.
    let prism = graph(&[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]);
    let utility: Vec<_> = (0..3).flat_map(|u| (3..6).map(move |v| (u, v))).collect();
    // A row with teeth: between teeth so far apart no cell sees two of them.
    let comb = |teeth: [usize; 4]| {
        let tooth = |x| if teeth.contains(&x) { '.' } else { '#' };
        component(&format!("{}/{}", ".".repeat(80), (0..80).map(tooth).collect::<String>()))
    };
    for (a, b) in [(prism, graph(&utility)), (comb([13, 30, 48, 66]), comb([13, 32, 48, 66]))] {
        let game = Cram::literal();
        assert_eq!(game.fingerprint(&a), game.fingerprint(&b));
        assert!(!game.is_same(&a, &b) && !game.is_same(&b, &a));
        assert_ne!(exact(&a), exact(&b));
        assert!(game.is_same(&a, &a) && game.is_same(&a, &exact(&a)));
    }
    assert!(Cram::literal().is_same(&comb([13, 30, 48, 66]), &comb([13, 31, 49, 66])), "mirror images");
}

#[test]
fn many_automorphisms_are_no_obstacle() {
    let hypercube: Vec<_> =
        (0..32usize).flat_map(|u| (0..5).map(move |bit| (u, u ^ 1 << bit))).filter(|(u, v)| u < v).collect();
    let complete: Vec<_> = (0..20usize).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
    let binary_tree: Vec<_> = (1..63usize).map(|v| ((v - 1) / 2, v)).collect();
    let star: Vec<_> = (1..41usize).map(|v| (0, v)).collect();
    let cycle: Vec<_> = (0..100usize).map(|v| (v, (v + 1) % 100)).collect();
    for (edges, n, step) in
        [(hypercube, 32, 5), (complete, 20, 7), (binary_tree, 63, 10), (star, 41, 9), (cycle, 100, 7)]
    {
        let (a, b) = (graph(&edges), graph(&shuffled(&edges, n, step)));
        let game = Cram::literal();
        assert_eq!(game.fingerprint(&a), game.fingerprint(&b));
        assert_eq!(exact(&a), exact(&b));
        assert_eq!(exact(&exact(&a)), exact(&a));
        assert!(game.is_same(&a, &b));
        let fewer = graph(&edges[..edges.len() - 1]);
        assert!(!game.is_same(&a, &fewer));
    }
}

/// A cycle of any even length fits on a board, and its exact form is drawn on one.
#[test]
fn what_can_be_drawn_is_drawn() {
    for n in [4, 8, 12, 20, 40] {
        let edges: Vec<_> = (0..n).map(|v| (v, (v + 1) % n)).collect();
        let form = Cram::literal().write(&exact(&graph(&edges)));
        assert!(!form.starts_with("graph"), "{form}");
    }
    for board in ["3x3", "5x9", "16x16", "1x100"] {
        assert_eq!(exact(&component(board)), {
            let mut out = Vec::new();
            Cram::literal().canonize(&component(board), &mut out);
            Component::from(out)
        });
    }
    assert!(Cram::literal().write(&exact(&graph(&[(0, 1), (1, 2), (2, 0)]))).starts_with("graph"));
}

/// On a wide board options that differ far from any edge are told apart by their fingerprints: they need not be
/// compared one by one.
#[test]
fn options_of_large_boards_have_fingerprints_of_their_own() {
    let game = Cram::literal();
    for text in ["13x13", "3x65", "2x100", "32x32"] {
        let mut forms = HashSet::new();
        for option in collect_options(&game, &component(text)) {
            // Where a domino cuts nothing off.
            if let [component] = &option[..] {
                let mut form = Vec::new();
                game.canonize(component, &mut form);
                forms.insert(form);
            }
        }
        let prints: HashSet<_> = forms.iter().map(|form| game.fingerprint(form)).collect();
        assert!(forms.len() > 30 && prints.len() == forms.len(), "{text}: {} of {}", prints.len(), forms.len());
    }
}

/// The fingerprint of a large graph does not depend on how it is drawn, or whether it is.
#[test]
fn large_graphs_in_another_order_are_the_same() {
    let game = Cram::literal();
    let (columns, rows, hole) = (17, 9, 60);
    let n = columns * rows;
    let right = (0..n).filter(|v| v % columns + 1 < columns).map(|v| (v, v + 1));
    let down = (0..n - columns).map(|v| (v, v + columns));
    let edges: Vec<_> = right.chain(down).filter(|&(u, v)| u != hole && v != hole).collect();
    let rows_of_text: Vec<String> =
        (0..rows).map(|y| (0..columns).map(|x| if y * columns + x == hole { '#' } else { '.' }).collect()).collect();
    let board = component(&rows_of_text.join("/"));
    for step in [1, 5, 19, 152] {
        let shuffled = graph(&shuffled(&edges, n, step));
        assert_eq!(game.fingerprint(&board), game.fingerprint(&shuffled));
        assert!(game.is_same(&board, &shuffled) && game.is_same(&shuffled, &board));
    }
    let other = graph(&edges[1..]);
    assert!(game.fingerprint(&board) != game.fingerprint(&other) && !game.is_same(&board, &other));
}
