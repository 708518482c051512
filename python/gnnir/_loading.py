"""What is loaded when, and where it lies."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import Error, know

if TYPE_CHECKING:
    from . import _learn

def start() -> None:
    """Once, before anything else: modules lie beside the package's own."""
    _core.set_module_folders([Path(_core.__file__).parent])
    know([f"{setting['section']}.{setting['key']}" for setting in _core.settings()])


def learn() -> Any:
    """The module with torch, which takes its time when it is loaded first."""
    if "gnnir._learn" not in sys.modules:
        _refuse_another_torch()
    from . import _learn

    _learn.set_module_folders([Path(_core.__file__).parent])
    return _learn


def _refuse_another_torch() -> None:
    """Two libtorch of one name in one process are one for the loader, whatever they hold."""
    torch = sys.modules.get("torch")
    path = getattr(torch, "__file__", None) or ""
    if torch is None or path.startswith("/usr/lib/"):
        return
    raise Error("[start] training needs Debian's libtorch, and this process has loaded another torch, of "
                f"{os.path.dirname(path)}: train in a process of its own", "usage")


def predictor_of(files: tuple[bytes, ...], derivatives: bool = False) -> _core.Predictor:
    """A model that is asked, of the bytes of its files. The one place where it is decided what computes it: the kernels
    alone, or torch for models that they do not cover and for derivatives."""
    on_kernels = None if derivatives else _core.predictor_on_kernels(list(files))
    found: _core.Predictor = learn().predictor(list(files), "fused") if on_kernels is None else on_kernels
    return found


def threads_of(said: int | None) -> int:
    """As many as are said: at least 1."""
    if said is None:
        return default_threads()
    if isinstance(said, bool) or int(said) != said or said < 1:
        raise Error(f"threads: expected at least 1, found {said!r}", setting="threads")
    return int(said)


def default_threads() -> int:
    """All cores, or as many as a parallel host such as joblib leaves to each of its processes."""
    cores = int(_core.available_cores())
    said = os.environ.get("OMP_NUM_THREADS", "")
    return min(cores, int(said)) if said.isdigit() and int(said) > 0 else cores
