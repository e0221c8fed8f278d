//! What the checker says of certificates and databases, by example.

mod common;

use common::{Random, accepted, certificate, facts_of, full_certificate, smallest_certificate};
use grundy_check::{Checker, Each, Form, Refusal, Rules, RulesError};
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

fn verdict(text: &str) -> String {
    match Checker::new().threads(2).check(text.as_bytes()) {
        Ok(verified) => format!("{} {} {}", verified.game, verified.claim, verified.facts),
        Err(refusal) => refusal.to_string(),
    }
}

fn heap(claim: &str, facts: &[&str]) -> String {
    let facts: Vec<String> = facts.iter().map(|fact| fact.to_string()).collect();
    verdict(&certificate("0.77", claim, &facts))
}

#[test]
fn claims() {
    let facts = ["1\t1", "2\t2", "3\t3", "1\t4"];
    assert_eq!(heap("nimber 3 3", &facts), "0.77 nimber 3 3 4");
    assert_eq!(heap("nimber 0 4 1", &facts), "0.77 nimber 0 4 1 4");
    assert_eq!(heap("outcome L 1 2 3", &facts), "0.77 outcome L 1 2 3 4");
    assert_eq!(heap("outcome W 3 1", &facts), "0.77 outcome W 3 1 4");
    let unproved = "line 3 does not follow: the facts do not prove the claim";
    for claim in ["nimber 2 3", "outcome W 4 1", "outcome L 3", "nimber 4 5", "outcome L 7"] {
        assert_eq!(heap(claim, &facts), unproved, "{claim}");
    }
    // A win by one move to a known loss: 5 itself is unknown, and so are 9 and 7 in 9 + 7 + 7.
    assert_eq!(heap("outcome W 5", &facts), "0.77 outcome W 5 4");
    assert_eq!(heap("outcome W 9 7 7", &[]), "0.77 outcome W 9 7 7 0");
    // Kayles is won by symmetry: take the middle, and equal components cancel.
    assert_eq!(heap("outcome W 50", &[]), "0.77 outcome W 50 0");
    assert_eq!(heap("nimber 0 50 50", &[]), "0.77 nimber 0 50 50 0");
    assert_eq!(heap("nimber 0 0", &[]), "0.77 nimber 0 0 0");
    assert_eq!(heap("outcome W 0", &[]), unproved);
    assert_eq!(heap("outcome W 6 3", &[]), unproved, "it is a loss");
}

#[test]
fn facts() {
    assert_eq!(
        heap("nimber 2 2", &["2\t2", "1\t1"]),
        "line 4 does not follow: nothing shows that its option '1' has not nimber 2"
    );
    assert_eq!(heap("nimber 1 1", &["0\t1"]), "line 4 does not follow: its option '(no moves left)' has nimber 0");
    assert_eq!(heap("nimber 1 1", &["2\t1"]), "line 4 does not follow: no option is known to have nimber 1");
    assert_eq!(
        heap("nimber 1 1", &["1\t1", "2\t1"]),
        "line 5 does not follow: by the facts before it, the nimber is 1"
    );
    // The first of several contradictions.
    assert_eq!(
        heap("nimber 1 1", &["1\t1", "2\t1", "3\t1"]),
        "line 5 does not follow: by the facts before it, the nimber is 1"
    );
    // The first line that fails, even if a later one contradicts it.
    assert_eq!(heap("nimber 1 1", &["5\t1", "1\t1"]), "line 4 does not follow: no option is known to have nimber 1");
    assert_eq!(heap("nimber 1 1", &["1\t1", "1\t1", "0\t1 1"]), "0.77 nimber 1 1 1");
    assert_eq!(
        heap("nimber 1 1", &["1\t8 9"]),
        "line 4 does not follow: a fact is about one component, and several are new here"
    );
    // What is known is taken away: 2 + 1 has nimber 3 says that 2 has nimber 2.
    assert_eq!(heap("nimber 2 2", &["1\t1", "3\t2 1"]), "0.77 nimber 2 2 2");
    assert_eq!(heap("nimber 2 2", &["1\t1", "2\t2 1"]), "line 5 does not follow: no option is known to have nimber 2");
    // 4 has nimber 1: its options 3, 2, 2 + 1, 1 + 1 must not be 1, and one must be 0. Here 3 is unknown, but has the
    // option 1.
    assert_eq!(heap("nimber 1 4", &["1\t1", "2\t2", "1\t4"]), "0.77 nimber 1 4 3");
    // 8 has nimber 1: among others 5 + 1 must not be 1, and 5 is unknown, but has the option 2 + 2 of nimber 0 = 1 ^ 1.
    assert_eq!(heap("nimber 1 8", &["1\t1", "2\t2", "3\t3", "1\t8"]), "0.77 nimber 1 8 4");
    // 5 has nimber 4: 4 is unknown and nothing known below it has nimber 4.
    assert_eq!(
        heap("nimber 4 5", &["1\t1", "2\t2", "3\t3", "4\t5"]),
        "line 7 does not follow: nothing shows that its option '4' has not nimber 4"
    );
    // 9 is not 0: of its options 8 is unknown, but has the option 3 + 3, which cancels; 1 + 7 has two unknown
    // components.
    assert_eq!(
        heap("nimber 0 0", &["0\t9"]),
        "line 4 does not follow: several components of its option '1 + 7' are unknown"
    );
}

