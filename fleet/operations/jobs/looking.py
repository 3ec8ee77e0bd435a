"""Looking at jobs: a list with how many stand where, and one job whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fleet.opening import opened_store
from fleet.operations.selecting import NotFound, Wanted, job_id

if TYPE_CHECKING:
    from common.job import Job, Sighting
    from common.settings import Settings
    from common.store import JobEvent, StatusCount


@dataclass(frozen=True, slots=True)
class JobsListed:
    """Jobs that match, the last changed first; `counts` are of all jobs, by shop and status."""

    jobs: Sequence[Job]
    counts: Sequence[StatusCount]
    now_ms: int
    """The database's clock when it was asked."""


@dataclass(frozen=True, slots=True)
class JobShown:
    """A job's row, every change of its status, and the posts that named it."""

    job: Job
    events: Sequence[JobEvent]
    sightings: Sequence[Sighting]
    now_ms: int
    """The database's clock when it was asked."""


async def list_jobs(settings: Settings, wanted: Wanted, *, limit: int, count: bool = True) -> JobsListed:
    """At most `limit` jobs. `count=False` leaves `counts` empty and spares the database a look at every job.

    Raises ConfigError for a shop that does not exist, and what opened_store raises.
    """
    async with opened_store(settings) as store:
        jobs = await store.listing.jobs(wanted.filter(), limit=limit)
        counts = await store.listing.counts() if count else []
        return JobsListed(jobs, counts, await store.jobs.now_ms())


async def show_job(settings: Settings, typed: str) -> JobShown:
    """The job that `typed` names: its id, the id's first letters, or its link. Raises NotFound for none or several."""
    async with opened_store(settings) as store:
        found = await job_id(store, settings, typed)
        job = await store.jobs.get(found)
        if job is None:
            raise NotFound(f"the job {found} is gone from the database.")
        events = await store.jobs.events(found)
        sightings = await store.listing.sightings(found)
        return JobShown(job, events, sightings, await store.jobs.now_ms())
