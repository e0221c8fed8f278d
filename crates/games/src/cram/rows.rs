//! Refinement with a row of the board in one or two vector registers, on x86-64, where these have eight 16-bit lanes.
//!
//! Neighbours above and below are in the same lane of other registers, those on either side one lane further. Nothing
//! is read from memory in other pieces than it was written just before, for which a processor would have to wait: that
//! makes it a third faster than the loops of `refine`, whose results it gives.

use super::board::Board;
use grundy_graph::bits::Bits;
use grundy_graph::refine::{FACTORS, ROUNDS, START};
use safe_arch::*;

/// The most rows of a board.
const ROWS: usize = 8;

/// Eight cells in each register.
type Row<const N: usize> = [m128i; N];

/// The sum of the weights of all cells, if the board is small enough.
pub(super) fn total<B: Bits>(board: &Board<B>) -> Option<u64> {
    match (board.columns, board.rows) {
        (..=8, ..=ROWS) => Some(refine::<B, 1>(board).1),
        (..=16, ..=ROWS) => Some(refine::<B, 2>(board).1),
        _ => None,
    }
}

/// The colours of the cells, if the board is small enough; the greatest where there is no cell.
pub(super) fn colours(board: &Board<u64>) -> Option<[u16; 64]> {
    match (board.columns, board.rows) {
        (..=8, ..=ROWS) => Some(packed(board, &refine::<u64, 1>(board).0)),
        (..=16, ..=ROWS) => Some(packed(board, &refine::<u64, 2>(board).0)),
        _ => None,
    }
}

fn packed<const N: usize>(board: &Board<u64>, colours: &[Row<N>; ROWS]) -> [u16; 64] {
    // What overhangs is overwritten by the next row, or cut off.
    let mut all = [u16::MAX; 64 + 16];
    for (y, row) in colours.iter().enumerate().take(board.rows) {
        for (i, &eight) in row.iter().enumerate() {
            all[y * board.columns + 8 * i..][..8].copy_from_slice(&<[u16; 8]>::from(eight));
        }
    }
    *all.first_chunk().expect("longer than this")
}

/// The colours after the last round, the greatest where there is no cell, and the sum of all weights.
#[inline(never)] // one small frame each
fn refine<B: Bits, const N: usize>(board: &Board<B>) -> ([Row<N>; ROWS], u64) {
    let rows = board.rows.min(ROWS);
    let zero = [zeroed_m128i(); N];
    let line = B::below(board.columns);
    let mut right = [zero; ROWS];
    // Edges downwards, those of row y at y + 1: nothing leads to the first row.
    let mut down = [zero; ROWS + 1];
    for y in 0..rows {
        right[y] = spread((board.right.down(y * board.columns) & line).word(0));
        down[y + 1] = spread((board.down.down(y * board.columns) & line).word(0));
    }
    let next = |y: usize, above: Row<N>, here: Row<N>, below: Row<N>| {
        let vertical = add(and(above, down[y]), and(below, down[y + 1]));
        let horizontal = add(and(from_right(here), right[y]), from_left(and(here, right[y])));
        add(sevenfold(here), add(vertical, horizontal))
    };
    // In the first round all neighbours look alike.
    let start = mix([set_splat_i16_m128i(START as i16); N]);
    let mut colours = [zero; ROWS];
    for (y, colour) in colours.iter_mut().enumerate().take(rows) {
        *colour = next(y, start, start, start);
    }
    let mut total = zeroed_m128i();
    // Not unrolled: the code of all sizes together is as long as the cache for code.
    let rounds = std::hint::black_box(ROUNDS);
    for round in 1..rounds {
        let (mut above, mut here) = (zero, mix(colours[0]));
        for y in 0..rows {
            let below = mix(colours[(y + 1) % ROWS]);
            let mut last = next(y, above, here, below);
            if round + 1 == rounds {
                let there = or(or(right[y], from_left(right[y])), or(down[y], down[y + 1]));
                total = add_weights(total, and(last, there), and(colours[y], there));
                last = or(last, not(there));
            }
            colours[y] = last;
            (above, here) = (here, below);
        }
    }
    let halves = <[u64; 2]>::from(total);
    (colours, halves[0].wrapping_add(halves[1]))
}

/// Adds the squares of the colours after the last round and the one before, as one number each.
#[inline(always)]
fn add_weights<const N: usize>(total: m128i, last: Row<N>, before: Row<N>) -> m128i {
    last.into_iter().zip(before).fold(total, |total, (last, before)| {
        let (low, high) = (unpack_low_i16_m128i(before, last), unpack_high_i16_m128i(before, last));
        [low, shr_imm_u64_m128i::<32>(low), high, shr_imm_u64_m128i::<32>(high)]
            .into_iter()
            .fold(total, |total, pair| add_i64_m128i(total, mul_widen_u32_odd_m128i(pair, pair)))
    })
}

/// All bits of the lanes that are in the set.
#[inline(always)]
fn spread<const N: usize>(set: u64) -> Row<N> {
    let bits = m128i::from([1u16, 2, 4, 8, 16, 32, 64, 128]);
    std::array::from_fn(|i| {
        let eight = set_splat_i16_m128i((set >> (8 * i)) as i16);
        cmp_eq_mask_i16_m128i(bitand_m128i(eight, bits), bits)
    })
}

#[inline(always)]
fn and<const N: usize>(a: Row<N>, b: Row<N>) -> Row<N> {
    std::array::from_fn(|i| bitand_m128i(a[i], b[i]))
}

#[inline(always)]
fn or<const N: usize>(a: Row<N>, b: Row<N>) -> Row<N> {
    std::array::from_fn(|i| bitor_m128i(a[i], b[i]))
}

#[inline(always)]
fn not<const N: usize>(mask: Row<N>) -> Row<N> {
    mask.map(|mask| cmp_eq_mask_i16_m128i(mask, zeroed_m128i()))
}

#[inline(always)]
fn add<const N: usize>(a: Row<N>, b: Row<N>) -> Row<N> {
    std::array::from_fn(|i| add_i16_m128i(a[i], b[i]))
}

/// Every lane gets what its left neighbour has.
#[inline(always)]
fn from_left<const N: usize>(row: Row<N>) -> Row<N> {
    std::array::from_fn(|i| {
        let own = byte_shl_imm_u128_m128i::<2>(row[i]);
        if i == 0 { own } else { bitor_m128i(own, byte_shr_imm_u128_m128i::<14>(row[i - 1])) }
    })
}

/// Every lane gets what its right neighbour has.
#[inline(always)]
fn from_right<const N: usize>(row: Row<N>) -> Row<N> {
    std::array::from_fn(|i| {
        let own = byte_shr_imm_u128_m128i::<2>(row[i]);
        if i + 1 == N { own } else { bitor_m128i(own, byte_shl_imm_u128_m128i::<14>(row[i + 1])) }
    })
}

#[inline(always)]
fn sevenfold<const N: usize>(row: Row<N>) -> Row<N> {
    row.map(|own| sub_i16_m128i(shl_imm_u16_m128i::<3>(own), own))
}

#[inline(always)]
fn mix<const N: usize>(row: Row<N>) -> Row<N> {
    let [first, second] = FACTORS.map(|factor| set_splat_i16_m128i(factor as i16));
    row.map(|colour| {
        let x = mul_i16_keep_low_m128i(bitxor_m128i(colour, shr_imm_u16_m128i::<7>(colour)), first);
        mul_i16_keep_low_m128i(bitxor_m128i(x, shr_imm_u16_m128i::<9>(x)), second)
    })
}
