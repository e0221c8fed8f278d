"""A local Ray cluster beside the program: two workers of one thread, one worker of two threads, the program with one and two threads.

    python bench/cluster_local.py TARGET/release/grundy [--memory SIZE] [--runs N] [--clusters 1x2,2x1] GAME:POSITION[:nimber] ...

The package must be installed from a release build with Ray (pip install './python[cluster]'). All runs start from nothing. Wall time is that of the
search: from the first worker that joins to the answer, with all facts gathered. CPU time is that of all workers and of the driver, and of the whole
process for the program. Efficiency is the CPU time of the program with one thread, divided by the CPU time of the row. The last column divides its
wall time by two times the wall time of the row; it means something on an idle machine only.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

import ray
from grundy.cluster import ClusterSettings, _driver, _workers, solve


def cpu_seconds(process):
    """CPU seconds of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class MeasuredCrew(_workers.Crew):
    """A crew that reads the CPU time of its workers before it ends them."""

    used = 0.0

    def close(self):
        actors = [place.actor for place in self._places if place.actor is not None]
        MeasuredCrew.used = sum(cpu_seconds(ray.get(actor.process.remote(), timeout=30)) for actor in actors)
        super().close()


def by_program(program, threads, memory, game, position, nimber):
    """A row of the program."""
    command = [program, "solve", game, position, "--threads", str(threads), "--memory", memory, "--json", "--quiet"] + ["--nimber"] * nimber
    read, write = os.pipe()
    began = time.monotonic()
    process = os.posix_spawn(program, command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, write, 1)])
    os.close(write)
    with os.fdopen(read) as pipe:
        found = json.loads(pipe.read())
    _, status, usage = os.wait4(process, 0)
    assert status == 0, command
    wall = time.monotonic() - began
    answer = found["nimber"] if nimber else {"win": "W", "loss": "L"}[found["outcome"]]
    return answer, wall, usage.ru_utime + usage.ru_stime, 0.0, found["nodes"], "", ""


def by_cluster(workers, threads, memory, game, position, nimber):
    """A row of a local cluster."""
    with tempfile.TemporaryDirectory() as folder:
        before = time.process_time()
        settings = ClusterSettings(workers=workers, threads=threads, memory=memory)
        found = solve(game, position, nimber=nimber, store=Path(folder) / "run", settings=settings)
        driver = time.process_time() - before
        events = [json.loads(line) for line in (Path(folder) / "run" / "events.jsonl").open()]
        joined = next(event["at"] for event in events if event["event"] == "joined")
        # While the question is open; at the end all facts are gathered.
        shared = max((event["facts"] for event in events if event["event"] == "totals" and event["numbers"] is not None), default=0)
    answer = int(found.nimber or 0) if nimber else found.outcome.value
    return answer, events[-1]["at"] - joined, MeasuredCrew.used, driver, found.totals.nodes, found.totals.jobs, shared


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("questions", nargs="+", metavar="GAME:POSITION[:nimber]")
    parser.add_argument("--memory", default="2G", help="of a worker, and of the program")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--clusters", default="1x1,1x2,2x1", metavar="WORKERSxTHREADS,...")
    given = parser.parse_args()
    clusters = [tuple(map(int, text.split("x"))) for text in given.clusters.split(",")]
    _driver.Crew = MeasuredCrew
    print("question\tsetting\tanswer\twall s\tCPU s\tof the driver\tnodes\tjobs\tfacts shared\tefficiency by CPU\tby wall", flush=True)
    for question in given.questions * given.runs:
        game, position, *rest = question.split(":")
        asked = given.memory, game, position, rest == ["nimber"]
        alone = by_program(given.program, 1, *asked)
        show(question, "grundy --threads 1", 1, alone, alone)
        show(question, "grundy --threads 2", 2, by_program(given.program, 2, *asked), alone)
        for workers, threads in clusters:
            name = f"workers {workers}, threads of each {threads}"
            show(question, name, workers * threads, by_cluster(workers, threads, *asked), alone)


def show(question, name, cores, row, alone):
    """Prints a row beside the program with one thread."""
    answer, wall, cpu, driver, nodes, jobs, shared = row
    assert answer == alone[0], (question, name, answer)
    ratios = f"{alone[2] / (cpu + driver):.2f}\t{alone[1] / (cores * wall):.2f}"
    print(question, name, answer, f"{wall:.1f}\t{cpu + driver:.1f}\t{driver:.1f}", nodes, jobs, shared, ratios, sep="\t", flush=True)


if __name__ == "__main__":
    sys.exit(main())
