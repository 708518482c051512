"""Estimators in scikit-learn's manner."""

from __future__ import annotations

import inspect
import os
import shutil
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from . import _core
from ._errors import Error
from ._loading import learn, threads_of
from ._progress import Progress
from ._settings import PATHS, Settings
from .graphs import Dataset, data_of, labels_in, real_targets
from .models import Model
from .runs import Run

_OF_A_RUN = ("folder", "resume", "threads", "time", "max_memory", "engine", "baseline", "match_parameters",
             "checkpoint_every", "verbose")


def _text_of(value: Any) -> str:
    """A setting as TOML and options write it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        import json

        return json.dumps([str(item) for item in value])
    return str(value)


class _Estimator(Settings):
    model_: Model
    run_: Run

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """All keywords and their values; None: left open."""
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **params: Any) -> Any:
        """Other values for some keywords."""
        names = self._names()
        for name, value in params.items():
            if name not in names:
                raise ValueError(f"{type(self).__name__}: unknown parameter {name!r}")
            setattr(self, name, value)
        return self

    @classmethod
    def _names(cls) -> list[str]:
        return sorted(name for name in inspect.signature(cls.__init__).parameters if name != "self")

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items()
                         if value != inspect.signature(type(self).__init__).parameters[name].default)
        return f"{type(self).__name__}({said})"

    def _said(self, source: str | None) -> list[tuple[str, str]]:
        said = [] if source is None else [("data.dataset", source)]
        return said + [(path, _text_of(getattr(self, name))) for name, path in PATHS.items()
                       if getattr(self, name) is not None]

    def _weak(self) -> list[tuple[str, str]]:
        """The test part is whoever asks for the score: all other graphs are trained on, or select the epoch."""
        if self.train_fraction is not None:
            return []
        validation = 0.1 if self.validation_fraction is None else float(self.validation_fraction)
        return [("data.train_fraction", repr(1 - validation))]

    def _seconds(self) -> float:
        if self.time is None:
            return float("inf")
        if isinstance(self.time, str):
            seconds = _core.seconds_of(self.time)
            if seconds is None:
                raise Error(f"time: expected seconds, or 2h, 1h30m, 90m, 45s, found {self.time!r}", setting="time")
            return float(seconds)
        if not float(self.time) > 0:
            raise Error(f"time: expected seconds above 0, found {self.time!r}", setting="time")
        return float(self.time)

    def _take_labels(self, data: _core.Dataset, y: Any) -> None:
        raise NotImplementedError

    def _check_task(self, data: _core.Dataset) -> None:
        raise NotImplementedError

    def fit(self, graphs: Any, y: Any = None) -> Any:
        """Trains on graphs with what is to be learned: ``y``, one for each, or what a data set, a file or the graphs
        themselves say (``y`` of PyG's Data). A share of them, ``validation_fraction``, selects the best epoch.

        Ctrl-C saves the run and raises KeyboardInterrupt; with ``folder`` and ``resume=True`` the same call goes on.
        """
        source = os.fspath(graphs) if isinstance(graphs, (str, os.PathLike)) else None
        said, weak = self._said(source), self._weak()
        options = _core.read_options_of(said, weak)
        data, keys, _ = data_of(graphs, options, self.data_dir)
        if y is None and not isinstance(graphs, Dataset) and source is None:
            y = labels_in(graphs)
        if y is not None:
            if isinstance(y, Mapping):
                y = [y[key] for key in (keys if keys is not None else range(len(data)))]
            if len(y) != len(data):
                raise Error(f"[y] expected one for each of {len(data)} graphs, found {len(y)}", "data")
            if isinstance(graphs, Dataset) or source is not None:
                data = data.picked(np.arange(len(data)))
            self._take_labels(data, y)
        self._check_task(data)
        self._train(data, said, weak)
        return self

    def _train(self, data: _core.Dataset, said: list[tuple[str, str]], weak: list[tuple[str, str]]) -> None:
        kept = self.folder is not None
        folder = Path(str(self.folder)) if kept else Path(tempfile.mkdtemp(prefix="gnnir-")) / "run"
        request = learn().FitRequest()
        request.said, request.weak, request.folder = said, weak, folder
        request.resume = bool(self.resume)
        request.threads = threads_of(self.threads)
        request.seconds = self._seconds()
        request.max_memory = float(self.max_memory or 0)
        request.engine = self.engine or "fused"
        request.baseline, request.match_parameters = bool(self.baseline), bool(self.match_parameters)
        request.checkpoint_every = int(self.checkpoint_every or 0)
        request.command = f"{self!r}.fit(…)"
        progress = Progress(silent=not self.verbose)
        epochs: list[dict[str, Any]] = []
        choice: list[str] = []

        def on_event(event: dict[str, Any]) -> None:
            if event["kind"] == "epoch":
                epochs.append({key: event[key] for key in ("job", "epoch", "loss", "score")})
                progress.epoch(event)
            elif event["kind"] == "choice":
                choice.append(event["text"])
            elif event["kind"] == "warning":
                warnings.warn(event["text"], stacklevel=4)

        begun = False
        try:
            result = learn().fit(data, request, on_event)
            page = folder / "report.html"
            self.run_ = Run(folder if kept else None, result, epochs, "".join(choice),
                            page.read_text(encoding="utf-8") if page.exists() else None)
            self.model_ = Model(_core.models_at(os.fspath(folder), lambda text: None), self.threads)
        except KeyboardInterrupt:
            begun = (folder / "env.json").exists()
            if not begun:
                raise
            raise KeyboardInterrupt(f"saved; go on with folder={os.fspath(folder)!r}, resume=True") from None
        finally:
            progress.end()
            if not kept and not begun:
                shutil.rmtree(folder.parent, ignore_errors=True)

    def _fitted(self) -> Model:
        if not hasattr(self, "model_"):
            raise Error(f"{type(self).__name__}: expected a fitted one, found one that is not: call fit first")
        return self.model_

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def predict(self, graphs: Any) -> Any:
        """What the model says of each graph, keyed as the graphs are."""
        return self._fitted().predict(graphs)

    def transform(self, graphs: Any) -> Any:
        """What the model makes of each graph before its head: embeddings, float32 [graphs, columns]."""
        return self._fitted().embed(graphs)

    def fit_transform(self, graphs: Any, y: Any = None) -> Any:
        return self.fit(graphs, y).transform(graphs)

    def save(self, path: str | os.PathLike[str]) -> None:
        """The model as a file for :func:`gnnir.load` and the program."""
        self._fitted().save(path)

    def explain(self, graphs: Any, method: str = "occlusion", **options: Any) -> Any:
        """See :meth:`gnnir.Model.explain`."""
        return self._fitted().explain(graphs, method, **options)

    def audit(self, graphs: Any, **options: Any) -> Any:
        """See :meth:`gnnir.Model.audit`."""
        return self._fitted().audit(graphs, **options)

    def _repr_html_(self) -> str:
        import html

        if hasattr(self, "run_"):
            return self.run_._repr_html_()
        return f"<pre>{html.escape(repr(self))}</pre>"

    def _tags(self, kind: str) -> Any:
        """For scikit-learn from 1.6 on."""
        from sklearn.utils import Tags, TargetTags

        tags = Tags(estimator_type=kind, target_tags=TargetTags(required=False))
        if kind == "classifier":
            from sklearn.utils import ClassifierTags

            tags.classifier_tags = ClassifierTags()
        else:
            from sklearn.utils import RegressorTags

            tags.regressor_tags = RegressorTags()
        return tags


def _true_labels(graphs: Any, y: Any) -> Any:
    labels = labels_in(graphs) if y is None else y
    if labels is None:
        raise Error("[y] expected labels to compare with, found none", "data")
    return np.asarray([labels[key] for key in graphs] if isinstance(labels, Mapping) else labels)


class GraphClassifier(_Estimator):
    """Learns classes of graphs, or several questions with two answers each (``y`` [graphs, questions] of 0, 1 and NaN).

    Every setting of the program is a keyword of the same name; None leaves it open, and what fits the graphs is
    chosen, as ``gnnir train`` does. Beside them: ``folder`` (where the run is kept), ``resume`` (go on with what is
    there), ``threads`` (results do not depend on it), ``time`` (seconds or ``"1h30m"``), ``max_memory`` (bytes),
    ``engine``, ``baseline`` (the plain GNN beside it), ``verbose=False`` (silent).

    >>> import gnnir, networkx
    >>> graphs = [networkx.path_graph(n) for n in range(4, 24)] + [networkx.star_graph(n) for n in range(3, 23)]
    >>> y = ["path"] * 20 + ["star"] * 20
    >>> model = gnnir.GraphClassifier(ir_layers=0, hidden=8, epochs=30, lr=0.02, verbose=False).fit(graphs, y)
    >>> model.predict([networkx.path_graph(9), networkx.star_graph(9)]).tolist()
    ['path', 'star']
    >>> model.predict({"a": networkx.star_graph(5)})
    {'a': 'star'}
    """

    _estimator_type = "classifier"
    classes_: np.ndarray[Any, Any]

    def _take_labels(self, data: _core.Dataset, y: Any) -> None:
        values = np.asarray(y)
        if values.ndim == 2 and values.shape[1] > 1:
            table, names, _ = real_targets(values)
            data.set_targets(table, [f"question_{q}" for q in range(len(names))], True)
            return
        if values.ndim != 1:
            values = values.reshape(len(data))
        if values.dtype.kind == "f":
            if not np.array_equal(values, np.round(values)):
                raise Error("[y] expected classes, found numbers such as "
                            f"{values[values != np.round(values)][0]}: GraphRegressor learns numbers", "data")
        self.classes_, codes = np.unique(values, return_inverse=True)
        data.set_classes(codes.astype(np.int64), [str(c) for c in self.classes_.tolist()])

    def _check_task(self, data: _core.Dataset) -> None:
        if data.classes is None and not data.answers:
            raise Error("[y] expected classes, found " + ("numbers" if data.targets is not None else "none"), "data")

    def fit(self, graphs: Any, y: Any = None) -> GraphClassifier:
        if hasattr(self, "classes_"):
            del self.classes_
        super().fit(graphs, y)
        if not hasattr(self, "classes_"):
            self.classes_ = self.model_.classes if self.model_.task == "classification" else np.array([0, 1])
        return self

    fit.__doc__ = _Estimator.fit.__doc__

    def predict(self, graphs: Any) -> Any:
        """The likeliest class of each graph, keyed as the graphs are; of questions the likelier answer, 0 or 1."""
        model = self._fitted()
        found = model.predict(graphs)
        if model.task != "classification":
            return found
        back = {str(name): c for name, c in zip(model.classes.tolist(), self.classes_)}
        if isinstance(found, dict):
            return {key: back[str(c)] for key, c in found.items()}
        if hasattr(found, "to_numpy"):
            return found.map(lambda c: back[str(c)])
        return np.array([back[str(c)] for c in found.tolist()], dtype=self.classes_.dtype)

    def predict_proba(self, graphs: Any, *, calibrate: str = "none") -> Any:
        """The probability of each class, in the order of ``classes_``; of questions that of yes."""
        return self._fitted().predict_proba(graphs, calibrate=calibrate)

    def score(self, graphs: Any, y: Any = None) -> float:
        """The share of graphs, or of questions that have an answer, that it gets right."""
        said = self.predict(graphs)
        if isinstance(said, dict):
            said = np.asarray(list(said.values()))
        true = _true_labels(graphs, y)
        if true.ndim == 2:
            known = ~np.isnan(true.astype(float))
            return float((np.asarray(said)[known] == true[known]).mean())
        return float((np.asarray(said) == true).mean())

    def __sklearn_tags__(self) -> Any:
        return self._tags("classifier")


class GraphRegressor(_Estimator):
    """Learns numbers of graphs: one each, or several (``y`` [graphs, targets], NaN where one is missing).

    Labels are learned in single precision, and predicted in their own units. Keywords are those of
    :class:`GraphClassifier`.

    >>> import gnnir, networkx
    >>> graphs = [networkx.path_graph(n) for n in range(4, 44)]
    >>> model = gnnir.GraphRegressor(ir_layers=0, hidden=8, epochs=5, verbose=False)
    >>> model.fit(graphs, [float(len(graph)) for graph in graphs]).predict(graphs[:3]).shape
    (3,)
    """

    _estimator_type = "regressor"

    def _said(self, source: str | None) -> list[tuple[str, str]]:
        said = super()._said(source)
        return said if source is None else [*said, ("data.task", "regression")]

    def _take_labels(self, data: _core.Dataset, y: Any) -> None:
        data.set_targets(*real_targets(y))

    def _check_task(self, data: _core.Dataset) -> None:
        if data.targets is None or data.answers:
            raise Error("[y] expected numbers, found " + ("classes" if data.classes is not None else "none"), "data")

    def score(self, graphs: Any, y: Any = None) -> float:
        """R², the mean over targets of what the model explains of their variance."""
        said = self.predict(graphs)
        if isinstance(said, dict):
            said = list(said.values())
        said = np.asarray(said, dtype=float).reshape(len(said), -1)
        true = _true_labels(graphs, y).astype(float).reshape(said.shape)
        missed = np.nansum((true - said) ** 2, axis=0)
        spread = np.nansum((true - np.nanmean(true, axis=0)) ** 2, axis=0)
        return float(np.mean(np.where(spread > 0, 1 - missed / np.where(spread > 0, spread, 1), 0.0)))

    def __sklearn_tags__(self) -> Any:
        return self._tags("regressor")
