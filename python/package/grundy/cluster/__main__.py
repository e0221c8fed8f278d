"""The program ``grundy-cluster``."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from contextlib import nullcontext, redirect_stdout
from typing import Any, List, NoReturn, Optional

from .. import __version__
from .._errors import GrundyError


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"grundy-cluster: {message}\n")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    exit_codes = "Exit codes: 0 answered, 2 bad usage or input, or no answer, 3 stopped by the time limit, 130 interrupted"
    top = _Parser(prog="grundy-cluster", description="Solve a position on a Ray cluster, or on this machine.", epilog=exit_codes)
    top.add_argument("-V", "--version", action="version", version=f"grundy-cluster {__version__}")
    commands = top.add_subparsers(dest="command", required=True)
    solve = commands.add_parser("solve", help="find the outcome of a position, or its nimber", epilog=exit_codes)
    solve.add_argument("game", help="the game: cram, sprouts, kayles, ...")
    solve.add_argument("position", help="the position, as in `grundy solve`")
    solve.add_argument("--address", help="the Ray cluster: auto, or ray://host:10001; without it, Ray starts on this machine")
    solve.add_argument("-n", "--nimber", action="store_true", help="find the nimber too")
    solve.add_argument("--format", choices=["text", "tsv"], default="text", help="tsv: position, W or L, nimber")
    solve.add_argument("--store", metavar="DIR", help="the folder of the run; by default named after the question")
    solve.add_argument("--prove", metavar="FILE", help="write a certificate of the answer")
    solve.add_argument("--time", type=seconds, metavar="TIME", help="stop after this long: 90s, 10m, 1h30m")
    solve.add_argument("--memory", metavar="SIZE", help="memory of each worker: 500M, 8G")
    solve.add_argument("--workers", type=positive, metavar="N", help="workers; by default one for each machine")
    solve.add_argument("--threads", type=positive, metavar="N", help="threads of a worker; by default its share of the machine")
    solve.add_argument("--log", metavar="FILE", help="events as JSON lines; by default DIR/events.jsonl")
    solve.add_argument("-q", "--quiet", action="store_true", help="no live view and no remarks")
    return top


def positive(text: str) -> int:
    """A number of at least 1."""
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1 to 99999")
    return int(text)


def seconds(text: str) -> float:
    """A duration such as ``1h30m``."""
    match = re.fullmatch(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s?)?", text)
    if match is None or not any(match.groups()):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a duration such as 90s, 10m or 1h30m")
    hours, minutes, rest = (float(part or 0) for part in match.groups())
    return hours * 3600 + minutes * 60 + rest


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the program; returns its exit code."""
    given = parser().parse_args(arguments)
    try:
        from . import ClusterSettings, RunFailed, Stopped, solve
    except ImportError as error:
        return complain(error, 2)
    from ._view import Terminal

    def terminated(*_: Any) -> None:
        # As Ctrl-C: a cluster that takes its machine back sends this signal first.
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, terminated)
    terminal = None if given.quiet or not sys.stderr.isatty() else Terminal()
    settings = ClusterSettings(given.address, given.workers, given.threads, given.memory, given.time)
    try:
        # Ray prints news about lost workers on standard output, from a thread of its own. The log of events has them, too.
        with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), terminal or nullcontext():
            found = solve(
                given.game, given.position, nimber=given.nimber, store=given.store, prove=given.prove,
                settings=settings, log=given.log, view=terminal,
            )  # fmt: skip
    except KeyboardInterrupt:
        return complain("interrupted; the same command continues the run", 130)
    except Stopped as stop:
        return complain(stop, 3)
    except (RunFailed, GrundyError, ValueError, OSError, ConnectionError) as error:
        return complain(error, 2)
    shown = "" if found.nimber is None or not given.nimber else str(found.nimber)
    if given.format == "tsv":
        print(found.position, found.outcome.value, shown, sep="\t")
        return 0
    print(f"outcome  {found.outcome}")
    if shown:
        print(f"nimber   {shown}")
    if not given.quiet:
        totals = found.totals
        remark = f"{found.seconds:.1f} s, {totals.jobs} jobs, {totals.nodes:,} nodes, {totals.facts:,} facts in {found.store}"
        print(remark, file=sys.stderr)
        if found.certificate is not None:
            print(f"certificate {given.prove}: {found.certificate.facts} facts", file=sys.stderr)
    return 0


def complain(error: object, code: int) -> int:
    """One line on standard error."""
    print(f"grundy-cluster: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
