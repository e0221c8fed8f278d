"""The driver: carries messages between the coordinator of a run and its workers.

The coordinator decides everything; this file only starts workers, sends jobs, notices losses and keeps time. Start with `solve`.
"""

from __future__ import annotations

import hashlib
import re
import time as clock
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from .. import _engine
from .._certificate import Certificate
from .._errors import GrundyError
from .._solver import Solver
from .._values import Nimber, Outcome
from ._view import Log, Totals, View
from ._workers import Arrival, Crew

#: How long an interrupted job may take to return its report.
_FAREWELL = 10.0

#: How many workers in a row may fail to start, before one has started, until the run is given up.
_FAILED_STARTS = 5


class Stopped(GrundyError):
    """The run ended before the answer was found. The same call continues it."""

    #: ``"time"`` or ``"interrupt"``.
    reason: str

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class RunFailed(GrundyError):
    """The run has no answer: two facts contradict each other, or no worker may take part."""


@dataclass(frozen=True)
class Answered:
    """What a run found."""

    #: The name of the game.
    game: str
    #: The position as it was asked for.
    position: str
    #: Whether the player to move wins.
    outcome: Outcome
    #: The nimber, if it was asked for or found on the way.
    nimber: Optional[Nimber]
    #: The counts of the run.
    totals: Totals
    #: The time that it took, without earlier sittings.
    seconds: float
    #: The folder with the facts of the run, a store.
    store: Path
    #: The certificate, if it was asked for.
    certificate: Optional[Certificate] = None


@dataclass(frozen=True)
class ClusterSettings:
    """How a run is carried out."""

    #: The Ray cluster: ``"auto"``, ``"ray://host:10001"``; ``None`` starts one on this machine.
    address: Optional[str] = None
    #: How many workers; by default one for each machine of the cluster.
    workers: Optional[int] = None
    #: Threads of a worker; by default all cores of its machine, shared by the workers there.
    threads: Optional[int] = None
    #: Memory of a worker: ``"8G"`` or bytes.
    memory: Union[int, str, None] = None
    #: Seconds after which the run stops.
    time: Optional[float] = None
    #: Seconds of a job.
    slice: float = 2.0
    #: Seconds after which a job without a report is given to another worker as well.
    lease: float = 60.0
    #: One received fact in this many is proved again; 0 for none.
    verify_one_in: int = 4096


def folder_of(game: str, position: str, nimber: bool) -> Path:
    """The folder of a run that was not given one: the same question has the same folder, so the same command continues the run."""
    plain = re.sub(r"[^A-Za-z0-9.*|+-]+", "_", position)[:40]
    digest = hashlib.sha256(position.encode()).hexdigest()[:8]
    return Path(f"grundy-{game}-{plain}-{digest}-{'nimber' if nimber else 'outcome'}")


def solve(
    game: str,
    position: Union[str, int],
    *,
    nimber: bool = False,
    store: Union[str, Path, None] = None,
    prove: Union[str, Path, None] = None,
    settings: ClusterSettings = ClusterSettings(),
    log: Union[str, Path, None] = None,
    view: Optional[Callable[[Totals, float, float], object]] = None,
) -> Answered:
    """Solves a position on a Ray cluster, or on this machine.

    The facts and the state of the run are kept in the folder ``store``; the same question with the same folder continues a run.
    ``prove`` is the file for a certificate. ``log`` is a file for events as JSON lines, by default in the folder. ``view`` is called
    about once a second with the counts, the seconds since the start, and the share of time in which workers were busy.

    Raises `Stopped` at the time limit and `KeyboardInterrupt` on Ctrl-C, after everything that was found is saved.
    """
    text = str(position)
    # A bad amount is noticed here, before workers are started.
    _engine.Engine(game, threads=1, memory=settings.memory, time=None, nodes=None, seed=None, store=None, search="dfpn")
    name = _engine.game_info(game)[0]
    _engine.join(name, [text])
    folder = Path(store) if store is not None else folder_of(name, text, nimber)
    began = clock.monotonic()
    run = _engine.ClusterRun(
        name, text, folder, nimber=nimber, slice_seconds=settings.slice, lease_seconds=settings.lease,
        verify_one_in=settings.verify_one_in,
    )  # fmt: skip
    try:
        with Log(Path(log) if log is not None else folder / "events.jsonl") as events:
            events.write("start", game=name, position=text, nimber=nimber, resumed=run.resumed())
            found = _answer_of(run.step(0.0))
            # A run that was answered in an earlier sitting needs no workers.
            if found is None:
                crew = Crew(name, text, settings.address, settings.workers, settings.threads, settings.memory)
                try:
                    found = _Driver(run, crew, events, View(view), began, settings.time).drive()
                finally:
                    crew.close()
            outcome, value = found
            totals, seconds = totals_of(run), round(clock.monotonic() - began, 3)
            events.write("answer", outcome=outcome.value, nimber=value, seconds=seconds, **totals._asdict())
    finally:
        run.close()
    certificate = None
    if prove is not None:
        with Solver(name, store=folder) as solver:
            # Rounds that make a proof smaller take longer than the search; `grundy prove --store` does them.
            certificate = solver.prove(text, nimber=nimber, rounds=0)
        certificate.save(prove)
    return Answered(name, text, outcome, value, totals, clock.monotonic() - began, folder, certificate)


