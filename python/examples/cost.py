"""What a game written in Python costs: against the same game in Rust, and against plain memoised mex in Python.

    python cost.py                  prints the table of the README; takes about two minutes
    python cost.py --quick          small positions
    python cost.py 5x7 800000       who wins on one board, and plain mex with that many positions at most

Times are CPU seconds of the whole process.
"""

from __future__ import annotations

import sys
import time
from typing import Callable, Dict, Iterable, List, Tuple

import grundy

Board = Tuple[int, ...]  # a row of cells as bits, for each row


class Cram(grundy.Game[Board]):
    """Cram with the symmetries of the board; it is not as clever as the engine's own rules."""

    def __init__(self, columns: int) -> None:
        self.columns = columns

    def options(self, rows: Board) -> Iterable[Board]:
        for at, cells in enumerate(rows):
            below = cells & rows[at + 1] if at + 1 < len(rows) else 0
            for column in range(self.columns):
                if cells >> column & 3 == 3:
                    yield rows[:at] + (cells & ~(3 << column),) + rows[at + 1 :]
                if below >> column & 1:
                    bit = ~(1 << column)
                    yield rows[:at] + (cells & bit, rows[at + 1] & bit) + rows[at + 2 :]

    def canonical(self, rows: Board) -> grundy.Sum:
        return grundy.Sum(*(least_mirror(part) for part in islands(rows)))

    def estimate(self, rows: Board) -> float:
        return float(2 ** (sum(bin(cells).count("1") for cells in rows) / 4))


def islands(rows: Board) -> List[Board]:
    """The connected parts of a board, without single cells."""
    left, found = list(rows), []
    for at in range(len(left)):
        while left[at]:
            island = [0] * len(left)
            island[at] = left[at] & -left[at]
            grown = True
            while grown:
                grown = False
                for row, cells in enumerate(island):
                    more = cells | cells << 1 | cells >> 1
                    if row:
                        more |= island[row - 1]
                    if row + 1 < len(island):
                        more |= island[row + 1]
                    more &= left[row]
                    if more != cells:
                        island[row], grown = more, True
            left = [cells & ~part for cells, part in zip(left, island)]
            if sum(bin(part).count("1") for part in island) > 1:
                found.append(tuple(island))
    return found


def least_mirror(rows: Board) -> Board:
    """Moved to the corner, and the least of its mirror images."""
    first = min((cells & -cells).bit_length() for cells in rows if cells) - 1
    moved = [cells >> first for cells in rows]
    while moved and not moved[-1]:
        moved.pop()
    while not moved[0]:
        moved.pop(0)
    width = max(cells.bit_length() for cells in moved)
    mirrored = [int(format(cells, f"0{width}b")[::-1], 2) for cells in moved]
    return min(tuple(form) for form in (moved, moved[::-1], mirrored, mirrored[::-1]))


def plain_mex(game: Cram, position: Board, limit: int = 1_000_000) -> Tuple[int, int]:
    """The nimber as people compute it by hand, with a dictionary; also the number of positions it met."""
    known: Dict[Board, int] = {}

    def nimber_of_sum(parts: Iterable[Board]) -> int:
        value = 0
        for part in parts:
            value ^= nimber(part)
        return value

    def nimber(part: Board) -> int:
        if part not in known:
            if len(known) >= limit:
                raise MemoryError
            known[part] = grundy.mex([nimber_of_sum(game.canonical(option)) for option in game.options(part)])
        return known[part]

    return nimber_of_sum(game.canonical(position)), len(known)


def timed(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def main(quick: bool) -> None:
    boards = [(3, 4), (4, 4)] if quick else [(4, 5), (4, 6), (5, 5), (4, 7)]
    budget = 150_000
    print("board\tplain mex: positions\tseconds\tnimber: expansions\tseconds\tper second\toutcome: expansions\tseconds\tRust: expansions\tseconds")
    for rows, columns in boards:
        game, board = Cram(columns), ((1 << columns) - 1,) * rows
        solver, quicker, rust = grundy.Solver(game), grundy.Solver(game), grundy.Solver("cram", threads=1)
        nimber_seconds = timed(lambda: solver.nimber(board))
        outcome_seconds = timed(lambda: quicker.outcome(board))
        rust_seconds = timed(lambda: rust.nimber(f"{rows}x{columns}"))
        assert solver.nimber(board) == rust.nimber(f"{rows}x{columns}")
        found: List[Tuple[int, int]] = []
        began = time.process_time()
        try:
            found.append(plain_mex(game, board, budget))
            assert found[0][0] == solver.nimber(board)
            positions = str(found[0][1])
        except MemoryError:
            positions = f"over {budget}"
        plain_seconds = time.process_time() - began
        row = [f"{rows}x{columns}", positions, f"{plain_seconds:.2f}", solver.stats.expansions, f"{nimber_seconds:.2f}",
               f"{solver.stats.expansions / max(nimber_seconds, 1e-9):.0f}", quicker.stats.expansions, f"{outcome_seconds:.2f}",
               rust.stats.expansions, f"{rust_seconds:.3f}"]  # fmt: skip
        print(*row, sep="\t", flush=True)
    heap = 200 if quick else 20_000
    heaps = grundy.Solver(Heaps(), search="dfs")
    seconds = timed(lambda: heaps.nimber(heap))
    print(f"rules of one line, a heap of {heap}: {heaps.stats.expansions / seconds:.0f} expansions a second")


class Heaps(grundy.Game[int]):
    """Take one, two or three."""

    def options(self, heap: int) -> List[int]:
        return [heap - taken for taken in (1, 2, 3) if taken <= heap]


def outcome(board: str, budget: int) -> None:
    """One board that is too large for a nimber: who wins, beside plain mex, which gives up after so many positions."""
    rows, columns = map(int, board.split("x"))
    game, start = Cram(columns), ((1 << columns) - 1,) * rows
    solver = grundy.Solver(game)
    seconds = timed(lambda: solver.outcome(start))
    print(f"{board}: {solver.outcome(start).value}, {solver.stats.expansions} expansions, {seconds:.1f} s")
    began = time.process_time()
    try:
        print(f"plain mex: nimber and positions {plain_mex(game, start, budget)}", end=", ")
    except MemoryError:
        print(f"plain mex: given up after {budget} positions", end=", ")
    print(f"{time.process_time() - began:.1f} s")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        outcome(sys.argv[1], int(sys.argv[2]))
    else:
        main("--quick" in sys.argv)
