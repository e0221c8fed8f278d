"""Games written in Python."""

from __future__ import annotations

import ast
from typing import Any, Generic, Hashable, Iterable, Iterator, Tuple, TypeVar, Union

from ._errors import ParseError

P = TypeVar("P", bound=Hashable)


class Sum:
    """Independent positions side by side: a move is a move in one of them.

    >>> from grundy import Sum
    >>> Sum(2, 3) + 5
    Sum(2, 3, 5)
    >>> Sum(Sum(1, 2), 3) == Sum(1, 2, 3), len(Sum())
    (True, 0)
    """

    __slots__ = ("parts",)

    #: The positions; none of them is a sum.
    parts: Tuple[Any, ...]

    def __init__(self, *parts: Any) -> None:
        flat: "list[Any]" = []
        for part in parts:
            flat.extend(part.parts if isinstance(part, Sum) else (part,))
        self.parts = tuple(flat)

    def __add__(self, other: Any) -> "Sum":
        return Sum(self, other)

    def __radd__(self, other: Any) -> "Sum":
        return Sum(other, self)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    def __eq__(self, other: object) -> bool:
        return self.parts == other.parts if isinstance(other, Sum) else NotImplemented

    def __hash__(self) -> int:
        return hash((Sum, self.parts))

    def __repr__(self) -> str:
        return f"Sum({', '.join(map(repr, self.parts))})"

    def __getstate__(self) -> Tuple[Any, ...]:
        return self.parts

    def __setstate__(self, parts: Tuple[Any, ...]) -> None:
        self.parts = parts

    def __reduce__(self) -> Tuple[Any, ...]:
        return Sum, self.parts


class Game(Generic[P]):
    """An impartial game of your own. Write one method, ``options``; the player who cannot move loses.

    A position is any hashable value. Equal values are one position, so equal values must have equal options.

    >>> import grundy
    >>> class Seats(grundy.Game[int]):
    ...     "A row of seats. A guest sits down, and nobody sits beside a guest."
    ...     def options(self, seats):
    ...         for left in range(seats):
    ...             right = seats - left - 1
    ...             yield grundy.Sum(max(left - 1, 0), max(right - 1, 0))
    >>> solver = grundy.Solver(Seats())
    >>> [int(solver.nimber(n)) for n in range(10)]
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3]
    """

    #: The name of the game in certificates; by default the name of the class.
    name: str = ""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__

    def options(self, position: P) -> Iterable[Union[P, Sum]]:
        """The positions that a move leads to. A move that leaves independent parts leads to a `Sum` of them.

        The engine calls this once for each position. It must not depend on anything but the position and what never changes.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method options(self, position)")

    def canonical(self, position: P) -> Union[P, Sum]:
        """One representative of all positions that are the same, by symmetry for example; by default the position itself.

        It may return a `Sum` of canonical parts, and then the options of a position need not be split where they are made. Any answer
        with the same nimber is right; a good one makes the search faster.
        """
        return position

    def estimate(self, position: P) -> float:
        """A guess of how many positions must be searched to solve this one, such as ``2 ** (cells / 4)``.

        Every number is right; a good one makes the search faster. By default all positions look equally hard.
        """
        return 1

    def write(self, position: P) -> str:
        """The position as text, for certificates and labels of moves: one line, without tabs and without ``" + "``."""
        return repr(position)

    def parse(self, text: str) -> P:
        """Reads what `write` wrote. By default: literals of Python, and `frozenset`."""
        position = read_literals(text)
        if isinstance(position, Sum):
            raise ParseError(f"{text!r}: expected one position, not a sum")
        return position  # type: ignore[no-any-return]


def read_position(game: "Game[Any]", text: str) -> Any:
    """Reads the text of a position or a sum."""
    if type(game).parse is Game.parse:
        return read_literals(text)
    return Sum() if text == "Sum()" else Sum(*map(game.parse, text.split(" + ")))


def read_literals(text: str) -> Any:
    """Reads literals of Python, with ``+`` between them for a sum.

    >>> read_literals("(1, 'a') + frozenset({3})")
    Sum((1, 'a'), frozenset({3}))
    """
    try:
        node = ast.parse(text.strip(), mode="eval").body
        parts = [_value(part) for part in _summands(node)]
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        if isinstance(error, ParseError):
            raise
        raise ParseError(f"{text[:60]!r}: expected literals of Python; override `parse` for anything else") from None
    return parts[0] if len(parts) == 1 else Sum(*parts)


def _summands(node: ast.expr) -> "list[ast.expr]":
    parts = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts.append(node.right)
        node = node.left
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Sum" and not node.args:
        return parts[::-1]
    return [node, *reversed(parts)]


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Tuple):
        return tuple(map(_value, node.elts))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "frozenset":
        (items,) = node.args or [ast.Tuple(elts=[])]
        if isinstance(items, (ast.Set, ast.Tuple, ast.List)):
            return frozenset(map(_value, items.elts))
    return ast.literal_eval(node)
