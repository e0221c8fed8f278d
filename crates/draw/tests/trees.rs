//! Trees are drawn so that they can be read: boxes apart, edges in the open, what is left out counted.

use grundy_draw::picture::{Class, Form, Picture};
use grundy_draw::tree::{Kind, Mark, TopError, Tree, develop, develop_top};
use grundy_draw::{DrawError, Style, svg, tikz};
use std::collections::BTreeSet;

const KINDS: [Kind; 5] = [Kind::Game, Kind::Outcomes, Kind::Nimbers, Kind::Solution, Kind::NimberProof];

fn tree(game: &str, position: &str, kind: Kind) -> Tree {
    develop(game, position, kind, 100_000).unwrap()
}

#[test]
fn trees_as_text() {
    let golden = "\
2x3  W
├── 1x2 + 1x2  L
│   └── 1x2  W
│       └── ∅  L
├── .../.##  W
│   ├── ∅  L
│   └── 1x2  W  (above)
└── 2x2  L
    └── 1x2  W  (above)
";
    assert_eq!(tree("cram", "2x3", Kind::Outcomes).text(), golden);
    let golden = "\
2  2
├── ∅  0
└── 1  1
    └── ∅  0
2  2
├── ∅  0
└── 1  1
    └── ∅  0
2 ⊕ 2 = 0: the sum is losing
";
    assert_eq!(tree("nim", "2 2", Kind::NimberProof).text(), golden);
}

#[test]
fn what_is_folded_is_counted() {
    let whole = tree("cram", "3x3", Kind::Game);
    let edges = |tree: &Tree| tree.nodes.iter().map(|node| node.children.len() + node.folded).sum::<usize>();
    for (depth, most) in [(0, 100), (1, 100), (2, 100), (9, 5), (9, 1), (2, 7)] {
        let mut folded = whole.clone();
        folded.fold(depth, most);
        assert!(folded.nodes.len() <= most && folded.nodes.iter().all(|node| node.depth <= depth));
        // No option of a position that is drawn is forgotten.
        let kept: usize = whole.nodes[..folded.nodes.len()].iter().map(|node| node.children.len()).sum();
        assert_eq!(edges(&folded), kept);
        let note = format!("{} of {} positions", folded.nodes.len(), whole.nodes.len());
        assert_eq!(folded.note, Some(note));
    }
    let mut folded = whole.clone();
    folded.fold(0, 1);
    assert_eq!(folded.text(), format!("3x3\n└── +2 more\n1 of {} positions\n", whole.nodes.len()));
}

#[test]
fn dot_names_every_node_and_edge() {
    let tree = tree("cram", "2x3", Kind::Nimbers);
    let dot = tree.dot();
    let edges: usize = tree.nodes.iter().map(|node| node.children.len()).sum();
    assert_eq!(dot.matches(" -> ").count(), edges);
    assert_eq!(dot.matches("[label=").count(), tree.nodes.len());
    // A position with walls has no table: it is written.
    let walled = develop("cram", ".:./..", Kind::Game, 1000).unwrap();
    assert!(walled.dot().contains(&format!("n0 [label=\"{}\"", walled.nodes[0].position)));
}

#[test]
fn partial_trees_say_what_is_only_different() {
    let tree = tree("cram", ".../.../..#", Kind::NimberProof);
    assert_eq!(tree.nodes[0].mark.text(), "2");
    assert!(tree.nodes.iter().any(|node| node.mark.text() == "≠ 2"));
    let dashed = tree.picture().unwrap().shapes.iter().filter(|shape| shape.class == Class::Different).count();
    assert_eq!(dashed, tree.nodes.iter().filter(|node| node.mark.text().starts_with('≠')).count());
}

#[test]
fn boxes_are_apart_and_edges_in_the_open() {
    for (game, position) in
        [("cram", ".../.../..#"), ("cram", "2x5"), ("nim", "3 2 1"), ("sprouts", "2"), ("kayles", "7")]
    {
        for kind in KINDS {
            let mut tree = tree(game, position, kind);
            tree.fold(6, 60);
            let picture = tree.picture().unwrap();
            check_layout(&picture, &format!("{game} {position} {kind:?}"));
            let svg = svg::write(&picture, position, &Style::default());
            assert!(roxmltree::Document::parse(&svg).is_ok());
            let tikz = tikz::write(&picture, position);
            assert_eq!(tikz.matches('{').count(), tikz.matches('}').count());
        }
    }
}

