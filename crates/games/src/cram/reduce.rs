//! Exact reductions: they keep the set of options, so the reduced component has the same game tree up to repetition.
//!
//! Cram is Arc-Kayles on the graph of the board: choose an edge, delete its two ends. A *leaf* is a cell with one
//! neighbour, and it is said to be carried by that neighbour. All proofs are by induction on the number of edges: the
//! options of the two graphs are shown to be the same up to isolated cells and up to the rule itself.
//!
//! - **Leaves and bridges.** A cell `u`, all of whose neighbours carry a leaf other than `u`, can go. *Proof.* An edge
//!   `u-w` is not missed: playing `w` with its leaf instead leaves the same graph but for `u`, which then can go by
//!   induction. An edge that misses `u` leaves the condition true, since a leaf disappears or becomes isolated only
//!   together with the cell that carries it. (Of several leaves on one neighbour this keeps one.)
//! - **Twin cut.** Two cells `a`, `d` with the same two neighbours `b`, `c` (opposite corners of a 2x2 block, without
//!   other neighbours) can be made leaves, `a` of `c` and `d` of `b`. *Proof.* Before, `a` and `d` can be exchanged, so
//!   `ab`, `db` are one option: `b` gone, a leaf on `c`; after, `db` is that option. Likewise `ac`, `dc`. A move that
//!   takes `b` and another cell leaves two leaves on `c`, worth one, before, and one leaf on `c` after; likewise for
//!   `c`; a move elsewhere is the induction.
//!
//! Several cuts and removals are done at once. That is sound: a removed cell neither is a kept leaf nor carries one
//! (only both ends of a lone edge do, and they are kept), so removing one leaves the condition of the others true; and
//! two blocks that can be cut share no edge and no twin.

use super::board::Board;
use grundy_graph::bits::Bits;

/// Applies the reductions until none applies; returns whether that may have split a connected board.
#[inline]
pub(super) fn reduce<B: Bits>(board: &Board<B>) -> (Board<B>, bool) {
    let (mut board, mut may_split) = (*board, false);
    loop {
        let stride = board.columns;
        let (right, down) = (board.right, board.down);
        let (left, up) = (right.up(1), down.up(stride));
        let (horizontal, vertical) = (right | left, down | up);
        let cells = horizontal | vertical;
        let two = right & left | down & up | horizontal & vertical;
        let leaf = cells & !two;

        // Which cells carry a leaf on their left, right, above, below; and the one leaf each of them keeps.
        let on_left = (leaf & right).up(1);
        let on_right = leaf.down(1) & right;
        let above = (leaf & down).up(stride);
        let below = leaf.down(stride) & down;
        let beside = on_left | on_right;
        let carrier = beside | above | below;
        let kept = on_left.down(1)
            | (on_right & !on_left).up(1)
            | (above & !beside).down(stride)
            | (below & !(beside | above)).up(stride);
        let bare = cells & !carrier;
        let with_bare_neighbour =
            (bare & right).up(1) | bare.down(1) & right | (bare & down).up(stride) | bare.down(stride) & down;
        let useless = cells & !with_bare_neighbour & !kept;
        if !useless.is_empty() {
            may_split |= !(useless & two).is_empty();
            board = board.without(useless);
            continue;
        }

        let three = right & left & vertical | down & up & horizontal;
        let pair = two & !three;
        let block = right & down & right.down(stride) & down.down(1);
        let cut = block & (pair & pair.down(stride + 1) | pair.down(1) & pair.down(stride));
        if cut.is_empty() {
            return (board, may_split);
        }
        may_split = true;
        board.right = right & !(cut | cut.up(stride));
    }
}
