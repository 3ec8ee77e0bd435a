"""Counts as people write them: `1 dead letter`, `2 dead letters`."""

from __future__ import annotations


def counted(number: int, one: str, several: str | None = None) -> str:
    """The number with its noun; `several` where that is not `one` and an s."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"
