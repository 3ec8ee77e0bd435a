"""Standard output of commands: one line of text, or one JSON object on a line of its own.

Nothing leaves a command but printable characters and line breaks of our own: `print_line` and `note` write one line
each, whatever the text holds, and `harmless_streams` does the same to whoever else writes (usage errors, warnings,
tracebacks).
"""

from __future__ import annotations

import dataclasses
import io
import logging
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, TypeVar, cast

from common.errors import CrawlfleetError
from common.output.aside import stands_still
from common.output.log_lines import TextFormatter
from common.output.printable import printable, printable_json
from fleet.commands_in_texts import in_answers, with_config
from fleet.terminal.text import on_screen

T = TypeVar("T")


class ReaderGone(Exception):
    """Nobody reads standard output any more (`| head`). No OSError: typer would make a failure of it."""


class OutputRefused(CrawlfleetError):
    """Standard output takes no more: its disk is full."""


def prepare_streams() -> None:
    """UTF-8 into files and pipes; a character that a terminal's encoding lacks never ends a command, and neither does a
    stream that was closed before it began."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115  (until the process ends)
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  (until the process ends)
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  (until the process ends)
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if stream.isatty():
            stream.reconfigure(errors="backslashreplace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def prepare_logs() -> None:
    """Warnings logged by a command that switches no logs on take the form of a log's line too."""
    if logging.lastResort is not None:
        # Asked for at each line: which settings file was named is known only later.
        logging.lastResort.setFormatter(TextFormatter(with_config))


class _Harmless:
    """A text stream that lets only printable characters and line breaks through. What cannot be written is told by
    ReaderGone or OutputRefused where `needed`, else lost."""

    def __init__(self, stream: TextIO, *, needed: bool) -> None:
        self.beneath = stream
        self._needed = needed

    def write(self, text: str) -> int:
        try:
            self.beneath.write("\n".join([printable(line) for line in text.split("\n")]))
        except OSError as error:
            self._tell(error)
        return len(text)

    def flush(self) -> None:
        try:
            self.beneath.flush()
        except OSError as error:
            self._tell(error)

    def _tell(self, error: OSError) -> None:
        if not self._needed:
            return
        if isinstance(error, BrokenPipeError):
            raise ReaderGone from None
        why = error.strerror or error
        raise OutputRefused(f"cannot write the output: {why}. What was written is a part of it.") from None

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.beneath, name)


@contextmanager
def harmless_streams() -> Iterator[None]:
    """While inside, no control character reaches standard output or standard error through `sys`."""
    before = sys.stdout, sys.stderr
    sys.stdout = cast("TextIO", _Harmless(sys.stdout, needed=True))
    sys.stderr = cast("TextIO", _Harmless(sys.stderr, needed=False))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        try:
            sys.stderr.flush()
        except OSError:
            forget(sys.stderr)


def forget(stream: TextIO) -> None:
    """Nobody reads it any more, or nothing fits: what is left in its buffer goes nowhere, for the interpreter's last
    flush would fail and end with a code of its own."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def print_line(text: str = "") -> None:
    """One sentence for people, at once, on a narrow screen in several lines. A line break in `text` is shown as an
    escape. A command in it names this one's settings file (fleet/commands_in_texts.py)."""
    _write_line(text)
    sys.stdout.flush()


def print_each(texts: Iterable[str]) -> None:
    """As print_line for each of what may be many thousands: into a pipe or file they go a buffer at a time."""
    write_each(_write_line, texts)


def write_each(write: Callable[[T], object], values: Iterable[T]) -> None:
    """Many go into a pipe or file a buffer at a time; at their end, and where the next one cannot be had, all are
    there. `write` puts one onto standard output."""
    try:
        for value in values:
            write(value)
    finally:
        sys.stdout.flush()


def _write_line(text: str) -> None:
    for line in on_screen(printable(with_config(text))):
        sys.stdout.write(f"{line}\n")


def print_last(text: str) -> None:
    """As print_line, of a service that ended in order: it waits for no terminal that stands still."""
    if not stands_still(sys.stdout):
        print_line(text)


def print_lines(lines: Iterable[str]) -> None:
    """As print_each, of what was laid out for the screen already (tables)."""
    write_each(lambda line: sys.stdout.write(f"{printable(with_config(line))}\n"), lines)


def print_steps(steps: Iterable[str]) -> None:
    """What to type next, each command on a line that can be copied."""
    print_lines(["", "What to type next:"])
    for step in steps:
        print_line(f"  {step}")


def print_json(value: object) -> None:
    """One JSON object on one line, at once: dataclasses and mappings become objects. Commands in its sentences name
    this one's settings file, as those of print_line."""
    _write_json(value)
    sys.stdout.flush()


def print_each_json(values: Iterable[object]) -> None:
    """As print_json for each of what may be many thousands: into a pipe or file they go a buffer at a time."""
    write_each(_write_json, values)


def _write_json(value: object) -> None:
    sys.stdout.write(f"{printable_json(in_answers(with_config, _plain(value)))}\n")


def print_done(told: object, *sentences: str, as_json: bool) -> None:
    """What an acting command did: one object for programs, or sentences for people."""
    if as_json:
        print_json(told)
        return
    for sentence in sentences:
        print_line(sentence)


def note(text: str) -> None:
    """A remark beside the answer, for people: standard error, so that pipes get the answer alone. One line, but on a
    narrow screen."""
    line = printable(with_config(text))
    for told in on_screen(line) if sys.stderr.isatty() else [line]:
        sys.stderr.write(f"{told}\n")
    sys.stderr.flush()


_PLAIN = frozenset({str, int, bool, type(None)})
"""Of nearly all values of an answer: an answer of thousands of rows has hundreds of thousands of them."""


def _plain(value: Any) -> Any:
    if type(value) in _PLAIN or isinstance(value, str | int):
        return value
    if isinstance(value, Mapping):
        return {str(key): item if type(item) in _PLAIN else _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # JSON has no word for it
    return value
