#!/usr/bin/env python3
"""Checks every Nim, heap and Cram certificate of the atlas with the three checkers and writes the table of CPU times in
docs/trust.md.

    times.py GRUNDY VERIFIED [--limit SECONDS]"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/trust.md"
BEGIN, END = "<!-- times: written by checkers/coq/times.py -->", "<!-- end of times -->"
LARGE = 10_000  # bytes; larger certificates have a row of their own


def cpu(command, limit):
    """CPU seconds of a command that must verify a certificate; not a number if it takes longer than the limit."""
    before = os.times()
    try:
        code = subprocess.run(command, stdout=subprocess.DEVNULL, timeout=limit).returncode
    except subprocess.TimeoutExpired:
        return float("nan")
    after = os.times()
    if code != 0:
        sys.exit(f"{' '.join(command)}: exit code {code}")
    return after.children_user + after.children_system - before.children_user - before.children_system


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("grundy")
    parser.add_argument("verified")
    parser.add_argument("--limit", type=float, default=3600, help="seconds for one certificate")
    options = parser.parse_args()
    checkers = [
        [options.grundy, "check", "--quiet", "--threads", "1"],
        [sys.executable, str(ROOT / "checkers/check_certificate.py")],
        [options.verified],
    ]
    rows = {}
    for path in sorted((ROOT / "atlas/certificates").glob("*.cert"), key=lambda path: path.stat().st_size):
        kind = path.name.split("-")[0]
        if kind == "sprouts":
            continue
        lines = path.read_text().splitlines()
        claim = lines[2].split(" ", 3)[3]
        small = path.stat().st_size <= LARGE
        name = {"cram": "Cram, the others", "heap": "heap games, heaps of 100"}[kind] if small else f"Cram {claim}"
        row = rows.setdefault(name, [0, 0, 0.0, 0.0, 0.0])
        row[0] += 1
        row[1] += int(lines[-1].split()[1])
        for column, command in enumerate(checkers, 2):
            row[column] += cpu([*command, str(path)], options.limit)
        print(name, path.name, *(f"{x:.2f}" for x in row[2:]), file=sys.stderr)
    table = ["| certificates | number | facts | `grundy check` | `check_certificate.py` | `grundy-verified` |", "|---|---|---|---|---|---|"]
    for name, (count, facts, *seconds) in rows.items():
        cells = [f"{s:.2f}" if s == s else f"over {options.limit:.0f}" for s in seconds]
        table.append(f"| {name} | {count} | {facts} | {' | '.join(cells)} |")
    text = PAGE.read_text()
    head, rest = text.split(BEGIN)
    PAGE.write_text(head + BEGIN + "\n" + "\n".join(table) + "\n" + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
