"""Looking at jobs: a list with how many stand where, and one job whole."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fleet.opening import opened_store
from fleet.operations.selecting import NotFound, Wanted, job_id

if TYPE_CHECKING:
    from common.job import Job, Sighting
    from common.settings import Settings
    from common.store import Cursor, ErrorCount, JobEvent, Page, PendingSight, ReportRow, StatusCount


@dataclass(frozen=True, slots=True)
class JobsListed:
    """Jobs that match, the last changed first; `counts` are of all jobs, by shop and status."""

    jobs: Sequence[Job]
    counts: Sequence[StatusCount]
    now_ms: int
    """The database's clock when it was asked."""
    next: Cursor | None
    """Behind the last of `jobs`; None when no more match."""

    @property
    def found(self) -> int:
        return len(self.jobs)


PAGE = 500
"""Jobs asked for at a time."""


@dataclass(frozen=True, slots=True)
class JobShown:
    """A job's row, every change of its status, what volunteers said of it, and the posts that named it."""

    job: Job
    events: Sequence[JobEvent]
    sightings: Sequence[Sighting]
    reports: Sequence[ReportRow]
    """Of the last 30 days, oldest first."""
    now_ms: int
    """The database's clock when it was asked."""
    pending: Sequence[PendingSight] = ()
    """What crawls of it saw that waits for a second sight, oldest first."""
    led: bool = True
    """A dispatcher leads now: what is due will be published."""


async def list_jobs(
    settings: Settings,
    wanted: Wanted,
    *,
    limit: int,
    after: Cursor | None = None,
    count: bool = True,
    oldest_first: bool = False,
) -> JobsListed:
    """At most `limit` jobs behind `after`. `count=False` leaves `counts` empty and spares the database a look at every
    job. `oldest_first`: the longest unchanged first.

    Raises ConfigError for a shop that does not exist, and what opened_store raises.
    """
    from common.store import START

    async with opened_store(settings) as store:
        jobs: list[Job] = []
        place: Cursor | None = after or START
        while place is not None and len(jobs) < limit:
            page = await store.listing.meant.page(
                wanted.filter(), limit=min(limit - len(jobs), PAGE), after=place, oldest_first=oldest_first
            )
            jobs += page.rows
            place = page.next
        counts = await store.listing.counts() if count else []
        return JobsListed(jobs, counts, await store.jobs.now_ms(), place)


async def count_all(settings: Settings) -> tuple[Sequence[StatusCount], int]:
    """All jobs by shop and status, and the database's clock when it was asked. Raises as opened_store does."""
    async with opened_store(settings) as store:
        return await store.listing.counts(), await store.jobs.now_ms()


async def each_page(
    settings: Settings, wanted: Wanted, *, limit: int, after: Cursor | None = None, oldest_first: bool = False
) -> AsyncGenerator[Page[Job], None]:
    """As list_jobs, a page at a time: for listings too long to hold."""
    from common.store import START

    async with opened_store(settings) as store:
        async for page in store.listing.meant.pages(
            wanted.filter(), limit=limit, after=after or START, oldest_first=oldest_first
        ):
            yield page


async def count_jobs(settings: Settings, wanted: Wanted, *, most: int) -> int:
    """How many jobs match, counted no further than `most`. Raises as list_jobs does."""
    async with opened_store(settings) as store:
        return await store.listing.meant.count(wanted.filter(), most=most)


async def count_errors(settings: Settings, wanted: Wanted, *, limit: int) -> Sequence[ErrorCount]:
    """How many of the jobs that match failed with which error at which shop, the most first. Raises as list_jobs."""
    async with opened_store(settings) as store:
        return await store.listing.meant.errors(wanted.filter(), limit=limit)


async def show_job(settings: Settings, typed: str) -> JobShown:
    """The job that `typed` names: its id, the id's first letters, or its link. Raises NotFound for none or several."""
    from common.store.values.fleet import DISPATCHER

    async with opened_store(settings) as store:
        found = await job_id(store, settings, typed)
        job = await store.jobs.get(found)
        if job is None:
            raise NotFound(f"the job {found} is gone from the database.")
        events = await store.jobs.events(found)
        sightings = await store.listing.sightings(found)
        reports = await store.trust.reports_of(found)
        pending = await store.listing.pending(job_id=found, limit=10)
        lead, now_ms = await store.fleet.leader(DISPATCHER), await store.jobs.now_ms()
        led = lead is not None and lead.expires_at > now_ms
        return JobShown(job, events, sightings, reports, now_ms, pending, led)
