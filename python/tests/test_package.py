"""Doctests, types, and memory."""

import doctest
import gc
import importlib
import resource
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

import gnnir

FOLDER = Path(__file__).resolve().parents[1]
MODULES = ["gnnir"] + [f"gnnir.{path.stem}" for path in sorted((FOLDER / "gnnir").glob("*.py"))
                       if path.stem != "__init__"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_public_names_have_words():
    for name in gnnir.__all__:
        assert getattr(gnnir, name).__doc__, name


def test_types_are_accepted():
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--cache-dir=/dev/null"],
                          cwd=FOLDER, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_users_are_told_of_wrong_types(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text("import gnnir\n"
                       "model = gnnir.GraphClassifier(width=2, verbose=False)\n"
                       "reveal_type(model.score([], []))\n"
                       "gnnir.GraphClassifier(width=[2])\n"
                       "gnnir.GraphClassifier(widht=2)\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file=", "--ignore-missing-imports", "--cache-dir=/dev/null",
                           str(program)],
                          env={"MYPYPATH": str(FOLDER), "PATH": "/usr/bin"}, capture_output=True, text=True)
    assert 'Revealed type is "builtins.float"' in done.stdout
    assert 'incompatible type "List[int]"' in done.stdout and 'Unexpected keyword argument "widht"' in done.stdout
    assert "Found 2 errors" in done.stdout, done.stdout


def test_stubs_name_what_the_modules_have():
    from gnnir import _core, _learn

    for module in (_core, _learn):
        stub = (FOLDER / "gnnir" / f"{module.__name__.rpartition('.')[2]}.pyi").read_text()
        for name in dir(module):
            if not name.startswith("__"):
                assert f"def {name}(" in stub or f"class {name}" in stub or f"{name}:" in stub, name


def _resident_mb():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def test_memory_stays_flat_over_fits_and_predictions(trees, quick):
    graphs, y = trees

    def work(times):
        for _ in range(times):
            gnnir.GraphClassifier(**{**quick, "epochs": 1}).fit(graphs, y).predict(graphs)
        gc.collect()
        return _resident_mb()

    work(10)
    before = work(20)
    assert work(40) < before + 4


def test_memory_stays_flat_over_graphs():
    def work(times):
        for _ in range(times):
            data = gnnir.dataset([nx.path_graph(10)] * 50)
            [graph.edge_index.sum() for graph in data]
            gnnir.orbits(nx.path_graph(10))
        gc.collect()
        return _resident_mb()

    work(20)
    before = work(20)
    assert work(100) < before + 2