/// Boxes do not overlap, and no edge touches a box between its ends.
fn check_layout(picture: &Picture, what: &str) {
    let is_box =
        |class: Class| matches!(class, Class::Plain | Class::Win | Class::Loss | Class::Different | Class::Fold);
    let boxes: Vec<[f64; 4]> = (picture.shapes.iter())
        .filter(|shape| is_box(shape.class))
        .filter_map(|shape| match shape.form {
            Form::Rectangle { x, y, width, height, .. } => Some([x, y, x + width, y + height]),
            _ => None,
        })
        .collect();
    for (i, a) in boxes.iter().enumerate() {
        assert!(a[0] >= -1e-6 && a[1] >= -1e-6 && a[2] <= picture.width + 1e-6 && a[3] <= picture.height + 1e-6);
        for b in &boxes[..i] {
            let apart = a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];
            assert!(apart, "{what}: boxes overlap");
        }
    }
    for shape in picture.shapes.iter().filter(|shape| shape.class == Class::Edge) {
        let Form::Curve { mut from, pieces } = shape.form.clone() else { panic!("an edge is a curve") };
        for [a, b, to] in pieces {
            for k in 0..=20 {
                let t = f64::from(k) / 20.0;
                let s = 1.0 - t;
                let at = |i: usize| {
                    s * s * s * from[i] + 3.0 * s * s * t * a[i] + 3.0 * s * t * t * b[i] + t * t * t * to[i]
                };
                let (x, y) = (at(0), at(1));
                let inside = |b: &&[f64; 4]| x > b[0] + 0.5 && x < b[2] - 0.5 && y > b[1] + 0.5 && y < b[3] - 0.5;
                assert_eq!(boxes.iter().filter(inside).count(), 0, "{what}: an edge is hidden");
            }
            from = to;
        }
    }
}

#[test]
fn large_positions_stop_at_the_limit() {
    for kind in KINDS {
        let ended = develop("cram", "6x6", kind, 2000);
        assert!(matches!(ended, Err(DrawError::Study(_))));
    }
    assert!(matches!(develop("cram", "x", Kind::Game, 10), Err(DrawError::Parse(_))));
}

#[test]
fn the_top_of_a_tree_is_that_of_the_whole() {
    // What is asked is answered from the whole tree.
    let top = |game: &str, position: &str, kind: Kind, depth: usize| {
        let whole = tree(game, position, if kind == Kind::Solution { Kind::Outcomes } else { kind });
        let ask = &mut |text: &str, _| {
            let same = |node: &&grundy_draw::tree::Node| node.position == text;
            Ok::<Mark, String>(whole.nodes.iter().find(same).ok_or_else(|| text.to_string())?.mark)
        };
        (develop_top(game, position, kind, depth, 100_000, ask).unwrap(), whole)
    };
    for (game, position) in
        [("cram", "3x3"), ("nim", "3 2 1"), ("sprouts", "2"), ("kayles", "5 2"), ("cram", "2x2 + 2x2")]
    {
        for kind in [Kind::Game, Kind::Outcomes, Kind::Nimbers] {
            let (deep, whole) = top(game, position, kind, 99);
            // The same positions with the same options, in whatever order.
            let edges = |tree: &Tree| {
                let name = |&child: &usize| tree.nodes[child].position.clone();
                let node = |node: &grundy_draw::tree::Node| {
                    let below: BTreeSet<String> = node.children.iter().map(name).collect();
                    (node.position.clone(), node.mark.text(), node.depth, below)
                };
                tree.nodes.iter().map(node).collect::<BTreeSet<_>>()
            };
            assert_eq!(edges(&deep), edges(&whole), "{game} {position} {kind:?}");
            for depth in 0..3 {
                let (shallow, whole) = top(game, position, kind, depth);
                assert!(shallow.nodes.len() < whole.nodes.len());
                for node in &shallow.nodes {
                    let same = whole.nodes.iter().find(|n| n.position == node.position).unwrap();
                    assert_eq!(node.mark, same.mark);
                    // All options or none.
                    assert_eq!(node.children.len() + node.folded, same.children.len());
                    assert!(node.folded == 0 || node.children.is_empty());
                    assert!(node.children.iter().all(|&child| shallow.nodes[child].depth > node.depth));
                }
            }
        }
        // Every losing position with all options, every winning one with a losing one.
        let (solution, whole) = top(game, position, Kind::Solution, 99);
        for node in &solution.nodes {
            let same = whole.nodes.iter().find(|n| n.position == node.position).unwrap();
            match node.mark.text().as_str() {
                "L" => assert_eq!(node.children.len(), same.children.len()),
                _ => assert_eq!(solution.nodes[node.children[0]].mark.text(), "L"),
            }
        }
    }
    // A tree that nobody can develop has a top.
    let ask = &mut |_: &str, _| Err::<Mark, &str>("nobody knows");
    assert_eq!(develop_top("sprouts", "30", Kind::Game, 1, 1000, ask).unwrap().nodes[0].children.len(), 16);
    assert!(matches!(develop_top("sprouts", "30", Kind::Nimbers, 1, 1000, ask), Err(TopError::Ask("nobody knows"))));
    assert!(matches!(develop_top("cram", "9x9", Kind::Game, 2, 50, ask), Err(TopError::Draw(DrawError::Study(_)))));
}

/// LaTeX knows nothing of what is not ASCII unless it is told.
#[test]
fn tikz_is_ascii() {
    for (game, position) in [
        ("nim", "40 3"),
        ("cram", "..#/._./..."),
        ("sprouts", "0*3.AB|AB"),
        ("nim", "2 2"),
        ("kayles", "40 3"),
        ("treblecross", "7"),
    ] {
        let whole = tikz::write(&grundy_draw::picture(game, position).unwrap(), position);
        let proof = (!position.starts_with("40")).then(|| tree(game, position, Kind::NimberProof).picture().unwrap());
        let trees = proof.map(|picture| tikz::write(&picture, position)).unwrap_or_default();
        assert!(whole.is_ascii() && trees.is_ascii(), "{game} {position}");
    }
}
