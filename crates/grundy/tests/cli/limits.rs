//! Hostile positions and files: every command ends within its limits, with an exit code of the contract and one line.

use super::{grundy, stderr};
use std::time::{Duration, Instant};

/// A position of Sprouts with 2^29 options.
fn wide_sprouts() -> String {
    let boundaries: Vec<String> = (1..30).map(|length| format!("1{}", "2".repeat(length))).collect();
    format!("{}|2", boundaries.join("."))
}

/// A graph with three edges at most cells, chosen by a fixed rule.
fn tangled_graph(cells: usize) -> String {
    let edges = (0..cells).flat_map(|i| [(i, (i + 1) % cells), (i, (i * 7 + 3) % cells)]);
    let edges: Vec<String> = edges.filter(|(a, b)| a != b).map(|(a, b)| format!("{}-{}", a.min(b), a.max(b))).collect();
    let mut unique = edges.clone();
    unique.sort();
    unique.dedup();
    format!("graph({})", unique.join(","))
}

#[test]
fn every_command_keeps_its_limits() {
    let wide = wide_sprouts();
    let sum = format!("{wide} + {wide} + 2.2");
    let graph = tangled_graph(1000);
    let boards = ["3x3"].repeat(1000).join("+");
    // Moves that are all alike: listing them takes long and finds few.
    let letters: Vec<String> = (1..200).map(|i| format!("Z({})", 40 * i)).collect();
    let letters = [letters.join("."), letters.join(".")].join("|");
    let limits = ["--time", "1s", "--memory", "300M"];
    for arguments in [
        &["options", "sprouts", &wide][..],
        &["options", "sprouts", &wide, "--json"],
        &["solve", "sprouts", &sum, "--threads", "1"],
        &["solve", "cram", &graph, "--nimber", "--threads", "1"],
        &["solve", "0.f", "14000", "--nimber", "--threads", "1"],
        &["prove", "cram", &graph, "--threads", "1"],
        &["options", "cram", &graph],
        &["tree", "nim", "16777216", "--depth", "1", "--nodes", "2000"],
        &["tree", "nim", "16777216", "--nodes", "2000"],
        &["tree", "cram", "32x32", "--depth", "1", "--nodes", "2000"],
        &["inevitable", "cram", &boards, "1x2"],
        &["solve", "cram", "-f", "/dev/zero"],
        &["solve", "cram", "-f", "/dev/urandom"],
        &["store", "import", "no-such-store", "/dev/zero"],
        &["table", "kayles", "268435455..268435455"],
        &["table", "0.f", "0..100000"],
        &["period", "0.f", "--to", "100000"],
        &["period", "0.106", "--to", "1e8"],
        &["draw", "cram", &graph, "--format", "svg"],
        &["play", "sprouts", &letters, "--threads", "1"],
    ] {
        let began = Instant::now();
        let output = grundy(&[arguments, &limits].concat());
        let shown: Vec<&str> = arguments.iter().map(|word| &word[..word.len().min(20)]).collect();
        // A second more than the limit, and what a loaded machine takes to start and end a program.
        assert!(began.elapsed() < Duration::from_secs(5), "{shown:?}: {:?}", began.elapsed());
        assert!(matches!(output.status.code(), Some(0 | 2 | 3)), "{shown:?}: {:?} {}", output.status, stderr(&output));
        assert!(stderr(&output).lines().count() <= 2, "{shown:?}: {}", stderr(&output));
    }
    assert!(!std::path::Path::new("no-such-store").exists());
}

/// What a period gives needs no memory.
#[cfg(target_os = "linux")]
#[test]
fn a_far_heap_takes_little_memory() {
    let output = super::shell(
        &format!("ulimit -v 200000; {} table kayles 268435455..268435455 --memory 50M --format tsv -q", super::PROGRAM),
        std::path::Path::new("."),
    );
    assert_eq!((output.status.code(), super::stdout(&output).as_str()), (Some(0), "268435455\tW\t8\n"));
}

/// One Ctrl-C ends work that does not look at it.
#[cfg(unix)]
#[test]
fn a_signal_ends_what_does_not_look_at_it() {
    for command in ["tree cram 32x32 --depth 1 --nodes 1e12", "inevitable cram 5x6 5x6 --nodes 1e12"] {
        let began = Instant::now();
        let (code, _) = super::signalled(command, "INT");
        assert_eq!(code, Some(130), "{command:.20}");
        assert!(began.elapsed() < Duration::from_secs(5), "{command:.20}: {:?}", began.elapsed());
    }
}
