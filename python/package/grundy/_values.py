"""Nimbers, outcomes and counts."""

from __future__ import annotations

import enum
from typing import Iterable, NamedTuple


class Nimber(int):
    """The size of the heap of Nim that a position is worth. It is an ``int`` whose ``^`` is the nim-sum.

    >>> from grundy import Nimber
    >>> Nimber(9) ^ Nimber(12)
    *5
    >>> Nimber(5) == 5, [10, 20, 30][Nimber(1)]
    (True, 20)
    """

    __slots__ = ()

    def __new__(cls, value: int = 0) -> "Nimber":
        if value < 0:
            raise ValueError(f"{value}: expected a nimber of at least 0")
        return super().__new__(cls, value)

    def __xor__(self, other: int) -> "Nimber":
        return Nimber(int(self) ^ int(other))

    __rxor__ = __xor__

    def __repr__(self) -> str:
        return f"*{int(self)}"

    def __str__(self) -> str:
        return str(int(self))

    def __format__(self, spec: str) -> str:
        return format(int(self), spec)

    @property
    def outcome(self) -> "Outcome":
        """The outcome of a position with this nimber: a loss exactly if it is 0."""
        return Outcome.WIN if self else Outcome.LOSS


class Outcome(str, enum.Enum):
    """What the player to move can reach. The value is the letter of the tables, ``W`` or ``L``.

    >>> import grundy
    >>> grundy.outcome("sprouts", "7")
    <Outcome.LOSS: 'L'>
    >>> grundy.outcome("sprouts", "7") == "L", str(grundy.Outcome.WIN)
    (True, 'win')
    """

    WIN = "W"
    LOSS = "L"

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Stats(NamedTuple):
    """Counts of a solver since it was made."""

    #: Visits of couples (position, nimber).
    nodes: int
    #: Times the options of a component were generated.
    expansions: int
    #: Distinct components that are kept.
    components: int
    #: Components whose nimber is known.
    facts: int
    #: Bytes held by the table.
    memory: int


class Progress(NamedTuple):
    """A glance at a search, as a ``progress`` callback receives it."""

    #: Since the question was asked.
    seconds: float
    #: How many couples deep the search is.
    depth: int
    #: What was done so far.
    stats: Stats


def mex(nimbers: Iterable[int]) -> Nimber:
    """The least nimber that is not among these.

    >>> import grundy
    >>> grundy.mex([0, 1, 2, 5])
    *3
    >>> grundy.mex([])
    *0
    """
    seen = set(nimbers)
    least = 0
    while least in seen:
        least += 1
    return Nimber(least)
