"""All published values of tests/vectors, through Python."""

import functools
import re
from pathlib import Path

import pytest

import grundy

VECTORS = Path(__file__).resolve().parents[2] / "tests" / "vectors"


def rows(name, heads=0):
    lines = (VECTORS / name).read_text().splitlines()
    return [line.split("\t") for line in lines if not line.startswith("# ")][heads:]


def lives(position):
    """Small positions first, so that every search stands on facts."""
    weights = {"0": 6, "1": 4, "2": 2}
    return sum(weights.get(c, int(c.isalpha())) for c in position.replace("0*", "000"))


def as_position(text):
    """On the command line digits alone are a number of spots; in these files they are a boundary."""
    if text == "0":
        return "0*1"
    return f"{text}|2" if set(text) <= {"1", "2"} else text


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


def test_cram_positions():
    found = rows("cram-positions.tsv")
    assert len(found) > 800
    solver = grundy.Solver("cram")
    assert solver.nimbers(position for position, _ in found) == [int(nimber) for _, nimber in found]


def test_sprouts_positions():
    found = sorted(rows("sprouts-positions.tsv"), key=lambda row: lives(row[0]))
    assert len(found) > 800

    solver = grundy.Solver("sprouts")
    nimbers = solver.nimbers(as_position(position) for position, _ in found)
    assert nimbers == [int(nimber) for _, nimber in found]


def test_cram_boards():
    solver = grundy.Solver("cram")
    seen = 0
    for row, column, nimber, *_ in rows("cram-boards.tsv", heads=1):
        if int(column) <= {3: 12, 4: 8, 5: 7}.get(int(row), 0):
            assert solver.nimber(f"{row}x{column}") == int(nimber), (row, column)
            seen += 1
    assert seen >= 16


def test_sprouts_starts():
    solver = grundy.Solver("sprouts")
    seen = 0
    for spots, outcome, *_ in rows("sprouts-starts.tsv", heads=1):
        if int(spots) <= 12:
            assert solver.outcome(spots) == outcome, spots
            seen += 1
    assert seen == 13


@pytest.mark.parametrize("row", [row for row in rows("sequences.tsv", heads=1) if row[1] != "-"], ids=lambda row: row[0])
def test_sequences(row):
    _, code, _, offset, terms, period = row
    terms = [int(term) for term in terms.split(",")]
    first = int(offset)
    last = first + len(terms) - 1
    assert grundy.sequence(code, last)[first:] == terms
    # The same by search.
    assert grundy.Solver(code).nimbers(range(first, last + 1)) == terms
    # One period needs some 700,000 heaps to be proved; the tests of the engine do that.
    if period[:1].isdigit() and code != "0.56":
        found = grundy.sequence(code, 100_000).period
        assert found is not None and found.length == int(period.split(",")[0]), found


@pytest.mark.parametrize("spots", [13, 17, 22])
def test_databases_of_spots(spots):
    """Every line is a losing couple, that is, a nimber."""
    lines = (VECTORS / f"sprouts-{spots}.spr").read_text().splitlines()[1:]
    facts = [line.rsplit(" ", 1) for line in lines if line]
    found = sorted(facts, key=lambda fact: lives(spelled_out(fact[0])))
    assert len(found) == {13: 979, 17: 610, 22: 4907}[spots]
    nimbers = grundy.Solver("sprouts").nimbers(as_position(position) for position, _ in found)
    assert nimbers == [int(nimber) for _, nimber in found]


def spelled_out(position):
    """``0*8`` as eight zeros."""
    return re.sub(r"0\*(\d+)", lambda spots: "0" * int(spots[1]), position)


@pytest.mark.parametrize("name", ["octal-periods.tsv", "arithmetic-periods.tsv"])
def test_periods(name):
    seen = 0
    for row in rows(name, heads=1):
        code, length = row[0], int(row[1])
        saltus, last = (0, row[2]) if name.startswith("octal") else (int(row[2]), row[3])
        exception = int(last) if last else None
        heaps = 4 * (length + (exception or 0)) + 200
        # Longer ones are checked by the tests of the engine.
        if heaps > 3000:
            continue
        found = grundy.sequence(code, heaps).period
        assert found is not None, code
        assert (found.length, found.last_exception, found.saltus) == (length, exception, saltus), code
        seen += 1
    assert seen > 60


def read_graph6(line):
    """The neighbours of each vertex, as bits."""
    count = ord(line[0]) - 63
    bits = "".join(format(ord(letter) - 63, "06b") for letter in line[1:])
    around, at = [0] * count, 0
    for v in range(count):
        for u in range(v):
            if bits[at] == "1":
                around[u] |= 1 << v
                around[v] |= 1 << u
            at += 1
    return around


def node_kayles(around):
    """By the rules alone."""

    @functools.lru_cache(maxsize=None)
    def nimber(left):
        return mex({nimber(left & ~around[v] & ~(1 << v)) for v in range(len(around)) if left >> v & 1})

    return nimber((1 << len(around)) - 1)


def arc_kayles(around):
    """By the rules alone."""

    @functools.lru_cache(maxsize=None)
    def nimber(left):
        pairs = ((u, v) for v in range(len(around)) for u in range(v) if around[u] >> v & 1)
        return mex({nimber(left & ~(1 << u) & ~(1 << v)) for u, v in pairs if left >> u & left >> v & 1})

    return nimber((1 << len(around)) - 1)


@pytest.mark.parametrize("game, rules, most", [("node-kayles", node_kayles, 8), ("arc-kayles", arc_kayles, 7)])
def test_all_small_connected_graphs(game, rules, most):
    graphs = [line for line in (VECTORS / "connected-graphs.g6").read_text().split("\n") if line and ord(line[0]) - 63 <= most]
    assert len(graphs) == {7: 996, 8: 12113}[most]
    assert grundy.Solver(game).nimbers(graphs) == [rules(read_graph6(graph)) for graph in graphs]
