"""Graphs from what people have, and data sets of them."""

from __future__ import annotations

import html
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Union

import numpy as np

from . import _core
from ._errors import Error

Keys = Union[None, list[Any]]


class Graph:
    """One graph with what is known of its nodes and edges; it cannot be changed.

    >>> import gnnir
    >>> ring = gnnir.graph(([[0, 1, 2], [1, 2, 0]], None))
    >>> ring
    <gnnir.Graph: 3 nodes, 6 directed edges>
    >>> ring.edge_index.shape
    (2, 6)
    """

    __slots__ = ("_graph",)

    def __init__(self, graph: _core.Graph) -> None:
        self._graph = graph

    @property
    def num_nodes(self) -> int:
        return self._graph.num_nodes

    @property
    def num_edges(self) -> int:
        """Directed edges: an undirected one counts twice."""
        return self._graph.num_edges

    @property
    def edge_index(self) -> np.ndarray[Any, Any]:
        """int64 [2, num_edges], by target, then by source."""
        return self._graph.edge_index

    @property
    def x(self) -> np.ndarray[Any, Any] | None:
        """Attributes of nodes, float32 [num_nodes, columns]: no copy."""
        return self._graph.x

    @property
    def edge_attr(self) -> np.ndarray[Any, Any] | None:
        """Attributes of edges, float32 [num_edges, columns]: no copy."""
        return self._graph.edge_attr

    @property
    def node_labels(self) -> np.ndarray[Any, Any] | None:
        """int64 [num_nodes]: no copy."""
        return self._graph.node_labels

    @property
    def edge_labels(self) -> np.ndarray[Any, Any] | None:
        """int64 [num_edges]: no copy."""
        return self._graph.edge_labels

    @property
    def y(self) -> Any:
        """The name of its class, or its targets; None if it has neither."""
        return self._graph.label

    def draw(self, values: Any = None, colours: Any = None, title: str = "", value_name: str = "") -> str:
        """A picture as SVG: nodes in colours by number, or in shades by signed values."""
        return self._graph.draw(
            [] if colours is None else [int(c) for c in colours],
            [] if values is None else [float(v) for v in values],
            [], value_name, [], title)

    def _repr_svg_(self) -> str:
        return self.draw(colours=_core.refine_colours(self._graph))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Graph) and self._graph == other._graph

    def __hash__(self) -> int:
        return hash(self._graph)

    def __repr__(self) -> str:
        return f"<gnnir.Graph: {self.num_nodes} nodes, {self.num_edges} directed edges>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_graph_of_state, (self._graph.alone().state(),))


class Dataset(Sequence[Graph]):
    """Graphs, and what is known of them: a sequence.

    Made by :func:`open_dataset`, or by :func:`dataset` of graphs that are at hand; ``data[3]`` is a graph,
    ``data[:100]`` and ``data[[3, 1]]`` are data sets.
    """

    __slots__ = ("_data",)

    def __init__(self, data: _core.Dataset) -> None:
        self._data = data

    @property
    def name(self) -> str:
        return self._data.name

    @property
    def y(self) -> np.ndarray[Any, Any] | None:
        """What there is to learn: class labels, whole numbers where all of them are; or targets, [graphs] or
        [graphs, targets]. None if there is nothing."""
        if self._data.classes is not None:
            return named_classes(self._data.class_names)[self._data.classes]
        targets = self._data.targets
        return targets[:, 0] if targets is not None and targets.shape[1] == 1 else targets

    @property
    def target_names(self) -> list[str]:
        return self._data.target_names

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Dataset(self._data.picked(np.arange(len(self))[index]))
        if isinstance(index, (list, np.ndarray)):
            return Dataset(self._data.picked(np.arange(len(self))[index]))
        number = int(index)
        return Graph(self._data.graph(number + len(self) if number < 0 else number))

    def __iter__(self) -> Iterator[Graph]:
        return (Graph(self._data.graph(i)) for i in range(len(self)))

    def page(self, graphs: Sequence[int] = ()) -> str:
        """What is in it as an HTML page that needs nothing else, as ``gnnir data show`` writes it."""
        return self._data.page(list(graphs))

    def _repr_html_(self) -> str:
        return in_frame(self.page())

    def __repr__(self) -> str:
        return f"<gnnir.Dataset {self.name!r}: {len(self)} graphs>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_dataset_of_state, (self._data.state(),))


def _graph_of_state(state: dict[str, Any]) -> Graph:
    return Graph(_core.Dataset.of_state(state).graph(0))


