//! `grundy prove` and `grundy solve --prove`: the certificate claims what was asked, as it was asked.

use std::path::PathBuf;
use std::process::Command;

/// What a command that has to succeed prints.
fn grundy(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("grundy-prove-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder to write to");
    folder.join(name)
}

#[test]
fn the_claim_is_the_question() {
    for (place, (game, position, claim)) in [
        ("cram", "3x1", "nimber 1 3x1"),
        ("cram", "1x5", "nimber 0 1x5"),
        ("cram", "2x7", "nimber 1 2x7"),
        ("cram", "#.#.#/...#./#.###", "nimber 1 #.#.#/...#./#.###"),
        ("cram", "3x1+1x5", "nimber 1 3x1 + 1x5"),
        ("sprouts", "3", "nimber 1 0*3"),
        ("kayles", "5 , 0", "nimber 4 5 , 0"),
    ]
    .into_iter()
    .enumerate()
    {
        let path = file(&place.to_string());
        let path = path.to_str().expect("UTF-8");
        let line = format!("claim {claim}");
        let said = grundy(&["prove", game, position, "--nimber", "--output", path]);
        assert_eq!(said.lines().next(), Some(format!("claim    {claim}").as_str()));
        let proved = std::fs::read_to_string(path).expect("a certificate");
        assert_eq!(proved.lines().nth(2), Some(line.as_str()));
        assert!(grundy(&["check", path]).starts_with("VERIFIED"), "{proved}");

        let _ = grundy(&["solve", game, position, "--nimber", "--prove", path]);
        let proved = std::fs::read_to_string(path).expect("a certificate");
        assert_eq!(proved.lines().nth(2), Some(line.as_str()));
        assert!(grundy(&["check", path]).starts_with("VERIFIED"), "{proved}");
        std::fs::remove_file(path).expect("the file goes");
    }
}
