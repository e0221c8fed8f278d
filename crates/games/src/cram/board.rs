//! A component as two bit sets of *edges* in its smallest box: the form the search handles.
//!
//! ```text
//! box of 3 columns and 2 rows      cells   0 - 1   2      right = {0, 3}   (edge from cell i to i + 1)
//! (stride 3)                               |       |      down  = {0, 2}   (edge from cell i to i + 3)
//!                                          3 - 4   5
//! ```
//! A cell is there when an edge meets it, so isolated cells vanish by themselves, and the twin cut (see `reduce`)
//! deletes edges between cells that stay. As bytes:
//!
//! ```text
//! columns (1..=255) | rows | right: ceil(n / 8) bytes | down: ceil((n - columns) / 8) bytes      n = columns * rows <= 1024
//! ```
//! least member first in the lowest bit. A first byte of 0 marks a graph instead (see `graph`).
//!
//! # Invariant
//! No right edge starts in the last column, no down edge in the last row; [`Board::read`] sees to it for any bytes.

use grundy_core::Sink;
use grundy_graph::bits::{Bits, Wide};
use std::sync::OnceLock;

/// The most cells a box may have.
pub(super) const MAX_CELLS: usize = 1024;
/// The longest side of a box.
pub(super) const MAX_SIDE: usize = 255;
/// The longest bytes of a component on a board.
pub(super) const MAX_BYTES: usize = 2 + 2 * MAX_CELLS / 8;

/// Edges between the cells of a box of `columns` x `rows`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Board<B> {
    pub columns: usize,
    pub rows: usize,
    pub right: B,
    pub down: B,
}

/// The columns and rows that the bytes announce, if they can be those of a board.
pub(super) fn dimensions(bytes: &[u8]) -> Option<(usize, usize)> {
    let (columns, rows) = (*bytes.first()? as usize, *bytes.get(1)? as usize);
    let n = columns * rows;
    let fits = (1..=MAX_CELLS).contains(&n) && bytes.len() == 2 + n.div_ceil(8) + (n - columns).div_ceil(8);
    fits.then_some((columns, rows))
}

/// Evaluates `$body` with `$board` bound to the board the bytes describe, in the narrowest width; `$none` if they
/// describe none.
macro_rules! with_board {
    ($bytes:expr, $none:expr, |$board:ident| $body:expr) => {{
        use grundy_graph::bits::Wide;
        use $crate::cram::board::Board;
        let bytes: &[u8] = $bytes;
        match $crate::cram::board::dimensions(bytes) {
            None => $none,
            Some((columns, rows)) => match columns * rows {
                0..=64 => {
                    let $board = Board::<u64>::read(columns, rows, bytes);
                    $body
                }
                65..=128 => {
                    let $board = Board::<u128>::read(columns, rows, bytes);
                    $body
                }
                129..=256 => {
                    let $board = Board::<Wide<4>>::read(columns, rows, bytes);
                    $body
                }
                _ => {
                    let $board = Board::<Wide<16>>::read(columns, rows, bytes);
                    $body
                }
            },
        }
    }};
}
pub(super) use with_board;

