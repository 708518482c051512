"""What training came to."""

from __future__ import annotations

import html
import json
import zlib
from pathlib import Path
from typing import Any

from .graphs import in_frame


class Run:
    """A run that has come to its end: its figures, its epochs, and its page."""

    def __init__(self, folder: Path | None, result: str, epochs: list[dict[str, Any]], choice: str,
                 page: str | None) -> None:
        self.folder = folder
        """Where its files are; None if they were not kept."""
        self.result: dict[str, Any] = json.loads(result)
        """As in result.json."""
        self.epochs = epochs
        """Of each epoch ``job``, ``epoch``, ``loss``, ``score``; of this session."""
        self.choice = choice
        """What was chosen for the graphs, and why."""
        self._page = None if page is None else zlib.compress(page.encode())

    @property
    def page(self) -> str | None:
        """The run as one HTML page, as ``report.html`` in its folder."""
        return None if self._page is None else zlib.decompress(self._page).decode()

    def _repr_html_(self) -> str:
        page = self.page
        return f"<pre>{html.escape(repr(self))}</pre>" if page is None else in_frame(page, 800)

    def __repr__(self) -> str:
        return f"<gnnir.Run: {self.result.get('graphs')} graphs{f', {self.folder}' if self.folder else ''}>"