#[test]
fn theorems() {
    let nim = |facts: &[&str]| {
        let facts: Vec<String> = facts.iter().map(|fact| fact.to_string()).collect();
        verdict(&certificate("nim", "nimber 1000000 1000000", &facts))
    };
    assert_eq!(nim(&["1000000\t1000000\ttheorem bouton"]), "nim nimber 1000000 1000000 1");
    assert_eq!(
        nim(&["999999\t1000000\ttheorem bouton"]),
        "line 4 does not follow: by that theorem the nimber is 1000000"
    );
    assert_eq!(nim(&["1000000\t1000000\ttheorem fermat"]), "line 4 does not follow: nim has no theorem 'fermat'");
    assert_eq!(
        nim(&["1000000\t1000000\tbouton"]),
        "line 4 cannot be read: expected 'theorem NAME' in the third column"
    );
    // A theorem gives no value to lines above it.
    assert_eq!(
        nim(&["2\t2", "1\t1\ttheorem bouton", "1000000\t1000000\ttheorem bouton"]),
        "line 4 does not follow: nothing shows that its option '1' has not nimber 2"
    );
    let cram = |claim: &str, fact: &str| verdict(&certificate("cram", claim, &[fact.to_string()]));
    assert_eq!(cram("outcome L 6x6", "0\t6x6\ttheorem central-symmetry"), "cram outcome L 6x6 1");
    assert_eq!(cram("outcome W 1x2", "1\t1x2"), "cram outcome W 1x2 1");
    let six_by_five = "...../...../..#../..#../...../.....";
    assert_eq!(cram("outcome W 6x5", &format!("0\t{six_by_five}\ttheorem central-symmetry")), "cram outcome W 6x5 1");
    assert_eq!(
        cram("outcome W 6x5", "1\t6x5\ttheorem central-symmetry"),
        "line 4 does not follow: the cells cannot be paired off as that theorem needs it"
    );
}

