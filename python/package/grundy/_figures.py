"""Pictures of trees, and the theorem of the paper on a sum of your choice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Union

from . import _engine
from ._certificate import PathLike
from ._position import Position
from ._values import Nimber, Outcome


@dataclass(frozen=True, repr=False)
class Figure:
    """A picture in several formats. It shows itself in a notebook."""

    #: For screens.
    svg: str
    #: Indented lines.
    text: str
    #: For Graphviz.
    dot: str
    #: For LaTeX.
    tikz: str

    def save(self, path: PathLike) -> None:
        """Writes it to a file, in the format that its name says: ``.svg``, ``.dot``, ``.gv``, ``.tex``, ``.tikz``, ``.txt``."""
        formats = {
            ".svg": self.svg,
            ".dot": self.dot,
            ".gv": self.dot,
            ".tex": self.tikz,
            ".tikz": self.tikz,
            ".txt": self.text,
        }
        ending = Path(path).suffix.lower()
        if ending not in formats:
            raise ValueError(f"{ending!r}: expected a file name that ends with {', '.join(formats)}")
        Path(path).write_text(formats[ending], encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Figure, {len(self.svg)} bytes of SVG>"

    def __str__(self) -> str:
        return self.text


def tree(
    game: Union[str, Position],
    position: Union[str, int, None] = None,
    *,
    kind: str = "outcomes",
    depth: Optional[int] = None,
    max_nodes: int = 80,
    limit: int = 500_000,
) -> Figure:
    """Draws a tree of a position. Equal positions are one node.

    ``kind`` is ``"game"``, ``"outcomes"``, ``"nimbers"``, ``"solution"`` (what suffices for the outcome) or ``"nimber-proof"``.
    At most ``max_nodes`` positions are drawn, and ``limit`` positions are met.

    >>> import grundy
    >>> print(grundy.tree("nim", "2", kind="nimbers"))
    2  2
    ├── ∅  0
    └── 1  1
        └── ∅  0
    <BLANKLINE>
    """
    asked = game if isinstance(game, Position) else Position(game, str(position))
    return Figure(*_engine.tree(asked.game, asked.text, kind, depth, max_nodes, limit))


@dataclass(frozen=True)
class Inevitable:
    """A sum solved the elementary way and by nimbers: section 4 of the paper."""

    #: The outcome of the sum.
    outcome: Outcome
    #: Positions of the sum that were computed the elementary way.
    elementary: int
    #: Positions in the solution tree that this way found.
    solution_tree: int
    #: Couples that were computed by nimbers.
    by_nimbers: int
    #: Which position has its nimber in the solution tree: 1 or 2.
    known: int
    #: That nimber.
    nimber: Nimber
    #: Whether the other position has the same nimber.
    equal: bool
    #: Nodes of the solution tree that were read to find it.
    read: int


def inevitable(game: str, first: str, second: str, *, limit: int = 2_000_000) -> Inevitable:
    """Solves ``first + second`` without nimbers and reads a nimber off the solution tree: the theorem of the paper.

    >>> import grundy
    >>> both = grundy.inevitable("nim", "5", "5")
    >>> both.outcome, both.nimber, both.equal
    (<Outcome.LOSS: 'L'>, *5, True)
    """
    outcome, elementary, tree, by_nimbers, known, nimber, equal, read = _engine.inevitable(game, first, second, limit)
    return Inevitable(Outcome(outcome), elementary, tree, by_nimbers, known + 1, Nimber(nimber), equal, read)