impl<B: Bits> Board<B> {
    /// The board with these bytes, whose dimensions [`dimensions`] found. Edges that leave the box are ignored.
    pub fn read(columns: usize, rows: usize, bytes: &[u8]) -> Self {
        let n = columns * rows;
        let rights = n.div_ceil(8);
        let (right, down) = match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
            // Without a loop over bytes. What is too much at the end is cut off below.
            (Some(&first), Some(&last)) if B::CELLS == 64 && (bytes.len() > 9 || rights <= 6) => {
                let first = match bytes[2..].first_chunk::<8>() {
                    Some(&word) => u64::from_le_bytes(word),
                    None => u64::from_le_bytes(first) >> 16,
                };
                let downs = bytes.len() - 2 - rights;
                let last = u64::from_le_bytes(last).unbounded_shr(64 - 8 * downs as u32);
                (B::from_words(|_| first), B::from_words(|_| last))
            }
            _ => (from_bytes::<B>(&bytes[2..2 + rights]), from_bytes::<B>(&bytes[2 + rights..])),
        };
        let board = Board { columns, rows, right, down };
        Board { right: board.right & legal_right(columns, rows), down: board.down & B::below(n - columns), ..board }
    }

    /// Gives the bytes of this board to `then`, without allocation.
    #[inline]
    pub fn bytes<R>(&self, then: impl FnOnce(&[u8]) -> R) -> R {
        if B::CELLS == 64 {
            let mut buffer = [0u8; 24];
            let (words, len) = self.words();
            buffer.chunks_exact_mut(8).zip(words).for_each(|(eight, word)| eight.copy_from_slice(&word.to_le_bytes()));
            then(&buffer[..len])
        } else {
            let (rights, downs) = self.lengths();
            let mut buffer = [0u8; MAX_BYTES];
            (buffer[0], buffer[1]) = (self.columns as u8, self.rows as u8);
            let byte = |set: B, i: usize| (set.word(i / 8) >> (8 * (i % 8))) as u8;
            (0..rights).for_each(|i| buffer[2 + i] = byte(self.right, i));
            (0..downs).for_each(|i| buffer[2 + rights + i] = byte(self.down, i));
            then(&buffer[..2 + rights + downs])
        }
    }

    /// Gives the bytes of this board to a sink.
    #[inline]
    pub fn push<S: Sink>(&self, sink: &mut S) {
        if B::CELLS == 64 {
            let (words, len) = self.words();
            sink.short(words, len);
        } else {
            self.bytes(|bytes| sink.component(bytes));
        }
    }

    /// The bytes of a board of up to 64 cells as words, and how many they are: no loop over bytes.
    #[inline]
    fn words(&self) -> ([u64; 3], usize) {
        let (rights, downs) = self.lengths();
        let start = 16 + 8 * rights;
        let (right, down) = (self.right.word(0), self.down.word(0));
        let low = self.columns as u128 | (self.rows as u128) << 8 | u128::from(right) << 16 | u128::from(down) << start;
        let high = if start > 64 { down >> (128 - start) } else { 0 };
        ([low as u64, (low >> 64) as u64, high], 2 + rights + downs)
    }

    /// How many bytes the edges to the right take, and those downwards.
    #[inline]
    fn lengths(&self) -> (usize, usize) {
        let n = self.columns * self.rows;
        (n.div_ceil(8), (n - self.columns).div_ceil(8))
    }

    /// The cells that an edge meets.
    #[inline]
    pub fn cells(&self) -> B {
        self.right | self.right.up(1) | self.down | self.down.up(self.columns)
    }

    /// Without the edges that meet `cells`.
    #[inline]
    pub fn without(&self, cells: B) -> Self {
        Board {
            right: self.right & !(cells | cells.down(1)),
            down: self.down & !(cells | cells.down(self.columns)),
            ..*self
        }
    }

    /// The part that contains cell `seed`, and its cells.
    #[inline]
    pub fn part(&self, seed: B) -> (Self, B) {
        let grow = |f: B| {
            f | (f & self.right).up(1)
                | f.down(1) & self.right
                | (f & self.down).up(self.columns)
                | f.down(self.columns) & self.down
        };
        let mut fill = grow(grow(seed));
        loop {
            let more = grow(grow(fill));
            if more == fill {
                break;
            }
            fill = more;
        }
        (Board { right: self.right & fill, down: self.down & fill, ..*self }, fill)
    }

    /// The same edges in their smallest box; `cells` are its cells, and there is at least one.
    #[inline]
    pub fn shrink(&self, cells: B) -> Self {
        // Most parts fill their box; counting up is faster than dividing.
        let line = B::below(self.columns);
        let (mut top, mut end) = (0, self.rows);
        while (cells.down(top * self.columns) & line).is_empty() {
            top += 1;
        }
        while cells.down((end - 1) * self.columns).is_empty() {
            end -= 1;
        }
        let shadow = (top..end).fold(B::default(), |shadow, y| shadow | cells.down(y * self.columns)) & line;
        let (left, columns) = (shadow.first(), shadow.end() - shadow.first());
        let (start, rows) = (top * self.columns + left, end - top);
        let (right, down) = (self.right.down(start), self.down.down(start));
        if columns == self.columns {
            return Board { rows, right, down, ..*self };
        }
        let line = B::below(columns);
        let mut small = Board { columns, rows, right: B::default(), down: B::default() };
        for y in 0..rows {
            small.right = small.right | (right.down(y * self.columns) & line).up(y * columns);
            small.down = small.down | (down.down(y * self.columns) & line).up(y * columns);
        }
        small
    }

    /// Turned by 180 degrees.
    #[inline]
    pub fn turned(&self) -> Self {
        let n = self.columns * self.rows;
        Board { right: self.right.reversed(n - 1), down: self.down.reversed(n - self.columns), ..*self }
    }

    /// Mirrored top to bottom.
    pub fn mirrored(&self) -> Self {
        let line = B::below(self.columns);
        let row = |set: B, y: usize| set.down(y * self.columns) & line;
        let mut image = Board { right: B::default(), down: B::default(), ..*self };
        for y in 0..self.rows {
            image.right = image.right | row(self.right, self.rows - 1 - y).up(y * self.columns);
        }
        for y in 0..self.rows - 1 {
            image.down = image.down | row(self.down, self.rows - 2 - y).up(y * self.columns);
        }
        image
    }

    /// Mirrored in the main diagonal: columns become rows.
    pub fn transposed(&self) -> Self {
        let flip = |set: B| {
            set.iter().fold(B::default(), |image, i| image | B::bit(i % self.columns * self.rows + i / self.columns))
        };
        Board { columns: self.rows, rows: self.columns, right: flip(self.down), down: flip(self.right) }
    }

    /// The least image under the symmetries of the square, among those with at least as many columns as rows.
    pub fn least(&self) -> Self {
        let lying = if self.columns < self.rows { self.transposed() } else { *self };
        let of_four = |board: Self| {
            let mirrored = board.mirrored();
            board.min(board.turned()).min(mirrored).min(mirrored.turned())
        };
        let least = of_four(lying);
        if self.columns == self.rows { least.min(of_four(lying.transposed())) } else { least }
    }
}

#[inline]
fn from_bytes<B: Bits>(bytes: &[u8]) -> B {
    B::from_words(|i| {
        let part = bytes.get(8 * i..).unwrap_or_default();
        match part.first_chunk::<8>() {
            Some(&word) => u64::from_le_bytes(word),
            None => part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
        }
    })
}

/// The cells that have a neighbour to the right in the box. Kept for the boxes a search meets all the time.
fn legal_right<B: Bits>(columns: usize, rows: usize) -> B {
    const SIDE: usize = 129;
    static KEPT: [OnceLock<[u64; 2]>; SIDE * SIDE] = [const { OnceLock::new() }; SIDE * SIDE];
    fn compute<B: Bits>(columns: usize, rows: usize) -> B {
        let line = B::below(columns - 1);
        (0..rows).fold(B::default(), |set, y| set | line.up(y * columns))
    }
    if B::CELLS > 128 {
        return compute(columns, rows);
    }
    let words = KEPT[columns * SIDE + rows].get_or_init(|| {
        let set = compute::<Wide<2>>(columns, rows);
        [set.word(0), set.word(1)]
    });
    B::from_words(|i| words[i])
}
