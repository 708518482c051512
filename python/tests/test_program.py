"""Training and predicting give what the program gives, byte by byte."""

import csv
import subprocess

import networkx as nx
import numpy as np
import pytest

import gnnir


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def chords(tmp_path_factory):
    """A file of rings with a chord, and the same graphs from networkx."""
    import json

    path = tmp_path_factory.mktemp("data") / "chords.jsonl"
    graphs, y = [], []
    with open(path, "w") as file:
        for i in range(80):
            nodes, skip = 10 + i % 5, 2 if i % 2 else 5
            graph = nx.cycle_graph(nodes)
            graph.add_edge(0, skip)
            edges = [list(edge) for edge in graph.edges]
            file.write(json.dumps({"num_nodes": nodes, "edges": edges, "class": i % 2}) + "\n")
            graphs.append(graph)
            y.append(i % 2)
    return path, graphs, y


SETTINGS = [
    {"architecture": "gnn-ir", "ir_layers": 1, "width": 2, "hidden": 16, "epochs": 6, "steps": 2},
    {"architecture": "exact-ir", "hidden": 8, "epochs": 4},
    {"conv": "sage", "ir_layers": 1, "width": 1, "hidden": 8, "epochs": 3, "norm": "batch"},
]


@pytest.mark.parametrize("settings", SETTINGS)
def test_files_of_models_are_the_same(program, chords, tmp_path, settings):
    path, graphs, y = chords
    options = [f"--{key.replace('_', '-')}={value}" for key, value in settings.items()]
    run(program, "train", path, "--no-baseline", "--train-fraction", 0.9, "--out", tmp_path / "run", *options)
    model = gnnir.GraphClassifier(**settings, verbose=False).fit(path)
    assert model.model_.files[0] == (tmp_path / "run" / "best.safetensors").read_bytes()

    # The same graphs from memory: all but where the file says that its data came from.
    at_hand = gnnir.GraphClassifier(**settings, verbose=False).fit(graphs, y)
    assert (at_hand.predict_proba(graphs) == model.predict_proba(path)).all()

    run(program, "predict", tmp_path / "run", path, "--out", tmp_path / "said.csv")
    said = model.predict_proba(path)
    assert [(row["p_0"], row["p_1"]) for row in rows(tmp_path / "said.csv")] == [(f"{a:.6f}", f"{b:.6f}") for a, b in said]
    loaded = gnnir.load(tmp_path / "run")
    assert (loaded.predict_proba(graphs) == said).all()


def test_what_is_chosen_for_graphs_is_the_same(program, chords, tmp_path):
    path, _, _ = chords
    run(program, "train", path, "--no-baseline", "--train-fraction", 0.9, "--epochs", 3, "--out", tmp_path / "run")
    model = gnnir.GraphClassifier(epochs=3, verbose=False).fit(path)
    assert model.model_.files[0] == (tmp_path / "run" / "best.safetensors").read_bytes()
    assert model.run_.choice != ""


def test_numbers_are_the_same(program, tmp_path):
    import json

    path = tmp_path / "sizes.jsonl"
    with open(path, "w") as file:
        for n in range(4, 64):
            edges = [[v, v + 1] for v in range(n - 1)]
            file.write(json.dumps({"num_nodes": n, "edges": edges, "targets": {"size": n / 7}}) + "\n")
    run(program, "train", path, "--task", "regression", "--no-baseline", "--train-fraction", 0.9, "--epochs", 3, "--hidden", 8, "-L", 0, "--out",
        tmp_path / "run")
    model = gnnir.GraphRegressor(epochs=3, hidden=8, ir_layers=0, verbose=False).fit(path)
    assert model.model_.files[0] == (tmp_path / "run" / "best.safetensors").read_bytes()


def test_embeddings_are_the_same(program, chords, tmp_path, fitted):
    path, graphs, _ = chords
    fitted.save(tmp_path / "model.safetensors")
    run(program, "embed", tmp_path / "model.safetensors", path, "--out", tmp_path / "embeddings.npy")
    assert (np.load(tmp_path / "embeddings.npy") == fitted.transform(graphs)).all()
