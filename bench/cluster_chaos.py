"""Runs of a Ray cluster in which everything fails, again and again; compares answers, facts and certificates.

    python bench/cluster_chaos.py GAME POSITION [--nimber] [--seed S] [--seconds T] [--kills N] [--program PATH/grundy]

Several Ray nodes run on this machine, with one worker each. Within T seconds a worker process is killed every few seconds, the driver is killed N
times (SIGKILL) and started again with the same command, a node is stopped for a moment (SIGSTOP), and a node is cut off until Ray
gives it up and comes back as a new one. Messages take up to half a second each way, overtake each other, and some arrive twice.
When the time is over, the last command runs to its end.

Before each kill of the driver, it is stopped and its folder is copied. Every fact of the copy must be in the store at the end. The answer must
be the one of `grundy solve`, and `grundy check` must accept the certificate. A run that ends too early is checked and begun again from
nothing, so choose a question that lasts.
"""

import argparse
import heapq
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path


class Delayed:
    """Mixed into the crew of a driver: messages are delayed, overtake each other, and some reports arrive twice."""

    chance, longest = random.Random(0), 0.5

    def send(self, worker, job):
        self._late("_outgoing", worker, job)

    def wait(self, seconds):
        ends = time.monotonic() + seconds
        while True:
            for worker, job in self._due("_outgoing"):
                super().send(worker, job)
            for arrival in super().wait(0.02):
                for _ in range(2 if arrival.kind == "report" and self.chance.random() < 0.1 else 1):
                    self._late("_incoming", arrival)
            arrived = [arrival for (arrival,) in self._due("_incoming")]
            if arrived or time.monotonic() > ends:
                return arrived

    def _late(self, queue, *message):
        messages = self.__dict__.setdefault(queue, [])
        heapq.heappush(messages, (time.monotonic() + self.chance.uniform(0, self.longest), self.chance.random(), message))

    def _due(self, queue):
        messages = self.__dict__.setdefault(queue, [])
        while messages and messages[0][0] <= time.monotonic():
            yield heapq.heappop(messages)[2]


def driver(seed, arguments):
    """The program grundy-cluster, with delayed messages."""
    from grundy.cluster import _driver, _workers
    from grundy.cluster.__main__ import main as program

    Delayed.chance = random.Random(seed)
    _driver.Crew = type("DelayedCrew", (Delayed, _workers.Crew), {})
    return program(arguments)


