from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any

from ._core import Dataset, DistinguishResult, Predictor

class FitRequest:
    said: list[tuple[str, str]]
    weak: list[tuple[str, str]]
    folder: str | PathLike[str]
    resume: bool
    threads: int
    seconds: float
    max_memory: float
    engine: str
    baseline: bool
    match_parameters: bool
    checkpoint_every: int
    command: str

def fit(dataset: Dataset, request: FitRequest, on_event: Callable[[dict[str, Any]], None]) -> str: ...
def predictor(files: Sequence[bytes], engine: str) -> Predictor: ...
def distinguish_by_networks(pair: Dataset, method: str, layers: int) -> DistinguishResult: ...
def set_module_folders(folders: Sequence[str | PathLike[str]]) -> None: ...
