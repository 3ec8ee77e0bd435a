"""Rows in parts of a bounded size: libsql-server refuses a value of more than 5 MB."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.store.drivers.base import Value

PART_CHARACTERS = 200_000
"""Of the texts in one part. A poll's batch has them five times, and is to be answered within a request's time."""
_AROUND = 20
"""What stands around the texts of a row, about."""


def in_parts(rows: Sequence[Sequence[Value]]) -> Iterator[Sequence[Sequence[Value]]]:
    """The rows in their order, in one part at the least; a row that is larger than a part is one by itself."""
    part: list[Sequence[Value]] = []
    room = PART_CHARACTERS
    for row in rows:
        size = _AROUND + sum(len(value) for value in row if isinstance(value, str))
        if part and size > room:
            yield part
            part, room = [], PART_CHARACTERS
        part.append(row)
        room -= size
    yield part
