"""Standard output of commands: one line of text, or one JSON object on a line of its own."""

from __future__ import annotations

import dataclasses
import io
import json
import sys
from collections.abc import Mapping
from typing import Any


def prepare_stdout() -> None:
    """Make any text printable: UTF-8 into files and pipes, and half a surrogate pair never ends a command.

    The escape written for a lone surrogate (\\udXXX) is also the one JSON knows.
    """
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if stream.isatty():
            stream.reconfigure(errors="backslashreplace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def print_line(text: str = "") -> None:
    """One line for people, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def print_json(value: object) -> None:
    """One JSON object on one line, at once: dataclasses and mappings become objects."""
    sys.stdout.write(json.dumps(_plain(value), ensure_ascii=False, default=str) + "\n")
    sys.stdout.flush()


def note(text: str) -> None:
    """A remark beside the answer, for people: standard error, so that pipes get the answer alone."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(item) for item in value]
    return value
