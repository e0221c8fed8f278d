"""Every example in docstrings, the README and the example programs runs; the notebooks run from the first cell to the last."""

import doctest
import importlib
import pkgutil
import re
import runpy
from pathlib import Path

import pytest

import grundy

ROOT = Path(__file__).resolve().parents[1]
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
MODULES = [m.name for m in pkgutil.iter_modules(grundy.__path__) if m.name not in ("cluster", "reference_checker", "_engine")]


@pytest.mark.parametrize("name", ["", *MODULES])
def test_docstrings(name):
    module = importlib.import_module(f"grundy.{name}" if name else "grundy")
    result = doctest.testmod(module, optionflags=FLAGS)
    assert result.failed == 0
    if not name.startswith(("_errors", "_progress")):
        assert result.attempted > 0


def test_readme():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=FLAGS)
    assert result.failed == 0 and result.attempted > 15


def test_the_readme_of_the_project(capsys):
    text = (ROOT.parent / "README.md").read_text()
    (block,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(block, {})
    assert "nimber 2" in capsys.readouterr().out


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_examples(path, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", [str(path), "--quick"])
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks(path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    figures = [output for cell in notebook.cells for output in cell.get("outputs", []) if "image/svg+xml" in output.get("data", {})]
    assert figures, "a notebook has pictures"
