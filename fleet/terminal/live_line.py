"""One calm line at the foot of a terminal, written anew each second; nothing at all where no terminal reads."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from common.output.printable import printable
from fleet.terminal.text import fit, width
from fleet.terminal.views.volunteer_now import live_text

if TYPE_CHECKING:
    from worker.volunteer.now import Now

_GREEN, _YELLOW, _PLAIN = "\x1b[32m", "\x1b[33m", "\x1b[0m"


class LiveLine:
    """Standard error's last line. Log lines written through `filter` go above it."""

    def __init__(self, columns: Callable[[], int], write: Callable[[str], None], *, colours: bool) -> None:
        self._columns = columns
        self._write = write
        self._colours = colours
        self._shown = 0
        self._linked = False

    def show(self, now: Now) -> None:
        if now.page and not self._linked:
            self._linked = True
            self.clear()
            self._write(printable(f"this PC's page: {now.page}") + "\n")
        text = fit(printable(live_text(now)), self._columns() - 1)
        columns = width(text)
        colour = _GREEN if now.running else _YELLOW
        painted = f"{colour}{text}{_PLAIN}" if self._colours else text
        self._write("\r" + painted + " " * max(0, self._shown - columns))
        self._shown = columns

    def clear(self) -> None:
        if self._shown:
            self._write("\r" + " " * self._shown + "\r")
            self._shown = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """For a log's handler: makes room for its line."""
        self.clear()
        return True


@contextmanager
def live_line(*, wanted: bool) -> Iterator[Callable[[Now], None]]:
    """What shows one look. On a terminal the log's plain remarks (INFO) are left out meanwhile: the line says them."""
    if not (wanted and sys.stderr.isatty()):
        yield lambda now: None
        return
    stream = getattr(sys.stderr, "beneath", sys.stderr)  # past what keeps control characters back: these are our own

    def write(text: str) -> None:
        stream.write(text)
        stream.flush()

    colours = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and os.name == "posix"
    line = LiveLine(lambda: os.get_terminal_size(stream.fileno()).columns or 80, write, colours=colours)
    prepared: list[logging.Handler] = []

    def show(now: Now) -> None:
        if not prepared:  # the service makes its handler after this began
            for handler in logging.getLogger().handlers:
                handler.addFilter(line.filter)
                if logging.getLogger("crawlfleet").level == logging.INFO:
                    handler.setLevel(logging.WARNING)
                prepared.append(handler)
        line.show(now)

    try:
        yield show
    finally:
        line.clear()
        for handler in prepared:
            handler.removeFilter(line.filter)
            handler.setLevel(logging.NOTSET)
