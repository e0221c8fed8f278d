//! Short files that would keep a checker busy for ever: both checkers give up on them with a clear line.

use grundy_check::{Checker, Refusal};
use std::process::Command;

fn certificate(game: &str, position: &str) -> String {
    format!("grundy certificate 1\ngame {game}\nclaim outcome L {position}\n0\t{position}\nend 1\n")
}

/// A complete graph: nothing tells its cells apart.
fn complete(cells: usize) -> String {
    let edges: Vec<String> = (0..cells).flat_map(|u| (0..u).map(move |v| format!("{v}-{u}"))).collect();
    format!("graph({})", edges.join(","))
}

/// Cells in a square, neighbours when in one row or column: the group of symmetries is large, and every cell looks
/// alike.
fn rook(side: usize) -> String {
    let cells = || (0..side).flat_map(move |a| (0..side).map(move |b| (a, b)));
    let pairs =
        cells().flat_map(|u| cells().filter(move |&v| u < v && (u.0 == v.0) != (u.1 == v.1)).map(move |v| (u, v)));
    let edges: Vec<String> = pairs.map(|(u, v)| format!("{}-{}", u.0 * side + u.1, v.0 * side + v.1)).collect();
    format!("graph({})", edges.join(","))
}

/// Every two of so many regions share a letter.
fn complete_land(regions: usize) -> String {
    let letter = |i: usize, j: usize| format!("Z({})", i.max(j) * regions + i.min(j));
    let region = |i: usize| (0..regions).filter(|&j| j != i).map(|j| letter(i, j)).collect::<String>();
    (0..regions).map(region).collect::<Vec<_>>().join("|")
}

