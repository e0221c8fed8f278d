//! The options of a component on a board: play an edge, reduce, split, push.
//!
//! Moves are played centre-out and pushed as they come, so that a sink which stops at the first option it can use sees few of
//! them: sorting by what the options turn out to be would mean generating them all. In an ordered depth-first search of six
//! boards (3x11 to 5x7) centre-out plays 1.8 times fewer moves than reading order; the centre of mass is no better than the
//! centre of the box. Moves equal under a symmetry of the
//! component's own box are played once.

use super::bits::Bits;
use super::board::Board;
use super::reduce::reduce;
use grundy_core::Sink;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Pushes the options of the board.
pub(super) fn options<B: Bits, S: Sink>(board: &Board<B>, reductions: bool, sink: &mut S) -> ControlFlow<()> {
    let symmetry = Symmetry::of(board);
    let (mut rights, mut downs) = (board.right, board.down);
    with_order(board.columns, board.rows, |order| {
        for &edge in order {
            let (i, is_down) = (usize::from(edge / 2), edge % 2 == 1);
            let open = if is_down { &mut downs } else { &mut rights };
            if !open.has(i) {
                continue;
            }
            *open = *open & !symmetry.images::<B>(i, is_down);
            let far = if is_down { i + board.columns } else { i + 1 };
            let left = board.without(B::bit(i) | B::bit(far));
            split(&if reductions { reduce(&left) } else { left }, |part| part.bytes(|bytes| sink.component(bytes)));
            sink.end()?;
        }
        ControlFlow::Continue(())
    })
}

/// Gives each connected part of the board, in its smallest box, to `each`.
#[inline]
pub(super) fn split<B: Bits>(board: &Board<B>, mut each: impl FnMut(&Board<B>)) {
    let mut rest = board.cells();
    while !rest.is_empty() {
        let (part, cells) = board.part(B::bit(rest.first()));
        rest = rest & !cells;
        each(&part.shrink(cells));
    }
}

/// Which symmetries of its box a component has.
struct Symmetry {
    columns: usize,
    rows: usize,
    turned: bool,
    mirrored: bool,
    /// Mirrored left to right.
    swapped: bool,
}

impl Symmetry {
    fn of<B: Bits>(board: &Board<B>) -> Self {
        let mirrored = board.mirrored();
        Symmetry {
            columns: board.columns,
            rows: board.rows,
            turned: board.turned() == *board,
            mirrored: mirrored == *board,
            swapped: mirrored.turned() == *board,
        }
    }

    /// The edge that starts in cell `i` and all its images, which start in the cells of the set.
    #[inline]
    fn images<B: Bits>(&self, i: usize, is_down: bool) -> B {
        let mut images = B::bit(i);
        if self.turned || self.mirrored || self.swapped {
            let (x, y) = (i % self.columns, i / self.columns);
            let (x_end, y_end) = if is_down { (self.columns, self.rows - 1) } else { (self.columns - 1, self.rows) };
            let mut add = |x: usize, y: usize| images = images | B::bit(y * self.columns + x);
            if self.turned {
                add(x_end - 1 - x, y_end - 1 - y);
            }
            if self.mirrored {
                add(x, y_end - 1 - y);
            }
            if self.swapped {
                add(x_end - 1 - x, y);
            }
        }
        images
    }
}

/// Gives `then` the edges of the full box, nearest to its centre first: `2 * cell` to the right, `2 * cell + 1` downwards.
fn with_order<R>(columns: usize, rows: usize, then: impl FnOnce(&[u16]) -> R) -> R {
    const SIDE: usize = 65;
    static KEPT: [OnceLock<Box<[u16]>>; SIDE * SIDE] = [const { OnceLock::new() }; SIDE * SIDE];
    match KEPT.get(columns * SIDE + rows) {
        Some(kept) if columns < SIDE && rows < SIDE => then(kept.get_or_init(|| order(columns, rows))),
        _ => then(&order(columns, rows)),
    }
}

fn order(columns: usize, rows: usize) -> Box<[u16]> {
    let mut order = Vec::with_capacity(2 * columns * rows);
    for i in 0..columns * rows {
        let (x, y) = (i % columns, i / columns);
        // Doubled coordinates of the middle of the edge, counted from the centre of the box.
        let distance =
            |dx: usize, dy: usize| (2 * x + dx + 1).abs_diff(columns).pow(2) + (2 * y + dy + 1).abs_diff(rows).pow(2);
        if x + 1 < columns {
            order.push((distance(1, 0), 2 * i as u16));
        }
        if y + 1 < rows {
            order.push((distance(0, 1), 2 * i as u16 + 1));
        }
    }
    order.sort_unstable();
    order.into_iter().map(|(_, edge)| edge).collect()
}
