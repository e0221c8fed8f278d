"""Certificates: proofs for someone who does not believe the answer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple, Optional, Union

from . import _engine
from ._errors import Unreadable
from ._game import Game

PathLike = Union[str, "os.PathLike[str]"]


class Verified(NamedTuple):
    """What a checked certificate proves."""

    #: The name of the game.
    game: str
    #: What is proved: ``nimber 2 4x5``, ``outcome L 0*7``.
    claim: str
    #: The number of components with a proved nimber.
    facts: int


class Certificate:
    """A proof as text, in the format of FORMATS.md. `Solver.prove` makes one.

    >>> import grundy
    >>> certificate = grundy.Solver("kayles").prove("9", nimber=True)
    >>> certificate
    <Certificate 0.77: nimber 4 9, 9 facts>
    >>> certificate.check()
    Verified(game='0.77', claim='nimber 4 9', facts=9)
    """

    __slots__ = ("text", "extracted")

    #: The text of the certificate.
    text: str
    #: The number of facts before the proof was made smaller, if this is known.
    extracted: Optional[int]

    def __init__(self, text: str, extracted: Optional[int] = None) -> None:
        self.text, self.extracted = text, extracted

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._line(2, "game ")

    @property
    def claim(self) -> str:
        """What it claims: ``nimber 2 4x5``, ``outcome L 0*7``."""
        return self._line(3, "claim ")

    @property
    def facts(self) -> int:
        """The number of its facts."""
        return sum(1 for line in self.text.split("\n") if line[:1].isdigit())

    def _line(self, number: int, head: str) -> str:
        lines = self.text.split("\n", number)
        if len(lines) < number or not lines[number - 1].startswith(head):
            raise Unreadable(number, f"expected '{head}...'")
        return lines[number - 1][len(head) :]

    def save(self, path: PathLike) -> None:
        """Writes it to a file."""
        Path(path).write_bytes(self.text.encode())

    @classmethod
    def load(cls, path: PathLike) -> "Certificate":
        """Reads it from a file. It is not checked."""
        try:
            return cls(Path(path).read_bytes().decode())
        except UnicodeDecodeError:
            raise Unreadable(1, "it is not text") from None

    def check(self, game: "Optional[Game[Any]]" = None, *, threads: Optional[int] = None) -> Verified:
        """Checks it: see `grundy.check`."""
        return check(self, game, threads=threads)

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Certificate) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> "tuple[object, ...]":
        return Certificate, (self.text, self.extracted)

    def __repr__(self) -> str:
        return f"<Certificate {self.game}: {self.claim}, {self.facts} facts>"


def check(
    certificate: Union[Certificate, PathLike],
    game: "Optional[Game[Any]]" = None,
    *,
    threads: Optional[int] = None,
) -> Verified:
    """Checks a certificate, or a file with one, by the literal rules of its game.

    For games with a name, the checker shares no code with the search. For a game of your own the rules come from the object
    that you pass, so this checks the search and the proof, but not your rules.

    Raises `Refused` if a line does not follow, and `Unreadable` if it is not a certificate.

    >>> import grundy
    >>> certificate = grundy.Solver("cram").prove("3x3")
    >>> grundy.check(certificate).claim
    'outcome L 3x3'
    >>> wrong = grundy.Certificate(certificate.text.replace("outcome L", "outcome W"))
    >>> grundy.check(wrong)
    Traceback (most recent call last):
    grundy._errors.Refused: line 3: the facts do not prove the claim
    """
    if not isinstance(certificate, Certificate):
        certificate = Certificate.load(certificate)
    if game is None:
        return Verified(*_engine.check(certificate.text, threads or os.cpu_count() or 1))
    engine = _engine.Engine(
        game, threads=1, memory=None, time=None, nodes=None, seed=None, store=None, search="dfpn"
    )
    return Verified(*engine.verify(certificate.text))
