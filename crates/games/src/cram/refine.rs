//! Colours of the cells of a board by their neighbours, and the fingerprint of its graph, with vector code.
//!
//! Colours have 16 bits: on a board the neighbours are reached by two constant offsets, so a round is one loop that
//! the compiler turns into vector code, eight cells an instruction even on the oldest 64-bit machines.
//!
//! # Invariant
//! [`of_board`] gives the fingerprint of the board's graph (`grundy_graph::refine`), so that boards and graphs share
//! facts.

use super::board::Board;
use super::graph;
use grundy_graph::bits::Bits;
use grundy_graph::refine::{MANY, ROUNDS, START, fingerprint, finish, mix, next, weight};

/// The fingerprint of a board's graph.
pub(super) fn of_board<B: Bits>(board: &Board<B>) -> u64 {
    if B::CELLS > MANY && board.cells().count() as usize > MANY {
        return fingerprint(&graph::of_board(board));
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(total) = super::rows::total(board) {
        return finish(total);
    }
    finish(total_on_grid(board))
}

/// The sum of the weights of all cells.
fn total_on_grid<B: Bits>(board: &Board<B>) -> u64 {
    // Fixed lengths make straight vector code. The space on either side takes the longest stride of a box with two
    // rows.
    match (board.columns * board.rows).div_ceil(16) {
        1 => on_grid::<B, 16, 8, 32>(board).1,
        2 => on_grid::<B, 32, 16, 64>(board).1,
        3 => on_grid::<B, 48, 24, 96>(board).1,
        4 => on_grid::<B, 64, 32, 128>(board).1,
        5 => on_grid::<B, 80, 40, 160>(board).1,
        6 => on_grid::<B, 96, 48, 192>(board).1,
        7..=8 => on_grid::<B, 128, 64, 256>(board).1,
        9..=16 => on_grid::<B, 256, 128, 512>(board).1,
        _ => on_grid::<B, 1024, 256, 1536>(board).1,
    }
}

/// The colours of the cells of a small board; the greatest where there is no cell.
pub(super) fn of_small(board: &Board<u64>) -> [u16; 64] {
    #[cfg(target_arch = "x86_64")]
    if let Some(colours) = super::rows::colours(board) {
        return colours;
    }
    small_on_grid(board)
}

fn small_on_grid(board: &Board<u64>) -> [u16; 64] {
    let mut all = [u16::MAX; 64];
    let colours: &[u16] = match (board.columns * board.rows).div_ceil(16) {
        1 => &on_grid::<u64, 16, 8, 32>(board).0,
        2 => &on_grid::<u64, 32, 16, 64>(board).0,
        3 => &on_grid::<u64, 48, 24, 96>(board).0,
        _ => &on_grid::<u64, 64, 32, 128>(board).0,
    };
    board.cells().iter().for_each(|cell| all[cell] = colours[cell]);
    all
}

/// Refinement of `CELLS` cells on arrays of `SIZE` = `CELLS` + 2 * `PAD`: the colours after the last round, and the sum
/// of all weights.
#[inline(never)] // one small frame each, not one for all lengths
fn on_grid<B: Bits, const CELLS: usize, const PAD: usize, const SIZE: usize>(board: &Board<B>) -> ([u16; CELLS], u64) {
    // A box of one row has no edge downwards: any stride will do.
    let stride = if board.rows == 1 { 1 } else { board.columns };
    let (mut right, mut down, mut seen) = ([0u16; SIZE], [0u16; SIZE], [0u16; SIZE]);
    spread(board.right, &mut right[PAD..PAD + CELLS]);
    spread(board.down, &mut down[PAD..PAD + CELLS]);
    fn window<const CELLS: usize>(list: &[u16], from: usize) -> &[u16; CELLS] {
        list[from..].first_chunk().expect("the space on either side is as long as a stride")
    }
    let (to_east, to_south) = (window::<CELLS>(&right, PAD), window::<CELLS>(&down, PAD));
    let (to_west, to_north) = (window::<CELLS>(&right, PAD - 1), window::<CELLS>(&down, PAD - stride));
    // In the first round all neighbours look alike.
    let start = mix(START);
    let (mut last, mut before) = ([0; CELLS], [START; CELLS]);
    for i in 0..CELLS {
        let horizontal = (start & to_east[i]).wrapping_add(start & to_west[i]);
        let vertical = (start & to_south[i]).wrapping_add(start & to_north[i]);
        last[i] = next(start, horizontal.wrapping_add(vertical));
    }
    // Not unrolled: the code of all sizes together is as long as the cache for code.
    for _ in 1..std::hint::black_box(ROUNDS) {
        before = last;
        for i in 0..CELLS {
            seen[PAD + i] = mix(before[i]);
        }
        let (east, west) = (window::<CELLS>(&seen, PAD + 1), window::<CELLS>(&seen, PAD - 1));
        let (south, north) = (window::<CELLS>(&seen, PAD + stride), window::<CELLS>(&seen, PAD - stride));
        let own = window::<CELLS>(&seen, PAD);
        for i in 0..CELLS {
            let horizontal = (east[i] & to_east[i]).wrapping_add(west[i] & to_west[i]);
            let vertical = (south[i] & to_south[i]).wrapping_add(north[i] & to_north[i]);
            last[i] = next(own[i], horizontal.wrapping_add(vertical));
        }
    }
    let mut total = 0u64;
    for i in 0..CELLS {
        let there = to_east[i] | to_west[i] | to_south[i] | to_north[i];
        total = total.wrapping_add(weight(last[i] & there, before[i] & there));
    }
    (last, total)
}

/// Sets all bits of the entries that are in the set.
fn spread<B: Bits>(set: B, out: &mut [u16]) {
    const NIBBLES: [[u16; 4]; 16] = {
        let mut table = [[0; 4]; 16];
        let mut i = 0;
        while i < 64 {
            table[i / 4][i % 4] = if (i / 4) >> (i % 4) & 1 == 1 { u16::MAX } else { 0 };
            i += 1;
        }
        table
    };
    for (i, four) in out.chunks_exact_mut(4).enumerate() {
        four.copy_from_slice(&NIBBLES[(set.word(i / 16) >> (4 * (i % 16)) & 15) as usize]);
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::rows;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_and_grid_agree(columns in 1usize..=16, rows in 1usize..=8, right: [u64; 2], down: [u64; 2]) {
            let words = |words: [u64; 2]| u128::from(words[0]) | u128::from(words[1]) << 64;
            let bytes = Board { columns, rows, right: words(right), down: words(down) }.bytes(<[u8]>::to_vec);
            let board = Board::<u128>::read(columns, rows, &bytes);
            prop_assert_eq!(rows::total(&board), Some(total_on_grid(&board)));
            if columns * rows <= 64 {
                let board = Board::<u64>::read(columns, rows, &bytes);
                prop_assert_eq!(rows::total(&board), Some(total_on_grid(&board)));
                let (ours, theirs) = (rows::colours(&board).expect("small"), small_on_grid(&board));
                prop_assert_eq!(ours, theirs);
            }
        }
    }
}
