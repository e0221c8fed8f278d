//! Parsers are given arbitrary bytes: an answer or one clean line, never a panic; and what was read is written so that
//! it reads back as itself. The fuzz targets in `fuzz/` do the same for longer.

use grundy::core::{Game, Hints, Sum};
use grundy::games::cram::Cram;
use grundy::games::heap::Heap;
use grundy::games::nim::Nim;
use grundy::games::sprouts::Sprouts;
use proptest::prelude::*;

/// Reads the text; if it is a position, writes it and reads that.
fn read<G: Hints>(game: &G, text: &str) -> Result<(), TestCaseError> {
    match game.parse(text) {
        Err(error) => {
            let line = error.to_string();
            prop_assert!(!line.chars().any(char::is_control), "{line:?}");
        }
        Ok(position) => {
            prop_assert!(!position.text().chars().any(char::is_control), "{:?}", position);
            prop_assert_eq!(game.parse(position.text()), Ok(position.clone()), "from {:?}", text);
            let written = Sum::new(game, position).write(game);
            let again = game.parse(&written);
            prop_assert!(again.is_ok(), "{} from {:?}: {:?}", written, text, again);
            let again = again.map(|read| Sum::new(game, read)).unwrap_or_default();
            prop_assert_eq!(again.write(game), written, "from {:?}", text);
        }
    }
    Ok(())
}

fn read_with_all(text: &str) -> Result<(), TestCaseError> {
    read(&Nim::default(), text)?;
    read(&Cram::default(), text)?;
    read(&Cram::literal(), text)?;
    read(&Sprouts::default(), text)?;
    read(&Sprouts::of_files(), text)?;
    read(&Heap::by_name_or_code("4.7").expect("a code"), text)?;
    if let Ok(game) = Heap::by_name_or_code(text) {
        let name = game.name();
        prop_assert_eq!(Heap::by_name_or_code(&name).map(|again| again.name()), Ok(name));
    }
    for name in ["nim", "cram", "sprouts", "0.77"] {
        let rules = grundy_check::game(name).expect("a game the checker knows");
        if let Err(line) = rules.parse(text) {
            prop_assert!(!line.to_string().chars().any(char::is_control), "{line:?}");
        }
    }
    let _ = grundy_check::game(text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_with_all(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn likely_letters(text in "[0-2.A-Eab+|*!x/# \\n}\\]3-9()zZnm]{0,60}") {
        read_with_all(&text)?;
    }

    #[test]
    fn spoiled_positions(
        position in prop::sample::select(vec![
            "0.1a1a.AB|AB", "0*2.1ab2ba", "0*2.1A|0*2.BC.A|0.BC", "0*12", "12", "0.0.}]!", "1a1a.AB}AB}]!", "7 5 4 2", "5x7",
            "..#/...", "####.#../#......./........", "0.137", "4!.0", "c.f", "1Z(3)2Z(3)|2",
        ]),
        at: prop::sample::Index,
        by in "[0-9A-Ca.|+*!}/#x]{0,3}",
        cut in 0usize..3,
    ) {
        let at = at.index(position.len() + 1);
        let end = (at + cut).min(position.len());
        read_with_all(&format!("{}{by}{}", &position[..at], &position[end..]))?;
    }
}
