"""Searches on a Ray cluster: same answers, certificates, killed workers and drivers, resumed runs."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import grundy

ray = pytest.importorskip("ray")

from grundy.cluster import ClusterSettings, RunFailed, Stopped, Totals, _driver, _view, _workers, solve  # noqa: E402

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture(scope="module")
def cluster():
    os.environ.setdefault("RAY_worker_niceness", "0")
    ray.init(address="local", num_cpus=4, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def events(folder):
    return [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]


@pytest.fixture
def grundy_program():
    """The program, for its checker and its stores. test.sh builds it."""
    found = os.environ.get("GRUNDY") or shutil.which("grundy")
    if found is None:
        pytest.skip("needs the program grundy: set GRUNDY to its path")
    return found


def script(name, *arguments):
    """What a script of bench prints. It must succeed."""
    done = subprocess.run([sys.executable, BENCH / name, *map(str, arguments)], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_same_answers_as_one_machine(grundy_program):
    table = script("cluster_answers.py", "--positions", 20, "--program", grundy_program)
    rows = [row.split("\t") for row in table.splitlines()[1:-1]]
    assert {row[0] for row in rows} == {"sprouts", "cram", "node-kayles"} and {row[1] for row in rows} == {"1", "2", "3", "4"}
    assert all(asked == agreed == accepted for _, _, asked, agreed, accepted, _ in rows), table
    assert sum(int(row[2]) for row in rows) >= 20 and sum(int(row[5]) for row in rows) > 200, table


def test_chaos(grundy_program):
    told = script("cluster_chaos.py", "sprouts", 12, "--nodes", 2, "--seconds", 20, "--kills", 2, "--every", 3, "--program", grundy_program)
    for what in ("kill driver 2", "kill worker", "stop node 2", "cut node off 1", "node comes back 1", "every logged fact kept"):
        assert what in told, told


def test_killed_workers_are_replaced_and_the_answer_is_right(cluster, tmp_path, monkeypatch):
    processes, reports, killed = {}, {}, []
    greet, receive = _workers.Crew._greet, _workers.Crew._receive

    def recorded(self, place):
        greet(self, place)
        processes[place.worker] = place.actor.process.remote()

    def kill_after_three_reports(self, ref):
        arrival = receive(self, ref)
        if arrival.kind == "report":
            reports[arrival.worker] = reports.get(arrival.worker, 0) + 1
            if reports[arrival.worker] == 3 and len(killed) < 3:
                killed.append(arrival.worker)
                os.kill(ray.get(processes[arrival.worker]), signal.SIGKILL)
        return arrival

    monkeypatch.setattr(_workers.Crew, "_greet", recorded)
    monkeypatch.setattr(_workers.Crew, "_receive", kill_after_three_reports)
    monkeypatch.setattr(_workers, "_PAUSE", 0.1)
    settings = ClusterSettings(workers=2, threads=1, memory="200M", slice=0.005)
    found = solve("cram", "5x7", nimber=True, store=tmp_path / "run", prove=tmp_path / "cert", settings=settings)
    assert len(killed) == 3
    assert (found.outcome, found.nimber) == (grundy.Outcome.WIN, 1)
    assert grundy.check(tmp_path / "cert").claim == "nimber 1 5x7"
    names = [event["event"] for event in events(tmp_path / "run") if event["event"] != "totals"]
    assert names.count("lost") == 3 and names.count("joined") >= 3 and names[-1] == "answer"


def test_an_answered_run_needs_no_workers(cluster, tmp_path, monkeypatch):
    settings = ClusterSettings(workers=1, threads=1, memory="200M")
    first = solve("cram", "4x5", nimber=True, store=tmp_path / "run", settings=settings)
    monkeypatch.delattr(_driver, "Crew")
    again = solve("cram", "4x5", nimber=True, store=tmp_path / "run", settings=settings, prove=tmp_path / "cert")
    assert (again.outcome, again.nimber) == (first.outcome, first.nimber) == (grundy.Outcome.WIN, 2)
    assert grundy.check(tmp_path / "cert").claim == "nimber 2 4x5"


def test_workers_that_cannot_start(cluster, tmp_path, monkeypatch):
    class Elsewhere(_workers.Worker):
        def __init__(self, *_):
            raise ModuleNotFoundError("No module named 'grundy'")

    monkeypatch.setattr(_workers, "Worker", Elsewhere)
    monkeypatch.setattr(_workers, "_PAUSE", 0.05)
    with pytest.raises(RunFailed, match="no worker can start: ModuleNotFoundError: No module named 'grundy'"):
        solve("cram", "5x7", nimber=True, store=tmp_path / "run", settings=ClusterSettings(workers=2, threads=1, memory="200M"))


def test_places_of_workers(monkeypatch):
    nodes = {"a": 4, "b": 1}
    monkeypatch.setattr(ray, "is_initialized", lambda: True)
    monkeypatch.setattr(ray, "nodes", lambda: [{"NodeID": n, "Alive": True, "Resources": {"CPU": c}} for n, c in nodes.items()])
    monkeypatch.setattr(_workers.Crew, "_start", lambda self, place: None)

    def places(crew):
        crew._look()
        return sorted((place.node, place.number, place.cores) for place in crew._places)

    one_each = _workers.Crew("cram", "4x5", None, None, None, None)
    assert places(one_each) == [("a", 0, 4), ("b", 0, 1)]
    nodes["c"] = 2
    assert places(one_each) == [("a", 0, 4), ("b", 0, 1), ("c", 0, 2)]
    del nodes["a"], nodes["c"]
    assert places(one_each) == [("b", 0, 1)]
    # A machine that is gone leaves no place that waits for cores of another one, and gets its worker when it is back.
    nodes = {"a": 1, "b": 1}
    two = _workers.Crew("cram", "4x5", None, 2, None, None)
    assert places(two) == [("a", 0, 1), ("b", 0, 1)]
    nodes = {"a": 1}
    assert places(two) == [("a", 0, 1)]
    nodes = {"a": 1, "d": 1}
    assert places(two) == [("a", 0, 1), ("d", 0, 1)]


def test_the_live_view_fits_the_terminal(monkeypatch, capsys):
    monkeypatch.setattr(_view.shutil, "get_terminal_size", lambda: os.terminal_size((60, 20)))
    totals = Totals(2, 2, 120, 1, 10**7, 10**6, 3, 400, 200, (2, 3), (123456, 654321))
    with _view.Terminal() as terminal:
        terminal(totals, 61.0, 0.97)
        terminal(totals._replace(workers=0), 62.0, 0.0)
    first, second, end = capsys.readouterr().err.split("\r")[1:]
    assert first == "61 s: 2 workers 97% busy, proof 123,456 disproof 654,321, po"[:59] + "\x1b[K"
    assert second.startswith("62 s: waiting for workers, proof") and end == "\x1b[K"


def test_stopped_and_continued_runs(cluster, tmp_path):
    def enough(totals, seconds, busy):
        if totals.facts > facts:
            raise KeyboardInterrupt

    settings, facts = ClusterSettings(workers=1, threads=1, memory="200M", slice=0.2), 0
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            solve("cram", "7x9", store=tmp_path / "long", settings=settings, view=enough)
        facts = [event for event in events(tmp_path / "long") if event["event"] == "stopped"][-1]["facts"]
    first, second = (event for event in events(tmp_path / "long") if event["event"] == "start")
    assert first["resumed"] == 0 < second["resumed"] <= facts
    with pytest.raises(Stopped, match="continues") as stop:
        solve("cram", "7x9", store=tmp_path / "long", settings=ClusterSettings(workers=1, memory="200M", time=0.2))
    assert stop.value.reason == "time"
    with pytest.raises(grundy.StoreError, match="asks for"):
        solve("cram", "7x7", store=tmp_path / "long", settings=settings)


def program(*arguments, **options):
    return subprocess.Popen([sys.executable, "-m", "grundy.cluster", "solve", *map(str, arguments)], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)  # fmt: skip


def wait_for(folder, event, seconds=120):
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if (folder / "events.jsonl").exists() and any(found["event"] == event for found in whole_events(folder)):
            return
        time.sleep(0.2)
    raise AssertionError(f"no event {event}")


def whole_events(folder):
    for line in (folder / "events.jsonl").read_text().splitlines(keepends=True):
        if line.endswith("\n"):
            yield json.loads(line)


def test_the_program_is_killed_interrupted_and_continues(tmp_path):
    place, arguments = tmp_path / "run", ("sprouts", 10, "--workers", 1, "--threads", 1, "--memory", "200M", "--format", "tsv")
    first = program(*arguments, "--store", place)
    wait_for(place, "joined")
    first.kill()
    first.wait()
    second = program(*arguments, "--store", place)
    ends = time.monotonic() + 120
    while sum(event["event"] == "joined" for event in whole_events(place)) < 2 and time.monotonic() < ends and second.poll() is None:
        time.sleep(0.2)
    second.send_signal(signal.SIGINT)
    out, err = second.communicate(timeout=120)
    # A search of seconds may end before the signal arrives.
    assert second.returncode in (0, 130), err
    if second.returncode == 130:
        assert "continues the run" in err
    third = program(*arguments, "--store", place, "--prove", tmp_path / "cert")
    out, err = third.communicate(timeout=300)
    assert (third.returncode, out) == (0, "10\tW\t\n"), err
    assert grundy.check(tmp_path / "cert").claim == "outcome W 0*10"


def test_sigterm_saves_the_run(tmp_path):
    place = tmp_path / "run"
    run = program("cram", "7x9", "--workers", 1, "--threads", 1, "--memory", "200M", "--store", place)
    wait_for(place, "joined")
    time.sleep(2)
    run.send_signal(signal.SIGTERM)
    out, err = run.communicate(timeout=120)
    assert (run.returncode, out) == (130, "") and "continues the run" in err, err
    assert [event["event"] for event in events(place)][-2:] == ["stopped", "interrupted"]


def test_two_drivers_on_one_run(cluster, tmp_path):
    run = grundy._engine.ClusterRun("cram", "5x5", tmp_path / "run", nimber=False, slice_seconds=1, lease_seconds=60, verify_one_in=0)
    with pytest.raises(grundy.StoreError, match="use"):
        solve("cram", "5x5", store=tmp_path / "run", settings=ClusterSettings(workers=1))
    run.close()


@pytest.mark.parametrize("arguments, code, line", [
    (["cram", "5y5"], 2, "expected"), (["crame", "5x5"], 2, "crame"), (["cram", "5x5", "--time", "soon"], 2, "duration"),
    (["cram", "5x5", "--workers", "0"], 2, "from 1"), (["cram", "5x5", "--memory", "8X"], 2, "memory"),
])  # fmt: skip
def test_bad_input(tmp_path, arguments, code, line):
    done = program(*arguments, cwd=tmp_path)
    out, err = done.communicate(timeout=120)
    assert (done.returncode, out) == (code, "") and line in err, err


def test_without_ray(tmp_path):
    code = "import sys; sys.modules['ray'] = None\nfrom grundy.cluster.__main__ import main\nsys.exit(main(['solve', 'cram', '3x3']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert done.returncode == 2 and "pip install" in done.stderr
