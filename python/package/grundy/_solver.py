"""Questions and answers."""

from __future__ import annotations

import os
import time as clock
from dataclasses import dataclass
from types import TracebackType
from typing import Any, FrozenSet, Iterable, List, Optional, Type, Union

from . import _engine
from ._certificate import Certificate
from ._game import Game
from ._position import Position
from ._progress import Report, reporting
from ._values import Nimber, Outcome, Stats

GameLike = Union[str, "Game[Any]"]


@dataclass(frozen=True)
class Move:
    """A move and the position that it leads to."""

    #: What is done, short: ``7->3``.
    label: str
    #: The position after it: a `Position`, or a value of your own game.
    position: Any


@dataclass(frozen=True)
class Option:
    """An option of a position, with its nimber."""

    #: One move that leads to it.
    label: str
    #: The position: a `Position`, or a value of your own game.
    position: Any
    #: Its nimber.
    nimber: Nimber

    @property
    def wins(self) -> bool:
        """Whether the move wins: its nimber is 0."""
        return self.nimber == 0


@dataclass(frozen=True)
class Answer:
    """What `solve` found."""

    #: The name of the game.
    game: str
    #: The position that was asked for.
    position: Any
    #: Whether the player to move wins.
    outcome: Outcome
    #: The nimber, if it was asked for.
    nimber: Optional[Nimber]
    #: A winning move; none in a lost position.
    move: Optional[Move]
    #: Visits of couples (position, nimber) that it took.
    nodes: int
    #: The time that it took.
    seconds: float

    def __repr__(self) -> str:
        said = [f"{self.game} {self.position}: {self.outcome}"]
        if self.nimber is not None:
            said.append(f"nimber {self.nimber}")
        if self.move is not None:
            said.append(f"move {self.move.label}")
        return f"<{', '.join(said)}; {self.nodes} nodes, {self.seconds:.3f} s>"

    def __bool__(self) -> bool:
        raise TypeError("an Answer is neither true nor false: compare its outcome or its nimber")


