//! A certificate claims what was asked, not what the search made of it, and both checkers get from there to the facts.

use grundy_core::Hints;
use grundy_games::cram::Cram;
use grundy_games::heap::Heap;
use grundy_games::nim::Nim;
use grundy_games::sprouts::Sprouts;
use grundy_proof::{Effort, Goal, Proof, Prover, Statement};
use grundy_search::Solver;
use std::path::{Path, PathBuf};
use std::process::Command;

fn proof_of<G: Hints>(game: &G, text: &str, goal: Goal) -> Proof {
    let position = game.parse(text).unwrap();
    let effort = Effort { rounds: 1, time: None, seed: 0 };
    Prover::new(&mut Solver::new(game.clone())).effort(effort).prove(&position, goal).unwrap()
}

fn written<G: Hints>(game: &G, proof: &Proof) -> String {
    proof.to_certificate(game).to_string()
}

/// Proves the outcome and the nimber of every position; the claims say `claimed`, and the checker in Rust accepts them.
/// The certificates are written to files for the other checker.
fn prove_all<G: Hints>(game: &G, folder: &Path, cases: &[(&str, &str)]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for (text, claimed) in cases {
        let nimber = proof_of(game, text, Goal::Nimber);
        let Statement::Nimber(value) = nimber.statement else { panic!("a nimber was asked for") };
        // The judge of both: the mex over all that can be reached, by the rules of the checker, from the text of the
        // claim.
        let rules = grundy_check::game(&game.name()).unwrap();
        assert_eq!(grundy_check::naive_nimber(&*rules, claimed, 100_000), Some(value.get()), "{text:?}");
        let outcome = proof_of(game, text, Goal::Outcome);
        let letter = if value.get() == 0 { 'L' } else { 'W' };
        for (proof, claim) in
            [(nimber, format!("nimber {value} {claimed}")), (outcome, format!("outcome {letter} {claimed}"))]
        {
            let certificate = written(game, &proof);
            assert_eq!(certificate.lines().nth(2), Some(format!("claim {claim}").as_str()), "{text:?}");
            let verified = grundy_check::Checker::new().check(certificate.as_bytes());
            let verified = verified.unwrap_or_else(|refusal| panic!("{text:?}: {refusal}\n{certificate}"));
            assert_eq!((verified.game, verified.claim.to_string()), (game.name(), claim));
            let file = folder.join(format!("{}-{}.cert", game.name(), files.len()));
            std::fs::write(&file, certificate).unwrap();
            files.push(file);
        }
    }
    files
}

#[test]
fn claims_say_what_was_asked() {
    let folder = std::env::temp_dir().join(format!("grundy-asked-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut files = Vec::new();
    files.extend(prove_all(
        &Cram::default(),
        &folder,
        &[
            ("3x1", "3x1"),
            ("1x1", "1x1"),
            ("1x5", "1x5"),
            ("2x7", "2x7"),
            ("2x2", "2x2"),
            // Cells without neighbours, a cross of leaves, a square with two corners that have no other neighbour.
            (".#.#/##.#/#...", ".#.#/##.#/#..."),
            ("#.#.#/...#./#.###", "#.#.#/...#./#.###"),
            ("..../..#./.##./....", "..../..#./.##./...."),
            (".:./_./..", ".:./_./.."),
            (" 3X1+1x5\n+ ..#|...\n", "3x1 + 1x5 + ..#|..."),
            ("..#\n...", "..#/..."),
            ("graph( 0-1, 0-2, 0 - 3, 3-4)", "graph(0-1,0-2,0-3,3-4)"),
            ("graph() + 1x3", "# + 1x3"),
            ("#", "#"),
        ],
    ));
    files.extend(prove_all(
        &Sprouts::default(),
        &folder,
        &[
            ("0", "!"),
            ("1", "0*1"),
            ("2", "0*2"),
            ("4", "0*4"),
            ("22.0", "22.0"),
            ("1aa1.2", "1aa1.2"),
            ("12|2", "12|2"),
            ("0*2.2|2+ABC.0|ABC", "0*2.2|2 + ABC.0|ABC"),
            ("0.0.}]1a1a.}]!", "0.0 + 1a1a"),
            ("0.n(9)n(8).}Z(8)Z(9).}]!", "0.Z(9)Z(8)|Z(8)Z(9)"),
            ("0.}}]]!", "0|0*0"),
            ("1m(3)1m(3)", "1z(3)1z(3)"),
        ],
    ));
    files.extend(prove_all(&Nim::default(), &folder, &[("3,0 5+\t1\n", "3,0 5+ 1"), ("0", "0"), ("4 4", "4 4")]));
    let kayles: Heap = "0.07".parse().unwrap();
    files.extend(prove_all(&kayles, &folder, &[("1 9 , 0", "1 9 , 0"), ("5\n1", "5 1")]));

    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checkers/check_certificate.py");
    let second = Command::new("python3").arg(checker).args(&files).output().expect("python3 is there");
    let said = String::from_utf8(second.stdout).unwrap();
    assert_eq!(said.lines().filter(|line| line.contains("VERIFIED")).count(), files.len(), "{said}");
    assert_eq!(second.status.code(), Some(0));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The facts of a proof are about what is left of the position. So a claim about another position is not accepted
/// because it looks like it.
#[test]
fn a_claim_about_another_position_is_refused() {
    let cram = Cram::default();
    for (asked, other) in [("3x1", "1x5"), ("1x5", "1x4"), ("..#/...", "3x3")] {
        let certificate = written(&cram, &proof_of(&cram, asked, Goal::Nimber));
        let changed = certificate.replacen(&format!(" {asked}\n"), &format!(" {other}\n"), 1);
        assert_ne!(certificate, changed);
        let refusal = grundy_check::Checker::new().check(changed.as_bytes()).unwrap_err();
        assert!(matches!(refusal, grundy_check::Refusal::Refused { line: 3, .. }), "{asked}, {other}: {refusal}");
    }
}
