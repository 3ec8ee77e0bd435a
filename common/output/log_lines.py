"""How a log record is written: a line for people or a JSON object for machines, of printable characters only.

What strangers wrote (an id, an address, an exception's text) cannot begin a line of its own, nor look like another
field: every line but a record's first is indented, and a value with a space, quote or bracket in it is quoted.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from common.links.shown_account import shown_account, without_queries
from common.output.printable import printable, printable_json

FIELDS = (
    "job_id",
    "worker_id",
    "attempt",
    "queue",
    "platform",
    "source",
    "account",
    "status",
    "transition",
    "url",
    "duration_ms",
    "error_code",
    "reason",
    "count",
    "way",
    "listen",
    "host",
    "product",
    "machine",
    "pid",
    "resource_type",
)
"""The names a log line may carry besides time, level, logger and message, in this order; others are left out."""

LONGEST = 4000
"""Characters of one message or value; the rest is cut, and an ellipsis says so."""

Spoken = Callable[[str], str]
"""A message, as it is to be written."""


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    found = {name: value for name in FIELDS if (value := record.__dict__.get(name)) is not None}
    if isinstance(account := found.get("account"), str):
        found["account"] = shown_account(account)
    return found


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def traceback_lines(error: BaseException) -> Iterator[str]:
    """The traceback as Python writes it, a printable line each; the exception's own text stays on one line."""
    for piece in traceback.TracebackException.from_exception(error).format():
        text = without_queries(piece.strip("\n"))
        # A frame's lines are source code; any other piece may hold what the exception was told.
        for line in text.split("\n") if text.lstrip().startswith('File "') else [text]:
            yield printable(_cut(line))


class _Speaking(logging.Formatter):
    def __init__(self, spoken: Spoken) -> None:
        """`spoken`: what a message becomes before it is written."""
        super().__init__()
        self._spoken = spoken

    def _message(self, record: logging.LogRecord) -> str:
        return _cut(self._spoken(record.getMessage()))


class JsonFormatter(_Speaking):
    """One JSON object a line, for machines."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._message(record),
            **{name: _cut(value) if isinstance(value, str) else value for name, value in _fields(record).items()},
        }
        if record.exc_info:
            line["exception"] = without_queries(self.formatException(record.exc_info))
        return printable_json(line)


class TextFormatter(_Speaking):
    """`21:04:05 info    worker.consume: message key=value`, for people. A reason that it says is not repeated."""

    def format(self, record: logging.LogRecord) -> str:
        clock = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        message, name = self._message(record), record.name.removeprefix("crawlfleet.")
        told = _fields(record)
        if "reason" in told and re.search(rf"(?<!\w){re.escape(str(told['reason']))}(?!\w)", message):
            del told["reason"]
        fields = " ".join(f"{name}={_value(value)}" for name, value in told.items())
        line = f"{clock} {record.levelname.lower():<7} {name}: {message}"
        lines = [printable(line + (f"  [{fields}]" if fields else ""))]
        if record.exc_info and record.exc_info[1]:
            lines += [f"    {line}" for line in traceback_lines(record.exc_info[1])]
        return "\n".join(lines)


def _value(value: object) -> str:
    text = _cut(str(value))
    plain = text and not any(character.isspace() or character in '"=[]' for character in text)
    return text if plain else printable_json(text)