class Solver:
    """Answers questions about positions of one game and keeps what it proves for the next question.

    ``game`` is a name (``"cram"``, ``"sprouts"``, ``"nim"``, ``"kayles"``, a code such as ``"0.137"``) or an instance of
    a `Game` of your own. All limits count anew for each call; at a limit, `LimitReached` says what is known.

    * ``threads``: how many threads search; by default all cores, and one for a game of your own, since the interpreter runs one
      Python function at a time.
    * ``memory``: for the search, ``"8G"`` or bytes; by default three quarters of what is free.
    * ``time``: ``"10m"`` or seconds. ``nodes``: visits of couples.
    * ``store``: a directory in which every fact is kept, and from whose facts the solver starts. Close the solver, or use ``with``.
    * ``seed``: chooses among options that look equal. ``search``: ``"dfpn"``, ``"pn"`` or ``"dfs"``.
    * ``progress``: ``True``, or a function that takes a `Progress`, called in your thread now and then.

    A solver can be used from several threads of Python; one question is answered at a time.

    >>> import grundy
    >>> solver = grundy.Solver("cram")
    >>> solver.nimber("4x5"), solver.outcome("5x5")
    (*2, <Outcome.LOSS: 'L'>)
    >>> solver.winning_moves("2x3")
    [Move(label='a1-a2', position=Position('cram', '#../#..'))]
    """

    def __init__(
        self,
        game: GameLike,
        *,
        threads: Optional[int] = None,
        memory: Union[int, str, None] = None,
        time: Union[float, str, None] = None,
        nodes: Optional[int] = None,
        store: Union[str, "os.PathLike[str]", None] = None,
        seed: Optional[int] = None,
        search: str = "dfpn",
        progress: Union[bool, Report, None] = None,
    ) -> None:
        self._engine = _engine.Engine(
            game, threads=threads, memory=memory, time=time, nodes=nodes, seed=seed, store=store, search=search
        )
        self._own = game if isinstance(game, Game) else None
        self._progress = progress
        #: The name of the game.
        self.game: str = self._engine.name()

    def outcome(self, position: Any) -> Outcome:
        """Whether the player to move wins."""
        with reporting(self._progress) as report:
            return Outcome(self._engine.outcome(self._read(position), report))

    def nimber(self, position: Any) -> Nimber:
        """The nimber of a position."""
        with reporting(self._progress) as report:
            return Nimber(self._engine.nimber(self._read(position), report))

    def nimbers(self, positions: Iterable[Any]) -> List[Nimber]:
        """The nimbers of many positions; several threads solve them side by side.

        >>> import grundy
        >>> grundy.Solver("cram").nimbers(["3x3", "3x4", "3x5"])
        [*0, *1, *1]
        """
        with reporting(self._progress) as report:
            return list(map(Nimber, self._engine.nimbers([self._read(p) for p in positions], report)))

    def outcomes(self, positions: Iterable[Any]) -> List[Outcome]:
        """The outcomes of many positions, one after the other on one set of facts."""
        with reporting(self._progress) as report:
            wins = self._engine.outcomes([self._read(p) for p in positions], report)
        return [Outcome.WIN if win else Outcome.LOSS for win in wins]

    def solve(self, position: Any, *, nimber: bool = False) -> Answer:
        """The outcome, a winning move if there is one, and the nimber if it is asked for.

        >>> import grundy
        >>> answer = grundy.Solver("nim").solve("7 5 4 2", nimber=True)
        >>> answer.outcome, answer.nimber, answer.move
        (<Outcome.WIN: 'W'>, *4, Move(label='7->3', position=Position('nim', '3 5 4 2')))
        """
        read = self._read(position)
        began, before = clock.perf_counter(), self.stats.nodes
        with reporting(self._progress) as report:
            value = Nimber(self._engine.nimber(read, report)) if nimber else None
            outcome = Outcome(self._engine.outcome(read, report)) if value is None else value.outcome
            found = self._engine.winning_move(read, report) if outcome is Outcome.WIN else None
        move = None if found is None else Move(found[0], self._shown(found[1]))
        nodes, seconds = self.stats.nodes - before, clock.perf_counter() - began
        return Answer(self.game, position, outcome, value, move, nodes, seconds)

    def options(self, position: Any) -> List[Option]:
        """Every distinct option with its nimber, in the order of the moves.

        >>> import grundy
        >>> for option in grundy.Solver("nim").options("3 2"):
        ...     print(option.label, option.nimber, option.wins)
        3->2 0 True
        3->1 3 False
        3->0 2 False
        2->1 2 False
        2->0 3 False
        """
        with reporting(self._progress) as report:
            options = self._engine.options(self._read(position), report)
        return [Option(label, self._shown(after), Nimber(nimber)) for label, after, nimber in options]

    def winning_moves(self, position: Any) -> List[Move]:
        """All moves to losing positions; of several moves to equal positions, one."""
        with reporting(self._progress) as report:
            moves = self._engine.winning_moves(self._read(position), report)
        return [Move(label, self._shown(after)) for label, after in moves]

    def excluded(self, position: Any) -> FrozenSet[Nimber]:
        """Nimbers that the position is known not to have. Nothing is searched.

        >>> import grundy
        >>> solver = grundy.Solver("cram", threads=1)
        >>> solver.outcome("3x4"), solver.excluded("3x4")
        (<Outcome.WIN: 'W'>, frozenset({*0}))
        """
        return frozenset(map(Nimber, self._engine.known(self._read(position))[2]))

    def known_outcome(self, position: Any) -> Optional[Outcome]:
        """The outcome, if what was proved so far gives it. Nothing is searched."""
        outcome = self._engine.known(self._read(position))[0]
        return None if outcome is None else Outcome(outcome)

    def known_nimber(self, position: Any) -> Optional[Nimber]:
        """The nimber, if what was proved so far gives it. Nothing is searched."""
        nimber = self._engine.known(self._read(position))[1]
        return None if nimber is None else Nimber(nimber)

    def prove(self, position: Any, *, nimber: bool = False, rounds: int = 4, seed: int = 0) -> Certificate:
        """A certificate for the outcome, or for the nimber. More ``rounds`` make it smaller; 0 takes what the search left.

        >>> import grundy
        >>> grundy.Solver("sprouts").prove("3").claim
        'outcome W 0*3'
        """
        with reporting(self._progress) as report:
            return Certificate(*self._engine.prove(self._read(position), nimber, rounds, seed, report))

    @property
    def stats(self) -> Stats:
        """Counts since the solver was made."""
        return Stats(*self._engine.stats())

    def close(self) -> None:
        """Writes to the store what is not there yet; later facts are not stored."""
        self._engine.close()

    def __enter__(self) -> "Solver":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Solver of {self.game}, {self.stats.facts} facts>"

    def _read(self, position: Any) -> Any:
        """A position as the engine takes it."""
        if self._own is not None:
            return position
        if isinstance(position, Position):
            if position.game != self.game:
                raise ValueError(f"a solver of {self.game} was given a position of {position.game}")
            return position.text
        return str(position) if isinstance(position, int) else position

    def _shown(self, position: Any) -> Any:
        """A position as users see it."""
        return position if self._own is not None else Position._of(self.game, position)


def _ask(game: Union[GameLike, Position], position: Any, settings: Any) -> "tuple[Solver, Any]":
    if isinstance(game, Position):
        if position is not None:
            raise TypeError("expected a game and a position, or a Position alone")
        return Solver(game.game, **settings), game
    return Solver(game, **settings), position


def solve(
    game: Union[GameLike, Position], position: Any = None, *, nimber: bool = False, **settings: Any
) -> Answer:
    """Solves one position: `Solver.solve`. The keywords are those of `Solver`.

    >>> import grundy
    >>> grundy.solve("cram", "5x7").outcome
    <Outcome.WIN: 'W'>
    >>> grundy.solve(grundy.Position("sprouts", "6")).move is None
    True
    """
    solver, asked = _ask(game, position, settings)
    with solver:
        return solver.solve(asked, nimber=nimber)


def nimber(game: Union[GameLike, Position], position: Any = None, **settings: Any) -> Nimber:
    """The nimber of one position. The keywords are those of `Solver`.

    >>> import grundy
    >>> grundy.nimber("nim", "7 5 4 2")
    *4
    >>> a, b = grundy.Position("cram", "4x5"), grundy.Position("cram", "2x3")
    >>> grundy.nimber(a + b) == grundy.nimber(a) ^ grundy.nimber(b)
    True
    """
    solver, asked = _ask(game, position, settings)
    with solver:
        return solver.nimber(asked)


def outcome(game: Union[GameLike, Position], position: Any = None, **settings: Any) -> Outcome:
    """The outcome of one position. The keywords are those of `Solver`.

    >>> import grundy
    >>> grundy.outcome("sprouts", 12)
    <Outcome.LOSS: 'L'>
    """
    solver, asked = _ask(game, position, settings)
    with solver:
        return solver.outcome(asked)
