import os
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

import gnnir

QUICK = dict(ir_layers=0, hidden=8, epochs=8, lr=0.02, verbose=False)


@pytest.fixture
def quick():
    """Settings of a model that learns in an instant."""
    return dict(QUICK)


@pytest.fixture(scope="session")
def trees():
    """Graphs and classes that are learned in an instant."""
    graphs = [nx.path_graph(n) for n in range(4, 24)] + [nx.star_graph(n) for n in range(3, 23)]
    return graphs, np.array(["path"] * 20 + ["star"] * 20)


@pytest.fixture(scope="session")
def fitted(trees):
    return gnnir.GraphClassifier(**{**QUICK, "epochs": 30}).fit(*trees)


@pytest.fixture(scope="session")
def program():
    path = os.environ.get("GNNIR_PROGRAM", "")
    if not Path(path).is_file():
        pytest.skip("GNNIR_PROGRAM names no program to compare with")
    return path


@pytest.fixture(scope="session")
def mutag():
    folder = Path(os.environ.get("GNNIR_TEST_DATA", ""))
    if not os.environ.get("GNNIR_TEST_DATA") or not (folder / "MUTAG.zip").exists():
        pytest.skip("MUTAG.zip is not in GNNIR_TEST_DATA")
    return folder / "MUTAG.zip"
