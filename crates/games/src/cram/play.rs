//! The options of a component on a board: play an edge, reduce, split, push.
//!
//! Moves are pushed as they are played, so that a sink which stops at the first option it can use sees few of them:
//! sorting by what the options turn out to be would mean generating them all. Moves that may split the component come
//! first, since small parts are known more often: in a search of 5x9 an option of two parts ends an expansion one time
//! in ten, one of a single part one time in a hundred. Among them those near the centre come first: in an ordered
//! depth-first search of six boards (3x11 to 5x7) centre-out plays 1.8 times fewer moves than reading order; the centre
//! of mass is no better than the centre of the box. Moves equal under a symmetry of the component's own box are played
//! once.

use super::board::Board;
use super::reduce::reduce;
use grundy_core::Sink;
use grundy_graph::bits::Bits;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Pushes the options of the board.
pub(super) fn options<B: Bits, S: Sink>(board: &Board<B>, reductions: bool, sink: &mut S) -> ControlFlow<()> {
    let symmetry = Symmetry::of(board);
    let (cut_rights, cut_downs) = cuts(board);
    with_order(board.columns, board.rows, |order| {
        let mut edges = vec![0; order.len()];
        for cutting in [true, false] {
            let (mut rights, mut downs) = match cutting {
                true => (cut_rights, cut_downs),
                false => (board.right & !cut_rights, board.down & !cut_downs),
            };
            // Without a branch for each edge of the box, which no processor could foresee.
            let mut count = 0;
            for &edge in order {
                edges[count] = edge;
                let i = usize::from(edge / 2);
                count += usize::from(if edge % 2 == 1 { downs.has(i) } else { rights.has(i) });
            }
            for &edge in &edges[..count] {
                let (i, is_down) = (usize::from(edge / 2), edge % 2 == 1);
                let open = if is_down { &mut downs } else { &mut rights };
                if !open.has(i) {
                    continue;
                }
                *open = *open & !symmetry.images::<B>(i, is_down);
                let far = if is_down { i + board.columns } else { i + 1 };
                let left = board.without(B::bit(i) | B::bit(far));
                let (left, may_split) = if reductions { reduce(&left) } else { (left, false) };
                if cutting || may_split {
                    split(&left, |part| part.push(sink));
                } else {
                    let cells = left.cells();
                    if !cells.is_empty() {
                        left.shrink(cells).push(sink);
                    }
                }
                sink.end()?;
            }
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

/// The edges whose removal, with both ends, may split a connected board: the neighbours of the ends are in two or more
/// groups that the eight to ten cells around do not join. Without any other edge the board stays in one part.
///
/// Shifts may wrap around only where the result is masked: `stride + 1` reaches the width on boards of one row, `2 *
/// stride` on boards of two, and then `down`, or `under`, is empty there.
#[inline]
fn cuts<B: Bits>(board: &Board<B>) -> (B, B) {
    let s = board.columns;
    let (right, down) = (board.right, board.down);
    let two_of = |ends: [B; 6]| {
        let (mut one, mut two) = (B::default(), B::default());
        for end in ends {
            two = two | one & end;
            one = one | end;
        }
        two
    };
    // Around a lying domino, clockwise.
    let (left, beyond, above, below) = (right.up(1), right.down(1), down.up(s), down);
    let (above2, below2) = (above.down(1), below.down(1));
    let rights = two_of([
        left & !(above & down.up(s + 1) & right.up(s + 1)),
        above & !(above2 & right.up(s)),
        above2 & !(beyond & down.up(s).down(2) & right.up(s).down(1)),
        beyond & !(below2 & down.down(2) & right.down(s + 1)),
        below2 & !(below & right.down(s)),
        below & !(left & down.up(1) & right.down(s).up(1)),
    ]);
    // Around a standing one.
    let (over, under, on_left, on_right) = (down.up(s), down.down(s), right.up(1), right);
    let (on_left2, on_right2) = (on_left.down(s), on_right.down(s));
    let downs = two_of([
        over & !(on_right & right.up(s) & down.up(s).down(1)),
        on_right & !(on_right2 & down.down(1)),
        on_right2 & !(under & down.down(s + 1) & right.down(2 * s)),
        under & !(on_left2 & right.down(2 * s).up(1) & down.down(s).up(1)),
        on_left2 & !(on_left & down.up(1)),
        on_left & !(over & right.up(s + 1) & down.up(s + 1)),
    ]);
    (rights & right, downs & down)
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

/// Gives `then` the edges of the full box, nearest to its centre first: `2 * cell` to the right, `2 * cell + 1`
/// downwards.
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

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_graph::bits::Wide;
    use proptest::prelude::*;

    fn parts<B: Bits>(board: &Board<B>) -> usize {
        let mut count = 0;
        split(board, |_| count += 1);
        count
    }

    /// Every part of a board with these edges: no edge outside `cuts` splits it, reduced or not.
    fn check<B: Bits>(columns: usize, rows: usize, right: B, down: B) -> Result<(), TestCaseError> {
        let bytes = Board { columns, rows, right, down }.bytes(<[u8]>::to_vec);
        let mut components = Vec::new();
        split(&Board::<B>::read(columns, rows, &bytes), |part| components.push(*part));
        for board in components {
            let (rights, downs) = cuts(&board);
            let edges = board.right.iter().map(|i| (i, 1, rights.has(i)));
            for (i, step, cutting) in edges.chain(board.down.iter().map(|i| (i, board.columns, downs.has(i)))) {
                let left = board.without(B::bit(i) | B::bit(i + step));
                prop_assert!(cutting || parts(&left) <= 1, "edge {i}+{step} splits {columns}x{rows}");
                let (reduced, may_split) = reduce(&left);
                prop_assert!(cutting || may_split || parts(&reduced) <= 1, "reducing splits after {i}+{step}");
            }
        }
        Ok(())
    }

    /// What was pushed, by bytes or by words.
    #[derive(Default)]
    struct Pushed(Vec<Vec<u8>>);

    impl Sink for Pushed {
        fn component(&mut self, bytes: &[u8]) {
            self.0.push(bytes.to_vec());
        }
        fn end(&mut self) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    proptest! {
        #[test]
        fn words_are_bytes(columns in 1usize..=64, rows in 1usize..=64, right: u64, down: u64) {
            let rows = rows.min(64 / columns);
            let bytes = Board { columns, rows, right, down }.bytes(<[u8]>::to_vec);
            let board = Board::<u64>::read(columns, rows, &bytes);
            let mut pushed = Pushed::default();
            board.push(&mut pushed);
            // Wider boards write byte by byte.
            prop_assert_eq!(&pushed.0, &[Board::<u128>::read(columns, rows, &bytes).bytes(<[u8]>::to_vec)]);
            prop_assert_eq!(pushed.0, [board.bytes(<[u8]>::to_vec)]);
        }

        #[test]
        fn only_cuts_split(columns in 1usize..=64, rows in 1usize..=16, words: [u64; 8], dense: bool) {
            let rows = rows.min(128 / columns).max(1);
            let word = |i: usize| if dense { words[i] | words[i + 4] } else { words[i] };
            if columns * rows <= 64 {
                check::<u64>(columns, rows, word(0), word(2))?;
            }
            check::<u128>(columns, rows, u128::from_words(word), u128::from_words(|i| word(2 + i)))?;
            check::<Wide<4>>(
                columns,
                rows,
                Wide::from_words(|i| if i < 2 { word(i) } else { 0 }),
                Wide::from_words(|i| if i < 2 { word(2 + i) } else { 0 }),
            )?;
        }
    }
}
