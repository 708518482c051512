import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import networkx as nx
import numpy as np
import pytest
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.pipeline import Pipeline

import gnnir


def test_clones_are_told_the_same_and_know_nothing(fitted):
    copy = clone(fitted)
    assert copy.get_params() == fitted.get_params()
    with pytest.raises(gnnir.Error, match="call fit first"):
        copy.predict([nx.path_graph(3)])
    assert is_classifier(copy) and is_regressor(gnnir.GraphRegressor())


def test_parameters_are_set_by_name():
    model = gnnir.GraphClassifier(width=2).set_params(width="all", lr=0.01)
    assert model.get_params()["width"] == "all" and model.lr == 0.01
    assert repr(model) == "GraphClassifier(lr=0.01, width='all')"
    with pytest.raises(ValueError, match="unknown parameter 'widht'"):
        model.set_params(widht=1)


def test_errors_name_the_keyword(trees):
    for keyword, value in [("width", 0), ("lr", -1), ("conv", "gimme"), ("heads", 3), ("time", "soon"),
                           ("threads", -1), ("engine", "quick"), ("max_memory", 1)]:
        with pytest.raises(gnnir.Error) as error:
            gnnir.GraphClassifier(verbose=False, **{keyword: value}).fit(*trees)
        assert error.value.setting == keyword, str(error.value)
        assert "model." not in str(error.value) and "run." not in str(error.value)
        again = pickle.loads(pickle.dumps(error.value))
        assert (str(again), again.setting, again.kind) == (str(error.value), keyword, error.value.kind)


def test_classes_come_back_as_they_were(trees, quick):
    graphs, names = trees
    for y in (names, (names == "star").astype(int) * 7 - 3, [bool(name == "star") for name in names]):
        model = gnnir.GraphClassifier(**quick).fit(graphs, y)
        assert model.classes_.tolist() == sorted(set(np.asarray(y).tolist()))
        said = model.predict(graphs)
        assert said.dtype == model.classes_.dtype
        probabilities = model.predict_proba(graphs)
        assert (model.classes_[probabilities.argmax(axis=1)] == said).all()
        assert np.allclose(probabilities.sum(axis=1), 1)
        assert model.score(graphs, y) == (said == np.asarray(y)).mean()


def test_results_are_keyed_as_the_graphs_were(fitted):
    pandas = pytest.importorskip("pandas")
    graphs = {"a": nx.star_graph(9), "b": nx.path_graph(9)}
    assert fitted.predict(graphs) == {"a": "star", "b": "path"}
    assert list(fitted.predict_proba(graphs)) == ["a", "b"]
    assert set(fitted.explain(graphs)) == {"a", "b"}
    series = pandas.Series(graphs)
    assert fitted.predict(series).to_dict() == {"a": "star", "b": "path"}
    assert list(fitted.predict_proba(series).index) == ["a", "b"]


def test_mappings_are_learned_with_mappings(trees, quick):
    graphs = {f"g{i}": graph for i, graph in enumerate(trees[0])}
    y = dict(reversed([(f"g{i}", name) for i, name in enumerate(trees[1])]))
    by_name = gnnir.GraphClassifier(**quick).fit(graphs, y)
    in_order = gnnir.GraphClassifier(**quick).fit(*trees)
    assert (by_name.predict_proba(trees[0]) == in_order.predict_proba(trees[0])).all()


def test_labels_of_the_graphs_themselves_are_learned(trees, quick):
    class Data:
        def __init__(self, graph, y):
            ends = np.array(list(graph.edges)).T
            self.edge_index = np.concatenate([ends, ends[::-1]], axis=1)
            self.num_nodes, self.y = len(graph), np.array([y])

    data = [Data(graph, int(name == "star")) for graph, name in zip(*trees)]
    model = gnnir.GraphClassifier(**quick).fit(data)
    assert model.classes_.tolist() == [0, 1] and model.score(data) > 0.9


