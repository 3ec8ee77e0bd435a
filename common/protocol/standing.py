"""me: how a machine and its person stand."""

from __future__ import annotations

from pydantic import Field

from common.protocol.base import Answered, Count, Line, Message
from common.protocol.refusals import Refusal


class Today(Message):
    """Counts of this machine since midnight UTC."""

    tasks: Count = 0
    recorded: Count = 0
    failed: Count = 0
    released: Count = 0
    lost: Count = 0
    refused: Count = 0


class Limits(Message):
    tasks_per_day: Count
    leases_at_once: Count


class Me(Answered):
    machine: Line
    name: Line
    today: Today
    total_recorded: Count
    """Of all machines of this person, as of yesterday's end (UTC)."""
    credit: Count | None = None
    """Of this person's results those that stood by yesterday's end (UTC); None: an older gateway, which tells none."""
    limits: Limits
    standing: Refusal | None = None
    """Why no task would be given now; None: tasks are given."""
    token_expires_in_days: int = Field(ge=0)
    beside: Line | None = None
    """What the PC's owner should know besides, in a sentence. An older gateway tells none."""