def _dataset_of_state(state: dict[str, Any]) -> Dataset:
    return Dataset(_core.Dataset.of_state(state))


def in_frame(page: str, height: int = 640) -> str:
    """A page within another, which neither sees."""
    return (f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts" '
            f'style="width:100%;height:{height}px;border:0"></iframe>')


def named_classes(names: Sequence[str]) -> np.ndarray[Any, Any]:
    """Classes by their names: whole numbers where all of them are."""
    if all(name.lstrip("-").isdigit() and str(int(name)) == name for name in names):
        return np.array([int(name) for name in names], dtype=np.int64)
    return np.array(list(names), dtype=object)


# One graph as arrays: (num_nodes, edge_index, x, edge_attr, node_labels, edge_labels), what given_graphs.h reads.
_Parts = tuple[Any, Any, Any, Any, Any, Any]


def _array(value: Any, name: str) -> Any:
    """An array that looks at the same numbers. Python's own numbers have no width: real ones become float32."""
    if value is None or isinstance(value, np.ndarray):
        return value
    if hasattr(value, "__array__") or hasattr(value, "__dlpack__"):
        try:
            return np.asarray(value) if hasattr(value, "__array__") else np.from_dlpack(value)
        except Exception as error:
            raise Error(f"[graphs] {name}: expected numbers in this computer's memory, found a "
                        f"{type(value).__name__} that says: {error}", "data") from error
    array = np.array(value)
    if array.size == 0 and name == "edge_index":
        return np.zeros((2, 0), dtype=np.int64)
    return array.astype(np.float32) if array.dtype == np.float64 else array


def _of_attributes(data: Any) -> _Parts:
    """PyG's Data, or anything that has its attributes."""
    nodes = getattr(data, "num_nodes", None)
    return (None if nodes is None else int(nodes), _array(data.edge_index, "edge_index"),
            _array(getattr(data, "x", None), "x"), _array(getattr(data, "edge_attr", None), "edge_attr"), None, None)


_KEYS = ("num_nodes", "edge_index", "x", "edge_attr", "node_labels", "edge_labels", "y")


def _of_mapping(data: Mapping[str, Any]) -> _Parts:
    unknown = [key for key in data if key not in _KEYS]
    if unknown or "edge_index" not in data:
        found = f"{unknown[0]!r}" if unknown else "no edge_index"
        raise Error(f"[graphs] expected the keys {', '.join(_KEYS)}, found {found}", "data")
    nodes = data.get("num_nodes")
    arrays = [_array(data.get(key), key) for key in _KEYS[1:6]]
    return (None if nodes is None else int(nodes), *arrays)  # type: ignore[return-value]


def _of_tuple(parts: tuple[Any, ...]) -> _Parts:
    """(edge_index, x) or (edge_index, x, edge_attr); without x the nodes are those up to the largest."""
    if not 2 <= len(parts) <= 3:
        raise Error(f"[graphs] expected a tuple (edge_index, x) or (edge_index, x, edge_attr), found {len(parts)} parts",
                    "data")
    edges = _array(parts[0], "edge_index")
    nodes = None
    if parts[1] is None:
        nodes = int(np.max(edges)) + 1 if edges.size else 0
    return (nodes, edges, _array(parts[1], "x"), _array(parts[2] if len(parts) == 3 else None, "edge_attr"), None, None)


def _column(values: list[Any], what: str) -> tuple[Any, Any]:
    """Values of nodes or edges: (labels, None) where they are whole numbers, else (None, attributes)."""
    array = np.array(values)
    if array.dtype.kind in "iub" and array.ndim == 1:
        return array.astype(np.int64), None
    if array.dtype.kind in "iufb" and array.ndim <= 2:
        return None, array.astype(np.float32)
    raise Error(f"[graphs] {what}: expected a number, or as many numbers each, found {values[0]!r}", "data")


