"""The workers of a run as Ray actors: one for each machine, replaced when it dies, added when a machine joins.

If an actor dies, its worker is lost, and the coordinator gives the job to another one. A new actor takes the place after a pause. It begins
with an empty table, as a worker with a new number.
"""

from __future__ import annotations

import os
import signal
import threading
import time as clock
from typing import Any, Dict, List, NamedTuple, Optional, Union

from .. import _engine

try:
    import ray
    from ray.exceptions import RayError
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy
except ImportError as error:
    raise ImportError(
        "grundy.cluster needs Ray: pip install './python[cluster]' (or pip install ray)"
    ) from error

#: How often the machines of the cluster are listed.
_LOOK = 5.0

#: How long a worker that failed waits before it is started again, at first.
_PAUSE = 0.5


class Worker:
    """What runs in an actor."""

    def __init__(self, game: str, position: str, threads: int, memory: Union[int, str, None], sharing: int, seed: int) -> None:
        self._worker = _engine.ClusterWorker(game, position, threads=threads, memory=memory, sharing=sharing, seed=seed)

    def hello(self) -> bytes:
        """The message with which it joins."""
        return self._worker.hello()

    def run(self, job: bytes) -> bytes:
        """Does a job and returns its report."""
        return self._worker.run(job)

    def interrupt(self) -> None:
        """Ends the present job early."""
        self._worker.interrupt()

    def process(self) -> int:
        """The number of the process, for tests that kill it."""
        return os.getpid()


class Arrival(NamedTuple):
    """What came from a worker: its ``hello``, a ``report``, or that it is ``lost``."""

    kind: str
    worker: int
    node: str
    message: Optional[bytes]
    reason: Optional[str] = None


class _Place:
    """A place for a worker on a machine, with some of its cores."""

    def __init__(self, node: str, number: int, cores: int, sharing: int) -> None:
        self.node, self.number, self.cores = node, number, cores
        #: How many workers the machine has.
        self.sharing = sharing
        self.actor: Any = None
        self.worker = -1
        #: When it may be started again, and how long the next pause is.
        self.starts = 0.0
        self.pause = _PAUSE


