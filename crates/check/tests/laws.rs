//! Trust, by exhaustion: over small universes of positions, every certificate of one or two facts is built, with every
//! nimber, claim, order and theorem. What both checkers accept is true; everything false is refused.

mod common;

use grundy_check::{Checker, Refusal, game, naive_nimber};
use std::collections::HashMap;
use std::io::Write;
use std::process::{Command, Stdio};

/// Positions of a game: single components, sums, and several ways to write one component.
const UNIVERSES: [(&str, &[&str]); 11] = [
    ("nim", &["0", "1", "2", "3", "4", "1 1", "1 2", "2 3 1", "02"]),
    ("0.77", &["1", "2", "3", "4", "5", "1 2", "2 2", "1 3"]),
    ("0.137", &["1", "2", "3", "4", "5", "1 3"]),
    ("4!.0", &["1", "2", "3", "4", "5", "3 4", "6"]),
    ("g!.4?8=", &["1", "2", "3", "4", "5", "3 4", "10"]),
    ("cram", &["1x1", "1x2", "2x1", "1x3", "2x2", "1x4", "2x3", "../.#", "1x2+1x4", "graph(0-1,1-2,2-0)", ".../.#."]),
    ("sprouts", &["0", "1", "2", "0*2", "AB|AB", "1a1a", "12", "1.2", "ABCD|ABCD", "0.1", "0+1", "1a2a"]),
    (
        "node-kayles",
        &[
            "graph()",
            "graph(0)",
            "graph(0-1)",
            "graph(0-1,1-2)",
            "graph(0-1,1-2,2-3)",
            "graph(0,1)",
            "graph(0-1,1-2,2-3,3-0)",
        ],
    ),
    (
        "arc-kayles",
        &["graph(0)", "graph(0-1)", "graph(0-1,1-2)", "graph(0-1,1-2,2-3)", "graph(0-1,2-3)", "graph(0-1,1-2,2-0,2-3)"],
    ),
    (
        "grim",
        &["graph(0)", "graph(0-1)", "graph(0-1,1-2)", "graph(0-1,1-2,2-0)", "graph(0-1,2-3)", "graph(0-1,1-2,2-3)"],
    ),
    (
        "domination",
        &[
            "graph(0*)",
            "graph(0)",
            "graph(0-1)",
            "graph(0*,0-1,0-2)",
            "graph(0-1,1-2)",
            "graph(0-1,1-2,2-3)",
            "graph(0*,0-1)",
        ],
    ),
];

/// Nimbers up to this one are tried; no position of a universe has a larger one but `4` of Nim.
const MOST: u32 = 4;

const THEOREMS: [&str; 3] = ["", "\ttheorem bouton", "\ttheorem central-symmetry"];

/// A certificate, and whether all of it is true.
struct Case {
    text: String,
    is_true: bool,
}

/// Every certificate of one and of two facts over a universe.
fn cases(name: &str, positions: &[&str]) -> Vec<Case> {
    let rules = game(name).expect("a game");
    let nimber = |position: &str| naive_nimber(&*rules, position, 100_000).expect("a small position");
    let nimbers: HashMap<&str, u32> = positions.iter().map(|&position| (position, nimber(position))).collect();
    let mut facts: Vec<(String, bool)> = Vec::new();
    for position in positions {
        for value in 0..=MOST {
            for theorem in THEOREMS {
                // A theorem that does not apply makes a line wrong even if its nimber is right.
                let by = rules.theorem(theorem.trim_start_matches("\ttheorem "), position);
                let is_true = nimbers[position] == value && (theorem.is_empty() || by == Ok(value));
                facts.push((format!("{value}\t{position}{theorem}"), is_true));
            }
        }
    }
    let mut claims = Vec::new();
    for position in positions {
        let nimber = nimbers[position];
        claims.push((format!("outcome W {position}"), nimber != 0));
        claims.push((format!("outcome L {position}"), nimber == 0));
        claims.extend((0..=MOST).map(|value| (format!("nimber {value} {position}"), nimber == value)));
    }
    let mut cases = Vec::new();
    let mut case = |claim: &(String, bool), facts: &[&(String, bool)]| {
        let lines: Vec<String> = facts.iter().map(|(line, _)| line.clone()).collect();
        let is_true = claim.1 && facts.iter().all(|fact| fact.1);
        cases.push(Case { text: common::certificate(name, &claim.0, &lines), is_true });
    };
    for claim in &claims {
        case(claim, &[]);
        facts.iter().for_each(|fact| case(claim, &[fact]));
    }
    // Two facts: every ordered pair, each with the claims about the position of the second one and a claim of the
    // first.
    for (i, first) in facts.iter().enumerate() {
        for (j, second) in facts.iter().enumerate() {
            let per_position = claims.len() / positions.len();
            let of = |fact: usize| fact / (facts.len() / positions.len()) * per_position;
            case(&claims[of(j) + (i + j) % per_position], &[first, second]);
            case(&claims[of(i) + (i * 3 + j) % per_position], &[first, second]);
        }
    }
    cases
}

