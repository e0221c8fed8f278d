"""All published values of tests/vectors, through Python."""

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


def test_cram_positions():
    found = rows("cram-positions.tsv")
    assert len(found) > 800
    solver = grundy.Solver("cram")
    assert solver.nimbers(position for position, _ in found) == [int(nimber) for _, nimber in found]


def test_sprouts_positions():
    found = sorted(rows("sprouts-positions.tsv"), key=lambda row: lives(row[0]))
    assert len(found) > 800

    def as_position(text):
        """On the command line digits alone are a number of spots; in this file they are a boundary."""
        if text == "0":
            return "0*1"
        return f"{text}|2" if set(text) <= {"1", "2"} else text

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
