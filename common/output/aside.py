"""Standard error may stand still: Ctrl-S, a click into a console window of Windows, or a pipe that nobody reads holds
whoever writes until somebody lets it go on. A service that waited for that would lose its leases."""

from __future__ import annotations

import atexit
import os
import queue
import select
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TextIO

MOST_TEXTS = 1000
"""What waits for a terminal that stands still; what comes then is left out, which is said in its place."""
AT_ONCE = 20
"""Each write waits for its turn at the interpreter, which a busy process gives 200 times a second."""
END_SECONDS = 1.0
"""Whoever waits for what was not written yet gives up when so long nothing could be."""


class Aside:
    """A stream for text whose write() never waits: a thread of its own writes, in order."""

    def __init__(self, write: Callable[[str], None]) -> None:
        """`write` may wait as long as it likes. A text for which it raises OSError is lost."""
        self._write = write
        self._missing = False
        self.instead: Callable[[], str] = str
        """What is written in the place of what was left out."""
        self._texts: queue.Queue[str] = queue.Queue(MOST_TEXTS)
        threading.Thread(target=self._keep_writing, name="terminal", daemon=True).start()

    def write(self, text: str) -> int:
        try:
            self._texts.put_nowait(text)
        except queue.Full:
            self._missing = True
        return len(text)

    def flush(self) -> None:
        """Nothing: what waits is written as soon as the terminal takes it."""

    def settle(self) -> None:
        """Wait until everything is written; a terminal that stands still is waited for only a moment."""
        waiting = self._texts.unfinished_tasks
        while waiting:
            with self._texts.all_tasks_done:
                self._texts.all_tasks_done.wait_for(lambda: not self._texts.unfinished_tasks, END_SECONDS)
            if self._texts.unfinished_tasks >= waiting:
                return
            waiting = self._texts.unfinished_tasks

    def _keep_writing(self) -> None:
        while True:
            texts = [self._texts.get()]
            with suppress(queue.Empty):
                while len(texts) < AT_ONCE:
                    texts.append(self._texts.get_nowait())
            with suppress(OSError):
                self._write("".join(texts))
                if self._missing and self._texts.empty():
                    self._missing = False
                    self._write(self.instead())
            for _ in texts:
                self._texts.task_done()


def standard_error() -> Aside | None:
    """By which this process writes to its standard error; None where that cannot stand still (a file), or Python knows
    it by no number (a test's)."""
    try:
        number = sys.stderr.fileno()
        if stat.S_ISREG(os.fstat(number).st_mode):
            return None
    except (OSError, ValueError, AttributeError):
        return None
    return _of(number)


@cache
def _of(number: int) -> Aside:
    aside = Aside(lambda text: write_through(beneath(), text))
    atexit.register(aside.settle)
    return aside


def stands_still(stream: TextIO) -> bool:
    """Whether a terminal took nothing for a moment. Where that cannot be asked: no."""
    if os.name != "posix" or not stream.isatty():
        return False
    return not select.select([], [stream], [], END_SECONDS)[1]


def beneath() -> TextIO:
    """Standard error past what keeps control characters back: what is written there is harmless, or our own."""
    stream: TextIO = getattr(sys.stderr, "beneath", sys.stderr)
    return stream


def write_through(stream: TextIO, text: str) -> None:
    """Write at once, and not by the stream's own buffer, whose lock a thread that is held would keep: Python cannot end
    then. Windows' consoles are written by the stream alone."""
    if os.name != "posix":
        stream.write(text)
        stream.flush()
        return
    data = text.encode(stream.encoding or "utf-8", "backslashreplace")
    while data:
        try:
            data = data[os.write(stream.fileno(), data) :]
        except BlockingIOError:  # another process that has it, too, made it so
            select.select([], [stream.fileno()], [])
