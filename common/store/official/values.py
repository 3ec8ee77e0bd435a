"""What OfficialStore answers. All times are UTC milliseconds by the database's clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PauseKind(StrEnum):
    """Why a source is left alone."""

    RATE = "RATE"
    """It was asked too often, by its own count; it is asked again by itself."""
    PERSON = "PERSON"
    """It refuses the keys or the question: somebody must act. It is asked again now and then all the same."""


@dataclass(frozen=True, slots=True)
class SourceState:
    """One market of one shop's official interface, "<shop>/<region>"."""

    source: str
    calls: int
    """Taken in the last sixty minutes and the minute under way, by the whole fleet."""
    wait_ms: int
    """Until calls of the oldest of these minutes count no more; 0 without calls."""
    paused_ms: int
    """So long it is left alone; 0: not paused."""
    pause_kind: PauseKind | None
    pause_reason: str | None
    pauses: int
    """In a row, since it answered last."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What came of asking for a call: whether it may be made, and how things stand then."""

    taken: bool
    state: SourceState
