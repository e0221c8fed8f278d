"""Progress of a search: a callback, or a bar."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Tuple, Union

from ._values import Progress, Stats

Report = Callable[[Progress], object]


@contextmanager
def reporting(progress: Union[bool, Report, None]) -> Iterator[Optional[Callable[[float, int, Any], object]]]:
    """The function that the engine calls, if any; what it shows is removed at the end."""
    if not progress:
        yield None
        return
    show, end = _bar() if progress is True else (progress, lambda: None)
    try:
        yield lambda seconds, depth, counts: show(Progress(seconds, depth, Stats(*counts)))
    finally:
        end()


def _bar() -> Tuple[Report, Callable[[], object]]:
    """A tqdm bar that counts nodes, or a line on standard error if tqdm is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _line, lambda: sys.stderr.write("\r\x1b[K")
    bar = tqdm(unit=" nodes", unit_scale=True, leave=False)

    def show(progress: Progress) -> None:
        bar.update(progress.stats.nodes - bar.n)
        bar.set_postfix(facts=progress.stats.facts, depth=progress.depth)

    return show, bar.close


def _line(progress: Progress) -> None:
    stats = progress.stats
    sys.stderr.write(f"\r{progress.seconds:.1f} s, {stats.nodes} nodes, {stats.facts} facts\x1b[K")
    sys.stderr.flush()


def end_call(ident: int) -> None:
    """Raises `KeyboardInterrupt` in a thread that runs Python code. The engine calls this when Ctrl-C ends a search whose rules are
    Python code, so that a method that never returns ends too."""
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(KeyboardInterrupt))
