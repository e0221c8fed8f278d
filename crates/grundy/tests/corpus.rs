//! The published values, by search, with every traversal: one corpus for every search, nothing looked up.

use grundy::Session;
use grundy::core::{Hints, Nimber, Outcome};
use grundy::games::cram::Cram;
use grundy::games::heap::Heap;
use grundy::games::sprouts::Sprouts;
use grundy::search::{Settings, Traversal};
use std::fs;
use std::path::Path;

#[path = "corpus/node_kayles.rs"]
mod node_kayles;

/// The rows of a file of vectors, without remarks and the line of heads.
fn vectors(file: &str, heads: usize) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let remark = |line: &&str| line.starts_with("# ");
    let rows = text.lines().filter(|line| !remark(line)).skip(heads);
    rows.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

fn number(text: &str) -> u32 {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

fn with<G: Hints>(game: G, traversal: Traversal) -> Session<G> {
    Session::with_settings(game, Settings { traversal, ..Settings::default() })
}

/// Twice the lives of a Sprouts position (a letter occurs twice); of a Cram position, some number that does not matter.
fn size(position: &str) -> u32 {
    let spot = |c: char| match c {
        '0' => 6,
        '1' => 4,
        '2' => 2,
        'a'..='z' | 'A'..='Z' => 1,
        _ => 0,
    };
    let word = |word: &str| match word.split_once("0*") {
        Some(("", count)) => 6 * number(count),
        _ => word.chars().map(spot).sum(),
    };
    position.split(['.', '|', '/']).map(word).sum()
}

/// Every position of a file has the nimber that stands there.
fn positions<G: Hints>(game: G, file: &str, traversal: Traversal) {
    let mut session = with(game, traversal);
    let mut rows = vectors(file, 0);
    assert!(rows.len() > 800, "{file} has {} rows", rows.len());
    // Small ones first: every search then stands on facts, where a depth-first search alone would take minutes.
    rows.sort_by_key(|row| size(&row[0]));
    for row in rows {
        assert_eq!(session.nimber_of(&row[0]), Ok(Nimber::new(number(&row[1]))), "{}", row[0]);
    }
}

/// The boards of the paper that take seconds, not minutes.
fn boards(traversal: Traversal, wanted: impl Fn(u32, u32) -> bool) {
    let mut session = with(Cram::default(), traversal);
    let mut seen = 0;
    for row in vectors("cram-boards.tsv", 1) {
        let (rows, columns) = (number(&row[0]), number(&row[1]));
        if wanted(rows, columns) {
            let board = format!("{rows}x{columns}");
            assert_eq!(session.nimber_of(&board), Ok(Nimber::new(number(&row[2]))), "{board}");
            seen += 1;
        }
    }
    assert!(seen >= 16, "only {seen} boards");
}

fn small_board(rows: u32, columns: u32) -> bool {
    matches!((rows, columns), (3, ..=10) | (4, ..=7) | (5, ..=6))
}

fn paper_board(rows: u32, columns: u32) -> bool {
    matches!((rows, columns), (3, ..=12) | (4, ..=8) | (5, ..=7))
}

/// The outcomes of `n` spots.
fn starts(traversal: Traversal, up_to: u32) {
    let mut session = with(Sprouts::default(), traversal);
    for row in vectors("sprouts-starts.tsv", 1).iter().filter(|row| number(&row[0]) <= up_to) {
        let outcome = if row[1] == "L" { Outcome::Loss } else { Outcome::Win };
        assert_eq!(session.outcome_of(&row[0]), Ok(outcome), "{} spots", row[0]);
    }
}

/// Nim-sequences by search, heap by heap.
fn sequences(traversal: Traversal) {
    for row in vectors("sequences.tsv", 1).iter().filter(|row| row[1] != "-") {
        let game = Heap::by_name_or_code(&row[1]).unwrap_or_else(|error| panic!("{error}"));
        let mut session = with(game, traversal.clone());
        for (i, term) in row[4].split(',').enumerate() {
            let heap = number(&row[3]) as usize + i;
            let nimber = Ok(Nimber::new(number(term)));
            assert_eq!(session.nimber_of(heap.to_string()), nimber, "{}, heap {heap}", row[1]);
        }
    }
}

/// The one sequence that is no heap game: a game of its own, written for this test.
fn node_kayles(traversal: Traversal) {
    let rows = vectors("sequences.tsv", 1);
    let row = rows.iter().find(|row| row[0].starts_with("Node-Kayles")).expect("the sequence");
    let mut session = with(node_kayles::NodeKayles, traversal);
    for (i, term) in row[4].split(',').enumerate().take(8) {
        let columns = number(&row[3]) as usize + i;
        assert_eq!(session.nimber_of(format!("3x{columns}")), Ok(Nimber::new(number(term))), "3x{columns}");
    }
}

macro_rules! with_every_traversal {
    ($($name:ident: $traversal:expr;)*) => { $(
        mod $name {
            use super::*;

            #[test]
            fn sprouts_positions() {
                positions(Sprouts::of_files(), "sprouts-positions.tsv", $traversal);
            }

            #[test]
            fn cram_positions() {
                positions(Cram::default(), "cram-positions.tsv", $traversal);
            }

            #[test]
            fn sprouts_starts() {
                starts($traversal, 11);
            }

            #[test]
            fn cram_boards() {
                boards($traversal, if stringify!($name) == "df_pn" { paper_board } else { small_board });
            }

            #[test]
            fn sequences() {
                super::sequences($traversal);
            }

            #[test]
            fn node_kayles() {
                super::node_kayles($traversal);
            }
        }
    )* };
}

with_every_traversal! {
    df_pn: Traversal::DfPn;
    proof_number: Traversal::ProofNumber;
    depth_first: Traversal::depth_first();
}

/// What the search says of a position, it says of every sum: the nimber of a sum is the nim-sum.
#[test]
fn sums_of_the_corpus() {
    let mut session = Session::new(Sprouts::of_files());
    let rows: Vec<_> = vectors("sprouts-positions.tsv", 0).into_iter().filter(|row| row[0].len() < 16).collect();
    for pair in rows.windows(7).step_by(3) {
        let (a, b) = (&pair[0], &pair[6]);
        let sum = Nimber::new(number(&a[1])) ^ Nimber::new(number(&b[1]));
        assert_eq!(session.nimber_of(format!("{}+{}", a[0], b[0])), Ok(sum), "{} + {}", a[0], b[0]);
    }
}
