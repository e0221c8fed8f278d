"""Values: nimbers, positions, pickles, errors, tables, figures, certificates."""

import copy
import pickle

import pytest

import grundy
from grundy import Nimber, Outcome, Position, Sum


def test_nimbers():
    assert repr(Nimber(3) ^ 5) == repr(5 ^ Nimber(3)) == "*6"
    assert f"{Nimber(3)} {Nimber(3):03d} {Outcome.WIN} {Outcome.LOSS:>5}" == "3 003 win  loss"
    assert Nimber(0).outcome is Outcome.LOSS
    with pytest.raises(ValueError):
        Nimber(-1)


def test_pickles():
    certificate = grundy.Solver("kayles").prove("7", nimber=True)
    table = grundy.table("cram", "3x3..5")
    for value in [
        Nimber(7), Outcome.WIN, Position("kayles", "5 + 7"), Sum(1, (2, 3)), certificate, table,
        grundy.sequence("kayles", 100).period, grundy.solve("nim", "3 1", nimber=True), grundy.Solver("nim").options("3 1"),
    ]:
        again = pickle.loads(pickle.dumps(value))
        assert again == value and type(again) is type(value) and repr(again) == repr(value)
        assert copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(table)).to_bfile() == table.to_bfile()
    for error in [grundy.ParseError("a", 1, "b", "c"), grundy.Refused(3, "why")]:
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
    with pytest.raises(grundy.LimitReached) as limit:
        grundy.nimber("cram", "6x7", nodes=10, threads=1)
    again = pickle.loads(pickle.dumps(limit.value))
    assert again.reason == "nodes" and again.stats == limit.value.stats


def test_positions():
    assert Position("kayles", "5 5").game == "0.77"
    for game, texts in {"cram": ["2x3", "..#/#.."], "sprouts": ["3", "0.1a1a", "0"], "nim": ["3 1", "5"], "kayles": ["5", "7"]}.items():
        solver = grundy.Solver(game)
        for a in texts:
            for b in texts:
                whole = Position(game, a) + Position(game, b)
                assert solver.nimber(whole) == solver.nimber(a) ^ solver.nimber(b), whole
    for broken in [("cram", "3y4"), ("chess", "e4"), ("0.z", "3"), ("nim", "-1")]:
        with pytest.raises(grundy.ParseError):
            Position(*broken)
    with pytest.raises(ValueError):
        Position("nim", "3") + Position("cram", "2x2")
    with pytest.raises(ValueError):
        grundy.Solver("cram").nimber(Position("nim", "3"))


def test_pictures():
    for position in [Position("cram", "3x4"), Position("sprouts", "0*2.AB|0.AB"), Position("kayles", "5 3")]:
        assert position._repr_svg_().startswith("<svg") and "tikz" in position.tikz and position.drawing
    figure = grundy.tree("cram", "2x3", kind="solution")
    assert figure._repr_svg_().startswith("<svg") and "digraph" in figure.dot
    with pytest.raises(ValueError, match="expected game"):
        grundy.tree("cram", "2x3", kind="oak")
    with pytest.raises(grundy.DrawError):
        grundy.tree("cram", "6x6", limit=1000)


def test_figures_are_saved(tmp_path):
    figure = grundy.tree("nim", "2 1", kind="nimbers")
    for ending in ("svg", "dot", "tex", "txt"):
        figure.save(tmp_path / f"a.{ending}")
        assert (tmp_path / f"a.{ending}").stat().st_size > 20
    with pytest.raises(ValueError):
        figure.save(tmp_path / "a.png")


def test_tables():
    pandas = pytest.importorskip("pandas")
    table = grundy.table("cram", "3x1..8")
    frame = pandas.DataFrame(table)
    assert list(frame.columns) == ["position", "outcome", "nimber"]
    assert list(frame["nimber"]) == [1, 1, 0, 1, 1, 4, 1, 3] and frame["nimber"].dtype.kind == "i"
    grid = grundy.table("cram", "3..5x3..5")
    assert [row.position for row in grid] == ["3x3", "3x4", "3x5", "4x4", "4x5", "5x5"]
    with pytest.raises(ValueError):
        grid.to_bfile()
    assert [row.outcome for row in grundy.table("sprouts", "0..8")] == list("LLLWWWLLL")
    assert [row.nimber for row in grundy.table("sprouts", "0..5", nimber=True)] == [0, 0, 0, 1, 1, 1]
    assert "<td>3x8</td><td>W</td><td>3</td>" in table._repr_html_()
    for broken in [("cram", "3..5"), ("kayles", "3x4"), ("cram", "5..3x1"), ("nim", "x")]:
        with pytest.raises(grundy.ParseError):
            grundy.table(*broken)


def test_certificates(tmp_path):
    solver = grundy.Solver("cram")
    certificate = solver.prove("4x5", nimber=True)
    path = tmp_path / "a.cert"
    certificate.save(path)
    assert grundy.Certificate.load(path) == certificate
    assert grundy.check(path) == grundy.Verified("cram", "nimber 2 4x5", certificate.facts)
    from grundy import reference_checker

    assert reference_checker.check(path) == 0
    lines = certificate.text.splitlines()
    lines[4] = "9" + lines[4][1:]
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(grundy.Refused):
        grundy.check(path)
    assert reference_checker.check(path) == 1
    path.write_bytes(b"\xff\x00")
    with pytest.raises(grundy.Unreadable):
        grundy.check(path)
    with pytest.raises(FileNotFoundError):
        grundy.check(tmp_path / "nothing")


def test_errors_have_a_column():
    with pytest.raises(ValueError) as error:
        grundy.solve("cram", "..#/.y.")
    assert isinstance(error.value, grundy.ParseError)
    assert error.value.column == 6 and error.value.found == "'y'" and error.value.expected
    with pytest.raises(grundy.ParseError, match="unknown game `chess`: expected nim, cram"):
        grundy.Solver("chess")
    with pytest.raises(TypeError):
        grundy.Solver("cram").nimber(None)
