"""Requeue and cancel: jobs named by id or by filters, and for each what became of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError
from common.job import OPEN, Job, JobStatus
from fleet.opening import opened_store
from fleet.operations.selecting import Wanted, job_ids

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import JobStore, Store

AT_A_TIME = 500
DRY_RUN_MOST = 5000


@dataclass(frozen=True, slots=True)
class _Steering:
    """One thing an operator does to jobs: which states it may begin from, and the store's own transition."""

    verb: str
    done: str
    begins_from: frozenset[JobStatus]
    apply: Callable[[JobStore, Sequence[str]], Awaitable[list[str]]]


_REQUEUE = _Steering(
    "requeue",
    "requeued",
    frozenset({JobStatus.DEAD, JobStatus.FAILED_PERMANENT}),
    lambda jobs, ids: jobs.requeue(ids),
)


def _cancelling(reason: str) -> _Steering:
    return _Steering("cancel", "cancelled", OPEN, lambda jobs, ids: jobs.cancel(ids, reason=reason))


@dataclass(frozen=True, slots=True)
class JobFate:
    """What became of one job: `done` (in a dry run: would be), or why not. `was` is its status before."""

    id: str
    url_norm: str
    done: bool
    was: JobStatus
    why_not: str | None = None


async def requeue_jobs(settings: Settings, typed: Sequence[str], wanted: Wanted, *, dry_run: bool) -> list[JobFate]:
    """DEAD and FAILED_PERMANENT jobs back to NEW with all their attempts.

    `typed` are ids, their first letters, or links, narrowed by `wanted`; without any, every job that `wanted` finds.
    A dry run changes nothing and looks at no more than DRY_RUN_MOST jobs.
    Raises ConfigError when neither says which jobs, NotFound when a typed word names no job.
    """
    return await _steer(settings, _REQUEUE, typed, wanted, dry_run=dry_run)


async def cancel_jobs(
    settings: Settings, typed: Sequence[str], wanted: Wanted, *, reason: str, dry_run: bool
) -> list[JobFate]:
    """Open jobs end as FAILED_PERMANENT with `reason` on their rows. Which jobs, limits and errors: as requeue_jobs."""
    return await _steer(settings, _cancelling(reason), typed, wanted, dry_run=dry_run)


async def _steer(
    settings: Settings, steering: _Steering, typed: Sequence[str], wanted: Wanted, *, dry_run: bool
) -> list[JobFate]:
    _refuse_everything(steering, typed, wanted)
    async with opened_store(settings) as store:
        if typed:
            ids = await job_ids(store, settings, typed)
            return await _steer_ids(store, steering, ids, wanted, dry_run=dry_run)
        return await _steer_filtered(store, steering, wanted, dry_run=dry_run)


def _refuse_everything(steering: _Steering, typed: Sequence[str], wanted: Wanted) -> None:
    if not typed and not wanted.anything:
        raise ConfigError(
            f"jobs {steering.verb}: say which jobs, by id or by a filter such as --status or --platform "
            "(--dry-run only shows them)."
        )
    never = [status for status in wanted.statuses if status not in steering.begins_from]
    if never:
        possible = ", ".join(sorted(steering.begins_from))
        raise ConfigError(
            f"jobs {steering.verb}: a {never[0]} job cannot be {steering.done}; it must be one of {possible}."
        )


async def _steer_ids(
    store: Store, steering: _Steering, ids: Sequence[str], wanted: Wanted, *, dry_run: bool
) -> list[JobFate]:
    """Each job of `ids` that the filters let through."""
    jobs = {job.id: job for job in await store.listing.jobs(wanted.filter(ids), limit=len(ids))}
    ready = [job_id for job_id in ids if job_id in jobs and jobs[job_id].status in steering.begins_from]
    changed = set(ready if dry_run else await steering.apply(store.jobs, ready))
    return [_fate(steering, jobs[job_id], job_id in changed) for job_id in ids if job_id in jobs]


async def _steer_filtered(store: Store, steering: _Steering, wanted: Wanted, *, dry_run: bool) -> list[JobFate]:
    """Every job the filters find, a few hundred to an atomic statement. A dry run shows the first few thousand.

    A job that was changed no longer matches, so asking again brings the next ones.
    """
    statuses = wanted.statuses or sorted(steering.begins_from)
    narrowed = dataclasses.replace(wanted, statuses=statuses).filter()
    if dry_run:
        return [_fate(steering, job, True) for job in await store.listing.jobs(narrowed, limit=DRY_RUN_MOST)]
    fates: list[JobFate] = []
    while found := await store.listing.jobs(narrowed, limit=AT_A_TIME):
        changed = set(await steering.apply(store.jobs, [job.id for job in found]))
        fates += [_fate(steering, job, job.id in changed) for job in found]
        if not changed:
            break
    return fates


def _fate(steering: _Steering, job: Job, done: bool) -> JobFate:
    if done:
        return JobFate(job.id, job.url_norm, True, job.status)
    why = (
        "it changed meanwhile"
        if job.status in steering.begins_from
        else f"it is {job.status}; only {' and '.join(sorted(steering.begins_from))} can be {steering.done}"
    )
    return JobFate(job.id, job.url_norm, False, job.status, why)
