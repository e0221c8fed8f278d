#!/usr/bin/env python3
"""Counts how often Cram components have each nimber, by their number of cells modulo 4 (crates/games/src/cram/leaf.rs, ODDS).

    python3 bench/fit_cram_odds.py               proves the boards below and prints the table as Rust, in thousandths

Counted are the facts of proofs, components of at least 14 cells, without shrinking. Proofs depend a little on the odds that the search
uses: the constants in the program were counted before it used any (commit 6717ad2 prints them), later versions print others, near them.
Nine facts out of ten are from 3x17 and 3x18, which the program is not measured on beside its peer; 5x6 (twice) and 5x7 are small.
GRUNDY names another program than target/release/grundy. A few seconds.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile

BOARDS = ["3x10", "3x11", "3x17", "3x18", "4x7", "5x6", "6x5", "7x5"]
LEAST_CELLS = 14
GRUNDY = os.environ.get("GRUNDY", "target/release/grundy")


def cells(position):
    """The cells of a component: a full board, a drawing, or a graph written as its edges."""
    full = re.fullmatch(r"(\d+)x(\d+)", position)
    if full:
        return int(full[1]) * int(full[2])
    if "." in position:
        return position.count(".")
    return len(set(re.findall(r"\d+", position)))


def main():
    counts = [collections.Counter() for _ in range(4)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "proof.cert")
        for board in BOARDS:
            command = [GRUNDY, "prove", "cram", board, "--nimber", "--threads", "1", "--effort", "0", "-o", path]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            with open(path, encoding="utf-8") as proof:
                for line in proof:
                    nimber, tab, position = line.rstrip("\n").partition("\t")
                    if tab and nimber.isdigit() and cells(position) >= LEAST_CELLS:
                        counts[cells(position) % 4][min(int(nimber), 4)] += 1
    for kind, count in enumerate(counts):
        total = sum(count.values())
        print(f"{total} facts with {kind} cells modulo 4", file=sys.stderr)
        # At least one in a thousand: what never happened may yet.
        print("    [" + ", ".join(f"{max(1, round(1000 * count[n] / total))}.0" for n in range(5)) + "],")


main()
