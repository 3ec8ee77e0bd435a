"""Writes to a terminal that may stand still: Ctrl-S, or a click into a console window of Windows, holds whoever writes
until somebody lets it go on. A worker that waited for that would lose its leases."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

MOST_TEXTS = 1000
"""What waits for a terminal that stands still; what comes then is left out."""
END_SECONDS = 1.0
"""At the end, what waits has so long to be written."""


class Aside:
    """A stream for text whose write() never waits: a thread of its own writes, in order."""

    def __init__(self, write: Callable[[str], None]) -> None:
        """`write` may wait as long as it likes, and raise OSError, after which nothing more is written."""
        self._write = write
        self._texts: queue.Queue[str | None] = queue.Queue(MOST_TEXTS)
        self._thread = threading.Thread(target=self._keep_writing, name="terminal", daemon=True)
        self._thread.start()

    def write(self, text: str) -> int:
        with suppress(queue.Full):
            self._texts.put_nowait(text)
        return len(text)

    def flush(self) -> None:
        """Nothing: what waits is written as soon as the terminal takes it."""

    def end(self) -> None:
        """To be called last. Waits a moment for what was not written yet."""
        with suppress(queue.Full):
            self._texts.put_nowait(None)
        self._thread.join(END_SECONDS)

    def _keep_writing(self) -> None:
        with suppress(OSError):
            while (text := self._texts.get()) is not None:
                self._write(text)


def write_through(stream: TextIO, text: str) -> None:
    """Write at once, and not by the stream's own buffer, whose lock a thread that is held would keep: Python cannot end
    then. Windows' consoles are written by the stream alone."""
    if os.name != "posix":
        stream.write(text)
        stream.flush()
        return
    data = text.encode(stream.encoding or "utf-8", "backslashreplace")
    while data:
        data = data[os.write(stream.fileno(), data) :]
