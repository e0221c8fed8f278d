"""Positions of the games that the engine knows by name."""

from __future__ import annotations

from typing import Tuple

from . import _engine


class Position:
    """A position of a game with a name, written in the notation of that game. It draws itself in a notebook.

    >>> from grundy import Position
    >>> board = Position("cram", "3x4")
    >>> board + Position("cram", "..#/...")
    Position('cram', '3x4 + ..#/...')
    >>> print(Position("nim", "3 1").text)
    3 1
    """

    __slots__ = ("game", "text")

    #: The canonical name of the game: ``0.77`` for ``kayles``.
    game: str
    #: The position in the notation of the game.
    text: str

    def __init__(self, game: str, text: str) -> None:
        self.game = _engine.game_info(game)[0]
        self.text = _engine.join(self.game, [str(text)])

    @classmethod
    def _of(cls, game: str, text: str) -> "Position":
        """A position that the engine wrote."""
        position = cls.__new__(cls)
        position.game, position.text = game, text
        return position

    def __add__(self, other: "Position") -> "Position":
        if not isinstance(other, Position):
            return NotImplemented
        if other.game != self.game:
            raise ValueError(f"a sum of positions of one game, not of {self.game} and {other.game}")
        return Position._of(self.game, _engine.join(self.game, [self.text, other.text]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.game, self.text) == (other.game, other.text)

    def __hash__(self) -> int:
        return hash((self.game, self.text))

    def __reduce__(self) -> "Tuple[object, ...]":
        return Position, (self.game, self.text)

    def __repr__(self) -> str:
        return f"Position({self.game!r}, {self.text!r})"

    def __str__(self) -> str:
        return self.text

    @property
    def svg(self) -> str:
        """A picture as SVG.

        >>> from grundy import Position
        >>> Position("cram", "2x3").svg.count('class="g-cell"')
        6
        """
        return _engine.position_svg(self.game, self.text)

    @property
    def tikz(self) -> str:
        """A picture as TikZ, for LaTeX."""
        return _engine.position_tikz(self.game, self.text)

    @property
    def drawing(self) -> str:
        """A picture as lines of text."""
        return _engine.position_text(self.game, self.text)

    def _repr_svg_(self) -> str:
        return self.svg