#[test]
fn what_is_no_certificate() {
    let good = certificate("0.77", "nimber 1 1", &["1\t1".to_string()]);
    assert_eq!(verdict(&good), "0.77 nimber 1 1 1");
    assert_eq!(verdict(good.trim_end()), "0.77 nimber 1 1 1", "the last line feed may be missing");
    assert_eq!(verdict(&good.replace("end", "# a comment\n#\nend")), "0.77 nimber 1 1 1");
    for (from, to, expected) in [
        ("certificate 1", "certificate 2", "line 1 cannot be read: expected 'grundy certificate 1'"),
        ("game 0.77", "game 0,77", "line 2 cannot be read: no game is called '0,77'"),
        ("game 0.77", "0.77", "line 2 cannot be read: expected 'game NAME'"),
        ("nimber 1 1", "nimber x 1", "line 3 cannot be read: 'x' is not a number of at most 4294967295"),
        ("nimber 1 1", "nimber +1 1", "line 3 cannot be read: '+1' is not a number of at most 4294967295"),
        ("nimber 1 1", "outcome D 1", "line 3 cannot be read: 'claim outcome D 1' is no claim"),
        (
            "nimber 1 1",
            "nimber 1",
            "line 3 cannot be read: expected 'claim outcome W|L POSITION' or 'claim nimber N POSITION'",
        ),
        ("nimber 1 1", "nimber 1 x", "line 3 cannot be read: 'x' is not a number of at most 16777216"),
        ("1\t1", "1 1", "line 4 cannot be read: expected NIMBER, tab, POSITION"),
        ("1\t1", "1\t1\ttheorem a\tb", "line 4 cannot be read: expected NIMBER, tab, POSITION"),
        ("1\t1", "-1\t1", "line 4 cannot be read: '-1' is not a number of at most 4294967295"),
        ("end 1", "end 2", "line 5 cannot be read: there are 1 facts before it"),
        ("end 1", "end 01", "0.77 nimber 1 1 1"),
        ("end 1", "end 1\n", "line 6 cannot be read: nothing may follow the end"),
        (
            "end 1\n",
            "",
            "line 5 cannot be read: the file ends where a fact, or 'end' and the number of facts should stand",
        ),
    ] {
        assert_eq!(verdict(&good.replace(from, to)), expected, "{from} {to}");
    }
    let refusal = Checker::new().check(&b"grundy certificate 1\ngame \xff\n"[..]).unwrap_err();
    assert_eq!(refusal, Refusal::Unreadable { line: 2, reason: "not text (UTF-8)".to_string() });
    let endless = [b"grundy certificate 1\ngame ", &[b'7'; 100_000][..]].concat();
    let refusal = Checker::new().check(&endless[..]).unwrap_err();
    assert_eq!(refusal, Refusal::Unreadable { line: 2, reason: "longer than 65536 bytes".to_string() });
    assert!(verdict("").starts_with("line 1 cannot be read"));
    let windows = "line 1 cannot be read: it ends with CR LF, and lines of a certificate end with LF alone";
    assert_eq!(verdict(&good.replace('\n', "\r\n")), windows);
}

/// The verdict is the same on any number of threads, and progress counts every fact.
#[test]
fn threads_and_progress() {
    let proof = full_certificate("sprouts", "nimber 1", "0*3");
    for threads in [0, 1, 2, 7] {
        let calls = AtomicUsize::new(0);
        let count = |progress: grundy_check::Progress| {
            assert_eq!(progress.facts, 118);
            calls.fetch_add(progress.done, Ordering::Relaxed);
        };
        let verified = Checker::new().threads(threads).progress(count).check(proof.as_bytes());
        // 1 + 2 + ... + 118: every count is reported once.
        assert_eq!((verified.map(|v| v.facts), calls.into_inner()), (Ok(118), 118 * 119 / 2));
    }
    // Two wrong facts: the first is reported.
    let mut lines: Vec<String> = proof.lines().map(str::to_string).collect();
    for line in [60, 90] {
        lines[line - 1] = format!("7{}", lines[line - 1]);
    }
    let wrong = lines.join("\n");
    for threads in 1..8 {
        let refusal = Checker::new().threads(threads).check(wrong.as_bytes()).unwrap_err();
        assert!(matches!(refusal, Refusal::Refused { line: 60, .. }), "{refusal}");
    }
}

/// Nothing superfluous can be left out of the smallest certificates, and what is left is few.
#[test]
fn smallest_certificates() {
    for (name, claim, position, most) in [("sprouts", "outcome L", "0*2", 3), ("cram", "outcome L", "3x3", 1)] {
        let proof = smallest_certificate(name, claim, position);
        assert!(accepted(&proof) && common::facts_of(&proof).len() <= most, "{proof}");
    }
}

/// The three databases of SPOTS are proofs, and say who wins.
#[test]
fn databases_of_spots() {
    for (text, lines, start) in [
        (include_str!("../../../tests/vectors/sprouts-13.spr"), 979, (13, false)),
        (include_str!("../../../tests/vectors/sprouts-17.spr"), 610, (17, true)),
        (include_str!("../../../tests/vectors/sprouts-22.spr"), 4907, (22, true)),
    ] {
        let database = Checker::new().threads(2).check_spr(text.as_bytes()).expect("readable");
        assert_eq!((database.unproved, database.lines), (vec![], lines));
        assert!(database.starts.contains(&start), "{:?}", database.starts);
    }
}