fn code(text: &str) -> u8 {
    match Checker::new().check(text.as_bytes()) {
        Ok(_) => 0,
        Err(Refusal::Refused { .. }) => 1,
        Err(_) => 2,
    }
}

/// The verdicts of the checker in Python, all from one process.
fn python(texts: &[&str]) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checkers");
    let script = "
import io, sys
sys.path.insert(0, sys.argv[1])
import check_certificate as checker
for text in sys.stdin.buffer.read().split(b'\\0')[:-1]:
    lines = checker.Lines(io.BytesIO(text))
    lines.next()
    try:
        checker.check_certificate(lines)
        print(0)
    except checker.Refused:
        print(1)
    except checker.Unreadable:
        print(2)
";
    let mut child = Command::new("python3")
        .args(["-c", script, folder])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is there");
    let mut input = child.stdin.take().expect("a pipe");
    let all: Vec<u8> = texts.iter().flat_map(|text| text.bytes().chain([0])).collect();
    let writer = std::thread::spawn(move || input.write_all(&all));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("all is read");
    String::from_utf8_lossy(&output.stdout).lines().map(|line| line.parse().expect("a code")).collect()
}

/// 396,872 certificates, of which 394,468 are false: all of these are refused. The counts are asserted, so that nothing
/// is left out.
#[test]
fn everything_false_is_refused() {
    let (mut tried, mut false_ones, mut accepted, mut compared) = (0, 0, 0, 0);
    for (name, positions) in UNIVERSES {
        let cases = cases(name, positions);
        let codes: Vec<u8> = cases.iter().map(|case| code(&case.text)).collect();
        for (case, &code) in cases.iter().zip(&codes) {
            assert!(code == 1 || code == 0 && case.is_true, "code {code}, true: {}\n{}", case.is_true, case.text);
            tried += 1;
            false_ones += usize::from(!case.is_true);
            accepted += usize::from(code == 0);
        }
        // The same verdict in Python, for a part of them and for all that are accepted.
        let some: Vec<usize> = (0..cases.len()).filter(|i| i % 97 == 0 || codes[*i] == 0).collect();
        let texts: Vec<&str> = some.iter().map(|&i| &cases[i].text[..]).collect();
        let expected: Vec<u8> = some.iter().map(|&i| codes[i]).collect();
        let found = python(&texts);
        let differs = (0..texts.len()).find(|&i| found.get(i) != Some(&expected[i]));
        assert_eq!(differs.map(|i| texts[i]), None, "{name}: the checkers disagree");
        compared += some.len();
    }
    assert_eq!((tried, false_ones, accepted, compared), (396_872, 394_468, 955, 5_037));
}

/// A proof in one game is no proof in another: every true certificate of a heap game under the names of all others.
#[test]
fn renamed_games() {
    let heaps = ["nim", "0.77", "0.137", "4!.0", "0.07", "couples-are-forever", "0.6"];
    let mut tried = 0;
    for name in heaps {
        for position in ["3", "4", "5", "6", "7"] {
            let own = naive_nimber(&*game(name).expect("a game"), position, 1000).expect("a small heap");
            let certificate = common::full_certificate(name, &format!("nimber {own}"), position);
            for other in heaps {
                let value = naive_nimber(&*game(other).expect("a game"), position, 1000).expect("a small heap");
                let accepted = code(&certificate.replace(&format!("game {name}\n"), &format!("game {other}\n"))) == 0;
                assert!(!accepted || value == own, "{position} of {name} as {other}");
                assert!(accepted || name != other, "{position} of {name}");
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 245);
}
