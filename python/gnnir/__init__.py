"""Learning on graphs beyond what message passing can see.

>>> import gnnir, networkx
>>> gnnir.refine_colours(networkx.cycle_graph(4))
{0: 0, 1: 0, 2: 0, 3: 0}
"""

from __future__ import annotations

from . import _core
from ._errors import Error
from ._loading import start as _start

_start()

from .classical import (  # noqa: E402
    Distinction,
    canonical_form,
    canonical_names,
    distinguish,
    orbits,
    refine_colours,
)
from .estimators import GraphClassifier, GraphRegressor  # noqa: E402
from .explanations import Audit, Explanation  # noqa: E402
from .graphs import Dataset, Graph, dataset, graph, open_dataset  # noqa: E402
from .models import Model, load  # noqa: E402
from .runs import Run  # noqa: E402

__version__: str = _core.version

__all__ = [
    "Audit", "Dataset", "Distinction", "Error", "Explanation", "Graph", "GraphClassifier", "GraphRegressor", "Model",
    "Run", "canonical_form", "canonical_names", "dataset", "distinguish", "graph", "load", "open_dataset", "orbits",
    "refine_colours",
]