/// A database with a wrong or a missing fact is not a proof.
#[test]
fn damaged_databases() {
    let text = include_str!("../../../tests/vectors/sprouts-17.spr");
    let lines: Vec<&str> = text.lines().collect();
    let mut random = Random(11);
    for _ in 0..6 {
        let at = 1 + random.below(lines.len() - 1);
        let mut wrong: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        let (position, nimber) = lines[at].split_once(' ').expect("a fact");
        wrong[at] = format!("{position} {}", nimber.parse::<u32>().expect("a nimber") + 1 + random.below(3) as u32);
        let database = Checker::new().threads(2).check_spr(wrong.join("\n").as_bytes()).expect("readable");
        assert!(!database.unproved.is_empty() && database.starts.is_empty(), "line {at}");
    }
    let spr = |text: &str| Checker::new().check_spr(text.as_bytes());
    assert!(spr("").is_err() && spr("0*2 0\n").is_err());
    for line in ["0", "0 x", "x 0", "0*2  0"] {
        assert!(spr(&format!("[Positions+Nimber]\n{line}\n")).is_err(), "{line}");
    }
    // The same component twice: once the nimbers agree, once not. Sums and dead positions are compared with the facts.
    let unproved = |lines: &str| spr(&format!("[Positions+Nimber]\n1 1\n{lines}\n")).expect("readable").unproved;
    assert_eq!(unproved("22 1\n1+22 0\n2 0\n1+1+1 1"), vec![]);
    assert_eq!(unproved("22 2"), vec![(3, "by other lines the nimber is 1".to_string())]);
    assert_eq!(unproved("2 1"), vec![(3, "by other lines the nimber is 0".to_string())]);
    assert_eq!(unproved("1+0*3 1"), vec![(3, "it is a sum with unknown components".to_string())]);
    assert_eq!(unproved("0 1").len(), 1);
}

/// What a database says of start positions: a lost one by its own line, a won one by a lost option, others not at all.
#[test]
fn starts_of_databases() {
    // All components below a position, without those that are left out.
    let database = |position: &str, left_out: &[&str]| {
        let facts = facts_of(&full_certificate("sprouts", "nimber 0", position));
        let columns = facts.iter().filter_map(|fact| fact.split_once('\t'));
        let lines =
            columns.filter(|(_, land)| !left_out.contains(land)).map(|(nimber, land)| format!("{land} {nimber}\n"));
        let text = format!("[Positions+Nimber]\n{}", lines.collect::<String>());
        Checker::new().check_spr(text.as_bytes()).expect("readable")
    };
    let all = vec![(1, false), (2, false), (3, true)];
    let three = database("0*3 + 0*2 + 0", &[]);
    assert_eq!((three.unproved.len(), three.lines, three.starts), (0, three.facts, all.clone()));
    let without = database("0*3 + 0*2 + 0", &["0*3"]);
    assert_eq!((without.unproved.len(), without.lines, without.starts), (0, three.facts - 1, all));
    let two = database("0*2 + 0", &[]);
    assert_eq!((two.unproved.len(), two.starts), (0, vec![(1, false), (2, false)]));
    // An option of two spots has five lives. It is won, so that nothing is said of the two spots.
    let option = database("0.AB|AB + 0", &[]);
    assert_eq!((option.unproved.len(), option.starts), (0, vec![(1, false)]));
    assert_eq!(Checker::new().check_spr("[Positions+Nimber]\n".as_bytes()).expect("readable").starts, []);
}

/// An empty heap has no moves; a certificate cannot give it another nimber than 0.
#[test]
fn nothing_has_nimber_0() {
    let nim = |claim: &str, fact: &str| verdict(&certificate("nim", claim, &[fact.to_string()]));
    assert_eq!(nim("nimber 0 0", "0\t0"), "nim nimber 0 0 0");
    assert_eq!(nim("nimber 1 0", "1\t0"), "line 4 does not follow: by the facts before it, the nimber is 0");
    assert_eq!(
        nim("nimber 3 3 1", "3\t3 1\ttheorem bouton"),
        "line 4 does not follow: by that theorem the nimber is 2"
    );
}

