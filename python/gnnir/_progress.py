"""One line that says how far a training is."""

from __future__ import annotations

import sys
import time
from typing import Any, TextIO


class Progress:
    """Draws on a terminal and in a notebook; elsewhere it writes a line every few seconds."""

    def __init__(self, silent: bool, stream: TextIO | None = None) -> None:
        self._silent = silent
        self._stream = stream or sys.stderr
        self._live = hasattr(self._stream, "isatty") and self._stream.isatty() or "ipykernel" in sys.modules
        self._began = time.monotonic()
        self._last = self._began if not self._live else 0.0
        self._drawn = 0

    def epoch(self, event: dict[str, Any]) -> None:
        now = time.monotonic()
        if self._silent or now - self._last < (0.1 if self._live else 5):
            return
        self._last = now
        done, epochs = event["epoch"], max(1, event["epochs"])
        left = (now - self._began) / done * (epochs - done) if done else 0
        bar = "█" * round(20 * done / epochs)
        text = f"{event['job'] + ': ' if event['job'] else ''}{done}/{epochs} |{bar:<20}|"
        if event["loss"] is not None:
            text += f" loss {event['loss']:.4f}"
        if event["score"] is not None:
            text += f" val {event['metric']} {event['score']:.4f}"
        text += f", {left:.0f} s left at most"
        self._write(text)

    def _write(self, text: str) -> None:
        if self._live:
            self._stream.write("\r" + text.ljust(self._drawn))
            self._drawn = len(text)
        else:
            self._stream.write(text + "\n")
        self._stream.flush()

    def end(self) -> None:
        if self._live and self._drawn:
            self._stream.write("\r" + " " * self._drawn + "\r")
            self._stream.flush()
