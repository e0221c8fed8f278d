//! What an eviction takes for a while is part of the limit on memory.
//!
//! The table lies in pages from the system; the heap has what an eviction needs beside it (numbers, hashes and places of
//! components and lists), the archive, and buffers. So the peak of the heap shows what the limit has to leave free. This
//! is the only test of its program: the peak is that of the whole process.

use grundy_core::Game;
use grundy_games::sprouts::Sprouts;
use grundy_search::{Limits, Settings, Solver, StopReason};
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

#[test]
fn an_eviction_takes_little_beside_the_table() {
    let limit = 24 << 20;
    let limits = Limits { memory: Some(limit), nodes: Some(300_000), ..Limits::default() };
    let mut solver = Solver::with_settings(Sprouts::default(), Settings { limits, ..Settings::default() });
    // Its components are long: most of them are not in their records.
    let position = Sprouts::default().parse("36").expect("a position");
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    assert_eq!(solver.outcome(&position), Err(StopReason::Nodes));
    let taken = HEAP.peak_usage() - before;
    // Places of all long components at once were a third of the limit.
    assert!(taken <= limit / 6, "{taken} bytes of {limit}");
    assert!(taken >= limit / 20, "nothing was evicted: {taken} bytes of {limit}");
    assert!(solver.stats().memory <= limit as u64);
}