def test_numbers_are_learned_in_their_own_units(quick):
    graphs = [nx.path_graph(n) for n in range(4, 64)]
    y = np.array([1000.0 + 2 * len(graph) for graph in graphs])
    model = gnnir.GraphRegressor(**{**quick, "epochs": 60, "features": "constant", "readout": "sum"}).fit(graphs, y)
    assert model.predict(graphs).dtype == np.float64 and model.score(graphs, y) > 0.9
    two = gnnir.GraphRegressor(**quick).fit(graphs, np.stack([y, -y], axis=1))
    assert two.predict(graphs).shape == (60, 2)
    with pytest.raises(gnnir.Error, match="GraphRegressor learns numbers"):
        gnnir.GraphClassifier(**quick).fit(graphs, y + 0.5)


def test_questions_may_lack_answers(trees, quick):
    graphs, names = trees
    y = np.stack([names == "star", [len(graph) > 12 for graph in graphs]], axis=1).astype(float)
    y[3, 0] = np.nan
    model = gnnir.GraphClassifier(**quick).fit(graphs, y)
    assert model.predict(graphs).shape == (40, 2) and model.predict_proba(graphs).shape == (40, 2)
    assert 0.5 < model.score(graphs, y) <= 1


def test_grid_search_over_width(trees):
    grid = GridSearchCV(gnnir.GraphClassifier(ir_layers=1, hidden=8, epochs=4, architecture="gnn-ir", verbose=False),
                        {"width": [1, 2, "all"]}, cv=2)
    grid.fit(*trees)
    assert grid.best_params_["width"] in (1, 2, "all") and len(grid.cv_results_["mean_test_score"]) == 3
    assert not np.isnan(grid.cv_results_["mean_test_score"]).any()
    assert grid.predict(trees[0][:3]).shape == (3,)


def test_cross_validation_in_processes_is_the_same(trees, quick):
    model = gnnir.GraphClassifier(**quick)
    here = cross_val_score(model, *trees, cv=3)
    there = cross_val_score(model, *trees, cv=3, n_jobs=2)
    assert (here == there).all()
    assert cross_val_predict(model, *trees, cv=3).shape == (40,)


def test_data_sets_go_through_scikit_learn(trees, quick):
    data = gnnir.dataset(*trees)
    scores = cross_val_score(gnnir.GraphClassifier(**quick), data, data.y, cv=3)
    assert (scores == cross_val_score(gnnir.GraphClassifier(**quick), *trees, cv=3)).all()


def test_embeddings_feed_a_pipeline(trees, quick):
    graphs, y = trees
    pipeline = Pipeline([("embed", gnnir.GraphClassifier(**quick)), ("classify", LogisticRegression(max_iter=1000))])
    assert pipeline.fit(graphs, y).score(graphs, y) > 0.9
    alone = Pipeline([("classify", gnnir.GraphClassifier(**quick))]).fit(graphs, y)
    assert alone.predict_proba(graphs).shape == (40, 2)
    assert alone.named_steps["classify"].transform(graphs).dtype == np.float32


def test_pickles_are_the_bytes_of_the_file(fitted, trees, tmp_path):
    fitted.save(tmp_path / "model.safetensors")
    assert (tmp_path / "model.safetensors").read_bytes() == fitted.model_.files[0]
    assert fitted.model_.files[0] in pickle.dumps(fitted.model_)
    expected = fitted.predict_proba(trees[0])
    for again in (pickle.loads(pickle.dumps(fitted)), gnnir.load(tmp_path / "model.safetensors")):
        assert (again.predict_proba(trees[0]) == expected).all()
    with pytest.raises(FileExistsError):
        fitted.save(tmp_path / "model.safetensors")


def test_damaged_files_are_noticed(fitted, tmp_path):
    damaged = bytearray(fitted.model_.files[0])
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "model.safetensors").write_bytes(damaged)
    with pytest.raises(gnnir.Error) as error:
        gnnir.load(tmp_path / "model.safetensors")
    assert error.value.kind == "data"