/// A game in which one can go to and fro between two places.
struct ToAndFro;

impl Rules for ToAndFro {
    fn parse(&self, text: &str) -> Result<Vec<Form>, RulesError> {
        Ok(vec![text.as_bytes().into()])
    }

    fn options(&self, component: &Form, each: Each<'_>) -> ControlFlow<()> {
        each(&[if **component == *b"here" { b"there"[..].into() } else { b"here"[..].into() }])
    }

    fn text(&self, component: &Form) -> String {
        String::from_utf8_lossy(component).into_owned()
    }
}

/// A fact may not use itself: `here` would be lost because `there` has an option that is lost, namely `here`.
#[test]
fn nothing_is_circular() {
    let rules = |_: &str| -> Result<Box<dyn Rules>, RulesError> { Ok(Box::new(ToAndFro)) };
    let text = "grundy certificate 1\ngame circle\nclaim nimber 0 here\n0\there\nend 1\n";
    let refusal = Checker::new().rules(rules).check(text.as_bytes()).expect_err("it proves nothing");
    assert_eq!(refusal.to_string(), "line 4 does not follow: nothing shows that its option 'there' has not nimber 0");
}

/// The examples of FORMATS.md are what they say they are, to both checkers.
#[test]
fn formats_page() {
    let page = include_str!("../../../FORMATS.md");
    let example = page.split("```\n").find(|part| part.starts_with("grundy certificate 1")).expect("an example");
    assert_eq!(verdict(example), "sprouts outcome L 0*2 3");
    let path = std::env::temp_dir().join(format!("grundy-formats-{}.cert", std::process::id()));
    let database = std::env::temp_dir().join(format!("grundy-formats-{}.spr", std::process::id()));
    std::fs::write(&path, example).expect("a file");
    std::fs::write(&database, "[Positions+Nimber]\n0 0\nABCD|ABCD 0\n0*2 0\n").expect("a file");
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checkers/check_certificate.py");
    let python = |file: &std::path::Path| {
        let run = |options: &[&str]| {
            let output =
                Command::new("python3").arg(checker).args(options).arg(file).output().expect("python3 is there");
            (output.status.code(), String::from_utf8_lossy(&output.stdout).trim().to_string())
        };
        let told = run(&[]);
        assert_eq!(run(&["--jobs", "2"]), told, "the verdict does not depend on the number of processes");
        told
    };
    assert_eq!(python(&path), (Some(0), "VERIFIED outcome L 0*2 (3 facts)".to_string()));
    assert_eq!(python(&database), (Some(0), "VERIFIED database (3 facts)".to_string()));
    std::fs::write(&path, example.replace("0\t0\n", "1\t0\n")).expect("a file");
    assert_eq!(python(&path).0, Some(1));
    std::fs::write(&path, example.replace("end 3\n", "")).expect("a file");
    assert_eq!(python(&path).0, Some(2));
    std::fs::remove_file(&path).expect("the file goes");
    std::fs::remove_file(&database).expect("the file goes");
    assert_eq!(python(&path).0, Some(2), "no such file");
}

proptest! {
    /// No text breaks a parser.
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,40}", near in "[0-2a-cA-C.|+*!()nZ#/x_:graph,\\- ]{0,24}") {
        for name in ["nim", "0.137", "4!.0", "cram", "sprouts"] {
            for text in [&text, &near] {
                let _ = common::rules(name).parse(text);
                let _ = common::rules(name).theorem("central-symmetry", text);
            }
        }
        let _ = grundy_check::game(&text);
    }

    /// No bytes break the readers.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for start in ["", "grundy certificate 1\n", "grundy certificate 1\ngame sprouts\n", "[Positions+Nimber]\n"] {
            let file = [start.as_bytes(), &bytes].concat();
            prop_assert!(Checker::new().check(&file[..]).is_err());
            let _ = Checker::new().check_spr(&file[..]);
        }
    }
}
