"""Tables of nimbers, and nim-sequences."""

from __future__ import annotations

import re
from typing import Any, Iterable, List, NamedTuple, Optional, Union, overload

from . import _engine
from ._errors import LimitReached, ParseError
from ._game import Game
from ._solver import Solver
from ._values import Nimber, Outcome


class Row(NamedTuple):
    """A row of a table."""

    #: The position in the notation of the game.
    position: str
    #: ``W`` or ``L``.
    outcome: str
    #: The nimber; ``None`` where only outcomes were asked for.
    nimber: Optional[int]


class Table(List[Row]):
    """A list of rows. ``pandas.DataFrame(table)`` has the columns ``position``, ``outcome`` and ``nimber``.

    >>> import grundy
    >>> table = grundy.table("cram", "3x3..6")
    >>> table[0]
    Row(position='3x3', outcome='L', nimber=0)
    >>> print(table.to_bfile(), end="")
    3 0
    4 1
    5 1
    6 4
    """

    #: The name of the game.
    game: str

    def __init__(self, game: str, rows: Iterable[Row], indices: Iterable[Optional[int]]) -> None:
        super().__init__(rows)
        self.game = game
        self._indices = list(indices)

    def to_bfile(self) -> str:
        """The nimbers as a b-file of the OEIS: index and value, line by line."""
        if any(index is None or row.nimber is None for index, row in zip(self._indices, self)):
            raise ValueError("a b-file needs nimbers, and one row or one column of boards")
        return bfile((index or 0, row.nimber or 0) for index, row in zip(self._indices, self))

    def to_latex(self) -> str:
        r"""The table for LaTeX.

        >>> import grundy
        >>> print(grundy.table("kayles", "1..2").to_latex())
        \begin{tabular}{lcr}
        position & outcome & nimber \\
        \hline
        1 & W & 1 \\
        2 & W & 2 \\
        \end{tabular}
        """
        lines = [r"\begin{tabular}{lcr}", r"position & outcome & nimber \\", r"\hline"]
        for row in self:
            text = row.position.replace("#", r"\#").replace("_", r"\_")
            lines.append(rf"{text} & {row.outcome} & {'' if row.nimber is None else row.nimber} \\")
        return "\n".join([*lines, r"\end{tabular}"])

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><td>{row.position}</td><td>{row.outcome}</td><td>{'' if row.nimber is None else row.nimber}</td></tr>"
            for row in self
        )
        return f"<table><tr><th>position</th><th>outcome</th><th>nimber</th></tr>{cells}</table>"


def bfile(pairs: "Iterable[tuple[int, int]]") -> str:
    """Lines of index and value."""
    return "".join(f"{index} {value}\n" for index, value in pairs)


def table(game: str, positions: str, *, nimber: Optional[bool] = None, **settings: Any) -> Table:
    """A table of nimbers and outcomes. Both ends belong to a range: ``3x1..14``, ``4..6x4..8``, ``0..20``.

    For Sprouts the table has outcomes only, unless ``nimber=True``. The keywords are those of `Solver`. At a limit,
    `LimitReached.answers` has the rows that were found.
    """
    name, kind = _engine.game_info(game)
    if kind not in ("board", "heaps", "spots"):
        raise ValueError(f"no tables of {name}: its positions are not counted by numbers")
    found = _boards(positions) if kind == "board" else _sizes(positions)
    texts, indices = [text for text, _ in found], [index for _, index in found]
    if kind == "heaps" and name != "nim":
        values = _engine.nim_sequence(game, max(int(text) for text in texts))[0]
        nimbers = [values[int(text)] for text in texts]
        return Table(name, (_row(text, value) for text, value in zip(texts, nimbers)), indices)
    wants_nimbers = kind != "spots" if nimber is None else nimber
    with Solver(game, **settings) as solver:
        try:
            if wants_nimbers:
                return Table(name, map(_row, texts, solver.nimbers(texts)), indices)
            outcomes = solver.outcomes(texts)
            return Table(name, (Row(text, o.value, None) for text, o in zip(texts, outcomes)), indices)
        except LimitReached as limit:
            if wants_nimbers:
                rows = [_row(text, value) for text, value in zip(texts, limit.answers)]
            else:
                rows = [Row(text, "W" if win else "L", None) for text, win in zip(texts, limit.answers)]
            limit.answers = Table(name, rows, indices)
            raise


