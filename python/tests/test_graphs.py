import gc
import pickle
import weakref

import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import gnnir
from gnnir import _core

RING = np.array([[0, 1, 2, 3], [1, 2, 3, 0]])


class Data:
    """What gnnir looks at of PyG's Data."""

    def __init__(self, **parts):
        self.__dict__.update(parts)


class Tensor:
    """An array that is not NumPy's, as torch's tensors are."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None):
        return self.array


def ring_in_every_way():
    matrix = scipy.sparse.coo_matrix((np.ones(4), (RING[0], RING[1])), shape=(4, 4))
    return {
        "networkx": nx.cycle_graph(4),
        "scipy": matrix.tocsr(),
        "tuple": (RING, None),
        "mapping": {"edge_index": RING, "num_nodes": 4},
        "attributes": Data(edge_index=Tensor(RING), x=None, edge_attr=None, num_nodes=4),
        "int32": (RING.astype(np.int32), None),
        "strided": (np.repeat(RING, 2, axis=1)[:, ::2], None),
        "lists": (RING.tolist(), None),
    }


@pytest.mark.parametrize("way", ring_in_every_way())
def test_graphs_are_the_same_however_they_come(way):
    expected = gnnir.graph((RING, np.zeros((4, 0), np.float32)))
    assert gnnir.graph(ring_in_every_way()[way]) == expected
    assert expected.num_edges == 8


def test_attributes_and_labels_arrive_as_they_were():
    x = np.arange(8, dtype=np.float32).reshape(4, 2)
    edge_labels = np.array([5, 6, 7, 8])
    graph = gnnir.graph(Data(edge_index=RING, x=x, edge_attr=edge_labels, num_nodes=4))
    assert (graph.x == x).all() and graph.x.dtype == np.float32
    by_edge = dict(zip(map(tuple, graph.edge_index.T), graph.edge_labels))
    assert by_edge[0, 1] == by_edge[1, 0] == 5 and by_edge[3, 0] == 8


def test_whole_numbers_are_labels_as_pyg_has_them():
    graph = gnnir.graph({"edge_index": RING, "x": np.array([[1], [2], [2], [1]])})
    assert graph.x is None and graph.node_labels.tolist() == [1, 2, 2, 1]


def test_tables_are_looked_at_not_copied():
    graph = gnnir.graph({"edge_index": RING, "x": np.ones((4, 2), np.float32)})
    first, second = graph.x, graph.x
    assert first.__array_interface__["data"] == second.__array_interface__["data"]
    with pytest.raises(ValueError):
        first[0, 0] = 2
    kept = graph.x
    del graph, first, second
    gc.collect()
    assert kept.sum() == 8  # the data set is alive as long as the array


@pytest.mark.parametrize(
    "graph, words",
    [
        ((RING.astype(float), None), "edge_index: expected int64 or int32 [2, edges], found float64 [2, 4]"),
        ((RING.T, None), "edge_index: expected int64 or int32 [2, edges], found int64 [4, 2]"),
        ((RING, np.ones((4, 2))), "x: expected float32 [nodes, columns], or of labels int64 [nodes], found float64 [4, 2]"),
        ((RING, np.ones((4, 2), int)), "x: expected float32 [nodes, columns], or of labels int64 [nodes], found int64 [4, 2]"),
        ((RING, np.ones((4, 2), np.float16)), "found float16 [4, 2]"),
        ((RING, np.ones((3, 2), np.float32)), "edge_index: expected nodes 0..2, found 3"),
        ((RING, np.ones((4, 1), np.float32), np.ones((3, 1), np.float32)), "edge_attr: expected a row for each of 4 edges, found float32 [3, 1]"),
        ({"edge_index": RING}, "num_nodes: expected or x, which say how many nodes there are, found neither"),
        ({"edge_index": RING, "nodes": 4}, "found 'nodes'"),
        ((-RING, np.ones((4, 1), np.float32)), "edge_index: expected nodes 0..3, found -1"),
        (scipy.sparse.csr_matrix(np.array([[0, 0.5], [0.5, 0]])), "edge_attr: expected float32 [edges, columns], or of labels int64 [edges], found float64 [2]"),
        (nx.MultiGraph([(0, 1), (0, 1)]), "found a multigraph"),
        (3, "expected a graph"),
    ],
)
def test_what_would_need_a_cast_is_refused_by_name(graph, words):
    with pytest.raises(gnnir.Error) as error:
        gnnir.dataset([graph])
    assert words in str(error.value)
    assert error.value.kind == "data"


def test_all_graphs_have_the_same_columns():
    narrow, wide = (RING, np.ones((4, 1), np.float32)), (RING, np.ones((4, 2), np.float32))
    with pytest.raises(gnnir.Error, match=r"graph 1: x: expected 1 columns as graph 0 has them, found 2"):
        gnnir.dataset([narrow, wide])


def test_networkx_keys_are_read():
    graph = nx.Graph()
    graph.add_node("a", label=3, x=[0.5, 1.0])
    graph.add_node("b", label=4, x=[1.5, 2.0])
    graph.add_edge("a", "b", edge_attr=0.25)
    found = gnnir.graph(graph)
    assert found.node_labels.tolist() == [3, 4]
    assert found.x.tolist() == [[0.5, 1.0], [1.5, 2.0]]
    assert found.edge_attr.tolist() == [[0.25], [0.25]]
    graph.add_node("c")
    with pytest.raises(gnnir.Error, match="nodes' 'label': expected it of all 3, found it of 2"):
        gnnir.graph(graph)


def test_directed_edges_stay_directed_if_asked():
    assert gnnir.graph((RING, None), direction="directed").num_edges == 4
    loop = (np.array([[0, 0], [0, 1]]), None)
    assert gnnir.graph(loop).num_edges == 3
    assert gnnir.graph(loop, self_loops="drop").num_edges == 2


def test_one_graph_is_not_a_list():
    with pytest.raises(gnnir.Error, match="expected a list of graphs, found one Graph"):
        gnnir.dataset(nx.path_graph(3))


def test_data_sets_are_sequences():
    data = gnnir.dataset([nx.path_graph(n) for n in range(2, 7)], y=["b", "a", "b", "a", "b"])
    assert len(data) == 5 and data[-1].num_nodes == 6
    assert [graph.num_nodes for graph in data[1:3]] == [3, 4]
    assert data[[4, 0]].y.tolist() == ["b", "b"] and data[[4, 0]][0].num_nodes == 6
    again = pickle.loads(pickle.dumps(data))
    assert list(again) == list(data) and (again.y == data.y).all()
    with pytest.raises(IndexError):
        data[5]


def test_pickles_keep_every_feature():
    x, labels = np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32), np.array([1, 2, 3, 4])
    given = {"edge_index": RING, "x": x, "node_labels": labels, "edge_attr": np.ones((4, 2), np.float32)}
    graph = gnnir.graph(given)
    again = pickle.loads(pickle.dumps(graph))
    assert again == graph and hash(again) == hash(graph) and (again.x == x).all()


def test_data_sets_keep_what_graphs_look_at():
    data = gnnir.dataset([(RING, np.ones((4, 1), np.float32))])
    graph = data[0]
    alive = weakref.ref(data._data) if hasattr(data._data, "__weakref__") else None
    del data, alive
    gc.collect()
    assert graph.x.sum() == 4


def test_smiles_and_rdkit_molecules_are_the_same_graphs():
    chem = pytest.importorskip("rdkit.Chem")
    smiles = ["CCO", "c1ccccc1", "CC(=O)O"]
    try:
        typed = gnnir.dataset(smiles)
    except gnnir.Error as error:
        pytest.skip(str(error))
    drawn = gnnir.dataset([chem.MolFromSmiles(one) for one in smiles])
    for a, b in zip(typed, drawn):
        assert gnnir.canonical_form(a) == gnnir.canonical_form(b)
    assert [graph.num_nodes for graph in drawn] == [3, 6, 4]


def test_smiles_that_are_none_are_named():
    with pytest.raises(gnnir.Error, match=r"expected a SMILES, found ''"):
        gnnir.dataset(["CCO", ""])
    with pytest.raises(gnnir.Error, match="graphs of one kind"):
        gnnir.dataset(["CCO", nx.path_graph(3)])


def test_files_are_read(mutag):
    data = gnnir.open_dataset(mutag)
    assert len(data) == 188 and sorted(set(data.y)) == [-1, 1]
    assert data[0].node_labels is not None
    with pytest.raises(gnnir.Error):
        gnnir.open_dataset("no_such_file.jsonl")


def test_pictures_are_pages_and_svg(trees):
    graphs, y = trees
    data = gnnir.dataset(graphs, y)
    assert data._repr_html_().startswith("<iframe srcdoc=")
    assert gnnir.graph(graphs[0])._repr_svg_().startswith("<svg")
    assert "<html" in data.page()


def test_ten_thousand_graphs_are_handed_over_within_a_second():
    import time

    rng = np.random.default_rng(0)
    graphs = []
    for _ in range(10_000):
        ends = rng.integers(0, 23, size=(2, 25))
        graphs.append(Data(edge_index=np.concatenate([ends, ends[::-1]], axis=1), num_nodes=23,
                           x=rng.normal(size=(23, 9)).astype(np.float32),
                           edge_attr=rng.normal(size=(50, 3)).astype(np.float32), y=np.array([1])))
    began = time.process_time()
    data = gnnir.dataset(graphs)
    took = time.process_time() - began
    assert len(data) == 10_000
    print(f"10,000 graphs in {took:.2f} s")
    assert took < 1


def test_importing_loads_no_torch():
    import subprocess
    import sys

    code = ("import gnnir, networkx; gnnir.orbits(networkx.path_graph(3));"
            "assert 'libtorch' not in open('/proc/self/maps').read()")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_settings_are_those_of_the_library():
    import importlib.util
    from pathlib import Path

    folder = Path(__file__).resolve().parents[1]
    spec = importlib.util.spec_from_file_location("write_settings", folder / "write_settings.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert (folder / "gnnir" / "_settings.py").read_text() == tool.text_of(_core.settings())
