"""Which way a job goes first. Pure: the clock is passed in, what ways have met comes from the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.ways.way import Way

WALLS_RUNNING = 20
"""Walls in a row after which jobs begin one way lower …"""
TRY_AGAIN_MS = 1_800_000
"""… but for one in half an hour, which tries whether the way is open again."""


@dataclass(frozen=True, slots=True)
class Step:
    """One way in use of a shop's ladder."""

    way: Way
    walls: int = 0
    """Met in a row at this shop."""
    tried_at: int | None = None
    """UTC milliseconds, when a job last began here all the same."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a job begins. `again`: although this way has met walls, to see whether it is open again."""

    way: Way
    again: bool = False


def start(steps: Sequence[Step], now_ms: int) -> Start | None:
    """The first way that has met fewer than WALLS_RUNNING walls in a row, or whose time for another try has come.

    `steps`: the ways in use, the first to try first. When all have met walls, the last. None when there is no way.
    """
    for step in steps:
        if step.walls < WALLS_RUNNING or step is steps[-1]:
            return Start(step.way)
        if step.tried_at is None or now_ms - step.tried_at >= TRY_AGAIN_MS:
            return Start(step.way, again=True)
    return None
