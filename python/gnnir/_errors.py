"""The one exception of the package, and its words."""

from __future__ import annotations

import re

_keywords: set[str] = set()
"""Paths of settings, ``model.width``, that are keywords here, ``width``."""

_PATH = re.compile(r"(?<![\w./-])([a-z0-9_]+)\.([a-z0-9_]+)(?=[ ,);:`\n=.]|$)")
_OF_A_RUN = {"run." + name for name in (
    "folder", "resume", "threads", "time", "max_memory", "engine", "baseline", "match_parameters", "checkpoint_every")}
_OF_A_QUESTION = {"predict.confidence", "predict.calibrate", "explain.class", "explain.target", "explain.method",
                  "explain.top", "explain.samples", "explain.steps", "explain.budget", "explain.truth"}
_RENAMED = {"explain.class": "class_name"}


class Error(Exception):
    """What is wrong, in words: where, what was expected, what was found.

    ``setting`` is the keyword that it is about, or ``None``; ``kind`` is ``"usage"`` (what was asked for), ``"data"``
    (graphs or a file), ``"io"`` (a file that cannot be read or written) or ``"internal"``.

    >>> import gnnir
    >>> try:
    ...     gnnir.GraphClassifier(width=0).fit([([[0], [1]], None)], [1])
    ... except gnnir.Error as error:
    ...     print(error.setting, "|", error)
    width | width: expected at least 1, found 0
    """

    def __init__(self, message: str, kind: str = "usage", setting: str | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.setting = setting

    def __reduce__(self) -> tuple[type[Error], tuple[str, str, str | None]]:
        return (type(self), (str(self), self.kind, self.setting))


def know(paths: list[str]) -> None:
    """These paths of settings are keywords."""
    _keywords.update(paths)


def keyword_of(path: str) -> str:
    """``width`` for ``model.width``."""
    return _RENAMED.get(path, path.rpartition(".")[2])


def in_keywords(message: str) -> str:
    """A message of the library with keywords instead of paths of settings."""

    def keyword(found: re.Match[str]) -> str:
        path = found.group(0)
        known = path in _keywords | _OF_A_RUN | _OF_A_QUESTION
        return keyword_of(path) if known else path

    return _PATH.sub(keyword, message)


def error_of(message: str, kind: str, path: str) -> Error:
    """What an error of the library is here; called from within it."""
    setting = path or None
    if setting is None:
        begin = re.match(r"([a-z0-9_]+\.[a-z0-9_]+):", message)
        if begin and (begin.group(1) in _keywords | _OF_A_RUN | _OF_A_QUESTION):
            setting = begin.group(1)
    if setting is None and "run.max_memory allows" in message:
        setting = "run.max_memory"
    return Error(in_keywords(message), kind, keyword_of(setting) if setting else None)
