//! Damaged certificates: at least 10,000 a game. None is accepted unless everything it says is still true, none crashes
//! the checker, and the Python checker gives the same verdict on the same line.

mod common;

use common::{Judge, Random, accepted, certificate, facts_of, full_certificate, smallest_certificate};
use grundy_check::{Checker, Refusal};
use std::process::Command;

const DAMAGED: usize = 10_000;
const BOTH: usize = 400;

#[test]
fn nim() {
    let claims = [("nimber 4", "4"), ("outcome L", "1 2 3"), ("outcome W", "1 2 4"), ("outcome L", "5 5")];
    damage(
        "nim",
        &claims,
        "0123456789 +,",
        &["5\t5\ttheorem bouton", "7\t3 4\ttheorem bouton", "0\t3 4\ttheorem bouton"],
    );
}

#[test]
fn heap() {
    let claims = [("nimber 4", "5"), ("nimber 2", "10"), ("outcome L", "6 3"), ("outcome W", "6 2")];
    damage("0.77", &claims, "0123456789 +,", &["1\t1\ttheorem bouton"]);
    damage("4!.0", &[("nimber 0", "10"), ("outcome W", "13"), ("nimber 2", "5 4")], "0123456789 +,", &[]);
}

#[test]
fn cram() {
    let claims =
        [("nimber 1", "3x4"), ("outcome L", "3x3"), ("nimber 1", ".../..#/..."), ("outcome W", "2x3 + ..#/...")];
    let theorems = [
        "0\t../../..\ttheorem central-symmetry",
        "0\t4x4\ttheorem central-symmetry",
        "0\t.#\ttheorem central-symmetry",
        "0\tgraph(0-1,1-2,2-3,3-4,4-5,5-0,0-6,3-7)\ttheorem central-symmetry",
    ];
    damage("cram", &claims, ".#/|:_x+0123-,", &theorems);
}

#[test]
fn sprouts() {
    let claims = [
        ("outcome L", "0*2"),
        ("outcome W", "0*3"),
        ("nimber 1", "0*3"),
        ("outcome W", "0.AB|AB"),
        ("nimber 0", "0.1a1a"),
    ];
    damage("sprouts", &claims, "012.|abABC+!*", &["1\t1\ttheorem bouton"]);
}

fn damage(name: &str, claims: &[(&str, &str)], alphabet: &str, extra: &[&str]) {
    let mut originals = Vec::new();
    for (claim, position) in claims {
        let (full, smallest) = (full_certificate(name, claim, position), smallest_certificate(name, claim, position));
        assert!(accepted(&full) && accepted(&smallest), "{name} {claim} {position}");
        originals.push(smallest);
        // Where much is superfluous, damage is often harmless; large ones only cost time.
        if facts_of(&full).len() < 60 {
            originals.push(full);
        }
    }
    let mut judge = Judge::new(name);
    let mut verdicts = [0; 3];
    let mut both = Vec::new();
    let mut random = Random(0x5eed);
    // Truncated at every byte: never accepted, except where only the last line feed is gone.
    for original in &originals {
        for length in 0..original.len() {
            let verdict = Checker::new().check(&original.as_bytes()[..length]);
            let complete = length + 1 == original.len();
            assert!(verdict.is_ok() == complete, "{original} cut after {length} bytes: {verdict:?}");
        }
    }
    let alphabet: Vec<char> = alphabet.chars().collect();
    for round in 0..DAMAGED {
        let original = random.of(&originals).clone();
        let damaged = damaged(name, &original, &alphabet, extra, &mut random);
        let verdict = Checker::new().threads(1 + round % 2).check(&damaged[..]);
        let text = String::from_utf8_lossy(&damaged).into_owned();
        if verdict.is_ok() {
            judge.judge(&text);
        }
        let kind = match verdict {
            Ok(_) => 0,
            Err(Refusal::Refused { .. }) => 1,
            Err(Refusal::Unreadable { .. }) => 2,
            Err(other) => panic!("there are no limits: {other}"),
        };
        verdicts[kind] += 1;
        if damaged.len() < 400 && both.len() < BOTH {
            both.push((damaged, verdict));
        }
    }
    assert!(verdicts.iter().all(|&n| n > 100), "{name}: all three verdicts are tried, {verdicts:?}");
    compare_with_python(name, &both);
}

