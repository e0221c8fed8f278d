//! What a mistyped command line gets: the table of mistakes that new users made.

use super::{answer, grundy, refused};

#[test]
fn mistakes_get_a_guess() {
    for (typed, guess) in [
        ("solv sprouts 5", "did you mean solve?"),
        ("sprouts 5", "did you mean grundy solve sprouts 5?"),
        ("solve sprout 5", "unknown game `sprout`: did you mean sprouts?"),
        ("solve carm 3x3", "did you mean cram?"),
        ("solve kayls 5", "did you mean kayles?"),
        ("solve dawson 5", "did you mean dawson-chess or dawson-kayles?"),
        ("solve dawson_kayles 5", "did you mean dawson-kayles?"),
        ("solve 5x7 cram", "the game comes first: grundy solve cram 5x7"),
        ("solve 5 sprouts", "the game comes first: grundy solve sprouts 5"),
        ("solve sprouts five", "did you mean sprouts 5?"),
        ("solve sprouts -5", "a position has no negative numbers"),
        ("solve 0,77 7", "did you mean 0.77?"),
        ("solve 077 7", "did you mean 0.77?"),
        ("solve domineering 4x4", "partizan"),
        ("solve hackenbush 4", "partizan"),
        ("solve chomp 3x3", "own_game"),
        ("solvee nim 3", "did you mean solve?"),
        ("prov nim 3", "did you mean prove?"),
        ("solve misere 3", "normal play"),
        ("solve cram 3x3 --nimbers", "did you mean --nimber?"),
        ("draw cram 3x3 --out x.svg", "did you mean --output?"),
        ("solve cram 3x3 --misere", "normal play"),
        ("table kayles 1-20", "expected a range such as 0..20"),
        (
            "tree cram 2x2 -o x.png",
            "x.png: expected a name that ends in .svg, .dot, .gv, .tex, .tikz, .txt; write .svg",
        ),
        ("draw cram 2x2 -o x.pdf", "rsvg-convert"),
        ("draw cram 2x2 --nimbers", "expected a heap game"),
        ("draw cram 2x2 -o x.foo", "or --format"),
        ("solve cram 3x3 --memory 8", "less than 1M is not enough"),
        ("solve cram 3x3 --header", "--format tsv"),
        ("period cram", "is not a heap game"),
        ("period 0.77 --to 1e12", "expected at most"),
    ] {
        let arguments: Vec<&str> = typed.split(' ').collect();
        let line = refused(&grundy(&arguments));
        assert!(line.contains(guess), "{typed}: {line}");
    }
    assert!(!std::path::Path::new("x.png").exists());
}

/// What has only one meaning is simply read.
#[test]
fn positions_as_people_type_them() {
    let solved = |words: &str| {
        let mut arguments = vec!["solve"];
        arguments.extend(words.split('|'));
        arguments.extend(["--nimber", "--format", "tsv"]);
        let text = answer(&arguments);
        text.split('\t').nth(2).expect("a nimber").trim().to_string()
    };
    for board in ["cram|3 x 4", "cram|3|x|4", "cram|3\u{d7}4", "cram|3*4", "cram|3,4", "Cram|3X4"] {
        assert_eq!(solved(board), solved("cram|3x4"), "{board}");
    }
    assert_eq!(solved("nim|3|4|5"), "2");
    assert_eq!(solved("nim|3,4,5"), "2");
    assert_eq!(solved(".77|7"), solved("kayles|7"));
    assert!(answer(&["options", "nim", "1", "2"]).contains("2->"));
    assert_eq!(answer(&["draw", "cram", "2", "x", "3"]), answer(&["draw", "cram", "2x3"]));
    assert_eq!(answer(&["table", "nim", "0..2e0", "--format", "bfile"]), "0 0\n1 1\n2 2\n");
}
