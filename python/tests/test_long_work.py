"""Limits, Ctrl-C, progress, threads, panics, stores."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import grundy


def interrupt_after(seconds):
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


class Slow(grundy.Game[int]):
    def options(self, n):
        time.sleep(0.002)
        return range(n)


def test_ctrl_c_stops_soon_and_keeps_the_facts():
    solver = grundy.Solver("cram")
    timer = interrupt_after(0.7)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        solver.nimber("7x9")
    timer.join()
    assert time.monotonic() - began < 20
    facts = solver.stats.facts
    assert facts > 0
    assert solver.nimber("3x4") == 1, "the solver goes on"
    assert solver.stats.facts >= facts


def test_ctrl_c_in_a_game_written_in_python():
    solver = grundy.Solver(Slow())
    timer = interrupt_after(0.5)
    with pytest.raises(KeyboardInterrupt):
        solver.nimber(5000)
    timer.join()
    assert solver.nimber(5) == 5


def test_ctrl_c_ends_rules_that_never_return():
    class Endless(grundy.Game[int]):
        def options(self, n):
            while n == 7:
                pass
            return range(n)

    solver = grundy.Solver(Endless())
    timer = interrupt_after(0.4)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        solver.nimber(9)
    timer.join()
    assert time.monotonic() - began < 20
    assert solver.nimber(6) == 6, "the solver goes on"


def test_ctrl_c_in_a_proof_and_a_sequence():
    solver = grundy.Solver("cram")
    timer = interrupt_after(0.6)
    with pytest.raises(KeyboardInterrupt):
        solver.prove("5x7", nimber=True, rounds=1_000_000)
    timer.join()
    timer = interrupt_after(0.4)
    with pytest.raises(KeyboardInterrupt):
        grundy.sequence("grundy", 100_000_000)
    timer.join()


def test_limits_say_what_is_known():
    with pytest.raises(grundy.LimitReached) as limit:
        grundy.nimber("cram", "7x9", time=0.3)
    assert limit.value.reason == "time" and limit.value.stats.nodes > 0
    with pytest.raises(grundy.LimitReached) as limit:
        grundy.nimber("cram", "7x9", memory="2M", threads=1)
    assert limit.value.reason == "memory"
    solver = grundy.Solver("cram", nodes=300, threads=1)
    with pytest.raises(grundy.LimitReached):
        solver.nimber("5x6")
    reached = None
    for _ in range(1000):
        try:
            reached = solver.nimber("5x6")
            break
        except grundy.LimitReached as stop:
            assert 2 not in stop.excluded
    assert reached == 2, "asking again goes on from what was proved"
    with pytest.raises(grundy.LimitReached) as limit:
        grundy.table("cram", "3x3..40", nodes=3000, threads=1)
    rows = limit.value.answers
    assert 3 < len(rows) < 20 and rows[3] == ("3x6", "W", 4)
    with pytest.raises(grundy.LimitReached) as limit:
        grundy.Solver(Slow(), time="100ms").nimber(1000)
    assert limit.value.reason == "time"


@pytest.mark.parametrize("settings", [{"threads": 0}, {"threads": 5000}, {"time": -1}, {"time": "soon"}, {"time": float("nan")},
                                      {"memory": "8X"}, {"memory": 5}, {"search": "guess"}])
def test_settings_that_make_no_sense(settings):
    with pytest.raises(ValueError):
        grundy.Solver("cram", **settings)


def test_progress_is_reported_in_the_calling_thread():
    seen = []

    def report(progress):
        seen.append((progress, threading.current_thread()))

    solver = grundy.Solver("cram", time=1.0, progress=report)
    with pytest.raises(grundy.LimitReached):
        solver.nimber("7x9")
    assert seen
    assert {thread for _, thread in seen} == {threading.current_thread()}
    nodes = [progress.stats.nodes for progress, _ in seen]
    assert nodes == sorted(nodes) and nodes[-1] > 0 and seen[-1][0].seconds > 0


def test_an_exception_in_progress_comes_out_unchanged():
    class Enough(Exception):
        pass

    def report(progress):
        raise Enough

    began = time.monotonic()
    with pytest.raises(Enough):
        grundy.nimber("cram", "7x9", progress=report)
    assert time.monotonic() - began < 20


def test_a_bar(capsys):
    with pytest.raises(grundy.LimitReached):
        grundy.nimber("cram", "7x9", time=0.6, progress=True)
    assert "nodes" in capsys.readouterr().err


def test_the_interpreter_is_free_during_a_search():
    ticks = []
    stop = threading.Event()

    def count():
        while not stop.is_set():
            ticks.append(None)
            time.sleep(0.005)

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(grundy.LimitReached):
        grundy.nimber("cram", "7x9", time=0.6, threads=1)
    stop.set()
    thread.join()
    assert len(ticks) > 5, "a search that held the interpreter would leave time for one or two"


def test_several_python_threads():
    solver, own = grundy.Solver("cram"), grundy.Solver(Slow())
    expected = {f"3x{n}": nimber for n, nimber in zip(range(3, 11), [0, 1, 1, 4, 1, 3, 1, 2])}
    wrong = []

    def ask(boards):
        for board in boards:
            if solver.nimber(board) != expected[board]:
                wrong.append(board)
        if own.nimber(12) != 12:
            wrong.append("own")
        solver.stats, own.stats

    threads = [threading.Thread(target=ask, args=(sorted(expected, reverse=n % 2),)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_stats_can_be_read_while_another_thread_searches():
    class Enough(Exception):
        pass

    started, stop = threading.Event(), threading.Event()

    def report(progress):
        started.set()
        if stop.is_set():
            raise Enough

    solver = grundy.Solver("cram", time=60, progress=report)
    thread = threading.Thread(target=lambda: pytest.raises(Enough, solver.nimber, "7x9"))
    thread.start()
    assert started.wait(30)
    solver.stats
    assert thread.is_alive(), "the stats do not wait for the end of the search"
    stop.set()
    thread.join(30)
    assert not thread.is_alive()


def test_a_panic_becomes_an_exception():
    from grundy import _engine

    with pytest.raises(grundy.EngineError, match="a bug: on purpose"):
        _engine.panic("on purpose")
    assert grundy.nimber("nim", "3") == 3


OWN_GAME = "class Own(grundy.Game):\n  def options(self, n): return range(n)\n"


@pytest.mark.parametrize("question", ["grundy.Solver('cram', time=20).nimber('7x9')", "grundy.Solver(Own(), time=20).nimber(10**5)"])
def test_a_solver_dies_quietly_with_the_interpreter(question):
    code = f"import grundy, threading, time\n{OWN_GAME}" \
           f"threading.Thread(target=lambda: {question}, daemon=True).start()\ntime.sleep(0.5)"
    done = subprocess.run([sys.executable, "-c", code], timeout=60, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_import_is_quick():
    code = "import time; t = time.process_time(); import grundy; print(time.process_time() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(5)]
    assert min(times) < 0.5


def test_a_store(tmp_path):
    place = tmp_path / "facts"
    with grundy.Solver("cram", store=place) as first:
        assert first.nimber("5x5") == 0
    with grundy.Solver("cram", store=place) as second:
        assert second.known_outcome("5x5") == "L"
        assert second.stats.facts >= first.stats.facts > 50
    with pytest.raises(grundy.StoreError, match="cram"):
        grundy.Solver("sprouts", store=place)
