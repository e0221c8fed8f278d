"""What can go wrong. The engine raises these classes; see ``src/errors.rs``."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

from ._values import Nimber, Outcome, Stats


class GrundyError(Exception):
    """The base of all exceptions of this package."""


class ParseError(GrundyError, ValueError):
    """A position, a range or the name of a game cannot be read.

    >>> import grundy
    >>> try:
    ...     grundy.nimber("nim", "7 x 2")
    ... except grundy.ParseError as error:
    ...     print(error)
    ...     print(error.column, error.found)
    `7 x 2`, column 3: found 'x', expected a heap size, or a space, ',' or '+' between heap sizes
    3 'x'
    """

    #: The column of the error, counted from 1.
    column: Optional[int]
    #: What stands there.
    found: Optional[str]
    #: What should stand there.
    expected: Optional[str]

    def __init__(
        self, message: str, column: Optional[int] = None, found: Optional[str] = None, expected: Optional[str] = None
    ) -> None:
        super().__init__(message)
        self.column, self.found, self.expected = column, found, expected

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.column, self.found, self.expected)


class LimitReached(GrundyError):
    """A limit on time, nodes or memory ended the search. What it proved is kept: asking again continues from there.

    >>> import grundy
    >>> solver = grundy.Solver("cram", nodes=100, threads=1)
    >>> try:
    ...     solver.nimber("5x6")
    ... except grundy.LimitReached as limit:
    ...     print(limit.reason, limit.outcome, 0 in limit.excluded)
    nodes win True
    """

    #: ``"time"``, ``"nodes"`` or ``"memory"``.
    reason: str
    #: The outcome of the position, if it is known.
    outcome: Optional[Outcome]
    #: Nimbers that the position is known not to have.
    excluded: "frozenset[Nimber]"
    #: For a question about many positions, the answers that were found, in order.
    answers: List[Any]
    #: The counts of the solver.
    stats: Stats

    def __init__(self, message: str, reason: str, known: Tuple[Optional[str], List[int], List[int], Any]) -> None:
        super().__init__(message)
        outcome, excluded, answers, counts = known
        self._known = known
        self.reason = reason
        self.outcome = None if outcome is None else Outcome(outcome)
        self.excluded = frozenset(map(Nimber, excluded))
        self.answers = list(map(Nimber, answers))
        self.stats = Stats(*counts)

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.reason, self._known)


class GameError(GrundyError):
    """The rules of a game are broken: a position leads back to itself, or two facts contradict each other."""


class StoreError(GrundyError):
    """The store cannot be read or written."""


class DrawError(GrundyError):
    """There is too much to draw or to develop, or the position has no drawing."""


class EngineError(GrundyError, RuntimeError):
    """The engine failed. This is a bug."""


class CertificateError(GrundyError):
    """A certificate proves nothing."""

    #: The line, counted from 1.
    line: int
    #: What is wrong with it.
    reason: str

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.line, self.reason)


class Refused(CertificateError):
    """It is a certificate, but a line of it does not follow."""


class Unreadable(CertificateError):
    """It is not a certificate."""
