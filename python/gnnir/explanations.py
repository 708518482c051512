"""Answers of a model about itself: why it says what it says, and whether the order of nodes matters."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any

from . import _core
from .graphs import Graph


class Explanation:
    """Why a model says of a graph what it says: values of nodes and edges, in the unit of ``value``."""

    def __init__(self, found: dict[str, Any], graph: _core.Graph) -> None:
        self.subject: str = found["subject"]
        """What is explained: ``log-odds of class house``."""
        self.value: float = found["value"]
        self.base: float | None = found["base"]
        """What values add up from, where they do."""
        self.gap: float | None = found["gap"]
        self.nodes = found["nodes"]
        """float64 [num_nodes]."""
        self.errors = found["errors"]
        """Standard errors of them, where something was drawn."""
        self.edges: list[tuple[int, int, float]] = found["edges"]
        self.sentences: list[str] = found["sentences"]
        self.json: str = found["json"]
        """All of it, with figures of merit and what the method tells beside values."""
        self.graph = Graph(graph)

    def picture(self) -> str:
        """Nodes and edges in shades by their values, as SVG."""
        values = {(min(u, v), max(u, v)): value for u, v, value in self.edges}
        ends = zip(*self.graph.edge_index.tolist()) if values else ()
        of_edges = [values.get((min(u, v), max(u, v)), 0.0) for u, v in ends]
        return self.graph._graph.draw([], list(self.nodes), of_edges, self.subject, [], "")

    def _repr_html_(self) -> str:
        sentences = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in self.sentences)
        return (f"<p>{html.escape(self.subject)}: {self.value:.4g}</p>{self.picture()}"
                + (f"<ul>{sentences}</ul>" if sentences else ""))

    def __repr__(self) -> str:
        return f"<gnnir.Explanation of {self.subject}: {self.value:.4g}>"


@dataclass(frozen=True)
class Audit:
    """Whether a prediction depends on the order in which the nodes of its graph are listed."""

    verdict: str
    """``certified`` (provably not), ``stable`` (no difference was seen) or ``depends on node order``."""
    spread: float
    moves: list[float]
    """How far it moves over relabellings: a probability, or each target in its unit."""
    chosen: list[list[int]]
    """Per layer the nodes that were individualized."""
    because: str
    cells: int
    orbits: int
