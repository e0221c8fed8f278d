//! The atlas: what its tables say is what its certificates prove, by our checker. `atlas/check.sh` asks the second one
//! too.

use grundy_check::Checker;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

fn atlas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../atlas")
}

/// The rows of a table, each by the names of its columns.
fn table(name: &str) -> Vec<HashMap<String, String>> {
    let text = std::fs::read_to_string(atlas().join(name)).expect("a table");
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<&str> = lines.next().expect("a head").split('\t').collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        assert_eq!(cells.len(), columns.len(), "{name}: {line}");
        columns.iter().zip(cells).map(|(column, cell)| (column.to_string(), cell.to_string())).collect()
    };
    lines.map(row).collect()
}

/// What a certificate proves, and with how many facts.
fn proved(path: &str) -> (String, String) {
    let file = std::fs::read(atlas().join(path)).expect("a certificate");
    assert!(file.len() <= 100_000, "{path} is too large for the repository");
    let verified = Checker::new().threads(2).check(&file[..]).unwrap_or_else(|refusal| panic!("{path}: {refusal}"));
    // What a prover writes is far from the bounds on work.
    let (line, of_line) = verified.hardest_line;
    let (steps, of_file) = verified.steps;
    assert!(
        line * 100 < of_line && steps * 10 < of_file,
        "{path}: line {line} of {of_line}, file {steps} of {of_file}"
    );
    (format!("{} {}", verified.game, verified.claim), verified.facts.to_string())
}

#[test]
fn certificates_prove_what_the_tables_say() {
    let mut count = 0;
    let mut compare = |row: &HashMap<String, String>, claim: String| {
        // Those of Cram and Sprouts that take long are left to `atlas/check.sh`.
        if row["certificate"] == "-" || row["bytes"].parse::<u32>().expect("a size") > 10_000 {
            return;
        }
        let (found, facts) = proved(&row["certificate"]);
        assert_eq!(found, claim);
        assert_eq!(facts, row["facts"], "{claim}");
        count += 1;
    };
    for row in table("sprouts.tsv") {
        let position = if row["spots"] == "0" { "!".to_string() } else { format!("0*{}", row["spots"]) };
        compare(&row, format!("sprouts outcome {} {position}", row["outcome"]));
    }
    for row in table("cram.tsv") {
        compare(&row, format!("cram nimber {} {}", row["nimber"], row["board"]));
    }
    assert!(count >= 30, "{count} certificates");
}

/// Times are compared with each other, so they are of one version of the program.
#[test]
fn times_are_of_one_version() {
    let timed: Vec<_> = ["sprouts.tsv", "cram.tsv"]
        .into_iter()
        .flat_map(table)
        .filter(|row| row["solve_cpu_s"] != "-")
        .inspect(|row| {
            assert!(row["solve_cpu_s"].parse::<f64>().is_ok() && row["solve"].contains("--threads 1"), "{row:?}")
        })
        .collect();
    let versions: std::collections::HashSet<_> = timed.iter().map(|row| &row["solve_version"]).collect();
    assert_eq!(versions.len(), 1, "{versions:?}");
    assert!(timed.len() >= 80, "{} rows", timed.len());
}

/// A value is in a b-file as it is in the table.
#[test]
fn b_files_follow_the_tables() {
    let boards: HashMap<String, String> =
        table("cram.tsv").into_iter().map(|row| (row["board"].clone(), row["nimber"].clone())).collect();
    for height in 3..=5 {
        let text = std::fs::read_to_string(atlas().join(format!("bfiles/cram-{height}xn.txt"))).expect("a b-file");
        for (line, n) in text.lines().zip(1..) {
            let nimber = boards.get(&format!("{height}x{n}")).or_else(|| boards.get(&format!("{n}x{height}")));
            assert_eq!(line, format!("{n} {}", nimber.expect("a row")), "{height}x{n}");
        }
        assert!(text.lines().count() >= 5);
    }
}
