//! Text and bytes of Cram from anywhere: read and written again, or refused with the place; never a panic.

use grundy_core::{Game, Hints, Sum, collect_options};
use grundy_games::cram::Cram;

#[test]
fn sums_are_read_and_written() {
    let game = Cram::default();
    let sum = Sum::new(&game, game.parse("3x3 + 2x3 + 3x3\n").unwrap());
    assert_eq!(sum.write(&game), "2x3");
    assert_eq!(Sum::default().write(&game), "#");
    assert_eq!(game.parse("#").unwrap().components(), []);
    assert_eq!(game.parse("###/#.# + graph()").unwrap().components(), []);
    for same in ["...|..#", ".../..#", " ...\r\n ..# \n", "...\n..#"] {
        assert_eq!(game.parse(same).unwrap().components(), game.parse(".../..#").unwrap().components());
    }
}

#[test]
fn bad_texts_are_refused_with_the_place() {
    let game = Cram::default();
    for (text, error) in [
        ("", "``, column 1: found the end, expected a board such as 5x7 or ..#/..."),
        ("3x3 + ", "`3x3 + `, column 7: found the end, expected a board such as 5x7 or ..#/..."),
        ("../...", "`../...`, column 4: found a row of 3 cells, expected 2 as in the first row"),
        ("..//..", "`..//..`, column 4: found a row of 0 cells, expected 2 as in the first row"),
        ("..a", "`..a`, column 3: found 'a', expected '.' for a free cell or '#' for a filled one"),
        ("5x", "`5x`, column 3: found the end, expected a number of columns"),
        ("5", "`5`, column 2: found the end, expected 'x' between rows and columns"),
        ("5x7y", "`5x7y`, column 4: found 'y', expected the end of the board or '+'"),
        ("0x7", "`0x7`, column 1: found 0, expected a number from 1 to 255"),
        (
            "2x999999999999999999999",
            "`2x999999999999999999999`, column 3: found a number of 21 digits, expected a number from 1 to 255",
        ),
        (
            "40x40",
            "`40x40`, column 1: found a board of 40 rows and 40 columns, expected at most 255 rows and columns and 1024 cells",
        ),
        (
            "graph(0-0)",
            "`graph(0-0)`, column 7: found '0', expected an edge between two vertices below 1024, such as 0-1",
        ),
        ("graph(0-1", "`graph(0-1`, column 10: found the end, expected ')'"),
        (".:", "`.:`, column 3: found the end, expected a cell after ':'"),
    ] {
        assert_eq!(game.parse(text).unwrap_err().to_string(), error);
    }
    let many: Vec<String> =
        (0..1000).flat_map(|u| (0..50).map(move |v| format!("{u}-{}", (u + v + 1) % 1024))).collect();
    assert!(game.parse(&format!("graph({})", many.join(","))).is_err());
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[0-9x.#_:/|+\n graph(),-]{0,40}") {
        let game = Cram::default();
        if let Ok(parts) = game.parse(&text) {
            for part in parts {
                proptest::prop_assert_eq!(game.parse(&game.write(&part)).unwrap().into_components(), vec![part]);
            }
        }
    }

    #[test]
    fn any_unicode_is_read_or_refused(text in ".{0,30}") {
        let _ = Cram::default().parse(&text);
    }

    #[test]
    fn any_bytes_are_a_component_or_nothing(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..24),
                                            columns in 0u8..9, rows in 0u8..9) {
        let mut sized = vec![columns, rows];
        let (n, columns) = (usize::from(columns) * usize::from(rows), usize::from(columns));
        sized.extend(bytes.iter().cycle().take(n.div_ceil(8) + n.saturating_sub(columns).div_ceil(8)));
        for bytes in [&bytes, &sized] {
            for game in [Cram::default(), Cram::literal()] {
                let options = collect_options(&game, bytes);
                let (mut form, mut least) = (Vec::new(), Vec::new());
                game.canonical_form(bytes, &mut form);
                game.canonize(bytes, &mut least);
                proptest::prop_assert!(game.parse(&game.write(bytes)).is_ok());
                proptest::prop_assert!(options.is_empty() || !form.is_empty() && !least.is_empty());
                proptest::prop_assert!(game.is_same(bytes, bytes));
                let _ = (game.fingerprint(bytes), game.estimate(bytes), game.theorem(bytes));
            }
        }
    }
}

/// Boards with joined sides are the graphs of their families, and written as graphs.
#[test]
fn joined_sides() {
    let cram = Cram::literal();
    for (text, edges) in [("3x4:cylinder", 20), ("3x4:torus", 24), ("3x4:moebius", 20), ("1x5:moebius", 5)] {
        let position = cram.parse(text).unwrap();
        assert!(position.text().starts_with("graph(0-1,"), "{position}");
        assert_eq!(position.text().matches('-').count(), edges, "{text}");
        assert_eq!(cram.parse(position.text()).unwrap(), position);
    }
    for (text, message) in [
        ("3x4:sphere", "`3x4:sphere`, column 5: found 's', expected cylinder, torus or moebius"),
        ("3x2:cylinder", "`3x2:cylinder`, column 1: found 2, expected at least 3 columns to join around"),
        ("2x4:torus", "`2x4:torus`, column 1: found 2, expected at least 3 rows to join around"),
        ("3x:torus", "`3x:torus`, column 3: found ':', expected a number of columns"),
    ] {
        assert_eq!(cram.parse(text).unwrap_err().to_string(), message);
    }
}