def _of_networkx(graph: Any) -> tuple[_Parts, list[Any]]:
    """Keys ``label`` (whole numbers) and ``x`` (numbers) of nodes, ``label`` and ``edge_attr`` of edges."""
    nodes = list(graph.nodes)
    place = {node: i for i, node in enumerate(nodes)}
    if graph.is_multigraph():
        raise Error("[graphs] expected a networkx Graph or DiGraph, found a multigraph: its parallel edges would be one",
                    "data")
    edges = list(graph.edges(data=True))
    edge_index = np.array([[place[u] for u, _, _ in edges], [place[v] for _, v, _ in edges]], dtype=np.int64)

    def table(rows: list[Mapping[str, Any]], keys: tuple[str, str], what: str) -> list[Any]:
        found: list[Any] = [None, None]
        for key in keys:
            values = [row[key] for row in rows if key in row]
            if not values:
                continue
            if len(values) < len(rows):
                raise Error(f"[graphs] {what} {key!r}: expected it of all {len(rows)}, found it of {len(values)}", "data")
            labels, attributes = _column(values, f"{what} {key!r}")
            if (labels is not None) and key == "label":
                found[0] = labels
            else:
                found[1] = attributes if attributes is not None else labels.astype(np.float32)
        return found

    node_labels, x = table([graph.nodes[node] for node in nodes], ("label", "x"), "nodes'")
    edge_labels, edge_attr = table([data for _, _, data in edges], ("label", "edge_attr"), "edges'")
    return (len(nodes), edge_index, x, edge_attr, node_labels, edge_labels), nodes


def _of_sparse(matrix: Any) -> _Parts:
    """An adjacency matrix: its entries are edges, from row to column; values that are not all 1 are attributes."""
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise Error(f"[graphs] expected a square adjacency matrix, found {matrix.shape}", "data")
    entries = matrix.tocoo()
    if (entries.data == 0).any():
        raise Error("[graphs] expected an adjacency matrix whose entries are edges, found some that are 0: "
                    "eliminate_zeros() takes them out", "data")
    edge_index = np.stack([entries.row, entries.col])
    values = None if (entries.data == 1).all() else entries.data
    return (matrix.shape[0], edge_index, None, values, None, None)


def _is_networkx(graph: Any) -> bool:
    return hasattr(graph, "is_multigraph") and hasattr(graph, "adj")


def _is_rdkit(graph: Any) -> bool:
    return hasattr(graph, "GetAtoms") and hasattr(graph, "GetBonds")


def _parts_of(graph: Any) -> _Parts:
    if isinstance(graph, Mapping):
        return _of_mapping(graph)
    if isinstance(graph, tuple):
        return _of_tuple(graph)
    if _is_networkx(graph):
        return _of_networkx(graph)[0]
    if hasattr(graph, "tocoo"):
        return _of_sparse(graph)
    if hasattr(graph, "edge_index"):
        return _of_attributes(graph)
    raise Error("[graphs] expected a graph (PyG's Data, networkx, a scipy.sparse matrix, (edge_index, x), a mapping, "
                f"a gnnir.Graph, SMILES, an RDKit molecule), found {type(graph).__name__}", "data")


def _mol_blocks(molecules: list[Any]) -> str:
    """As SDF, which keeps the order of atoms."""
    from rdkit.Chem import MolToMolBlock

    return "".join(MolToMolBlock(molecule) + "$$$$\n" for molecule in molecules)


def _data_of_list(graphs: list[Any], options: _core.ReadOptions) -> _core.Dataset:
    if not graphs:
        return _core.dataset_of_arrays("graphs", [], options)
    first = graphs[0]
    for kind in (str, Graph):
        strange = [type(graph).__name__ for graph in graphs if isinstance(first, kind) and not isinstance(graph, kind)]
        if strange:
            raise Error(f"[graphs] expected graphs of one kind, found a {kind.__name__} and a {strange[0]}", "data")
    if isinstance(first, str):
        return _core.read_dataset("typed.smi", _lines_of(graphs), options)
    if isinstance(first, Graph):
        return _core.dataset_of_graphs("", [graph._graph for graph in graphs])
    if _is_rdkit(first):
        return _core.read_dataset("molecules.sdf", _mol_blocks(graphs), options)
    return _core.dataset_of_arrays("graphs", [_parts_of(graph) for graph in graphs], options)


def _lines_of(smiles: list[str]) -> str:
    for number, one in enumerate(smiles):
        if not one.strip() or "\n" in one or "\r" in one:
            raise Error(f"[graphs] graph {number}: expected a SMILES, found {one!r}", "data")
    return "\n".join(smiles) + "\n"


