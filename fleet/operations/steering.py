"""Requeue and cancel: jobs named by id or by filters, and for each what became of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from common.errors import ConfigError
from common.job import OPEN, Job, JobStatus
from fleet.opening import opened_store
from fleet.operations.selecting import NotFound, Wanted, job_ids
from fleet.terminal.output import note, print_json, print_line

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import JobStore, Store

AT_A_TIME = 500
DRY_RUN_MOST = 5000


@dataclass(frozen=True, slots=True)
class Steering:
    """One thing an operator does to jobs: which states it may begin from, and the store's own transition."""

    verb: str
    done: str
    begins_from: frozenset[JobStatus]
    apply: Callable[[JobStore, Sequence[str]], Awaitable[list[str]]]


REQUEUE = Steering(
    "requeue",
    "requeued",
    frozenset({JobStatus.DEAD, JobStatus.FAILED_PERMANENT}),
    lambda jobs, ids: jobs.requeue(ids),
)


def cancelling(reason: str) -> Steering:
    return Steering("cancel", "cancelled", OPEN, lambda jobs, ids: jobs.cancel(ids, reason=reason))


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one job: `done`, or why not."""

    id: str
    url_norm: str
    done: bool
    was: JobStatus
    why_not: str | None = None


async def steer(
    settings: Settings, steering: Steering, typed: Sequence[str], wanted: Wanted, *, dry_run: bool, as_json: bool
) -> None:
    """Raises ConfigError when neither ids nor filters say which jobs, NotFound when nothing could be done."""
    _refuse_everything(steering, typed, wanted)
    async with opened_store(settings) as store:
        if typed:
            ids = await job_ids(store, settings, typed)
            fates = await steer_ids(store, steering, ids, wanted, dry_run=dry_run)
        else:
            fates = await steer_filtered(store, steering, wanted, dry_run=dry_run)
    _report(steering, fates, dry_run=dry_run, as_json=as_json)


def _refuse_everything(steering: Steering, typed: Sequence[str], wanted: Wanted) -> None:
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


async def steer_ids(
    store: Store, steering: Steering, ids: Sequence[str], wanted: Wanted, *, dry_run: bool
) -> list[Fate]:
    """Each job of `ids` that the filters let through."""
    jobs = {job.id: job for job in await store.listing.jobs(wanted.filter(ids), limit=len(ids))}
    ready = [job_id for job_id in ids if job_id in jobs and jobs[job_id].status in steering.begins_from]
    changed = set(ready if dry_run else await steering.apply(store.jobs, ready))
    return [_fate(steering, jobs[job_id], job_id in changed) for job_id in ids if job_id in jobs]


async def steer_filtered(store: Store, steering: Steering, wanted: Wanted, *, dry_run: bool) -> list[Fate]:
    """Every job the filters find, a few hundred to an atomic statement. A dry run shows the first few thousand.

    A job that was changed no longer matches, so asking again brings the next ones.
    """
    statuses = wanted.statuses or sorted(steering.begins_from)
    narrowed = Wanted(statuses, wanted.platform, wanted.error_code, wanted.older_than_ms, wanted.newer_than_ms).filter()
    if dry_run:
        return [_fate(steering, job, True) for job in await store.listing.jobs(narrowed, limit=DRY_RUN_MOST)]
    fates: list[Fate] = []
    while found := await store.listing.jobs(narrowed, limit=AT_A_TIME):
        changed = set(await steering.apply(store.jobs, [job.id for job in found]))
        fates += [_fate(steering, job, job.id in changed) for job in found]
        if not changed:
            break
    return fates


def _fate(steering: Steering, job: Job, done: bool) -> Fate:
    if done:
        return Fate(job.id, job.url_norm, True, job.status)
    why = (
        "it changed meanwhile"
        if job.status in steering.begins_from
        else f"it is {job.status}; only {' and '.join(sorted(steering.begins_from))} can be {steering.done}"
    )
    return Fate(job.id, job.url_norm, False, job.status, why)


def _report(steering: Steering, fates: Sequence[Fate], *, dry_run: bool, as_json: bool) -> None:
    done = [fate for fate in fates if fate.done]
    for fate in fates:
        if as_json:
            answer: dict[str, Any] = {"id": fate.id, "url_norm": fate.url_norm, "was": fate.was}
            print_json(answer | {steering.done: fate.done and not dry_run, "dry_run": dry_run, "reason": fate.why_not})
        elif fate.done:
            print_line(f"{fate.id}  {fate.was}  {fate.url_norm}")
        else:
            note(f"not {steering.done}: {fate.id}: {fate.why_not}")
    if fates and not done:
        raise NotFound(f"no job was {steering.done}. `crawlfleet jobs show ID` says how each one stands.")
    if not as_json:
        print_line(f"{len(done)} would be {steering.done} (--dry-run)" if dry_run else f"{len(done)} {steering.done}")
