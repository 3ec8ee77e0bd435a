"""Requeue, recheck and cancel: jobs named by id or by filters, and for each what became of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from common.errors import WrongUsage
from common.job import OPEN, Job, JobStatus
from fleet.opening import opened_store
from fleet.operations.auditing import Action, Operator, recorded
from fleet.operations.selecting import Wanted, job_ids

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import Cursor, JobFilter, JobName, Store
    from common.store.jobs.jobs import JobStore

    _Named = Job | JobName

AT_A_TIME = 100
"""Jobs changed in one batch: of a million jobs in a file 100 took 36 ms, 500 took 180, and nobody else writes then."""
NAMED_AT_A_TIME = 5_000


@dataclass(frozen=True, slots=True)
class _Steering:
    """One thing an operator does to jobs: which states it may begin from, and the store's own transition."""

    verb: str
    done: str
    begins_from: frozenset[JobStatus]
    apply: Callable[[JobStore, Sequence[str], str], Awaitable[list[str]]]
    """Of these jobs, counted by the event of this id."""


_REQUEUE = _Steering(
    "requeue",
    "requeued",
    frozenset({JobStatus.DEAD, JobStatus.FAILED_PERMANENT}),
    lambda jobs, ids, event: jobs.requeue(ids, event=event),
)
_RECHECK = _Steering(
    "recheck",
    "rechecked",
    frozenset(JobStatus) - OPEN,
    lambda jobs, ids, event: jobs.recheck(ids, event=event),
)


def _cancelling(reason: str) -> _Steering:
    return _Steering("cancel", "cancelled", OPEN, lambda jobs, ids, event: jobs.cancel(ids, reason=reason, event=event))


_BY_VERB = {steering.verb: steering for steering in (_REQUEUE, _RECHECK, _cancelling(""))}


@dataclass(frozen=True, slots=True)
class Plan:
    """What an action would take, counted exactly at `as_of_ms`. Give that moment to the action (Wanted.as_of_ms), and
    it takes those jobs and no later ones; those that change in between are left out and said."""

    count: int
    as_of_ms: int


@dataclass(frozen=True, slots=True)
class JobFate:
    """What became of one job: `done` (in a dry run: would be), or why not. `was` is its status before."""

    id: str
    url_norm: str
    done: bool
    was: JobStatus
    why_not: str | None = None


async def plan(settings: Settings, verb: str, wanted: Wanted) -> Plan:
    """How many jobs `verb` (requeue, recheck or cancel) would take by these filters now. Raises as requeue_jobs."""
    steering = _BY_VERB[verb]
    _refuse_everything(steering, (), wanted)
    async with opened_store(settings) as store:
        as_of_ms = wanted.as_of_ms or await store.jobs.now_ms()
        return Plan(await store.listing.meant.count(_narrowed(steering, wanted, as_of_ms)), as_of_ms)


async def requeue_jobs(
    settings: Settings, typed: Sequence[str], wanted: Wanted, *, dry_run: bool, operator: Operator | None = None
) -> list[JobFate]:
    """DEAD and FAILED_PERMANENT jobs back to NEW with all their attempts.

    `typed` are ids, their first letters, or links, narrowed by `wanted`; without any, every job that `wanted` finds.
    A dry run changes nothing and names every job it would be. What is done leaves an event of the operator.
    Raises WrongUsage when neither says which jobs, NotFound when a typed word names no job.
    """
    return await _steer(settings, _REQUEUE, typed, wanted, dry_run=dry_run, operator=operator)


async def recheck_jobs(
    settings: Settings, typed: Sequence[str], wanted: Wanted, *, dry_run: bool, operator: Operator | None = None
) -> list[JobFate]:
    """As requeue_jobs, of SUCCEEDED jobs too: crawled again now, whatever its recrawl would have waited for."""
    return await _steer(settings, _RECHECK, typed, wanted, dry_run=dry_run, operator=operator)


async def cancel_jobs(
    settings: Settings,
    typed: Sequence[str],
    wanted: Wanted,
    *,
    reason: str,
    dry_run: bool,
    operator: Operator | None = None,
) -> list[JobFate]:
    """Open jobs end as FAILED_PERMANENT with `reason` on their rows. Which jobs, limits and errors: as requeue_jobs."""
    return await _steer(settings, _cancelling(reason), typed, wanted, dry_run=dry_run, operator=operator)


async def _steer(
    settings: Settings,
    steering: _Steering,
    typed: Sequence[str],
    wanted: Wanted,
    *,
    dry_run: bool,
    operator: Operator | None,
) -> list[JobFate]:
    _refuse_everything(steering, typed, wanted)
    from common.store.database.turns import Turns

    async with opened_store(settings) as store:
        if typed:
            ids = await job_ids(store, settings, typed)
            jobs: Sequence[_Named] = await store.listing.meant.of_ids(wanted.filter(), ids)
            jobs = sorted(jobs, key=lambda job: ids.index(job.id))
        else:
            as_of_ms = wanted.as_of_ms or await store.jobs.now_ms()
            jobs = await _named_by(store, _narrowed(steering, wanted, as_of_ms))
        if dry_run:
            return [_fate(steering, job, job.status in steering.begins_from) for job in jobs]
        target = wanted.as_dict() | ({"jobs": [job.id for job in jobs]} if typed else {})
        ready = [job.id for job in jobs if job.status in steering.begins_from]
        async with recorded(store, operator, Action(f"jobs {steering.verb}"), target, meant=len(ready)) as event:
            changed: set[str] = set()
            turns = Turns()
            for at in range(0, len(ready), AT_A_TIME):
                batch = ready[at : at + AT_A_TIME]
                changed.update(await turns.take(partial(steering.apply, store.jobs, batch, event.id)))
        return [_fate(steering, job, job.id in changed) for job in jobs]


def _refuse_everything(steering: _Steering, typed: Sequence[str], wanted: Wanted) -> None:
    if not typed and not wanted.anything:
        raise WrongUsage(
            f"jobs {steering.verb}: say which jobs, by id or by a filter such as --shop or --error-code "
            "(--dry-run only shows them)."
        )
    never = [status for status in wanted.statuses if status not in steering.begins_from]
    if never:
        possible = ", ".join(sorted(steering.begins_from))
        raise WrongUsage(
            f"jobs {steering.verb}: a {never[0]} job cannot be {steering.done}; it must be one of {possible}."
        )


def _narrowed(steering: _Steering, wanted: Wanted, as_of_ms: int) -> JobFilter:
    """Only jobs in a state that the action may begin from, and only as they stood then."""
    statuses = wanted.statuses or sorted(steering.begins_from)
    return dataclasses.replace(wanted, statuses=statuses, as_of_ms=as_of_ms).filter()


async def _named_by(store: Store, narrowed: JobFilter) -> list[JobName]:
    """All of them, before anything is changed."""
    from common.store import START

    jobs: list[JobName] = []
    place: Cursor | None = START
    while place is not None:
        page = await store.listing.meant.names(narrowed, limit=NAMED_AT_A_TIME, after=place)
        jobs += page.rows
        place = page.next
    return jobs


def _listed(statuses: Iterable[JobStatus]) -> str:
    *others, last = sorted(statuses)
    return f"{', '.join(others)} and {last}" if others else last


def _fate(steering: _Steering, job: _Named, done: bool) -> JobFate:
    if done:
        return JobFate(job.id, job.url_norm, True, job.status)
    why = (
        "it changed meanwhile"
        if job.status in steering.begins_from
        else f"it is {job.status}; only {_listed(steering.begins_from)} can be {steering.done}"
    )
    return JobFate(job.id, job.url_norm, False, job.status, why)
