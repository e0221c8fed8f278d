"""Chomp on a grid: take a cell and all cells above it and to its right. The corner is poisoned and cannot be taken."""

from __future__ import annotations

from typing import Iterable, Tuple

import grundy

#: The lengths of the rows, from the longest to the shortest.
Rows = Tuple[int, ...]


class Chomp(grundy.Game[Rows]):
    def options(self, rows: Rows) -> Iterable[Rows]:
        for row, length in enumerate(rows):
            for column in range(length):
                if row + column > 0:
                    yield tuple(min(other, column) if at >= row else other for at, other in enumerate(rows))

    def canonical(self, rows: Rows) -> Rows:
        """Empty rows do not count, and the mirror image is the same position."""
        rows = tuple(length for length in rows if length)
        columns = tuple(sum(length > column for length in rows) for column in range(rows[0] if rows else 0))
        return max(rows, columns)


def main() -> None:
    solver = grundy.Solver(Chomp())
    for size in [(3, 3), (4, 5), (5, 5)]:
        board = (size[1],) * size[0]
        moves = [move.position for move in solver.winning_moves(board)]
        print(f"{size[0]}x{size[1]}: nimber {solver.nimber(board)}, winning moves to {moves}")


if __name__ == "__main__":
    main()