def test_threads_change_no_bit(trees, quick):
    one = gnnir.GraphClassifier(**quick, threads=1).fit(*trees)
    two = gnnir.GraphClassifier(**quick, threads=2).fit(*trees)
    assert one.model_.files == two.model_.files
    assert (one.predict_proba(trees[0]) == two.predict_proba(trees[0])).all()


def test_several_threads_may_ask_one_model(fitted, trees):
    expected = fitted.predict_proba(trees[0])
    found = []
    threads = [threading.Thread(target=lambda: found.append(fitted.predict_proba(trees[0]))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and all((one == expected).all() for one in found)


def test_others_work_while_we_compute(trees):
    """The lock of the interpreter is free: a thread counts on while a model is fitted."""
    counted = []
    done = threading.Event()

    def count():
        while not done.is_set():
            counted.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    gnnir.GraphClassifier(hidden=32, ir_layers=0, epochs=30, early_stop=0, verbose=False, threads=1).fit(*trees)
    done.set()
    thread.join()
    assert np.max(np.diff(counted)) < 0.25


def _fit_in_child(queue, trees, quick):
    queue.put(gnnir.GraphClassifier(**quick).fit(*trees).model_.files[0])


def test_forked_processes_fit_like_their_parent(trees, quick):
    here = gnnir.GraphClassifier(**quick).fit(*trees).model_.files[0]
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_fit_in_child, args=(queue, trees, quick))
    child.start()
    assert queue.get(timeout=60) == here
    child.join(60)
    assert child.exitcode == 0


def test_blas_has_its_threads_again(trees, quick):
    threadpoolctl = pytest.importorskip("threadpoolctl")
    before = [(pool["filepath"], pool["num_threads"]) for pool in threadpoolctl.threadpool_info()]
    gnnir.GraphClassifier(**quick).fit(*trees).predict(trees[0])
    after = {pool["filepath"]: pool["num_threads"] for pool in threadpoolctl.threadpool_info()}
    assert all(after[path] == threads for path, threads in before)


def test_silence_is_kept_and_progress_is_one_line(trees, quick, capfd):
    gnnir.GraphClassifier(**quick).fit(*trees)
    assert capfd.readouterr() == ("", "")

    from gnnir._progress import Progress

    class Terminal:
        def __init__(self):
            self.text = ""

        def isatty(self):
            return True

        def write(self, text):
            self.text += text

        def flush(self):
            pass

    terminal = Terminal()
    progress = Progress(silent=False, stream=terminal)
    progress.epoch({"job": "", "epoch": 5, "epochs": 10, "loss": 0.5, "score": 0.75, "metric": "accuracy"})
    progress.end()
    assert "\r5/10 |██████████          | loss 0.5000 val accuracy 0.7500" in terminal.text
    assert "\n" not in terminal.text and terminal.text.endswith("\r")


def test_runs_are_kept_where_they_should_be(trees, quick, tmp_path):
    model = gnnir.GraphClassifier(**quick, folder=tmp_path / "run").fit(*trees)
    assert (tmp_path / "run" / "best.safetensors").read_bytes() == model.model_.files[0]
    assert "<html" in model.run_.page and model._repr_html_().startswith("<iframe")
    assert model.run_.result == json.loads((tmp_path / "run" / "result.json").read_text())
    assert len(model.run_.epochs) >= 1
    with pytest.raises(gnnir.Error) as error:
        gnnir.GraphClassifier(**quick, folder=tmp_path / "run").fit(*trees)
    assert error.value.setting == "folder"
    again = gnnir.GraphClassifier(**quick, folder=tmp_path / "run", resume=True).fit(*trees)
    assert again.model_.files == model.model_.files
    with pytest.raises(gnnir.Error) as error:
        gnnir.GraphClassifier(**{**quick, "hidden": 9}, folder=tmp_path / "run", resume=True).fit(*trees)
    assert error.value.setting == "hidden"
    with pytest.raises(gnnir.Error) as error:
        gnnir.GraphClassifier(**quick, folder=tmp_path / "run", resume=True).fit(trees[0][:-1], trees[1][:-1])
    assert error.value.setting == "resume"


def test_nothing_is_left_behind(trees, quick, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    model = gnnir.GraphClassifier(**quick).fit(*trees)
    with pytest.raises(gnnir.Error):
        gnnir.GraphClassifier(**quick, width=0).fit(*trees)
    assert list(tmp_path.iterdir()) == [] and "<html" in model.run_.page


INTERRUPTED = """
import os, signal, sys, threading, time
import networkx as nx
import gnnir

def interrupt():
    while not os.path.exists(sys.argv[1] + "/metrics.csv"):
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)

graphs = [nx.path_graph(n) for n in range(4, 24)] + [nx.star_graph(n) for n in range(3, 23)]
model = gnnir.GraphClassifier(ir_layers=0, hidden=32, epochs=120, early_stop=0, schedule="constant", verbose=False, threads=1,
                              folder=sys.argv[1], resume=True)
if len(sys.argv) > 2:
    threading.Thread(target=interrupt, daemon=True).start()
try:
    model.fit(graphs, ["path"] * 20 + ["star"] * 20)
    print("done")
except KeyboardInterrupt as stopped:
    print(stopped)
"""


def test_ctrl_c_leaves_a_run_that_goes_on_to_the_same_bytes(tmp_path):
    def run(folder, *more):
        done = subprocess.run([sys.executable, "-c", INTERRUPTED, folder, *more], capture_output=True, text=True,
                              timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    cut, whole = str(tmp_path / "cut"), str(tmp_path / "whole")
    assert run(cut, "interrupt") == f"saved; go on with folder={cut!r}, resume=True"
    epochs = (tmp_path / "cut" / "metrics.csv").read_text().count("\n")
    assert 1 < epochs < 120 and not os.path.exists(cut + "/result.json")
    assert run(cut) == "done" and run(whole) == "done"
    for name in ("best.safetensors", "last.safetensors", "metrics.csv"):
        assert open(f"{cut}/{name}", "rb").read() == open(f"{whole}/{name}", "rb").read()


def test_time_is_kept(trees):
    model = gnnir.GraphClassifier(ir_layers=0, epochs=1_000_000, early_stop=0, schedule="constant", time="2s",
                                  verbose=False).fit(*trees)
    result = model.run_.result
    assert result["epochs"][0] < 1_000_000 and result["time_limit"] == 2
    assert result["stopped_because"] == ["the time is over"]


def test_explanations_and_audits_are_of_each_graph(fitted):
    graphs = [nx.star_graph(5), nx.path_graph(6)]
    for explanation, graph in zip(fitted.explain(graphs), graphs):
        assert explanation.nodes.shape == (len(graph),) and explanation.subject.startswith("log-odds of class")
        assert "<svg" in explanation._repr_html_()
    with pytest.raises(gnnir.Error) as error:
        fitted.explain(graphs, method="guess")
    assert error.value.setting == "method"
    assert [audit.verdict for audit in fitted.audit(graphs)] == ["certified", "certified"]


def test_intervals_and_several_models(trees, quick):
    graphs, y = trees
    several = gnnir.GraphClassifier(**quick, seeds=3).fit(graphs, y)
    assert len(several.model_.files) == 3
    assert several.model_.ask(graphs)["deviations"].shape == (40, 2)
    again = pickle.loads(pickle.dumps(several))
    assert (again.predict_proba(graphs) == several.predict_proba(graphs)).all()
    with pytest.raises(gnnir.Error, match="found 3 that answer together"):
        several.save("never")


def test_grid_search_over_width_on_mutag(mutag):
    data = gnnir.open_dataset(mutag)
    grid = GridSearchCV(gnnir.GraphClassifier(architecture="gnn-ir", ir_layers=1, hidden=16, epochs=3, verbose=False),
                        {"width": [1, 2, 4]}, cv=3).fit(data, data.y)
    assert grid.cv_results_["params"] == [{"width": 1}, {"width": 2}, {"width": 4}]
    assert (grid.cv_results_["mean_test_score"] > 0.5).all()
