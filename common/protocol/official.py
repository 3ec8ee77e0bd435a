"""official: an operator's own machine takes calls of a shop's official interface from the fleet's budget, and tells how
the interface stands. Nothing of keys is in it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from common.protocol.base import Answered, Count, Message

MAX_CALLS_PER_HOUR = 1_000_000
MAX_PAUSE_MS = 3_600_000
MAX_PERSON_PAUSE_MS = 1_800_000
"""Of one that somebody must end: it is asked again now and then, which ends the pause when somebody has mended it."""
MAX_REASON = 400

SourceLabel = Annotated[str, StringConstraints(max_length=24, pattern=r"^[a-z]{1,20}/[a-z]{2}$")]
"""One market of one shop's official interface, "<shop>/<region>"."""
PauseReason = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_REASON, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")
]


class Take(Message):
    """One call, before it is sent."""

    kind: Literal["take"] = "take"
    calls_per_hour: int = Field(ge=1, le=MAX_CALLS_PER_HOUR)
    """What the machine's own settings allow the whole fleet."""


class Pause(Message):
    """The interface refused a call: the fleet leaves it alone."""

    kind: Literal["pause"] = "pause"
    pause_ms: int = Field(ge=1, le=MAX_PAUSE_MS)
    why: Literal["RATE", "PERSON"]
    """Too many calls, or keys and questions that somebody must mend. PERSON lasts MAX_PERSON_PAUSE_MS at the most."""
    reason: PauseReason
    seen_pauses: int = Field(ge=0, le=1_000_000_000)
    """As told when the call was taken; when another was refused meanwhile, nothing changes."""


class IsUp(Message):
    """It answers again."""

    kind: Literal["answered"] = "answered"


class OfficialAsked(Message):
    source: SourceLabel
    what: Annotated[Take | Pause | IsUp, Field(discriminator="kind")]


class OfficialState(Message):
    """How a source stands, by the database's clock."""

    calls: Count
    """Taken in the last sixty minutes and the minute under way, by the whole fleet."""
    wait_ms: Count
    """Until calls of the oldest of these minutes count no more."""
    paused_ms: Count
    """So long it is left alone; 0: not paused."""
    pause_kind: Annotated[str, StringConstraints(max_length=20)] | None = None
    pause_reason: Annotated[str, StringConstraints(max_length=MAX_REASON)] | None = None
    pauses: Count
    """In a row, since it answered last."""


class OfficialTurn(Message):
    taken: bool
    """The call may be sent, and is counted."""
    state: OfficialState


class OfficialTold(Answered):
    turn: OfficialTurn | None = None
    """Of a take; None: it was noted."""
