"""Dead letters beside their jobs: what the broker holds, joined with what the database knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.broker.base import Broker, DeadLetter
from common.job import Job, JobStatus

if TYPE_CHECKING:
    from common.store import Store

MOST = 100_000
REQUEUABLE = frozenset({JobStatus.DEAD, JobStatus.FAILED_PERMANENT})


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


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a dead letter: `requeued`, `removed` (its job needs nothing) or `kept`, and why."""

    job_id: str | None
    fate: str
    why: str


async def letters(store: Store, broker: Broker, *, limit: int) -> list[Letter]:
    """A look that changes nothing. The same job may have several letters."""
    from common.store import JobFilter

    messages = await broker.dead_letters(limit)
    ids = tuple({message.job_id for message in messages if message.job_id})
    jobs: dict[str, Job] = {}
    for at in range(0, len(ids), 500):
        some = ids[at : at + 500]
        jobs |= {job.id: job for job in await store.listing.jobs(JobFilter(ids=some), limit=len(some))}
    return [Letter(message, jobs.get(message.job_id or "")) for message in messages]


async def requeue(store: Store, broker: Broker, ids: Sequence[str] | None) -> list[Fate]:
    """Jobs of these letters (None: of all) back to NEW in the database first; only then are the letters removed.

    So a crash between the two leaves a letter too many, never a job too few. A letter whose job has moved on is removed
    too. Malformed letters and unknown jobs are kept: they can only be dropped.
    """
    found = await letters(store, broker, limit=MOST)
    chosen = [letter for letter in found if ids is None or letter.message.job_id in ids]
    owed = {letter.job.id for letter in chosen if letter.job and letter.job.status in REQUEUABLE}
    requeued = set(await store.jobs.requeue(sorted(owed))) if owed else set()
    fates = list(dict.fromkeys(_fate(letter, requeued) for letter in chosen))
    settled = [fate.job_id for fate in fates if fate.job_id and fate.fate != "kept"]
    if settled:
        await broker.take_dead_letters(MOST, drop=settled)
    return fates


def _fate(letter: Letter, requeued: set[str]) -> Fate:
    job_id = letter.message.job_id
    if job_id is None:
        return Fate(None, "kept", f"malformed, it can only be dropped: {letter.message.body_preview}")
    if letter.job is None:
        return Fate(job_id, "kept", "no such job in this database, it can only be dropped")
    if job_id in requeued:
        return Fate(job_id, "requeued", f"was {letter.job.status}")
    return Fate(job_id, "removed", f"its job is {letter.job.status} and needs no help")


async def drop(broker: Broker, ids: Sequence[str] | None) -> int:
    """Remove the letters of these jobs (None: all letters); how many."""
    return len(await broker.take_dead_letters(MOST, drop=ids))