def _span(text: str, whole: str, expected: str) -> range:
    """A number, or a range with both of its ends."""
    match = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", text.strip())
    if match is None or int(match[1]) > int(match[2] or match[1]):
        raise ParseError(f"`{whole[:60]}`: expected {expected}")
    return range(int(match[1]), int(match[2] or match[1]) + 1)


def _sizes(text: str) -> "list[tuple[str, Optional[int]]]":
    return [(str(size), size) for size in _span(text, text, "one range of sizes, such as 0..20")]


def _boards(text: str) -> "list[tuple[str, Optional[int]]]":
    """Boards with their indices in a list; of two boards that are mirror images, the one with fewer rows."""
    expected = "rows and columns, such as 3x1..14"
    first, _, second = text.partition("x")
    rows, columns = _span(first, text, expected), _span(second, text, expected)
    found: "list[tuple[str, Optional[int]]]" = []
    for row in rows:
        for column in columns:
            index = column if len(rows) == 1 else row if len(columns) == 1 else None
            if not (row > column and column in rows and row in columns):
                found.append((f"{row}x{column}", index))
    return found


def _row(text: str, nimber: int) -> Row:
    return Row(text, Nimber(nimber).outcome.value, int(nimber))


class Period(NamedTuple):
    """A proved period of a nim-sequence."""

    #: Its length.
    length: int
    #: The last ``n`` whose nimber is not that of ``n + length``; ``None`` if there is none.
    last_exception: Optional[int]
    #: The heap through which the theorem needs the period to be seen, and through which it was.
    checked_to: int
    #: The theorem that makes it a proof; ``None`` if the computed values only show it.
    theorem: Optional[str]
    #: All of this in a sentence.
    sentence: str
    #: By how much the nimber of ``n + length`` exceeds that of ``n``: 0 unless the period is an arithmetic one.
    saltus: int = 0

    def __repr__(self) -> str:
        return f"<{self.sentence}>"


class Sequence:
    """The nimbers of the positions 0, 1, 2, ... of a game.

    >>> import grundy
    >>> dawson = grundy.sequence("0.137", 10_000)
    >>> dawson[:10], len(dawson)
    ([0, 1, 1, 2, 0, 3, 1, 1, 0, 3], 10001)
    >>> dawson.period
    <period 34 from n = 52 (last exception 51): proved by Guy-Smith, checked to n = 173>
    >>> dawson.period.length
    34
    """

    #: The name of the game.
    game: str
    #: The nimbers.
    values: List[int]
    #: The period, if one is proved.
    period: Optional[Period]
    #: A sentence about how the sequence continues.
    sentence: str

    def __init__(self, game: str, values: List[int], period: Optional[Period], sentence: str) -> None:
        self.game, self.values, self.period, self.sentence = game, values, period, sentence

    def to_bfile(self, start: int = 0) -> str:
        """The terms as a b-file of the OEIS, from index ``start`` on."""
        return bfile(list(enumerate(self.values))[start:])

    @overload
    def __getitem__(self, at: int) -> int: ...

    @overload
    def __getitem__(self, at: slice) -> List[int]: ...

    def __getitem__(self, at: Union[int, slice]) -> Union[int, List[int]]:
        return self.values[at]

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self.values[:12]))
        return f"<Sequence of {self.game}: {shown}{', ...' if len(self) > 12 else ''}; {self.sentence}>"


def sequence(game: Union[str, "Game[int]"], up_to: int, **settings: Any) -> Sequence:
    """The nimbers of the heaps ``0..up_to`` of a heap game, or of the positions ``0..up_to`` of a game of your own.

    For heap games nothing is searched, and a period is reported if it is proved. For your own game nothing is claimed about
    periods; the keywords are those of `Solver`.

    >>> import grundy
    >>> grundy.sequence("kayles", 20)
    <Sequence of 0.77: 0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, ...; no period is proved by the 21 heaps computed>
    """
    if isinstance(game, Game):
        with Solver(game, **settings) as solver:
            values = [int(value) for value in solver.nimbers(range(up_to + 1))]
        return Sequence(solver.game, values, None, "nothing is proved about periods")
    values, period, sentence = _engine.nim_sequence(game, up_to)
    return Sequence(_engine.game_info(game)[0], values, None if period is None else Period(*period), sentence)
