"""One calm line at the foot of a terminal, written over itself; nothing at all where no terminal reads."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from common.output.aside import beneath, standard_error
from common.output.printable import printable
from fleet.terminal.text import fit, width
from fleet.terminal.views.volunteers.volunteer_now import live_text

if TYPE_CHECKING:
    from worker.volunteer.now import Now

_GREEN, _YELLOW, _PLAIN = "\x1b[32m", "\x1b[33m", "\x1b[0m"


class FootLine:
    """Standard error's last line. Log lines written through `filter` go above it."""

    def __init__(self, columns: Callable[[], int], write: Callable[[str], object]) -> None:
        self._columns = columns
        self._write = write
        self._shown = 0

    def room(self) -> int:
        """Columns of the line; the screen's last one stays free, or a terminal would break it."""
        return self._columns() - 1

    def put(self, text: str, colour: str = "") -> None:
        """Write it anew, cut to the screen."""
        text = fit(printable(text), self.room())
        columns = width(text)
        painted = f"{colour}{text}{_PLAIN}" if colour else text
        self._write("\r" + painted + " " * max(0, self._shown - columns))
        self._shown = columns

    def above(self, text: str) -> None:
        """One line that stays."""
        self.clear()
        self._write(printable(text) + "\n")

    def clear(self) -> None:
        if self._shown:
            self._write("\r" + " " * self._shown + "\r")
            self._shown = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """For a log's handler: makes room for its line."""
        self.clear()
        return True


class LiveLine(FootLine):
    """What a volunteer's worker does now."""

    def __init__(self, columns: Callable[[], int], write: Callable[[str], object], *, colours: bool) -> None:
        super().__init__(columns, write)
        self._colours = colours
        self._linked = False

    def show(self, now: Now) -> None:
        if now.page and not self._linked:
            self._linked = True
            self.above(f"this PC's page: {now.page}")
        colour = _GREEN if now.running else _YELLOW
        self.put(live_text(now, self.room()), colour if self._colours else "")


class _UnderLogs:
    """Keeps a foot line below what the log writes. The service makes its handlers after this began."""

    def __init__(self, line: FootLine) -> None:
        self._line = line
        self.handlers: list[logging.Handler] = []
        # By which warnings of a command come that switches no logs on.
        self._last = logging.lastResort
        if self._last:
            self._last.addFilter(self._cleared)

    def _cleared(self, record: logging.LogRecord) -> bool:
        """For a handler that writes past the line's own way to the terminal."""
        self._line.clear()
        if aside := standard_error():
            aside.settle()
        return True

    def prepare(self, *, quiet: bool) -> None:
        """`quiet`: plain remarks (INFO) are left out meanwhile, where the log has no finer ones."""
        if self.handlers:
            return
        for handler in logging.getLogger().handlers:
            handler.addFilter(self._line.filter)
            if quiet and logging.getLogger("crawlfleet").level == logging.INFO:
                handler.setLevel(logging.WARNING)
            self.handlers.append(handler)

    def end(self) -> None:
        self._line.clear()
        for handler in self.handlers:
            handler.removeFilter(self._line.filter)
            handler.setLevel(logging.NOTSET)
        if self._last:
            self._last.removeFilter(self._cleared)
        if aside := standard_error():
            aside.settle()


@contextmanager
def live_line(*, wanted: bool) -> Iterator[Callable[[Now], None]]:
    """What shows one look. On a terminal the log's plain remarks (INFO) are left out meanwhile: the line says them."""
    if not (wanted and sys.stderr.isatty()):
        yield lambda now: None
        return
    colours = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and os.name == "posix"
    line = LiveLine(_columns, _write, colours=colours)
    logs = _UnderLogs(line)

    def show(now: Now) -> None:
        logs.prepare(quiet=True)
        line.show(now)

    try:
        yield show
    finally:
        logs.end()


@contextmanager
def foot_line(*, wanted: bool) -> Iterator[Callable[[str], None]]:
    """What shows how far something is. The log goes on above it; the line is gone at the end."""
    if not (wanted and sys.stderr.isatty()):
        yield lambda text: None
        return
    line = FootLine(_columns, _write)
    logs = _UnderLogs(line)

    def show(text: str) -> None:
        logs.prepare(quiet=False)
        line.put(text)

    try:
        yield show
    finally:
        logs.end()


def _write(text: str) -> None:
    """In order with the log, and as that waiting for no terminal that stands still."""
    if aside := standard_error():
        aside.write(text)
    else:
        beneath().write(text)
        beneath().flush()


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80
