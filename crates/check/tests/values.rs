//! The literal rules give the published values.

use grundy_check::{game, naive_nimber};

fn nimber(name: &str, position: &str) -> u32 {
    let rules = game(name).expect("a game");
    naive_nimber(&*rules, position, 2_000_000).unwrap_or_else(|| panic!("{name} {position} is readable and small"))
}

#[test]
fn cram_values() {
    for (board, value) in [("3x3", 0), ("3x4", 1), ("3x5", 1), ("3x6", 4), ("4x5", 2), ("1x9", 0)] {
        assert_eq!(nimber("cram", board), value, "{board}");
    }
}

#[test]
fn sprouts_starts() {
    for (n, value) in [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1)] {
        let text = if n == 0 { "!".to_string() } else { format!("0*{n}") };
        assert_eq!(nimber("sprouts", &text), value, "{n} spots");
    }
}

#[test]
fn cram_positions() {
    check_vectors("cram", include_str!("../../../tests/vectors/cram-positions.tsv"), 2_000, 26);
}

#[test]
fn sprouts_positions() {
    check_vectors("sprouts", include_str!("../../../tests/vectors/sprouts-positions.tsv"), 200, 14);
}

/// Every vector that is small enough agrees.
fn check_vectors(name: &str, vectors: &str, max_positions: usize, longest: usize) {
    let rules = game(name).expect("a game");
    let mut small = 0;
    for line in vectors.lines().filter(|line| line.len() < longest) {
        let (position, value) = line.split_once('\t').expect("two columns");
        if let Some(nimber) = naive_nimber(&*rules, position, max_positions) {
            assert_eq!(nimber.to_string(), value, "{position}");
            small += 1;
        }
    }
    assert!(small > 100, "{small}");
}

#[test]
fn heap_sequences() {
    for line in include_str!("../../../tests/vectors/sequences.tsv").lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, code, _, offset, terms, ..] = columns[..] else { continue };
        let Ok(offset) = offset.parse::<u32>() else { continue };
        let Ok(rules) = game(code) else { continue };
        for (n, value) in (offset..).zip(terms.split(',')) {
            assert_eq!(
                naive_nimber(&*rules, &n.to_string(), 1000).map(|g| g.to_string()).as_deref(),
                Some(value),
                "{line} {n}"
            );
        }
    }
}
