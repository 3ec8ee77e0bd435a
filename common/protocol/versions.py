"""Versions on the wire: each side names its own with every message, and knows how old the other may be.

A gateway says which workers it still serves (`gateway.oldest_version`); a worker knows the oldest gateway that it can
speak with. Between those, fields that one side does not know are skipped, and words that it does not know are taken for
the nearest that it does.
"""

from __future__ import annotations

import re
from importlib.metadata import version

VERSION_HEADER = "crawlfleet-version"
"""In requests a worker's version, in answers the gateway's."""
PROGRAM = version("crawlfleet")
"""This program's own."""
OLDEST_GATEWAY = "0.2.0"
"""The oldest gateway that this program's worker can speak with."""

_VERSION = re.compile(r"[0-9A-Za-z.+!-]{1,40}")


def older(one: str, than: str) -> bool:
    """By the first four numbers; what is no number counts as 0."""
    return _numbers(one) < _numbers(than)


def told_version(header: str | None) -> str | None:
    """The version that a header tells; None when it tells none."""
    return header if header and _VERSION.fullmatch(header) else None


def _numbers(version: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for part in version.split(".")[:4]:
        digits = part[: next((at for at, char in enumerate(part) if char not in "0123456789"), len(part))]
        numbers.append(int(digits[:9] or 0))
    return tuple(numbers + [0] * (4 - len(numbers)))
