"""Subtraction games: take a number of objects that is in a set. Their nimbers are periodic."""

from __future__ import annotations

from typing import Iterable

import grundy


class Subtraction(grundy.Game[int]):
    def __init__(self, *allowed: int) -> None:
        self.allowed = allowed
        self.name = f"subtraction {allowed}"

    def options(self, heap: int) -> Iterable[int]:
        return [heap - taken for taken in self.allowed if taken <= heap]


def main() -> None:
    for allowed in [(1, 2, 3), (2, 5, 7), (1, 3, 4)]:
        values = grundy.sequence(Subtraction(*allowed), 30).values
        print(allowed, *values)
    solver = grundy.Solver(Subtraction(1, 3, 4))
    print(solver.solve(13, nimber=True).move)


if __name__ == "__main__":
    main()
