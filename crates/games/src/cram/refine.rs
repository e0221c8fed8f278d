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

/// Rounds of refinement: what a colour sees is the graph up to this distance.
const ROUNDS: usize = 6;
const START: u16 = 0x9e37;

/// The colour that neighbours see.
#[inline]
fn mix(colour: u16) -> u16 {
    let x = (colour ^ colour >> 7).wrapping_mul(0x8d53);
    (x ^ x >> 9).wrapping_mul(0x6ca5)
}

/// The next colour: seven times the own one keeps it apart from those of at most four neighbours.
#[inline]
fn next(own: u16, around: u16) -> u16 {
    (own << 3).wrapping_sub(own).wrapping_add(around)
}

/// What one vertex adds to the fingerprint.
#[inline]
fn weight(last: u16, before: u16) -> u64 {
    let x = (u64::from(last) << 16 | u64::from(before)).wrapping_add(0x1_0001).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn finish(total: u64) -> u64 {
    let x = (total ^ total >> 31).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 32
}

/// The fingerprint of a board's graph.
pub(super) fn of_board<B: Bits>(board: &Board<B>) -> u64 {
    // The space around the cells takes the longest stride of a box with more than one row.
    match B::CELLS {
        64 => on_grid::<B, 128, 32>(board),
        128 => on_grid::<B, 256, 64>(board),
        256 => on_grid::<B, 512, 128>(board),
        _ => on_grid::<B, 1536, 256>(board),
    }
}

/// The fingerprint of a graph.
pub(super) fn of_graph(graph: &Graph) -> u64 {
    let (last, before) = colours(graph);
    finish(last.iter().zip(&before).fold(0, |sum, (&last, &before)| sum.wrapping_add(weight(last, before))))
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

/// Refinement on arrays of `SIZE` = cells + 2 * `PAD`.
fn on_grid<B: Bits, const SIZE: usize, const PAD: usize>(board: &Board<B>) -> u64 {
    const LANES: usize = 16;
    let n = (board.columns * board.rows).next_multiple_of(LANES);
    // A box of one row has no edge downwards: any stride will do.
    let stride = if board.rows == 1 { 1 } else { board.columns };
    let mut right = [0u16; SIZE];
    let mut down = [0u16; SIZE];
    spread(board.right, &mut right[PAD..PAD + n]);
    spread(board.down, &mut down[PAD..PAD + n]);

    let mut last = [START; SIZE];
    let mut before = last;
    let mut seen = [0u16; SIZE];
    for _ in 0..ROUNDS {
        std::mem::swap(&mut last, &mut before);
        for (seen, &colour) in seen[PAD..PAD + n].iter_mut().zip(&before[PAD..PAD + n]) {
            *seen = mix(colour);
        }
        let at = |from: usize| &seen[from..from + n];
        let (own, east, west) = (at(PAD), at(PAD + 1), at(PAD - 1));
        let (south, north) = (at(PAD + stride), at(PAD - stride));
        let (to_east, to_west) = (&right[PAD..PAD + n], &right[PAD - 1..PAD - 1 + n]);
        let (to_south, to_north) = (&down[PAD..PAD + n], &down[PAD - stride..PAD - stride + n]);
        let out = &mut last[PAD..PAD + n];
        for i in 0..n {
            let horizontal = (east[i] & to_east[i]).wrapping_add(west[i] & to_west[i]);
            let vertical = (south[i] & to_south[i]).wrapping_add(north[i] & to_north[i]);
            out[i] = next(own[i], horizontal.wrapping_add(vertical));
        }
    }
    let total = board.cells().iter().fold(0u64, |sum, i| sum.wrapping_add(weight(last[PAD + i], before[PAD + i])));
    finish(total)
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
