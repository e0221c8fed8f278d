"""Solve impartial combinatorial games, and prove it.

>>> import grundy
>>> grundy.solve("cram", "4x5", nimber=True).nimber
*2

A game of your own is a class with one method:

>>> class Subtraction(grundy.Game[int]):
...     "Take one, three or four."
...     def options(self, heap):
...         return [heap - taken for taken in (1, 3, 4) if taken <= heap]
>>> grundy.Solver(Subtraction()).nimber(100)
*0

Start with `solve`, `Solver` and `Game`. The theory is in Lemoine and Viennot, *Nimbers are inevitable*.
"""

from ._certificate import Certificate, Verified, check
from ._errors import (
    CertificateError,
    DrawError,
    EngineError,
    GameError,
    GrundyError,
    LimitReached,
    ParseError,
    Refused,
    StoreError,
    Unreadable,
)
from ._figures import Figure, Inevitable, inevitable, tree
from ._game import Game, Sum
from ._position import Position
from ._solver import Answer, Move, Option, Solver, nimber, outcome, solve
from ._tables import Period, Row, Sequence, Table, sequence, table
from ._values import Nimber, Outcome, Progress, Stats, mex

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Certificate",
    "CertificateError",
    "DrawError",
    "EngineError",
    "Figure",
    "Game",
    "GameError",
    "GrundyError",
    "Inevitable",
    "LimitReached",
    "Move",
    "Nimber",
    "Option",
    "Outcome",
    "ParseError",
    "Period",
    "Position",
    "Progress",
    "Refused",
    "Row",
    "Sequence",
    "Solver",
    "Stats",
    "StoreError",
    "Sum",
    "Table",
    "Unreadable",
    "Verified",
    "check",
    "inevitable",
    "mex",
    "nimber",
    "outcome",
    "sequence",
    "solve",
    "table",
    "tree",
]
