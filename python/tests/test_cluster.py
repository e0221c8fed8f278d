"""Searches on a Ray cluster: same answers, certificates, killed workers and drivers, resumed runs."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

import grundy

ray = pytest.importorskip("ray")

from grundy.cluster import ClusterSettings, Stopped, _workers, solve  # noqa: E402


@pytest.fixture(scope="module")
def cluster():
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def events(folder):
    return [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]


QUESTIONS = [
    ("sprouts", "7", False, 1), ("sprouts", "0*3.AB|0.AB", True, 3), ("cram", "4x5", True, 2), ("node-kayles", "grid 4x4", True, 4),
]  # fmt: skip


@pytest.mark.parametrize("game, position, nimber, workers", QUESTIONS, ids=lambda value: str(value))
def test_same_answers_as_one_machine(cluster, tmp_path, game, position, nimber, workers):
    settings = ClusterSettings(workers=workers, threads=1, memory="200M", slice=0.5)
    found = solve(game, position, nimber=nimber, store=tmp_path / "run", prove=tmp_path / "cert", settings=settings)
    expected = grundy.solve(game, position, nimber=nimber)
    assert found.outcome == expected.outcome
    if nimber:
        assert found.nimber == expected.nimber
    claim = f"nimber {expected.nimber}" if nimber else f"outcome {expected.outcome.value}"
    assert grundy.check(tmp_path / "cert").claim.startswith(claim)
    names = [event["event"] for event in events(tmp_path / "run")]
    assert names[0] == "start" and names[-1] == "answer"


def test_a_killed_worker_is_replaced(cluster, tmp_path, monkeypatch):
    processes, killed = [], []
    start = _workers.Crew._start

    def recorded(self, place):
        start(self, place)
        processes.append(place.actor.process.remote())

    def kill(totals, seconds, busy):
        if not killed and totals.workers == 2 and totals.jobs > 0 and ray.wait(processes[:1], timeout=0)[0]:
            killed.append(ray.get(processes[0]))
            os.kill(killed[0], signal.SIGKILL)
        elif killed and len(processes) > 2 and totals.workers == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(_workers.Crew, "_start", recorded)
    # A question that does not end soon on any machine. That answers stay right is tested in crates/cluster.
    settings = ClusterSettings(workers=2, threads=1, memory="200M", slice=0.1)
    with pytest.raises(KeyboardInterrupt):
        solve("cram", "7x9", store=tmp_path / "run", settings=settings, view=kill)
    found = [event["event"] for event in events(tmp_path / "run") if event["event"] != "totals"]
    assert found == ["start", "joined", "joined", "lost", "joined", "stopped", "interrupted"]


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


def test_two_drivers_on_one_run(cluster, tmp_path):
    run = grundy._engine.ClusterRun("cram", "5x5", tmp_path / "run", nimber=False, slice_seconds=1, lease_seconds=60, verify_one_in=0, leaves=None)
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
