#!/usr/bin/env python3
"""Runs every command of grundy on hostile input with limits, and asserts that it ends as promised.

    python3 tests/hostile/run.py PROGRAM [--count N] [--seed S] [--requests N]

For every run: an exit code of the contract (0, 1, 2, 3), at most one line on standard error, no panic, CPU time and peak memory
within the limits. The inputs are made from the seed (positions.py): hubs, complete, strongly regular and random cubic graphs, long
codes, deep sums, thousands of equal letters, long lines, binary files. Files are also FIFOs without a writer, directories, devices,
and places that are full or cannot be written; standard output is also a closed pipe or a full device. One explorer gets so many
requests (explorer.py). Standard library only.
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

import explorer
from positions import certificate, facts, game_name, noise, position, table_range

TIME, MEMORY = 1, 200  # seconds and MiB, as given to the program
CPU_LIMIT, MEMORY_LIMIT = TIME + 1.5, MEMORY * 1.1 + 60  # what a run may take
WALL_LIMIT = 60  # a run that takes longer is killed, which is an exit code outside the contract
LIMITS = ["--time", f"{TIME}s", "--memory", f"{MEMORY}M"]
COMMANDS = ["check", "check", "check", "solve", "solve", "prove", "prove", "import", "verify", "options", "tree", "draw", "inevitable", "period", "table", "play"]


class Places:
    """The folder of a test, with places in it that no program can write to."""

    def __init__(self, folder):
        self.folder = folder
        self.full = os.path.join(folder, "full")
        os.mkdir(self.full)
        # Only the superuser may mount, and not in every container; elsewhere /dev/full alone stands for a full disk.
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", self.full]
        self.is_mounted = os.geteuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0
        self.read_only = os.path.join(folder, "read-only")
        os.mkdir(self.read_only, 0o500)
        self.fifo = os.path.join(folder, "fifo")
        os.mkfifo(self.fifo)

    def close(self):
        if self.is_mounted:
            subprocess.run(["umount", self.full], check=False)

    def new(self, rng, content):
        path = os.path.join(self.folder, f"{rng.getrandbits(60):x}")
        with open(path, "wb") as file:
            file.write(content)
        return path

    def unwritable(self, rng):
        # /sys cannot be written to by anybody, the superuser included.
        name = f"{rng.getrandbits(60):x}"
        folders = [self.read_only, "/sys", "/nonexistent"] + [self.full] * 2 * self.is_mounted
        return rng.choice(["/dev/full", self.folder] + [os.path.join(folder, name) for folder in folders])

    def odd_file(self, rng):
        return rng.choice(["/dev/zero", self.folder, self.fifo, "/dev/null", "/nonexistent"])


def steps(rng, places):
    """The command lines of one test, to be run one after the other, and what is typed."""
    name = rng.choice(COMMANDS)
    typed = b""
    if name == "check":
        path = places.odd_file(rng) if rng.random() < 0.04 else places.new(rng, certificate(rng))
        return [["check", path, "--threads", str(rng.choice([1, 2])), *LIMITS, "--quiet"]], typed
    if name == "import":
        content = facts(rng) if rng.random() < 0.7 else certificate(rng)
        path = places.odd_file(rng) if rng.random() < 0.04 else places.new(rng, content)
        store = places.unwritable(rng) if rng.random() < 0.1 else path + ".store"
        return [["store", "import", store, path, *LIMITS]], typed
    if name == "verify":
        path = places.new(rng, facts(rng))
        verify = ["store", "verify", path + ".store", "--threads", "1", *LIMITS]
        export = ["store", "export", path + ".store", *LIMITS]
        return [["store", "import", path + ".store", path, "--trust", *LIMITS], verify, export], typed
    game = game_name(rng)
    text = position(game, rng)[:100_000]
    if name == "period":
        return [["period", "-q", *LIMITS, "--to", rng.choice(["100", "1e5", "1e7", "2e8"]), "--", game]], typed
    if name == "table":
        return [["table", "-q", "--threads", "1", *LIMITS, "--", game, table_range(rng)]], typed
    if name == "inevitable":
        return [[name, *LIMITS, "--", game, text, position(game, rng)[:100_000]]], typed
    words = [name, *LIMITS] + (["--threads", "1", "-q"] if name in ("solve", "prove", "options", "play") else [])
    if name in ("solve", "prove") and rng.random() < 0.5:
        words += ["--nimber"]
    if name in ("prove", "draw", "tree") and rng.random() < 0.3:
        words += ["--output", places.unwritable(rng)]
    if name == "solve" and rng.random() < 0.1:
        words += ["--store", places.unwritable(rng)]
    if name == "play":
        typed = "".join(rng.choice(["1\n", "2\n", "h\n", "w\n", "u\n", noise(5, rng, "ab1\0é\n")]) for _ in range(rng.randrange(3))).encode()
    return [[*words, "--", game, text]], typed


def standard_output(rng):
    """A descriptor for standard output: mostly nothing, sometimes a pipe that nobody reads or a full device."""
    kind = rng.random()
    if kind < 0.05:
        reader, writer = os.pipe()
        os.close(reader)
        return writer
    return os.open("/dev/full" if kind < 0.1 else "/dev/null", os.O_WRONLY)


def run(program, words, typed, output):
    """Why the run was wrong, or None; its exit code, CPU time, peak memory and what it said."""
    began = time.monotonic()
    child = subprocess.Popen([program, *words], stdin=subprocess.PIPE, stdout=output, stderr=subprocess.PIPE)
    killer = threading.Timer(WALL_LIMIT, lambda: os.kill(child.pid, signal.SIGKILL))
    killer.start()
    try:
        child.stdin.write(typed)
        child.stdin.close()
    except BrokenPipeError:
        pass
    errors = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    killer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    cpu, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    said = errors.decode("utf-8", "replace")
    # A play has the time for each of its moves.
    turns = 2 + typed.count(b"\n") if words[0] == "play" else 1
    threads = 2 if "--threads" in words and words[words.index("--threads") + 1] == "2" else 1
    # A store that cannot be written is one line; what became of the search is another. Facts that do not follow are listed.
    listed = sum(line[:1].isdigit() and "\t" in line for line in said.split("\n")) if words[0] == "store" else 0
    lines = (2 if "--store" in words else 1) + listed
    wrong = None
    if child.returncode not in (0, 1, 2, 3):
        wrong = f"exit code {child.returncode} after {time.monotonic() - began:.0f} s"
    elif "panicked" in said or "RUST_BACKTRACE" in said:
        wrong = "panic"
    elif said.count("\n") > lines:
        wrong = f"{said.count(chr(10))} lines of error"
    elif child.returncode and not said.strip():
        wrong = "no line of error"
    elif cpu > CPU_LIMIT * threads * turns:
        wrong = f"{cpu:.1f} s of CPU time"
    elif memory > MEMORY_LIMIT:
        wrong = f"{memory:.0f} MiB"
    return wrong, child.returncode, cpu, memory, said


def test(program, places, seed):
    """All runs of one test: command line, and what `run` found."""
    rng = random.Random(seed)
    found = []
    commands, typed = steps(rng, places)
    for words in commands:
        output = standard_output(rng)
        found.append((words, run(program, words, typed, output)))
        os.close(output)
    return found


def shown(words):
    return " ".join(word if len(word) < 60 else f"{word[:40]}...({len(word)})" for word in words)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--requests", type=int, default=20)
    arguments = parser.parse_args()
    runs, failures, codes, commands, worst = 0, 0, {}, {}, (0.0, 0.0)
    with tempfile.TemporaryDirectory(prefix="grundy-hostile-") as folder:
        places = Places(folder)
        try:
            with ThreadPoolExecutor(arguments.jobs) as pool:
                seeds = range(arguments.seed * 1_000_003, arguments.seed * 1_000_003 + arguments.count)
                for seed, found in zip(seeds, pool.map(lambda seed: test(arguments.program, places, seed), seeds)):
                    for words, (wrong, code, cpu, memory, said) in found:
                        runs += 1
                        codes[code] = codes.get(code, 0) + 1
                        commands[words[0]] = commands.get(words[0], 0) + 1
                        worst = (max(worst[0], cpu), max(worst[1], memory))
                        if wrong:
                            failures += 1
                            print(f"input {seed}: {wrong}: grundy {shown(words)}\n  {said.strip()[:300]}", flush=True)
        finally:
            places.close()
    print(f"{runs} runs: " + ", ".join(f"{count} with code {code}" for code, count in sorted(codes.items())))
    print("commands: " + ", ".join(f"{name} {count}" for name, count in sorted(commands.items())))
    print(f"at most {worst[0]:.1f} s of CPU time and {worst[1]:.0f} MiB; {failures} wrong")
    if arguments.requests:
        failures += explorer.attack(arguments.program, arguments.requests, arguments.seed)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