#[test]
fn positions_of_great_symmetry_are_refused() {
    let hostile = [
        ("cram", complete(100)),
        ("cram", rook(12)),
        ("sprouts", complete_land(30)),
        ("sprouts", "2".repeat(900)),
        ("cram", vec!["1x2"; 65].join("+")),
    ];
    let folder = std::env::temp_dir().join(format!("grundy-hostile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checkers/check_certificate.py");
    for (i, (game, position)) in hostile.iter().enumerate() {
        let text = certificate(game, position);
        let refusal = Checker::new().check(text.as_bytes()).expect_err("it proves nothing");
        assert!(matches!(refusal, Refusal::Unreadable { line: 3, .. }), "{i}: {refusal}");
        let reason = if i < 4 { "too much work" } else { "more than 64 boards" };
        assert!(refusal.to_string().contains(reason), "{i}: {refusal}");
        let file = folder.join(format!("{i}"));
        std::fs::write(&file, text).expect("a file");
        let output = Command::new("python3").arg(checker).arg(&file).output().expect("python3 is there");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.code() == Some(2) && said.contains("line 3") && said.contains(reason), "{i}: {said}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// Twenty thousand dominoes on one line: neither splitting them nor the search for partners may take time or stack.
#[test]
fn positions_of_many_components_are_read() {
    let board = format!("{}..", "..#".repeat(340));
    let position = vec![board; 62].join("+");
    let file = std::env::temp_dir().join(format!("grundy-many-{}", std::process::id()));
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checkers/check_certificate.py");
    for (column, reason) in
        [("", "the facts do not prove the claim"), ("\ttheorem central-symmetry", "at most 1024 cells")]
    {
        // An even number of equal components: they cancel, and the fact holds without any other; the claim is wrong.
        let text =
            format!("grundy certificate 1\ngame cram\nclaim outcome W {position}\n0\t{position}{column}\nend 1\n");
        let refusal = Checker::new().check(text.as_bytes()).expect_err("it proves nothing").to_string();
        std::fs::write(&file, text).expect("a file");
        let output = Command::new("python3").arg(checker).arg(&file).output().expect("python3 is there");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(refusal.contains(reason) && said.starts_with("REFUSED") && said.contains(reason), "{refusal} {said}");
    }
    std::fs::remove_file(&file).expect("the file goes");
}

/// As large as games get, and far from the limit.
#[test]
fn large_positions_are_read() {
    for (game, position) in [("cram", "32x32".to_string()), ("cram", complete(20)), ("sprouts", "0*1000".to_string())] {
        let refusal = Checker::new().check(certificate(game, &position).as_bytes()).expect_err("it proves nothing");
        assert!(matches!(refusal, Refusal::Refused { line: 4, .. }), "{position}: {refusal}");
        assert!(!refusal.to_string().contains("too much work"), "{position}: {refusal}");
    }
}

/// A cell with very many neighbours.
fn hub(cells: usize) -> String {
    let edges: Vec<String> = (1..cells).map(|v| format!("0-{v}")).collect();
    format!("graph({})", edges.join(","))
}

/// The Paley graph of a prime: strongly regular, so that every vertex looks like every other after any number of
/// rounds.
fn paley(prime: usize) -> String {
    let squares: Vec<usize> = (1..prime).map(|x| x * x % prime).collect();
    let pairs = (0..prime).flat_map(|u| (0..u).map(move |v| (v, u)));
    let edges: Vec<String> =
        pairs.filter(|(v, u)| squares.contains(&((u - v) % prime))).map(|(v, u)| format!("{v}-{u}")).collect();
    format!("graph({})", edges.join(","))
}

/// The cases of small files that kept a checker busy for minutes. Each gets its verdict within the bounds; the steps
/// are the same on every machine, so no clock is needed: a line takes at most 5 * 10^8, some seconds.
#[test]
fn small_files_are_judged_soon() {
    let long_code = format!("0.{}8", "0".repeat(998));
    let win =
        |game: &str, position: &str| format!("grundy certificate 1\ngame {game}\nclaim outcome W {position}\nend 0\n");
    let fact = |game: &str, nimber: u32, position: &str| {
        format!("grundy certificate 1\ngame {game}\nclaim nimber {nimber} {position}\n{nimber}\t{position}\nend 1\n")
    };
    let files = [
        fact(&long_code, 1, "20000"),
        win("cram", &hub(900)),
        win("cram", &hub(1023)),
        fact("node-kayles", 3, &paley(29)),
    ];
    for (i, file) in files.iter().enumerate() {
        let refusal = Checker::new().check(file.as_bytes());
        // A hub is one domino and its outcome is known; everything else is wrong or takes too much work.
        match (i, refusal) {
            (1 | 2, verdict) => assert!(verdict.is_ok(), "{i}: {verdict:?}"),
            (_, verdict) => assert!(matches!(verdict, Err(Refusal::Refused { .. })), "{i}: {verdict:?}"),
        }
    }
}

/// Limits of the caller end a check with a reason of its own.
#[test]
fn limits_of_the_caller() {
    use grundy_check::Stop;
    use std::time::{Duration, Instant};
    let file = format!("grundy certificate 1\ngame nim\nclaim nimber 1 1\n{}end 300000\n", "1\t1\n".repeat(300_000));
    let stopped = |checker: Checker<'_>| checker.check(file.as_bytes()).expect_err("it is stopped");
    assert_eq!(stopped(Checker::new().time(Duration::ZERO)), Refusal::Stopped(Stop::Time));
    assert_eq!(stopped(Checker::new().memory(1 << 20)), Refusal::Stopped(Stop::Memory));
    assert_eq!(stopped(Checker::new().stop_when(|| true)), Refusal::Stopped(Stop::Interrupted));
    // In the middle of one line.
    let line = "grundy certificate 1\ngame 0.8\nclaim nimber 1 16777216\n1\t16777216\nend 1\n";
    let began = Instant::now();
    let late = move || began.elapsed() > Duration::from_millis(20);
    let refusal = Checker::new().stop_when(late).check(line.as_bytes()).expect_err("it is stopped");
    assert_eq!(refusal, Refusal::Stopped(Stop::Interrupted));
}

/// Files on which the two checkers once disagreed: leading zeros, and control characters that Python counts as white
/// space.
#[test]
fn odd_files_have_one_verdict() {
    let zeros = "0".repeat(5001);
    let nim = |claim: &str, fact: &str, end: &str| {
        format!("grundy certificate 1\ngame nim\nclaim nimber {claim}\n{fact}\nend {end}\n")
    };
    let files = [
        (nim(&format!("{zeros}1 1"), "1\t1", "1"), 0),
        (nim(&format!("1 {zeros}1"), "1\t1", "1"), 0),
        (nim("1 1", &format!("{zeros}1\t1"), "1"), 0),
        (nim("1 1", "1\t1", &format!("{zeros}1")), 0),
        (nim(&format!("{zeros}2 1"), "1\t1", "1"), 1),
        (nim("1 1", "1\t1", "+1"), 2),
        ("[Positions+Nimber]\n0*1 0 \t\r\n \n".to_string(), 0),
        ("[Positions+Nimber]\n0*1 0\x1c\n".to_string(), 2),
        ("[Positions+Nimber]\n\x1c\n0*1 0\n".to_string(), 2),
    ];
    let path = std::env::temp_dir().join(format!("grundy-odd-{}", std::process::id()));
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checkers/check_certificate.py");
    for (i, (text, code)) in files.iter().enumerate() {
        let checked = match text.starts_with('[') {
            true => Checker::new().check_spr(text.as_bytes()).map(|_| ()),
            false => Checker::new().check(text.as_bytes()).map(|_| ()),
        };
        let verdict = match checked {
            Ok(()) => 0,
            Err(Refusal::Refused { .. }) => 1,
            Err(_) => 2,
        };
        assert_eq!(verdict, *code, "{i}");
        std::fs::write(&path, text).expect("a file");
        let output = Command::new("python3").arg(checker).arg(&path).output().expect("python3 is there");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), &said[..]), (Some(*code), ""), "{i}");
    }
    std::fs::remove_file(&path).expect("the file goes");
}
