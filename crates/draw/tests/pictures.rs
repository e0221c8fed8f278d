//! Pictures are well-formed whatever they are asked to show, say what they mean, and never panic.

use grundy_draw::picture::{Class, Form};
use grundy_draw::{DrawError, Labels, Style, labelled, picture, svg, text, text_labelled, tikz};
use proptest::prelude::*;
use roxmltree::Document;

fn parsed(svg: &str) -> Document<'_> {
    Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"))
}

#[test]
fn a_board() {
    let svg = svg("cram", ".:.#/_..", &Style::embedded()).unwrap();
    let document = parsed(&svg);
    let cells: Vec<_> = document.descendants().filter(|n| n.attribute("data-cell").is_some()).collect();
    assert_eq!(cells.len(), 6);
    let filled = |n: &&roxmltree::Node<'_, '_>| n.attribute("class") == Some("g-filled");
    assert_eq!(cells.iter().filter(filled).map(|n| n.attribute("data-cell").unwrap()).collect::<Vec<_>>(), ["0,2"]);
    let walls = document.descendants().filter(|n| n.attribute("class") == Some("g-wall")).count();
    // The wall below the lower left cell is the rim, and separates it from nothing.
    assert_eq!(walls, 1);
    assert_eq!(text("cram", ".:.#/_..").unwrap(), "·|· ██\n· · ·\n");
    assert_eq!(text("cram", "_./..").unwrap(), "_ ·\n· ·\n");
    assert!(!svg.contains("<style>"));
}

#[test]
fn the_least_board_to_the_letter() {
    let golden = "\
<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"-8 -8 56 36\" width=\"56\" height=\"36\">
<title>.#</title>
<rect class=\"g-cell\" data-cell=\"0,0\" data-board=\"0\" x=\"0\" y=\"0\" width=\"20\" height=\"20\"/>
<rect class=\"g-filled\" data-cell=\"0,1\" data-board=\"0\" x=\"20\" y=\"0\" width=\"20\" height=\"20\"/>
</svg>
";
    assert_eq!(svg("cram", ".#", &Style::embedded()).unwrap(), golden);
}

#[test]
fn heaps() {
    let drawn = picture("nim", "3, 0 + 1000000").unwrap();
    let tokens = drawn.shapes.iter().filter(|shape| shape.class == Class::Token).count();
    assert_eq!(tokens, 3 + 11);
    let numbers: Vec<&str> = (drawn.shapes.iter())
        .filter_map(|shape| match &shape.form {
            Form::Text { text, .. } if shape.class == Class::Name => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(numbers, ["3", "0", "1000000"]);
    assert_eq!(text("kayles", "2 12").unwrap(), " 2  oo\n12  oooooooooooo\n");
}

/// A row of pins and a strip of cells, with the size and, on request, the nimber of each.
#[test]
fn heap_games_as_themselves() {
    let shapes = |game: &str, class: Class| {
        let drawn = labelled(game, "9 5", Labels::Nimbers).unwrap();
        let names: Vec<String> = (drawn.shapes.iter())
            .filter_map(|shape| match &shape.form {
                Form::Text { text, .. } if shape.class == Class::Name => Some(text.clone()),
                _ => None,
            })
            .collect();
        for shape in &drawn.shapes {
            if let Form::Circle { at: [x, y], radius } = shape.form {
                assert!(x - radius >= 0.0 && x + radius <= drawn.width && y + radius <= drawn.height, "{game}");
            }
        }
        (names, drawn.shapes.iter().filter(|shape| shape.class == class).count())
    };
    assert_eq!(shapes("kayles", Class::Token), (vec!["9 ∗4".into(), "5 ∗4".into()], 14));
    assert_eq!(shapes("dawson-chess", Class::Cell), (vec!["9 ∗3".into(), "5 ∗3".into()], 14));
    // A heap of n + 2 is a strip of n cells.
    assert_eq!(shapes("treblecross", Class::Cell), (vec!["9 ∗3".into(), "5 ∗1".into()], 10));
    assert_eq!(shapes("grundy", Class::Token), (vec!["9 ∗1".into(), "5 ∗2".into()], 14));
    assert_eq!(text_labelled("kayles", "2 12", Labels::Nimbers).unwrap(), " 2 ∗2  oo\n12 ∗4  oooooooooooo\n");
}

#[test]
fn tikz_has_balanced_braces() {
    for (game, position) in [("cram", "2x3 + graph(0-1,1-2,2-0)"), ("nim", "20 1"), ("sprouts", "0.1a1a.AB|AB")] {
        let tikz = tikz(game, position).unwrap();
        assert_eq!(tikz.matches('{').count(), tikz.matches('}').count());
        assert!(tikz.contains("\\begin{tikzpicture}") && tikz.ends_with("\\end{tikzpicture}\n"));
    }
}

#[test]
fn spots_have_numbers_names_and_lives() {
    let svg = svg("sprouts", "0.1a1a.AB|AB", &Style::default()).unwrap();
    let document = parsed(&svg);
    let mut spots: Vec<(usize, &str, &str)> = (document.descendants())
        .filter_map(|n| {
            Some((n.attribute("data-spot")?.parse().unwrap(), n.attribute("data-name")?, n.attribute("data-lives")?))
        })
        .collect();
    spots.sort_unstable();
    let expected = [("0", "3"), ("1", "2"), ("a", "1"), ("1", "2"), ("A", "1"), ("B", "1")];
    assert_eq!(spots.iter().map(|&(_, name, lives)| (name, lives)).collect::<Vec<_>>(), expected);
    assert_eq!(spots.iter().map(|spot| spot.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn too_much_is_an_error() {
    let many = vec!["1"; 5000].join(" ");
    assert!(matches!(picture("nim", &many), Err(DrawError::TooLarge { .. })));
    assert!(matches!(picture("sprouts", "10000"), Err(DrawError::TooLarge { .. })));
    assert!(matches!(picture("no such game", "1"), Err(DrawError::Parse(_))));
    let edges: Vec<String> = (0..400).map(|i| format!("{i}-{}", i + 1)).collect();
    assert!(matches!(picture("cram", &format!("graph({})", edges.join(","))), Err(DrawError::TooLarge { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_a_picture_or_an_error(
        game in prop::sample::select(vec!["nim", "cram", "sprouts", "kayles", "0.137", "<&>"]),
        position in "[-0-9x.#:_/|+*!A-Da-d()<>&\"' \\n]{0,14}|\\PC{0,6}",
    ) {
        if let Ok(svg) = svg(game, &position, &Style::default()) {
            parsed(&svg);
            prop_assert!(tikz(game, &position).is_ok() && text(game, &position).is_ok());
        }
    }

    #[test]
    fn boards_of_any_shape(rows in prop::collection::vec("[.#_]{6}", 1..6)) {
        let position = rows.join("/");
        let drawn = picture("cram", &position).unwrap();
        let free = drawn.shapes.iter().filter(|shape| shape.class == Class::Cell).count();
        prop_assert_eq!(free, position.matches(['.', '_']).count());
    }
}
