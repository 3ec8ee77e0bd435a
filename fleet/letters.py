"""Dead letters joined with the database's knowledge of their jobs."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.job import Job, JobStatus
from common.output.counting import counted

if TYPE_CHECKING:
    from common.broker.base import Broker, DeadLetter, QueueDepth
    from common.store import Store

log = logging.getLogger("crawlfleet.letters")

MOST = 100_000
"""So many letters are looked at to find those that somebody means; each takes some 3 kB meanwhile."""
MAKE_ROOM = (
    "`crawlfleet dlq list` shows what fills it; `crawlfleet dlq requeue --all` gives their jobs another chance, "
    "`crawlfleet dlq drop --all` leaves the jobs as they are. Both make room"
)
CARRY_BACK = "`crawlfleet broker init` brings them back, as far as the dead-letter queue has room"
REQUEUABLE = frozenset({JobStatus.DEAD, JobStatus.FAILED_PERMANENT})


def full_text(queue: QueueDepth, holds: int) -> str:
    """Of a dead-letter queue that takes no more."""
    return (
        f"{queue.name} is full ({counted(queue.ready, 'letter')}, broker.queue_max_length is {holds}): jobs that end "
        "DEAD owe their letters until there is room, and nothing is lost"
    )


def carried_text(queue: QueueDepth) -> str:
    """Of letters that no listing has."""
    return (
        f"{counted(queue.ready, 'dead letter')} in {queue.name}, where a `crawlfleet broker init --rebuild` that "
        "did not end left them: `crawlfleet dlq` does not see them"
    )


@dataclass(frozen=True, slots=True)
class Letter:
    """A dead letter and its job's row; None when the message was malformed or names no known job."""

    message: DeadLetter
    job: Job | None

    @property
    def reason(self) -> str:
        """The database's reason, which is newer than the message's; else the message's own."""
        if self.job is not None and self.job.error_code:
            return f"{self.job.error_code}: {self.job.last_error or ''}".rstrip(": ")
        return self.message.reason or "no reason given"

    @property
    def moved_on(self) -> bool:
        """Its job is known and needs no help any more."""
        return self.job is not None and self.job.status not in REQUEUABLE and not self.expired

    @property
    def expired(self) -> bool:
        """The broker let it run out before a worker had it, and its job still waits for one."""
        return self.message.expired_in is not None and self.job is not None and self.job.status == JobStatus.QUEUED


async def letters(store: Store, broker: Broker, *, limit: int) -> list[Letter]:
    """A look that changes nothing. The same job may have several letters. Where more than MOST lie there, the log says
    so."""
    from common.store import JobFilter

    messages = await broker.dead_letters(limit + 1 if limit == MOST else limit)
    if len(messages) > limit:
        messages = messages[:limit]
        log.warning(
            "only the first %s dead letters were looked at: those behind them are seen once these are settled "
            "(`crawlfleet dlq requeue`, `crawlfleet dlq drop`)",
            f"{limit:,}",
        )
    ids = tuple({message.job_id for message in messages if message.job_id})
    jobs = {job.id: job for job in await store.listing.meant.of_ids(JobFilter(), ids)}
    return [Letter(message, jobs.get(message.job_id or "")) for message in messages]
