#!/usr/bin/env python3
"""Runs every command of grundy on hostile input with limits, and asserts that it ends as promised.

    python3 tests/hostile/run.py PROGRAM [--count N] [--seed S] [--all]

For every run: an exit code of the contract (0, 1, 2, 3), at most one line on standard error, no panic, CPU time and peak memory
within the limits. The inputs are made from the seed: hubs, complete, strongly regular and random cubic graphs, long codes, deep
sums, thousands of equal letters, long lines, binary files, and files that cannot be read or written. Standard library only.
--all: also commands whose limits are known not to hold yet (OPEN below).
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

TIME, MEMORY = 1, 200  # seconds and MiB, as given to the program
CPU_LIMIT, MEMORY_LIMIT = TIME + 1.5, MEMORY * 1.1 + 30  # what a run may take
LIMITS = ["--time", f"{TIME}s", "--memory", f"{MEMORY}M"]
OPEN = {"options", "tree", "draw", "inevitable"}


def graph(edges):
    return "graph(" + ",".join(f"{u}-{v}" for u, v in sorted(edges)) + ")"


def hub(n):
    return graph({(0, v) for v in range(1, n)})


def complete(n):
    return graph({(u, v) for v in range(n) for u in range(v)})


def rook(n):
    cells = [(a, b) for a in range(n) for b in range(n)]
    return graph({(a * n + b, c * n + d) for a, b in cells for c, d in cells if (a, b) < (c, d) and (a == c) != (b == d)})


def paley(p):
    squares = {x * x % p for x in range(1, p)}
    return graph({(u, v) for v in range(p) for u in range(v) if (v - u) % p in squares})


def cubic(n, rng):
    edges = set()
    for _ in range(3):
        order = list(range(n))
        rng.shuffle(order)
        edges |= {(min(u, v), max(u, v)) for u, v in zip(order[::2], order[1::2])}
    return graph(edges)


def noise(n, rng, alphabet):
    return "".join(rng.choice(alphabet) for _ in range(n))


def land(n):
    letter = lambda i, j: f"Z({max(i, j) * n + min(i, j)})"
    return "|".join("".join(letter(i, j) for j in range(n) if j != i) for i in range(n))


def graph_position(rng):
    size = rng.choice([3, 8, 20, 60, 150])
    kind = rng.randrange(6)
    if kind == 0:
        return hub(4 * size)
    if kind == 1:
        return complete(min(size, 60))
    if kind == 2:
        return rook(min(size, 12))
    if kind == 3:
        return paley(rng.choice([5, 13, 29, 37, 61]))
    if kind == 4:
        return cubic(2 * size, rng)
    return noise(size, rng, "graph(),-0123456789+* ")


def position(game, rng):
    size = rng.choice([1, 2, 5, 12, 40, 300, 2000])
    if game == "nim":
        return rng.choice([" ".join(["16777216"] * size), " ".join(str(rng.randrange(2**25)) for _ in range(size)), "0" * size + "7"])
    if game == "sprouts":
        return rng.choice(
            [
                "0*" + str(size),
                "2" * size,
                "a" + "1" * size + "a",
                ".".join("1" + "2" * (i + 1) for i in range(min(size, 28))) + "|2",
                "+".join(["2.2"] * size),
                land(min(size, 40)),
                noise(size, rng, "012.|+AaZz()*!5"),
            ]
        )
    if game in ("cram", "node-kayles", "arc-kayles", "domination") and rng.random() < 0.7:
        return graph_position(rng)
    if game == "cram":
        return rng.choice([f"{size}x{rng.randrange(40)}", "+".join(["3x3"] * size), noise(size, rng, ".#_:/|+x37")])
    if game in ("node-kayles", "arc-kayles", "domination"):
        return "+".join(["graph(0-1,1-2,2-3)"] * size)
    return " ".join(str(rng.randrange(1, 20000)) for _ in range(min(size, 40)))


def game_name(rng):
    games = ["nim", "cram", "sprouts", "node-kayles", "arc-kayles", "domination", "kayles", "0.8", "0.137"]
    return rng.choice(games + ["0." + "0" * 998 + "8", "0." + "7" * 1000, "4." + "f" * 400, noise(9, rng, "0.48fx!-é")])


def certificate(rng):
    """A certificate about a hostile position, or something that only looks like one."""
    game = game_name(rng)
    text = position(game, rng)
    fact = f"{rng.randrange(4)}\t{text}\n"
    claim = rng.choice(["outcome W", "outcome L", f"nimber {rng.randrange(5)}"])
    count = rng.choice([0, 1, 1, 3])
    whole = f"grundy certificate 1\ngame {game}\nclaim {claim} {text}\n{fact * count}end {count}\n".encode()
    kind = rng.randrange(8)
    if kind == 0:
        return rng.randbytes(rng.choice([0, 1, 100, 100_000]))
    if kind == 1:
        return b"grundy certificate 1\ngame cram\nclaim outcome W " + b"#" * 10_000_000
    if kind == 2:
        return f"[Positions+Nimber]\n{text} {rng.randrange(3)}\n".encode()
    if kind == 3:
        at = rng.randrange(len(whole))
        return whole[:at] + rng.randbytes(3) + whole[at:]
    return whole


def command(rng, folder, every):
    """The arguments of one run."""
    names = ["check", "check", "check", "solve", "prove", "import"] + (sorted(OPEN) if every else [])
    name = rng.choice(names)
    if name in ("check", "import"):
        path = os.path.join(folder, f"{rng.getrandbits(60):x}")
        with open(path, "wb") as file:
            file.write(certificate(rng))
        if name == "import":
            return ["store", "import", path + ".store", path]
        special = rng.random()
        path = "/dev/zero" if special < 0.01 else folder if special < 0.02 else path
        return ["check", path, "--threads", str(rng.choice([1, 2])), *LIMITS, "--quiet"]
    game = game_name(rng)
    text = position(game, rng)[:100_000]
    if name in ("solve", "prove"):
        words = [name, "--threads", "1", "-q", *LIMITS]
        words += ["--nimber"] if rng.random() < 0.5 else []
        words += ["--output", rng.choice(["/dev/full", "/nonexistent/file", os.path.join(folder, "out")])] if name == "prove" else []
    else:
        words = [name, *LIMITS]
    return [*words, "--", game, text] if name != "inevitable" else [*words, "--", game, text, text]


def run(program, words):
    """Why the run was wrong, or None; its CPU time and peak memory."""
    began = time.monotonic()
    child = subprocess.Popen([program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    pid = child.pid
    killer = threading.Timer(120, lambda: os.kill(pid, signal.SIGKILL))
    killer.start()
    errors = child.stderr.read()
    _, status, usage = os.wait4(pid, 0)
    killer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    cpu, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    said = errors.decode("utf-8", "replace")
    wrong = None
    if child.returncode not in (0, 1, 2, 3):
        wrong = f"exit code {child.returncode} after {time.monotonic() - began:.0f} s"
    elif "panicked" in said or "RUST_BACKTRACE" in said:
        wrong = "panic"
    elif said.count("\n") > 1:
        wrong = f"{said.count(chr(10))} lines of error"
    elif child.returncode and not said.strip():
        wrong = "no line of error"
    elif cpu > CPU_LIMIT * (2 if "--threads" in words and words[words.index("--threads") + 1] == "2" else 1):
        wrong = f"{cpu:.1f} s of CPU time"
    elif memory > MEMORY_LIMIT:
        wrong = f"{memory:.0f} MiB"
    return wrong, child.returncode, cpu, memory, said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    failures, codes, worst = [], {}, (0.0, 0.0)
    with tempfile.TemporaryDirectory(prefix="grundy-hostile-") as folder:

        def one(i):
            rng = random.Random(arguments.seed * 1_000_003 + i)
            words = command(rng, folder, arguments.all)
            return i, words, run(arguments.program, words)

        with ThreadPoolExecutor(arguments.jobs) as pool:
            for i, words, (wrong, code, cpu, memory, said) in pool.map(one, range(arguments.count)):
                codes[code] = codes.get(code, 0) + 1
                worst = (max(worst[0], cpu), max(worst[1], memory))
                if wrong:
                    failures.append(i)
                    shown = " ".join(word if len(word) < 60 else f"{word[:40]}...({len(word)})" for word in words)
                    print(f"input {i}: {wrong}: grundy {shown}\n  {said.strip()[:300]}")
    counts = ", ".join(f"{count} with code {code}" for code, count in sorted(codes.items()))
    print(f"{arguments.count} runs: {counts}; at most {worst[0]:.1f} s of CPU time and {worst[1]:.0f} MiB; {len(failures)} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