/// One certificate, damaged in one of ten ways.
fn damaged(name: &str, original: &str, alphabet: &[char], extra: &[&str], random: &mut Random) -> Vec<u8> {
    let lines: Vec<&str> = original.lines().collect();
    let mut claim = lines[2].strip_prefix("claim ").expect("a claim").to_string();
    let mut facts = facts_of(original);
    if facts.is_empty() {
        facts.push("0\t0".to_string());
    }
    let (i, j) = (random.below(facts.len()), random.below(facts.len()));
    let split = |fact: &str| fact.split_once('\t').map(|(n, p)| (n.to_string(), p.to_string())).expect("a fact");
    let small = ["0", "1", "2", "3", "4", "5", "99", "4294967295", "4294967296"];
    match random.below(10) {
        0 => facts[i] = format!("{}\t{}", random.of(&small), split(&facts[i]).1),
        1 => {
            facts.remove(i);
        }
        2 => {
            let (nimber, position) = split(&facts[i]);
            facts[i] = format!("{nimber}\t{}", altered(&position, alphabet, random));
        }
        3 => {
            let words: Vec<&str> = claim.splitn(3, ' ').collect();
            let kinds = ["outcome W", "outcome L", "nimber 0", "nimber 1", "nimber 2", "nimber 3"];
            let positions = [words[2].to_string(), split(&facts[i]).1, altered(words[2], alphabet, random)];
            claim = format!("{} {}", random.of(&kinds), random.of(&positions));
        }
        4 => facts.swap(i, j),
        5 => facts.insert(i, format!("{}\t{}", random.of(&small), split(&facts[j]).1)),
        6 => {
            let (a, b) = (split(&facts[i]), split(&facts[j]));
            facts[i] = format!("{}\t{}", a.0, b.1);
            facts[j] = format!("{}\t{}", b.0, a.1);
        }
        7 if !extra.is_empty() => facts.insert(i, random.of(extra).to_string()),
        8 => {
            let mut bytes = original.as_bytes().to_vec();
            let at = random.below(bytes.len());
            bytes[at] = random.below(256) as u8;
            let long_number = bytes.windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit));
            return if long_number { original.as_bytes().to_vec() } else { bytes };
        }
        _ => {
            let mut bytes = original.as_bytes().to_vec();
            bytes.truncate(random.below(original.len()));
            return bytes;
        }
    }
    certificate(name, &claim, &facts).into_bytes()
}

/// One or two characters replaced, removed or inserted. Numbers stay small, so that the judge can follow.
fn altered(position: &str, alphabet: &[char], random: &mut Random) -> String {
    let mut text: Vec<char> = position.chars().collect();
    for _ in 0..1 + random.below(2) {
        let at = random.below(text.len());
        match random.below(3) {
            0 if !text.is_empty() => text[at] = *random.of(alphabet),
            1 if !text.is_empty() => {
                text.remove(at);
            }
            _ => text.insert(at, *random.of(alphabet)),
        }
    }
    let text: String = text.into_iter().collect();
    let long_number = text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > 2);
    if long_number && text.len() < 9 { position.to_string() } else { text }
}

/// The Python checker says the same of every file: the same verdict, on the same line.
fn compare_with_python(name: &str, files: &[(Vec<u8>, Result<grundy_check::Verified, Refusal>)]) {
    let folder = std::env::temp_dir().join(format!("grundy-damage-{}-{}", std::process::id(), name.replace('!', "")));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut paths = Vec::new();
    for (i, (bytes, _)) in files.iter().enumerate() {
        paths.push(folder.join(format!("{i}.cert")));
        std::fs::write(&paths[i], bytes).expect("a file");
    }
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checkers/check_certificate.py");
    let output = Command::new("python3").arg(checker).args(&paths).output().expect("python3 is there");
    let lines: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect();
    assert_eq!(lines.len(), files.len(), "{}", String::from_utf8_lossy(&output.stderr));
    for ((bytes, verdict), line) in files.iter().zip(&lines) {
        let expected = match verdict {
            Ok(verified) => format!("VERIFIED {} ({} facts)", verified.claim, verified.facts),
            Err(Refusal::Refused { line, .. }) => format!("REFUSED line {line}:"),
            Err(Refusal::Unreadable { line, .. }) => format!("UNREADABLE line {line}:"),
            Err(other) => panic!("there are no limits: {other}"),
        };
        assert!(line.starts_with(&expected), "{expected} {verdict:?}\n{line}\n{}", String::from_utf8_lossy(bytes));
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}
