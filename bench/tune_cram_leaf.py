#!/usr/bin/env python3
"""The first numbers of Cram's search: the constants `CutConstants` of crates/games/src/cram/leaf.rs.

    python3 bench/tune_cram_leaf.py [MINUTES] [SEED]     30 minutes and 1 without arguments; uses all cores

Changes one to three of the best constants so far at random and keeps what makes searches cheaper, beginning with those of the prototype. What
a search costs is computed from what it did, not measured: microseconds for each expansion, component and visit, so that a busy machine does no harm.
A search is chaotic, so every board is searched with two seeds, neither of them the one of the program. At the end the best five are
searched on other boards, and the constants are printed in the order of these.
"""

import math
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

BOARDS = [f"{board}/{seed}" for board in ("5x9", "4x11", "3x18", "3x17", "5x8", "3x14") for seed in (1, 2)]
OTHERS = ["4x13/0", "7x7/0", "3x19/0", "3x16/0", "5x9/3", "4x11/3", "3x18/3"]
# Microseconds.
EXPANSION, COMPONENT, VISIT = 2.2, 1.2, 0.4
START = (4, 24, 223, 15, 0)
CHOICES = [(3, 4, 5), (8, 12, 16, 20, 22, 24), (140, 150, 160, 165, 175, 185, 195, 205, 223), (15, 18, 21, 24, 28, 34), (0, 5, 10, 15, 20, 30)]


def cost(constants, board):
    command = ["target/release/examples/cram_leaf", ",".join(map(str, constants)), board]
    line = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    _, _, visits, expansions, components = line.split("\t")
    return EXPANSION * int(expansions) + COMPONENT * int(components) + VISIT * int(visits)


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 30
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "grundy-search", "--example", "cram_leaf"], check=True)
    pool = ThreadPoolExecutor(os.cpu_count())

    def costs(constants, boards):
        return list(pool.map(lambda board: cost(constants, board), boards))

    def compare(ours, theirs):
        """The geometric mean of the ratios, and the ratio of the totals."""
        mean = math.exp(sum(math.log(a / b) for a, b in zip(ours, theirs)) / len(ours))
        return mean, sum(ours) / sum(theirs)

    start = costs(START, BOARDS)
    tried = {START: (1.0, 1.0)}
    end = time.time() + 60 * minutes
    while time.time() < end:
        best = rng.choice(sorted(tried, key=lambda c: math.prod(tried[c]))[:2])
        changed = list(best)
        for place in rng.sample(range(5), rng.choice((1, 2, 2, 3))):
            changed[place] = rng.choice(CHOICES[place])
        changed = tuple(changed)
        if changed not in tried:
            tried[changed] = compare(costs(changed, BOARDS), start)
            print(f"{changed}: {tried[changed][0]:.3f} (mean) {tried[changed][1]:.3f} (total)", flush=True)
    print("on other boards")
    start = costs(START, OTHERS)
    best = sorted(tried, key=lambda c: math.prod(tried[c]))[:5]
    others = {constants: compare(costs(constants, OTHERS), start) for constants in best}
    for constants in sorted(others, key=lambda c: math.prod(others[c])):
        print(f"{constants}: {others[constants][0]:.3f} (mean) {others[constants][1]:.3f} (total)", flush=True)


main()
