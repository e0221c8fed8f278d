//! What an eviction takes for a while is part of the limit on memory.
//!
//! Linux tells how much memory a process has held at most. This is the only test of its program, because the peak is that
//! of the whole process.

#![cfg(target_os = "linux")]

use grundy_core::Game;
use grundy_games::sprouts::Sprouts;
use grundy_search::{Limits, Settings, Solver, StopReason};

/// The most bytes that this process has held so far.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has this");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") << 10
}

#[test]
fn an_eviction_takes_little_beside_the_table() {
    // Its components are long: most of them are not in their records.
    let position = Sprouts::default().parse("36").expect("a position");
    let search = |memory: Option<usize>| {
        let limits = Limits { memory, nodes: Some(300_000), ..Limits::default() };
        let mut solver = Solver::with_settings(Sprouts::default(), Settings { limits, ..Settings::default() });
        assert_eq!(solver.outcome(&position), Err(StopReason::Nodes));
        usize::try_from(solver.stats().memory).expect("fits")
    };
    let limit = 24 << 20;
    let before = peak();
    assert!(search(Some(limit)) <= limit);
    let taken = peak() - before;
    assert!(taken <= limit, "{taken} bytes of {limit}");
    let needed = search(None);
    assert!(needed > limit / 2 * 3, "nothing was evicted: without a limit it needs {needed} bytes");
}
