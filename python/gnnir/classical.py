"""What can be said of graphs without learning: cells of colour refinement, orbits, canonical forms.

Labels and attributes of nodes and edges are colours. Graphs are anything that :func:`gnnir.graph` takes; of a networkx
graph, results are keyed by its nodes, and a DiGraph is directed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import _core
from .graphs import Graph, one_graph


def _by_node(values: Any, names: Any) -> Any:
    return values if names is None else {name: int(value) for name, value in zip(names, values)}


def refine_colours(graph: Any) -> Any:
    """For each node the number of its cell in colour refinement (1-WL): what message passing can tell apart. Cell i of
    a graph corresponds to cell i of every graph that 1-WL cannot tell from it.

    >>> import gnnir, networkx
    >>> gnnir.refine_colours(networkx.path_graph(4))
    {0: 0, 1: 1, 2: 1, 3: 0}
    """
    core, names = one_graph(graph)
    return _by_node(_core.refine_colours(core), names)


def orbits(graph: Any) -> Any:
    """For each node the first of those that a symmetry of the graph carries it to.

    >>> import gnnir, networkx
    >>> gnnir.orbits(networkx.path_graph(["a", "b", "c", "d"]))
    {'a': 'a', 'b': 'b', 'c': 'b', 'd': 'a'}
    """
    core, names = one_graph(graph)
    orbit = _core.orbits(core)
    return orbit if names is None else {names[v]: names[first] for v, first in enumerate(orbit)}


def canonical_form(graph: Any) -> Graph:
    """The same graph, with its labels and attributes, for all graphs that are isomorphic to it; graphs can be keys.

    >>> import gnnir, networkx
    >>> path = networkx.path_graph(4)
    >>> other = networkx.relabel_nodes(path, {0: 2, 1: 0, 2: 3, 3: 1})
    >>> gnnir.canonical_form(path) == gnnir.canonical_form(other)
    True
    """
    return Graph(_core.canonical(one_graph(graph)[0])[0])


def canonical_names(graph: Any) -> Any:
    """What :func:`canonical_form` calls each node."""
    core, names = one_graph(graph)
    return _by_node(_core.canonical(core)[1], names)


@dataclass(frozen=True)
class Distinction:
    """What tells two graphs apart, by :func:`distinguish`."""

    isomorphic: bool
    apart: dict[str, bool]
    """By method: whether it tells them apart."""
    undecided: list[str]
    """Methods that could not say."""

    def __bool__(self) -> bool:
        """Whether some method tells them apart."""
        return any(self.apart.values())


def distinguish(a: Any, b: Any, methods: Sequence[str] = ("wl", "ir"), *, layers: int = 1) -> Distinction:
    """Which methods tell two graphs apart: ``wl`` (colour refinement) and ``ir`` (the search tree of individualization
    and refinement), which are exact, ``gnn`` and ``gnn-ir`` (networks with random weights and ``layers`` layers).

    >>> import gnnir, networkx
    >>> six, threes = networkx.cycle_graph(6), networkx.disjoint_union(networkx.cycle_graph(3), networkx.cycle_graph(3))
    >>> gnnir.distinguish(six, threes)
    Distinction(isomorphic=False, apart={'wl': False, 'ir': True}, undecided=[])
    """
    pair = _core.dataset_of_graphs("pair", [one_graph(a)[0], one_graph(b)[0]])
    apart: dict[str, bool] = {}
    undecided: list[str] = []
    isomorphic = False
    for method in methods:
        if method in ("gnn", "gnn-ir"):
            from ._loading import learn

            found = learn().distinguish_by_networks(pair, method, layers).found()
        else:
            found = _core.distinguish_exactly(pair, method)
        apart[method] = found["apart"]
        isomorphic = found["isomorphic"]
        if found["undecided"]:
            undecided.append(method)
    return Distinction(isomorphic, apart, undecided)
