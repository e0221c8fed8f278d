"""What a run shows: a log of events as JSON lines, and a live view on a terminal."""

from __future__ import annotations

import json
import shutil
import sys
import time as clock
from pathlib import Path
from typing import Any, Callable, NamedTuple, Optional, TextIO, Tuple


class Totals(NamedTuple):
    """Counts of a run."""

    #: Workers that take part.
    workers: int
    #: Jobs that are out.
    running: int
    #: Jobs that were reported.
    jobs: int
    #: Jobs whose worker was lost, or that failed.
    failed: int
    #: Nodes that workers visited.
    nodes: int
    #: Facts that were shared.
    facts: int
    #: Facts that were proved a second time.
    verified: int
    #: Components in the frontier.
    parts: int
    #: Couples that workers have shared beside facts.
    couples: int
    #: Which of several positions is being solved, and how many they are: easier ones come first, the question is the last one.
    rung: Tuple[int, int]
    #: Proof and disproof number of what is being solved.
    numbers: Optional[Tuple[int, int]]


class Log:
    """Events as JSON lines, one object each: ``{"at": seconds since 1970, "event": name, ...}``. A resumed run appends to its log."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: TextIO = path.open("a", encoding="utf-8")

    def write(self, event: str, **values: Any) -> None:
        """Writes one event."""
        json.dump({"at": round(clock.time(), 3), "event": event, **values}, self._file)
        self._file.write("\n")
        self._file.flush()

    def __enter__(self) -> "Log":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


class View:
    """Measures how busy the workers are, and calls a function about once a second."""

    def __init__(self, show: Optional[Callable[[Totals, float, float], object]]) -> None:
        self._show = show
        #: When it was shown last.
        self.shown = clock.monotonic()
        #: Seconds that workers were busy since then, with jobs that have ended.
        self.busy = 0.0

    def show(self, totals: Totals, now: float, seconds: float, out: float) -> float:
        """Shows the counts; returns the share of time in which workers were busy since the last time."""
        share = min(1.0, (self.busy + out) / max(1e-9, (now - self.shown) * max(1, totals.workers)))
        self.shown, self.busy = now, 0.0
        if self._show is not None:
            self._show(totals, seconds, share)
        return share


class Terminal:
    """One line on standard error that is written again and again, cut off at the width of the terminal."""

    def __init__(self) -> None:
        self._last: "Optional[tuple[float, Totals]]" = None

    def __call__(self, totals: Totals, seconds: float, busy: float) -> None:
        per_second = ""
        if self._last is not None:
            before, last = self._last
            span = max(1e-9, seconds - before)
            nodes, facts = (totals.nodes - last.nodes) / span, (totals.facts - last.facts) / span
            per_second = f"{nodes:,.0f} nodes/s, {facts:,.0f} facts/s, "
        self._last = seconds, totals
        numbers = "" if totals.numbers is None else f", proof {totals.numbers[0]:,} disproof {totals.numbers[1]:,}"
        rung = f", position {totals.rung[0]} of {totals.rung[1]}" if totals.rung[1] > 1 else ""
        plural = "" if totals.workers == 1 else "s"
        workers = f"{totals.workers} worker{plural} {busy:.0%} busy" if totals.workers else "waiting for workers"
        failed = f" ({totals.failed} failed)" if totals.failed else ""
        # What matters most comes first.
        line = f"{seconds:.0f} s: {workers}{numbers}{rung}, {totals.jobs} jobs{failed}, {per_second}{totals.facts:,} facts"
        columns = shutil.get_terminal_size().columns
        sys.stderr.write(f"\r{line[: columns - 1]}\x1b[K")
        sys.stderr.flush()

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        # Removes the line, so that what follows begins at the left.
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
