"""Compares the answers of a Ray cluster with those of one machine, and checks a certificate of each.

    python bench/cluster_answers.py [--positions N] [--seed S] [--program PATH/grundy]

The package must be installed with Ray (pip install './python[cluster]'). Positions of Sprouts, Cram and Node-Kayles are reached by random moves.
Each is asked for its nimber or its outcome, in turn, with one to four workers, in turn; every eighth with each number of workers. Jobs last a
few milliseconds, so that small positions also become many jobs. The Ray actors stay from position to position,
because starting them would take most of the time; each gets a new worker with an empty table.
With `--program`, the checker is `grundy check`; without it, the same checker in the package.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import ray

import grundy
from grundy.cluster import ClusterSettings, _driver, _workers, solve

#: Where random moves begin, and how many at most. No position takes more than a few seconds on one core, and no walk does.
STARTS = {
    "sprouts": [("11", 0), ("10", 0), ("9", 0), ("8", 0), ("7", 0), ("6", 3), ("5", 2), ("0*4 + 0*3", 2), ("6", 1), ("0*5 + 0*2", 3)],
    "cram": [("6x6", 0), ("5x7", 0), ("5x6", 0), ("4x7", 1), ("5x5", 3), ("4x6", 2), ("3x9", 3), ("3x3 + 3x5", 2)],
    "node-kayles": [("grid 5x6", 1), ("grid 5x5", 3), ("grid 4x7", 2), ("grid 4x6", 3), ("path 30", 2), ("cycle 24", 3)],
}


class Reusable(_workers.Worker):
    """A worker that can begin another position."""

    def __init__(self):
        pass

    def begin(self, *arguments):
        super().__init__(*arguments)


class PooledCrew(_workers.Crew):
    """A crew that takes actors from a pool and returns them."""

    pool = []

    def _actor(self, place, threads, *arguments):
        actor = self.pool.pop() if self.pool else ray.remote(Reusable).options(num_cpus=1, max_concurrency=2).remote()
        ray.get(actor.begin.remote(*arguments))
        return actor

    def close(self):
        self.pool.extend(place.actor for place in self._places if place.actor is not None)
        self._places = []
        super().close()


def positions(game, count, chance):
    """Different positions: the starts, then what random moves reach from them."""
    solver, found, tries = grundy.Solver(game, threads=1), [], 0
    while len(found) < count:
        start, moves = STARTS[game][tries % len(STARTS[game])]
        text = start
        for _ in range(chance.randint(0, moves) if tries >= len(STARTS[game]) else 0):
            options = solver.options(text)
            text = chance.choice(options).position.text if options else text
        tries += 1
        if text not in found and text.strip():
            found.append(text)
        if tries > 100 * count:
            sys.exit(f"{game}: only {len(found)} positions were found")
    return found


def accepted(certificate, program, claim):
    """Whether the checker accepts a certificate of a claim."""
    if program is None:
        return grundy.check(certificate).claim.startswith(claim)
    done = subprocess.run([program, "check", str(certificate), "--quiet"], capture_output=True, text=True)
    return done.returncode == 0 and any(line.startswith(f"claim {claim} ") for line in certificate.open())


def compare(game, texts, program, folder):
    """Rows of the table, by number of workers: positions, agreed, accepted, jobs."""
    rows = {workers: [0, 0, 0, 0] for workers in range(1, 5)}
    alone = grundy.Solver(game, threads=1)
    for number, text in enumerate(texts):
        nimber = number % 2 == 0
        expected = alone.solve(text, nimber=nimber)
        for workers in range(1, 5) if number % 8 == 0 else [1 + number % 4]:
            place = folder / f"{game}-{number}-{workers}"
            settings = ClusterSettings(workers=workers, threads=1, memory="200M", slice=0.005, verify_one_in=50)
            found = solve(game, text, nimber=nimber, store=place, prove=f"{place}.cert", settings=settings)
            agrees = found.outcome == expected.outcome and (not nimber or found.nimber == expected.nimber)
            claim = f"nimber {int(expected.nimber)}" if nimber else f"outcome {expected.outcome.value}"
            holds = accepted(Path(f"{place}.cert"), program, claim)
            if not (agrees and holds):
                print(f"{game} {text}, {workers} workers: {found}, expected {expected}, certificate {holds}", file=sys.stderr)
            row = rows[workers]
            rows[workers] = [row[0] + 1, row[1] + agrees, row[2] + holds, row[3] + found.totals.jobs]
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=210, help="how many positions in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", help="grundy, for its checker")
    given = parser.parse_args()
    _driver.Crew = PooledCrew
    chance = random.Random(given.seed)
    os.environ.setdefault("RAY_worker_niceness", "0")
    ray.init(address="local", num_cpus=4, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    compared, failed = 0, 0
    print("game\tworkers\tpositions\tagreed\tcertificates accepted\tjobs")
    with tempfile.TemporaryDirectory() as folder:
        for number, game in enumerate(STARTS):
            count = given.positions // 3 + (number < given.positions % 3)
            texts = positions(game, count, chance)
            for workers, (asked, agreed, holds, jobs) in compare(game, texts, given.program, Path(folder)).items():
                print(game, workers, asked, agreed, holds, jobs, sep="\t", flush=True)
                failed += 2 * asked - agreed - holds
            compared += len(texts)
    ray.shutdown()
    print(f"{compared} positions, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
