#!/usr/bin/env python3
"""Games on graphs: random small positions with the facts of all positions below them, computed here by the definition.

    graph_cases.py VERIFIED [--count 60]

The checker must verify each claim, and refuse it with another nimber."""

import argparse
import functools
import operator
import random
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = ("node-kayles", "arc-kayles", "domination")


def options(game, state):
    """States after one move. A state is vertices, edges (pairs, smaller first), dominated vertices; all frozen sets."""
    vertices, edges, dominated = state
    near = {v: {v} | {b if a == v else a for a, b in edges if v in (a, b)} for v in vertices}
    if game == "domination":
        return {(vertices, edges, dominated | near[v]) for v in vertices if near[v] - dominated}
    gone = [near[v] for v in vertices] if game == "node-kayles" else [set(edge) for edge in edges]
    return {(vertices - g, frozenset(e for e in edges if not g & set(e)), dominated) for g in gone}


def text(state):
    vertices, edges, dominated = state
    entries = [f"{v}*" for v in sorted(dominated)] + [f"{a}-{b}" for a, b in sorted(edges)]
    ends = {v for edge in edges for v in edge}
    return f"graph({','.join(entries + [str(v) for v in sorted(vertices - ends - dominated)])})"


def parts(state):
    """The connected parts of a state."""
    vertices, edges, dominated = state
    left, found = set(vertices), []
    while left:
        part, grown = {min(left)}, True
        while grown:
            more = {v for edge in edges if part & set(edge) for v in edge} - part
            part, grown = part | more, bool(more)
        left -= part
        found.append((frozenset(part), frozenset(e for e in edges if e[0] in part), dominated & part))
    return found


def certificate(game, start, change):
    """The facts of all connected positions below, in order, and a claim; `change` is added to its nimber."""
    nimbers = {}

    def nimber(state):
        """The nimber of a connected state; it is noted after those of its options."""
        if state not in nimbers:
            below = {total(option) for option in options(game, state)}
            nimbers[state] = next(n for n in range(len(below) + 1) if n not in below)
        return nimbers[state]

    def total(state):
        return functools.reduce(operator.xor, map(nimber, parts(state)), 0)

    value = total(start)
    facts = [f"{n}\t{text(state)}" for state, n in nimbers.items()]
    lines = ["grundy certificate 1", f"game {game}", f"claim nimber {value + change} {text(start)}"]
    return "\n".join([*lines, *facts, f"end {len(facts)}", ""])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("verified")
    parser.add_argument("--count", type=int, default=60)
    given = parser.parse_args()
    rng, failures = random.Random(1), 0
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "graph.cert"
        for number in range(given.count):
            game = GAMES[number % 3]
            n = rng.randrange(1, 7)
            edges = frozenset((a, b) for a in range(n) for b in range(a + 1, n) if rng.random() < 0.5)
            dominated = frozenset(v for v in range(n) if game == "domination" and rng.random() < 0.2)
            start = (frozenset(range(n)), edges, dominated)
            for change in (0, 1):
                path.write_text(certificate(game, start, change))
                done = subprocess.run([given.verified, str(path)], capture_output=True, text=True)
                if done.returncode != change:
                    failures += 1
                    print(f"FAILED: {text(start)} of {game}: code {done.returncode}, not {change}: {done.stdout}{done.stderr}")
    print(f"{given.count} positions of games on graphs, each with a true and a false claim: {failures} wrong verdicts")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
