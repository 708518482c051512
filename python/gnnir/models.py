"""Trained models that are asked about graphs."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _core
from ._errors import Error
from ._loading import predictor_of, threads_of
from .explanations import Audit, Explanation
from .graphs import data_of, keyed, named_classes


class Model:
    """A trained model: of one file, or several that answer together. It pickles as the bytes of its files.

    Graphs are anything that :meth:`gnnir.GraphClassifier.fit` takes, in a list, a mapping or a pandas Series: results
    are keyed alike.
    """

    def __init__(self, files: Sequence[bytes], threads: int | None = None) -> None:
        self._files = tuple(files)
        self.threads = threads
        self._asked: _core.Predictor | None = None
        self._said: dict[str, Any] | None = None

    @property
    def files(self) -> tuple[bytes, ...]:
        """As safetensors, one for each model that answers."""
        return self._files

    def save(self, path: str | os.PathLike[str]) -> None:
        """As the one file that :func:`gnnir.load` and the program read."""
        if len(self._files) != 1:
            raise Error(f"[model] expected one model to save, found {len(self._files)} that answer together: their run "
                        "folder has them")
        with open(path, "xb") as file:
            file.write(self._files[0])

    @property
    def _predictor(self) -> _core.Predictor:
        if self._asked is None:
            self._asked = predictor_of(self._files)
        return self._asked

    @property
    def _header(self) -> dict[str, Any]:
        if self._said is None:
            self._said = self._predictor.header()
        return self._said

    @property
    def task(self) -> str:
        """``classification``, ``yes_no`` (questions with two answers) or ``regression``."""
        return str(self._header["task"])

    @property
    def names(self) -> list[str]:
        """Of the classes, the questions, or the targets."""
        return list(self._header["names"])

    @property
    def classes(self) -> np.ndarray[Any, Any]:
        """Of a classifier, in the order of its probabilities."""
        return named_classes(self.names)

    @property
    def config(self) -> str:
        """All settings, as TOML."""
        return str(self._header["config"])

    def _data(self, graphs: Any) -> tuple[_core.Dataset, Any, Any]:
        predictor = self._predictor
        data, keys, given = data_of(graphs, predictor.read_options(False))
        for remark in predictor.remarks_on(data):
            warnings.warn(remark, stacklevel=3)
        return data, keys, given

    def _threads(self) -> int:
        return threads_of(self.threads)

    def ask(self, graphs: Any, *, confidence: float | None = None, calibrate: str = "none") -> dict[str, Any]:
        """All that the model says, as arrays: ``probabilities``, ``targets``, ``deviations`` (of several models),
        ``order_may_matter``, ``unusual`` and, with ``confidence``, ``lower``, ``upper`` or ``sets``."""
        data, _, _ = self._data(graphs)
        found = self._predictor.predict(data, self._threads(), confidence, calibrate)
        for remark in found["remarks"]:
            warnings.warn(remark, stacklevel=2)
        return found

    def predict(self, graphs: Any) -> Any:
        """The likeliest class of each graph; of questions the likelier answer as 0 and 1; targets in their units."""
        data, keys, given = self._data(graphs)
        return keyed(self._predicted(self._predictor.predict(data, self._threads(), None, "none")), keys, given)

    def _predicted(self, found: dict[str, Any]) -> Any:
        if self.task == "classification":
            return self.classes[found["classes"]]
        if self.task == "yes_no":
            return (found["probabilities"] >= 0.5).astype(np.int64)
        targets = found["targets"]
        return targets[:, 0] if targets.shape[1] == 1 else targets

    def predict_proba(self, graphs: Any, *, calibrate: str = "none") -> Any:
        """The probability of each class, [graphs, classes]; of questions that of yes, [graphs, questions]."""
        if self.task == "regression":
            raise Error("[model] predict_proba: expected a model of classes, found one of numbers")
        data, keys, given = self._data(graphs)
        return keyed(self._predictor.predict(data, self._threads(), None, calibrate)["probabilities"], keys, given)

    def embed(self, graphs: Any, *, nodes: bool = False) -> Any:
        """What the model makes of each graph before its head, float32 [graphs, columns]; with ``nodes`` of each node,
        graph by graph."""
        data, keys, given = self._data(graphs)
        found = self._predictor.embed(data, nodes, self._threads())
        return found if nodes else keyed(found, keys, given)

    def explain(self, graphs: Any, method: str = "occlusion", **options: Any) -> Any:
        """Why it says what it says of each graph: an :class:`Explanation` each. Options: ``class_name``, ``target``,
        ``top``, ``samples``, ``exact_nodes``, ``steps``, ``seed``, ``budget``."""
        data, keys, given = self._data(graphs)
        asked = _core.ExplainOptions()
        asked.method = method
        for name, value in options.items():
            if not hasattr(asked, name):
                raise Error(f"explain: expected class_name, target, top, samples, exact_nodes, steps, seed or budget, "
                            f"found {name!r}", setting=name)
            setattr(asked, name, value)
        predictor = predictor_of(self._files, derivatives=True) if method == "gradient" else self._predictor
        found = _core.explain(predictor, data, asked, self._threads())
        return keyed([Explanation(one, data.graph(i)) for i, one in enumerate(found)], keys, given)

    def audit(self, graphs: Any, *, relabellings: int = 10, seed: int = 0, tolerance: float = 1e-4) -> Any:
        """Whether what it says of each graph depends on the order of its nodes: an :class:`Audit` each."""
        data, keys, given = self._data(graphs)
        found = _core.audit(self._predictor, data, relabellings, seed, tolerance, self._threads())
        return keyed([Audit(**one) for one in found], keys, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Model, (self._files, self.threads))

    def __repr__(self) -> str:
        return f"<gnnir.Model: {self.task} of {', '.join(self.names[:5])}{', …' if len(self.names) > 5 else ''}>"


def load(path: str | os.PathLike[str], threads: int | None = None) -> Model:
    """The model of a file, or the model or models of a run folder."""
    return Model(_core.models_at(os.fspath(path), lambda text: warnings.warn(text, stacklevel=2)), threads)


