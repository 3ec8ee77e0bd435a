"""The doctor's findings, and how full the broker's queues are: what pages show that asks more than the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import CrawlfleetError
from fleet.doctor.database.searching import IndexLooks
from fleet.doctor.examine import examine
from fleet.operations.queues import Filled, filled

if TYPE_CHECKING:
    from common.settings import Settings
    from fleet.doctor.finding import Finding

LIMIT_SECONDS = 10.0
"""For each group of the doctor's checks."""
QUEUES_SECONDS = 5.0


async def findings(settings: Settings, again: IndexLooks) -> Sequence[Finding]:
    looked = examine(settings, "this console", limit_seconds=LIMIT_SECONDS, again=again)
    return [one async for one in looked]


@dataclass(frozen=True, slots=True)
class QueuesSeen:
    """`filled` is None where nobody could see them; then `why_not` says why, on one line."""

    filled: Filled | None = None
    why_not: str = ""


async def queues(settings: Settings) -> QueuesSeen:
    """Never raises, and takes a few seconds at most."""
    if settings.broker.in_memory:
        return QueuesSeen(
            why_not="the broker is memory:, which lives inside `crawlfleet up` and cannot be seen from here"
        )
    try:
        return QueuesSeen(await filled(settings, limit_seconds=QUEUES_SECONDS))
    except CrawlfleetError as error:
        return QueuesSeen(why_not=str(error))
