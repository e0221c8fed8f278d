#!/usr/bin/env python3
"""Fits the constants of the first proof numbers of Sprouts (crates/games/src/sprouts/leaf.rs) on solved runs.

    python3 bench/fit_sprouts_leaf.py            fits, prints what it tries to stderr and the result to stdout
    python3 bench/fit_sprouts_leaf.py --compare  only the neutral start and the constants in the program

Coordinate search from a neutral start (disproof = number of options, proof = 1): each constant in turn goes up or down
by a step while that makes the geometric mean of expansions over the training set fall; when none does, the steps are
halved. Each n is searched with three seeds, because one search alone is a matter of luck. Expansions are counted,
so the result does not depend on the machine. The held-out set is looked at once, at the end.

Needs a Rust toolchain and nothing else. It took 16 minutes on one core of a busy machine.
"""

import math
import subprocess
import sys

# Cheap ones first: a step that loses on them is not tried on the rest.
TRAINING = [[9, 10, 11, 8, 12, 17], [13, 16], [14]]
HELD_OUT = [15, 18, 22, 23]
NAMES = "abcdfgh"
NEUTRAL = (1000, 0, 0, 0, 0, 0, 0)
FIRST_STEPS = (200, 80, 60, 60, 80, 40, 60)
HALVINGS = 2
# Less than this is not worth a constant; a loss of more on the cheap part ends a trial.
GAIN, LOSS = 0.003, 0.05

PROGRAM = ["cargo", "run", "--quiet", "--release", "-p", "grundy-search", "--example", "sprouts_leaf"]


class Runs:
    """Asks the example program, and remembers what it said."""

    def __init__(self):
        self.program = subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.logs = {}

    def log_counts(self, weights, spots):
        """The logarithms of the expansions for each n."""
        key = (weights, tuple(spots))
        if key not in self.logs:
            line = weights if isinstance(weights, str) else " ".join(map(str, weights))
            self.program.stdin.write(f"{line} : {' '.join(map(str, spots))}\n")
            self.program.stdin.flush()
            answer = self.program.stdout.readline()
            if not answer:
                sys.exit("the example program ended; its message is above")
            self.logs[key] = [math.log(int(count)) for count in answer.split(":")[1].split()]
        return self.logs[key]

    def training(self, weights, best=None):
        """The mean logarithm over the training set, or None if it is clear early that `best` is better."""
        logs, rivals = [], []
        for part in TRAINING:
            logs += self.log_counts(weights, part)
            if best is not None:
                rivals += self.log_counts(best, part)
                if sum(logs) > sum(rivals) + LOSS * len(logs):
                    return None
        return sum(logs) / len(logs)


def fit(runs):
    best = NEUTRAL
    value = runs.training(best)
    print(f"neutral: {math.exp(value):.0f}", file=sys.stderr)
    for halving in range(HALVINGS + 1):
        steps = [step >> halving for step in FIRST_STEPS]
        improved = True
        while improved:
            improved = False
            for k, step in enumerate(steps):
                for sign in (1, -1):
                    moved = False
                    while True:
                        trial = best[:k] + (best[k] + sign * step,) + best[k + 1 :]
                        if trial[0] <= 0:
                            break
                        got = runs.training(trial, best)
                        print(f"{trial}: {'-' if got is None else f'{math.exp(got):.0f}'}", file=sys.stderr, flush=True)
                        if got is None or got > value - GAIN:
                            break
                        best, value, moved, improved = trial, got, True, True
                    if moved:
                        break
    return best


def report(runs, name, weights):
    training = math.exp(runs.training(weights))
    logs = runs.log_counts(weights, HELD_OUT)
    held_out = math.exp(sum(logs) / len(logs))
    each = ", ".join(f"{n}: {math.exp(log):.0f}" for n, log in zip(HELD_OUT, logs))
    print(f"{name:8} training {training:9.0f}  held out {held_out:9.0f}  ({each})", flush=True)


def main():
    runs = Runs()
    if "--compare" not in sys.argv[1:]:
        best = fit(runs)
        print("fitted, in thousandths: " + ", ".join(f"{n} = {w}" for n, w in zip(NAMES, best)), flush=True)
        report(runs, "fitted", best)
    report(runs, "default", "default")
    report(runs, "neutral", "neutral")


if __name__ == "__main__":
    main()