def totals_of(run: Any) -> Totals:
    """The counts of a run."""
    work, state = run.totals()
    return Totals(*work, *state)


#: What the coordinator says: what to do, which worker, the job, a text, the nimber.
_Step = Tuple[str, Optional[int], Optional[bytes], Optional[str], Optional[int]]


def _answer_of(steps: List[_Step]) -> "Optional[tuple[Outcome, Optional[Nimber]]]":
    for kind, _, _, text, nimber in steps:
        if kind == "answered":
            return Outcome(text), None if nimber is None else Nimber(nimber)
    return None


class _Driver:
    """One sitting of a run."""

    def __init__(self, run: Any, crew: Crew, log: Log, view: View, began: float, time: Optional[float]) -> None:
        self._run, self._crew, self._log, self._view = run, crew, log, view
        self._began = began
        self._ends = None if time is None else began + time
        self._answer: "Optional[tuple[Outcome, Optional[Nimber]]]" = None
        #: Workers that failed to start; none is counted any more once one has started.
        self._failed: Optional[int] = 0
        #: When each job was sent, by worker.
        self._sent: Dict[int, float] = {}

    def drive(self) -> "tuple[Outcome, Optional[Nimber]]":
        """Runs until the answer is found and the facts are gathered."""
        try:
            while True:
                if self._ends is not None and clock.monotonic() > self._ends:
                    self._take_leave()
                    raise Stopped("the time limit is reached; the same command continues the run", "time")
                if self._do(self._run.step(clock.monotonic() - self._began)):
                    assert self._answer is not None
                    return self._answer
                for arrival in self._crew.wait(0.5):
                    self._take(arrival)
                self._crew.recruit()
                self._show()
        except KeyboardInterrupt:
            self._take_leave()
            self._log.write("interrupted")
            raise

    def _do(self, steps: List[_Step]) -> bool:
        """Does what the coordinator says; returns whether the run has ended."""
        self._answer = self._answer or _answer_of(steps)
        for kind, worker, job, text, _ in steps:
            if kind == "assign" and worker is not None and job is not None:
                self._sent[worker] = clock.monotonic()
                self._crew.send(worker, job)
            elif kind == "refuse" and worker is not None:
                self._log.write("refused", worker=worker, reason=text)
                if not self._crew.dismiss(worker):
                    raise RunFailed(f"no worker can take part: {text}")
            elif kind == "abort":
                self._log.write("aborted", reason=text)
                raise RunFailed(str(text))
            elif kind == "done":
                return True
        return False

    def _take(self, arrival: Arrival) -> None:
        """Hands a message over to the coordinator. A worker whose message cannot be read counts as lost."""
        worker = arrival.worker
        try:
            if arrival.kind == "hello" and arrival.message is not None:
                self._log.write("joined", worker=worker, node=arrival.node)
                self._failed = None
                return self._run.joined(worker, arrival.message)  # type: ignore[no-any-return]
            if arrival.kind == "report" and arrival.message is not None:
                self._finish(worker)
                return self._run.reported(worker, arrival.message)  # type: ignore[no-any-return]
        except ValueError as error:
            arrival = arrival._replace(reason=str(error))
        self._finish(worker)
        self._log.write("lost", worker=worker, node=arrival.node, reason=arrival.reason)
        self._run.lost(worker)
        if self._failed is not None:
            self._failed += 1
            if self._failed >= _FAILED_STARTS:
                raise RunFailed(f"no worker can start: {arrival.reason}")

    def _finish(self, worker: int) -> None:
        sent = self._sent.pop(worker, None)
        if sent is not None:
            self._view.busy += clock.monotonic() - max(sent, self._view.shown)

    def _show(self) -> None:
        now = clock.monotonic()
        if now - self._view.shown < 1.0:
            return
        out = sum(now - max(sent, self._view.shown) for sent in self._sent.values())
        totals = totals_of(self._run)
        share = self._view.show(totals, now, now - self._began, out)
        self._log.write("totals", seconds=round(now - self._began, 3), busy=round(share, 3), **totals._asdict())

    def _take_leave(self) -> None:
        """Ends all jobs early and saves what they found."""
        self._crew.interrupt()
        ends = clock.monotonic() + _FAREWELL
        while self._sent and clock.monotonic() < ends:
            for arrival in self._crew.wait(0.2):
                if arrival.kind == "report" and arrival.message is not None:
                    self._sent.pop(arrival.worker, None)
                    self._run.left(arrival.worker, arrival.message)
                else:
                    self._sent.pop(arrival.worker, None)
        self._run.step(clock.monotonic() - self._began)
        self._log.write("stopped", **totals_of(self._run)._asdict())
