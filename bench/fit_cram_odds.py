#!/usr/bin/env python3
"""How likely it is that a component of Cram has the nimber a search asks for: the constants of crates/games/src/cram/leaf.rs.

    python3 bench/fit_cram_odds.py               searches the boards below and prints the constants as Rust

The example `cram_couples` counts the couples that these searches come to, and how many of them are losing. Fitted are log-odds: one
constant for every kind and nimber, and one for the number of nimbers already excluded, by Newton's method, one constant at a time.
What a search comes to depends on the odds it uses. So the first round searches without odds and each further one with those of
the round before: the answer does not depend on the constants that are in the program. None of the boards is measured beside a
peer. Two minutes.
"""

import math
import subprocess
import sys

BOARDS = ["3x16", "3x17", "3x18"]
ROUNDS = 3
# Couples that count for each constant before any are seen, as likely losing as winning: a constant stays finite.
PRIOR = 1.0


def count(odds):
    """Kind, place of the constant for excluded nimbers, nimber, couples, losing ones."""
    odds = ",".join(map(str, odds)) if odds else "none"
    command = ["cargo", "run", "--release", "-q", "-p", "grundy-search", "--example", "cram_couples", "--", odds, *BOARDS]
    cells = []
    for line in subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines():
        kind, excluded, nimber, decided, losing = map(int, line.split("\t"))
        excluded = bin(excluded).count("1")
        cells.append((kind, excluded if nimber < 4 else 4 + excluded, nimber, decided, losing))
    decided, losing = sum(cell[3] for cell in cells), sum(cell[4] for cell in cells)
    print(f"{decided} couples, {losing} of them losing", file=sys.stderr)
    return cells


def fit(cells):
    """The 29 constants in hundredths."""
    by_nimber = {(kind, nimber): 0.0 for kind in range(4) for nimber in range(5)}
    by_excluded = [0.0] * 9

    def step(members, value):
        """One step of Newton's method for one constant, given the cells it is in and its value."""
        gradient, curvature = -PRIOR * math.tanh(value / 2), PRIOR / 2
        for kind, excluded, nimber, decided, losing in members:
            likely = 1 / (1 + math.exp(-by_nimber[kind, nimber] - by_excluded[excluded]))
            gradient += losing - decided * likely
            curvature += decided * likely * (1 - likely)
        return value + max(-1.0, min(1.0, gradient / curvature))

    for _ in range(300):
        for key in by_nimber:
            by_nimber[key] = step([cell for cell in cells if (cell[0], cell[2]) == key], by_nimber[key])
        # Nothing excluded, places 0 and 4, is where the others count from.
        for place in (1, 2, 3, 5, 6, 7, 8):
            by_excluded[place] = step([cell for cell in cells if cell[1] == place], by_excluded[place])
    return [round(100 * value) for value in [*by_nimber.values(), *by_excluded]]


def main():
    odds = None
    for _ in range(ROUNDS):
        odds = fit(count(odds))
    print("by_nimber: [")
    for kind in range(4):
        print(f"    {odds[5 * kind:5 * kind + 5]},")
    print("],")
    print(f"by_excluded: {odds[20:24]},")
    print(f"by_excluded_for_larger: {odds[24:]},")


main()