class Crew:
    """All workers of a run."""

    def __init__(
        self, game: str, position: str, address: Optional[str], workers: Optional[int], threads: Optional[int],
        memory: Union[int, str, None],
    ) -> None:  # fmt: skip
        self._game, self._position, self._memory = game, position, memory
        self._workers, self._threads = workers, threads
        self._started = not ray.is_initialized()
        if self._started:
            quiet: Dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
            if address is None:
                quiet.update(include_dashboard=False)
                # Ray's default is 15: beside any other program, workers would hardly run.
                os.environ.setdefault("RAY_worker_niceness", "0")
                if workers is not None:
                    quiet.update(num_cpus=max(os.cpu_count() or 1, workers))
            before = signal.getsignal(signal.SIGTERM)
            # Without an address, Ray would look for a cluster that runs already.
            ray.init(address=address or "local", **quiet)
            # Ray aborts the process on SIGTERM, and nothing would be saved.
            if before is not None and threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGTERM, before)
        self._places: List[_Place] = []
        self._pending: "Dict[Any, tuple[_Place, int, str]]" = {}
        self._next = 0
        self._looked = 0.0
        self._refused: "set[tuple[str, int]]" = set()
        self.recruit()

    def recruit(self) -> None:
        """Starts workers on machines that have none, and those that failed. Called often."""
        now = clock.monotonic()
        if now - self._looked >= _LOOK or not self._looked:
            self._looked = now
            self._look()
        for place in self._places:
            if place.actor is None and now >= place.starts:
                self._start(place)

    def _look(self) -> None:
        """Lists the machines of the cluster."""
        nodes = {n["NodeID"]: int(n["Resources"].get("CPU", 0)) for n in ray.nodes() if n["Alive"]}  # type: ignore[no-untyped-call]
        nodes = {node: cores for node, cores in sorted(nodes.items()) if cores > 0}
        if not nodes:
            return
        for place in [place for place in self._places if place.node not in nodes]:
            # Calls that are out fail by themselves; what is lost is reported then.
            if place.actor is None:
                self._places.remove(place)
        wanted = self._workers or len(nodes)
        each = -(-wanted // len(nodes))
        have = {(place.node, place.number) for place in self._places} | self._refused
        for number in range(each):
            for node, cores in nodes.items():
                # Where other workers of this run have all cores, an actor would wait for them without an end.
                free = cores - sum(place.cores for place in self._places if place.node == node)
                if len(self._places) < wanted and (node, number) not in have and free > 0:
                    self._places.append(_Place(node, number, min(free, max(1, cores // each)), each))

    def _start(self, place: _Place) -> None:
        threads = self._threads or place.cores
        place.actor = self._actor(place, threads, self._game, self._position, threads, self._memory, place.sharing, self._next)
        self._greet(place)

    def _actor(self, place: _Place, threads: int, *arguments: Any) -> Any:
        strategy = NodeAffinitySchedulingStrategy(place.node, soft=False)
        # Two calls at a time: a job, and `interrupt`.
        actor = ray.remote(Worker).options(
            num_cpus=min(threads, place.cores), scheduling_strategy=strategy, max_restarts=-1, max_concurrency=2
        )
        return actor.remote(*arguments)

    def _greet(self, place: _Place) -> None:
        """A worker that begins, or begins again, has a number that was never used."""
        place.worker, self._next = self._next, self._next + 1
        self._pending[place.actor.hello.remote()] = (place, place.worker, "hello")

    def send(self, worker: int, job: bytes) -> None:
        """Sends a job. A worker that is gone needs none: its loss was, or will be, reported."""
        for place in self._places:
            if place.worker == worker and place.actor is not None:
                self._pending[place.actor.run.remote(job)] = (place, worker, "report")

    def wait(self, seconds: float) -> List[Arrival]:
        """What has arrived; waits up to some seconds for something."""
        if not self._pending:
            clock.sleep(seconds)
            return []
        refs = list(self._pending)
        if not ray.wait(refs, num_returns=1, timeout=seconds)[0]:
            return []
        ready, _ = ray.wait(refs, num_returns=len(refs), timeout=0)
        return [self._receive(ref) for ref in ready]

    def _receive(self, ref: Any) -> Arrival:
        place, worker, kind = self._pending.pop(ref)
        try:
            message = ray.get(ref)
            place.pause = _PAUSE
            return Arrival(kind, worker, place.node, message)
        except RayError as error:
            if place.worker == worker:
                self._drop(place)
                place.starts, place.pause = clock.monotonic() + place.pause, min(2 * place.pause, 60.0)
            return Arrival("lost", worker, place.node, None, _reason(error))

    def _drop(self, place: _Place) -> None:
        """Ends an actor for good, so that its cores are free; the place gets a new one."""
        if place.actor is not None:
            ray.kill(place.actor, no_restart=True)
        place.actor, place.worker = None, -1

    def dismiss(self, worker: int) -> bool:
        """Ends a worker that may not take part. Returns whether any worker is left."""
        for place in [place for place in self._places if place.worker == worker]:
            self._drop(place)
            self._places.remove(place)
            self._refused.add((place.node, place.number))
        return bool(self._places)

    def interrupt(self) -> None:
        """Ends all jobs early."""
        for place in self._places:
            if place.actor is not None:
                place.actor.interrupt.remote()

    def close(self) -> None:
        """Ends all workers, and the Ray that was started here."""
        for place in self._places:
            self._drop(place)
        if self._started:
            ray.shutdown()


def _reason(error: RayError) -> str:
    """What Ray says about a failed call, in one line. An exception in the worker is at the end of a traceback."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return lines[-1] if "ray::" in lines[0] else lines[0]
