#!/usr/bin/python3
"""The figures of docs/python.md.

  PYTHONPATH=build/release/python GNNIR_PROGRAM=build/release/gnnir GNNIR_TEST_DATA=data python3 python/tests/measure.py [WHAT…]

WHAT: import, handover, overhead, memory, grid; all of them if none is named. Times are processor time, as other work
does not change it much.
"""
import gc
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def child_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure_import():
    python = [sys.executable, "-c"]
    bare = min(child_seconds([*python, "import numpy"]) for _ in range(5))
    ours = min(child_seconds([*python, "import gnnir"]) for _ in range(5))
    learn = min(child_seconds([*python, "import gnnir._loading as l; l.learn()"]) for _ in range(3))
    print(f"import: gnnir {ours - bare:.3f} s beside NumPy's {bare:.3f} s; with libtorch {learn - bare:.2f} s")


def measure_handover():
    import numpy as np

    import gnnir

    class Data:
        pass

    rng = np.random.default_rng(0)
    graphs = []
    for _ in range(10_000):
        data = Data()
        ends = rng.integers(0, 23, size=(2, 25))
        data.edge_index, data.num_nodes = np.concatenate([ends, ends[::-1]], axis=1), 23
        data.x = rng.normal(size=(23, 9)).astype(np.float32)
        data.edge_attr = rng.normal(size=(50, 3)).astype(np.float32)
        graphs.append(data)
    began = time.process_time()
    gnnir.dataset(graphs)
    print(f"handover: 10,000 graphs of 23 nodes and 50 edges, PyG's Data by its attributes: {time.process_time() - began:.2f} s")


OVERHEAD = """
import sys, gnnir
gnnir.GraphClassifier(architecture="gnn-ir", ir_layers=1, width=2, hidden=32, epochs=12, early_stop=0, threads=1, verbose=False,
                      schedule="constant", folder=sys.argv[2]).fit(sys.argv[1])
"""


def measure_overhead():
    data = Path(os.environ["GNNIR_TEST_DATA"]) / "PROTEINS.zip"
    folder = Path(tempfile.mkdtemp())
    shared = ["--architecture=gnn-ir", "--ir-layers=1", "--width=2", "--hidden=32", "--epochs=12", "--early-stop=0", "--threads=1",
              "--schedule=constant", "--train-fraction=0.9", "--no-baseline"]
    seconds = {"program": [], "python": []}
    for turn in range(5):
        seconds["program"].append(child_seconds([os.environ["GNNIR_PROGRAM"], "train", data, *shared, "--out", folder / f"p{turn}"]))
        seconds["python"].append(child_seconds([sys.executable, "-c", OVERHEAD, data, folder / f"y{turn}"]))
    same = (folder / "p0/best.safetensors").read_bytes() == (folder / "y0/best.safetensors").read_bytes()
    shutil.rmtree(folder)
    program, python = (min(seconds[which]) for which in ("program", "python"))
    print(f"overhead: program {program:.2f} s, Python {python:.2f} s ({100 * (python / program - 1):+.1f} %), the same bytes: {same}; "
          f"all turns: {seconds}")


def resident_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20


def measure_memory(fits=1000):
    import networkx as nx

    import gnnir

    graphs = [nx.path_graph(n) for n in range(4, 14)] + [nx.star_graph(n) for n in range(3, 13)]
    y = [0] * 10 + [1] * 10
    began, after = time.monotonic(), {}
    for done in range(1, fits + 1):
        model = gnnir.GraphClassifier(ir_layers=0, hidden=4, epochs=1, verbose=False, threads=1).fit(graphs, y)
        model.predict(graphs)
        if done in (50, 100, fits // 2, fits):
            gc.collect()
            after[done] = round(resident_mb(), 1)
    print(f"memory: MB after so many fits and predictions: {after}; {(time.monotonic() - began) / fits * 1000:.0f} ms each")
    after = {}
    for done in range(1, 10_001):
        model.predict_proba(graphs)
        if done in (100, 1_000, 10_000):
            after[done] = round(resident_mb(), 1)
    print(f"memory: MB after so many predictions of 20 graphs: {after}")


def measure_grid():
    from sklearn.model_selection import GridSearchCV

    import gnnir

    data = gnnir.open_dataset(Path(os.environ["GNNIR_TEST_DATA"]) / "MUTAG.zip")
    model = gnnir.GraphClassifier(architecture="gnn-ir", ir_layers=2, hidden=32, epochs=60, verbose=False)
    began = time.monotonic()
    grid = GridSearchCV(model, {"width": [1, 2, 4]}, cv=5).fit(data, data.y)
    rows = zip(grid.cv_results_["params"], grid.cv_results_["mean_test_score"], grid.cv_results_["std_test_score"])
    print(f"grid: MUTAG, 5 folds, {time.monotonic() - began:.0f} s: "
          + ", ".join(f"width {params['width']}: {mean:.3f} ± {std:.3f}" for params, mean, std in rows))


if __name__ == "__main__":
    for what in sys.argv[1:] or ["import", "handover", "overhead", "memory", "grid"]:
        globals()[f"measure_{what}"]()
