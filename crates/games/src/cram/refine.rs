//! Colours of the cells by their neighbours, and the fingerprint of the graph: equal for isomorphic graphs.
//!
//! Every cell starts with one colour; in each round it takes a mix of its colour and the sum of its neighbours' mixed
//! colours. Colours have 16 bits: on a board the neighbours are reached by two constant offsets, so a round is one loop that
//! the compiler turns into vector code, eight cells an instruction even on the oldest 64-bit machines. A merged colour makes
//! a fingerprint weaker, never an identity: `same` decides.
//!
//! # Invariant
//! [`of_board`] and [`of_graph`] give the same colours for the same graph, so that boards and graphs share facts. The exact
//! form (see `label`) is built on these constants: changing one changes the format of stores and certificates.

use super::bits::Bits;
use super::board::Board;
use super::graph::Graph;

/// Rounds of refinement: what a colour sees is the graph up to this distance. Among 55,039 classes from 3x16, 4 rounds
/// merge 259 fingerprints, 5 merge 24 and 6 none; a merged one costs a comparison.
pub(super) const ROUNDS: usize = 5;
pub(super) const START: u16 = 0x9e37;
/// What [`mix`] multiplies by.
pub(super) const FACTORS: [u16; 2] = [0x8d53, 0x6ca5];

/// The colour that neighbours see.
#[inline]
fn mix(colour: u16) -> u16 {
    let x = (colour ^ colour >> 7).wrapping_mul(FACTORS[0]);
    (x ^ x >> 9).wrapping_mul(FACTORS[1])
}

/// The next colour: seven times the own one keeps it apart from those of at most four neighbours.
#[inline]
fn next(own: u16, around: u16) -> u16 {
    (own << 3).wrapping_sub(own).wrapping_add(around)
}

/// What one vertex adds to the fingerprint: a square, which the oldest vector instructions can compute and which is not a sum of
/// what the two colours add.
#[inline]
fn weight(last: u16, before: u16) -> u64 {
    let x = u64::from(u32::from(last) << 16 | u32::from(before));
    x * x
}

fn finish(total: u64) -> u64 {
    let x = (total ^ total >> 31).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 32
}

/// More vertices than this are coloured until it does not help any more: on a wide board hundreds of options look alike from
/// within five steps, and each would be compared with each.
const MANY: usize = 128;
/// Rounds between two counts of the colours of many vertices.
const ROUNDS_OF_MANY: usize = 8;

/// The fingerprint of a board's graph.
pub(super) fn of_board<B: Bits>(board: &Board<B>) -> u64 {
    if B::CELLS > MANY && board.cells().count() as usize > MANY {
        return of_graph(&Graph::of_board(board));
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(total) = super::rows::total(board) {
        return finish(total);
    }
    finish(total_on_grid(board))
}

/// The sum of the weights of all cells.
fn total_on_grid<B: Bits>(board: &Board<B>) -> u64 {
    // Fixed lengths make straight vector code. The space on either side takes the longest stride of a box with two rows.
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

/// The fingerprint of a graph.
pub(super) fn of_graph(graph: &Graph) -> u64 {
    if graph.len() > MANY {
        return finish(colours_of_many(graph).iter().fold(0, |sum, &colour| sum.wrapping_add(finish(colour))));
    }
    let (last, before) = colours(graph);
    finish(last.iter().zip(&before).fold(0, |sum, (&last, &before)| sum.wrapping_add(weight(last, before))))
}

/// Colours that tell the vertices of a graph apart as far as it is worth the while. Not those of the exact form.
pub(super) fn classes(graph: &Graph) -> Vec<u64> {
    if graph.len() > MANY {
        return colours_of_many(graph);
    }
    let (last, before) = colours(graph);
    last.iter().zip(before).map(|(&last, before)| u64::from(last) << 16 | u64::from(before)).collect()
}

/// Colours of 64 bits, in rounds until there are no more of them. How many rounds depends on the graph alone, not on how it is drawn.
fn colours_of_many(graph: &Graph) -> Vec<u64> {
    let mut colours = vec![1u64; graph.len()];
    let mut distinct = 1;
    loop {
        for _ in 0..ROUNDS_OF_MANY {
            let seen: Vec<u64> = colours.iter().map(|&colour| finish(colour.wrapping_add(0x9e37_79b9))).collect();
            for (v, colour) in colours.iter_mut().enumerate() {
                let around = graph.neighbours(v).iter().fold(0u64, |sum, &u| sum.wrapping_add(seen[usize::from(u)]));
                *colour = seen[v].wrapping_mul(7).wrapping_add(around);
            }
        }
        let mut sorted = colours.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() <= distinct {
            return colours;
        }
        distinct = sorted.len();
    }
}

/// The colours of the vertices after the last round and the one before.
pub(super) fn colours(graph: &Graph) -> (Vec<u16>, Vec<u16>) {
    let mut last = vec![START; graph.len()];
    let mut before = last.clone();
    for _ in 0..ROUNDS {
        std::mem::swap(&mut last, &mut before);
        let seen: Vec<u16> = before.iter().map(|&colour| mix(colour)).collect();
        for (v, colour) in last.iter_mut().enumerate() {
            let around = graph.neighbours(v).iter().fold(0u16, |sum, &u| sum.wrapping_add(seen[usize::from(u)]));
            *colour = next(seen[v], around);
        }
    }
    (last, before)
}

/// Refinement of `CELLS` cells on arrays of `SIZE` = `CELLS` + 2 * `PAD`: the colours after the last round, and the sum of all weights.
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
