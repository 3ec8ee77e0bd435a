"""What operations advise in the command line's words, said of the API: a program has calls to make, not commands.

`crawlfleet proxies list` becomes GET /api/v1/proxies, and --error-code the field error_code. A command that no call
stands for stays: it is for whoever runs the fleet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import get_args

from pydantic import BaseModel

from fleet.console.api.call import Call

PREFIX = "/api/v1"
_COMMAND = re.compile(r"`crawlfleet ([^`]*)`")
_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]*)")
_WITH_VALUE = re.compile(r"--([a-z][a-z-]*) (\S+)")


class Advice:
    """Knows which call stands for which command."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self._calls: dict[tuple[str, ...], Call] = {}
        """Words of a command → its call."""
        for call in calls:
            words = tuple(call.path.strip("/").split("/"))
            self._calls[words] = call
            if not call.acts:
                self._calls[(*words, "list")] = call
        self._fields = frozenset(name for call in calls for name in _names(call.given))

    def said_by_calls(self, text: str) -> str:
        """Pure; text without advice stays as it is."""
        parts = re.split(r"(`[^`]*`)", _COMMAND.sub(self._call_for, text))
        return "".join(part if at % 2 else _OPTION.sub(self._field_for, part) for at, part in enumerate(parts))

    def _call_for(self, found: re.Match[str]) -> str:
        words = found[1].split()
        for length in range(len(words), 0, -1):
            call = self._calls.get(tuple(words[:length]))
            if call is not None:
                asked = _WITH_VALUE.findall(" ".join(words[length:])) if not call.acts else []
                query = "&".join(f"{_field_of(call, name.replace('-', '_'))}={value}" for name, value in asked)
                return f"`{call.method} {PREFIX}{call.path}{'?' if query else ''}{query}`"
        return found[0]

    def _field_for(self, found: re.Match[str]) -> str:
        name = found[1].replace("-", "_")
        return name if name in self._fields else found[0]


def _field_of(call: Call, name: str) -> str:
    """A job's state is asked for by --state, and by the field `status`, as the database's column is called."""
    return "status" if name == "state" and name not in call.given.model_fields else name


def _names(given: type[BaseModel]) -> Iterator[str]:
    for name, field in given.model_fields.items():
        yield name
        for kind in (field.annotation, *get_args(field.annotation)):
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                yield from _names(kind)