def children(process):
    """The processes that a process has started, with their titles."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                title = (entry / "cmdline").read_text().split("\0")[0]
            except OSError:
                continue
            if parent == process:
                yield int(entry.name), title


class Nodes:
    """A head without cores, and nodes with one core each."""

    def __init__(self, count):
        # Ray would start workers with niceness 15, and they would hardly run beside other programs.
        os.environ.setdefault("RAY_worker_niceness", "0")
        from ray.cluster_utils import Cluster

        # A node without an answer for about five seconds is given up.
        health = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 1000, "health_check_timeout_ms": 1000}
        health["health_check_failure_threshold"] = 4
        head = {"num_cpus": 0, "include_dashboard": False, "_system_config": health, "object_store_memory": 80 << 20}
        self._cluster = Cluster(initialize_head=True, head_node_args=head)
        self.address = self._cluster.address
        self._nodes = [self._add() for _ in range(count)]

    def _add(self):
        return self._cluster.add_node(num_cpus=1, object_store_memory=80 << 20)

    def _raylet(self, node):
        return node.all_processes["raylet"][0].process.pid

    def workers(self):
        """The processes of all workers."""
        found = [pair for node in self._nodes for pair in children(self._raylet(node))]
        return [process for process, title in found if title.startswith("ray::Worker")]

    def signal(self, number, which):
        """Sends a signal to all processes of a node."""
        raylet = self._raylet(self._nodes[number])
        for process in [raylet, *(process for process, _ in children(raylet))]:
            try:
                os.kill(process, which)
            except ProcessLookupError:
                pass

    def replace(self, number):
        """A node that was given up is removed; the machine comes back as a new one."""
        self._cluster.remove_node(self._nodes[number], allow_graceful=False)
        self._nodes[number] = self._add()

    def close(self):
        self._cluster.shutdown()


class Run:
    """Sittings of one run, and what was seen of it."""

    def __init__(self, given, folder, address):
        self._given, self._folder, self._address = given, folder, address
        self._store, self._certificate = folder / "run", folder / "certificate"
        self._process, self._sittings = None, 0
        #: Every fact that was on disk before a kill.
        self.logged = set()

    def begin(self):
        self._sittings += 1
        given = self._given
        seed = given.seed * 1000 + self._sittings
        command = [sys.executable, __file__, "--driver", str(seed), "--", "solve", given.game, given.position, "--address", self._address]
        command += ["--workers", str(given.nodes), "--threads", "1", "--memory", "500M", "--format", "tsv"]
        command += ["--store", str(self._store), "--prove", str(self._certificate)] + ["--nimber"] * given.nimber
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def ended(self):
        return self._process.poll() is not None

    def kill(self):
        """Kills the driver. The facts that are on disk at this moment are remembered, and those that an event reported are among them."""
        os.kill(self._process.pid, signal.SIGSTOP)
        copy = self._folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        if (self._store / "facts.redb").exists():
            shutil.copytree(self._store, copy)
        self._process.kill()
        self._process.communicate()
        if not copy.exists():
            return 0
        facts, reported = self._facts(copy), self._reported(copy)
        assert len(facts) >= reported, f"{reported} facts were reported, {len(facts)} are on disk"
        assert self.logged <= facts, f"{len(self.logged - facts)} facts were lost by a restart"
        self.logged = facts
        return len(facts)

    def finish(self, seconds):
        """Waits for the end and checks everything."""
        out, err = self._process.communicate(timeout=seconds)
        assert self._process.returncode == 0, f"exit code {self._process.returncode}: {err}"
        given = self._given
        assert out == given.expected, f"answer {out!r}, expected {given.expected!r}"
        facts = self._facts(self._store)
        assert self.logged <= facts, f"{len(self.logged - facts)} logged facts are not in the store"
        _, outcome, nimber = out.rstrip("\n").split("\t")
        claim = f"claim nimber {nimber} " if given.nimber else f"claim outcome {outcome} "
        assert any(line.startswith(claim) for line in self._certificate.open()), "the certificate claims something else"
        subprocess.run([given.program, "check", str(self._certificate), "--quiet"], check=True, stdout=subprocess.DEVNULL)
        return len(facts)

    def _facts(self, folder):
        command = [self._given.program, "store", "export", str(folder)]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        return {line for line in lines if "\t" in line}

    def _reported(self, folder):
        lines = (folder / "events.jsonl").read_text().splitlines(keepends=True)
        events = [json.loads(line) for line in lines if line.endswith("\n")]
        return max((event.get("facts", 0) for event in events), default=0)

    def events(self):
        """How often each event is in the log."""
        counts = {}
        for line in (self._store / "events.jsonl").read_text().splitlines():
            try:
                name = json.loads(line)["event"]
            except ValueError:
                continue  # A line that a kill cut off.
            counts[name] = counts.get(name, 0) + 1
        return {name: count for name, count in counts.items() if name != "totals"}


def schedule(given, chance):
    """What happens when: pairs of seconds and a name."""
    at = [(given.seconds * (number + 1) / (given.kills + 1), "kill driver") for number in range(given.kills)]
    when = 0.0
    while when < given.seconds:
        when += chance.uniform(0.6, 1.4) * given.every
        at.append((when, "kill worker"))
    at += [(given.seconds * share, "stop node") for share in (0.15, 0.55)]
    at += [(given.seconds * share, "cut node off") for share in (0.3, 0.7)[: 1 if given.seconds < 60 else 2]]
    return sorted((when, what) for when, what in at if when < given.seconds)


def chaos(given, folder):
    chance = random.Random(given.seed)
    nodes = Nodes(given.nodes)
    done, runs, later = {}, 0, []
    try:
        run = Run(given, folder, nodes.address)
        run.begin()
        began = time.monotonic()
        coming = schedule(given, chance)
        while coming or later:
            queue = later if later and (not coming or later[0][0] <= coming[0][0]) else coming
            when, what, *number = queue.pop(0)
            time.sleep(max(0.0, began + when - time.monotonic()))
            if run.ended():
                runs += 1
                print(f"{when:6.1f} s  the run has ended: {run.finish(60)} facts, all is right; begun again", flush=True)
                shutil.rmtree(folder)
                folder.mkdir()
                run = Run(given, folder, nodes.address)
                run.begin()
            said = ""
            if what == "kill driver":
                said = f"{run.kill()} facts on disk"
                run.begin()
            elif what == "kill worker":
                workers = nodes.workers()
                if not workers:
                    continue
                os.kill(chance.choice(workers), signal.SIGKILL)
            elif what in ("stop node", "cut node off"):
                number = [chance.randrange(given.nodes)]
                nodes.signal(number[0], signal.SIGSTOP)
                short = what == "stop node"
                again = (when + 2.0, "continue node") if short else (when + 8.0, "node comes back")
                later.append((*again, number[0]))
                later.sort()
            elif what == "continue node":
                nodes.signal(number[0], signal.SIGCONT)
            elif what == "node comes back":
                nodes.signal(number[0], signal.SIGCONT)
                nodes.replace(number[0])
            done[what] = done.get(what, 0) + 1
            print(f"{when:6.1f} s  {what} {said}", flush=True)
        facts = run.finish(given.patience)
        print(f"{time.monotonic() - began:6.1f} s  answer {given.expected.split()[1:]}, {facts} facts, certificate accepted", flush=True)
        print("events of the last run:", ", ".join(f"{name} {count}" for name, count in run.events().items()))
    finally:
        nodes.close()
    print("done:", ", ".join(f"{what} {count}" for what, count in done.items()))
    print(f"{runs + 1} run(s): every answer right, every logged fact kept ({len(run.logged)} before the last kill), every certificate accepted")


def main():
    if sys.argv[1:2] == ["--driver"]:
        return driver(int(sys.argv[2]), sys.argv[4:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("position")
    parser.add_argument("--nimber", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=120, help="how long things are made to fail")
    parser.add_argument("--kills", type=int, default=10, help="how often the driver is killed")
    parser.add_argument("--every", type=float, default=4, help="a worker is killed about every so many seconds")
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--patience", type=float, default=1800, help="seconds for the end of the last run")
    parser.add_argument("--program", default="target/release/grundy")
    given = parser.parse_args()
    command = [given.program, "solve", given.game, given.position, "--format", "tsv", "--quiet"] + ["--nimber"] * given.nimber
    given.expected = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "files"
        files.mkdir()
        chaos(given, files)
    return 0


if __name__ == "__main__":
    sys.exit(main())