def data_of(graphs: Any, options: _core.ReadOptions, data_dir: str | None = None) -> tuple[_core.Dataset, Keys, Any]:
    """A data set of graphs that come in any way, with the keys of a mapping or of a pandas Series, if they are one,
    and what puts results back: the input itself."""
    if isinstance(graphs, (str, os.PathLike)):
        return _core.open_dataset(os.fspath(graphs), data_dir or "", options), None, None
    if isinstance(graphs, Dataset):
        return graphs._data, None, None
    if isinstance(graphs, _core.Dataset):
        return graphs, None, None
    if hasattr(graphs, "index") and hasattr(graphs, "to_numpy"):  # a pandas Series
        return _data_of_list(list(graphs), options), list(graphs.index), graphs
    if isinstance(graphs, Mapping) and "edge_index" not in graphs:
        data = _data_of_list(list(graphs.values()), options)
        data.set_names([str(key) for key in graphs])
        return data, list(graphs), graphs
    if isinstance(graphs, (Graph, tuple, Mapping)) or _is_networkx(graphs) or _is_rdkit(graphs) or hasattr(
            graphs, "tocoo") or hasattr(graphs, "edge_index"):
        raise Error(f"[graphs] expected a list of graphs, found one {type(graphs).__name__}: put it into brackets", "data")
    try:
        items = list(graphs)
    except TypeError:
        raise Error(f"[graphs] expected graphs, found {type(graphs).__name__}", "data") from None
    return _data_of_list(items, options), None, None


def keyed(results: Any, keys: Keys, given: Any) -> Any:
    """Results, one for each graph, keyed as the graphs were given."""
    if keys is None:
        return results
    if hasattr(given, "to_numpy"):
        import pandas

        is_table = isinstance(results, np.ndarray) and results.ndim > 1
        return (pandas.DataFrame if is_table else pandas.Series)(results, index=given.index)
    return dict(zip(keys, results))


def labels_in(graphs: Any) -> Any:
    """What graphs say of themselves: ``y`` of a data set, or of every graph of a list."""
    if isinstance(graphs, Dataset):
        return graphs.y
    if isinstance(graphs, (str, os.PathLike)) or hasattr(graphs, "to_numpy"):
        return None
    items = list(graphs.values()) if isinstance(graphs, Mapping) else list(graphs)
    labels = [item.get("y") if isinstance(item, Mapping) else getattr(item, "y", None) for item in items]
    if not labels or any(label is None for label in labels):
        return None
    array = np.stack([np.asarray(label) for label in labels])
    return array[:, 0] if array.ndim == 2 and array.shape[1] == 1 else array.squeeze(1) if array.ndim == 3 else array


def open_dataset(source: str | os.PathLike[str], data_dir: str | None = None, *, direction: str = "undirected",
                 self_loops: str = "keep") -> Dataset:
    """A data set by its name, file, folder or archive, in any format that the program reads."""
    options = _core.read_options(direction == "undirected", self_loops == "keep", True)
    return Dataset(_core.open_dataset(os.fspath(source), data_dir or "", options))


def dataset(graphs: Any, y: Any = None, *, direction: str = "undirected", self_loops: str = "keep") -> Dataset:
    """A data set of graphs that are at hand, which is made once instead of at every call.

    >>> import gnnir
    >>> import networkx
    >>> gnnir.dataset([networkx.path_graph(4), networkx.star_graph(3)])
    <gnnir.Dataset 'graphs': 2 graphs>
    """
    options = _core.read_options(direction == "undirected", self_loops == "keep", False)
    data = data_of(graphs, options)[0]
    if y is not None:
        values = np.asarray(y)
        if values.dtype.kind == "f":
            data.set_targets(*real_targets(values))
        else:
            classes, codes = np.unique(values, return_inverse=True)
            data.set_classes(codes.astype(np.int64), [str(c) for c in classes])
    return Dataset(data)


def real_targets(y: Any) -> tuple[np.ndarray[Any, Any], list[str], bool]:
    """Numbers to learn, in single precision, as a table, with names."""
    values = np.asarray(y)
    if values.dtype.kind not in "iufb":
        raise Error(f"[y] expected numbers, found {values.dtype}", "data")
    table = values.reshape(len(values), -1).astype(np.float32)
    names = ["target"] if table.shape[1] == 1 else [f"target_{t}" for t in range(table.shape[1])]
    return np.ascontiguousarray(table), names, False


def graph(item: Any, *, direction: str = "undirected", self_loops: str = "keep") -> Graph:
    """One graph, from whatever it is."""
    if isinstance(item, Graph):
        return item
    return Graph(dataset([item], direction=direction, self_loops=self_loops)._data.graph(0))


def one_graph(item: Any) -> tuple[_core.Graph, Keys]:
    """One graph, with the names of its nodes if it is networkx'."""
    directed = _is_networkx(item) and item.is_directed()
    names = list(item.nodes) if _is_networkx(item) else None
    return graph(item, direction="directed" if directed else "undirected")._graph, names
