"""`crawlfleet jobs list`: a table of jobs, and under it how many stand where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fleet.opening import opened_store
from fleet.operations.job_json import job_object
from fleet.terminal.output import print_json, print_line
from fleet.terminal.table import Column, render
from fleet.terminal.text import ago

if TYPE_CHECKING:
    from common.job import Job
    from common.settings import Settings
    from common.store import StatusCount
    from fleet.operations.selecting import Wanted

ID_LETTERS = 10
"""Enough of an id to type; a longer prefix is only needed among billions of jobs."""

COLUMNS = (
    Column("id"),
    Column("shop"),
    Column("status"),
    Column("tries", right=True),
    Column("changed", right=True),
    Column("error"),
    Column("link", flexible=True),
)


async def list_jobs(settings: Settings, wanted: Wanted, *, limit: int, as_json: bool) -> None:
    async with opened_store(settings) as store:
        jobs = await store.listing.jobs(wanted.filter(), limit=limit)
        if as_json:
            for job in jobs:
                print_json(job_object(job))
            return
        counts = await store.listing.counts()
        now_ms = await store.jobs.now_ms()
    if jobs:
        print_line(render(COLUMNS, [_row(job, now_ms) for job in jobs]))
    else:
        print_line("no job matches." if wanted.anything else "no jobs yet. `crawlfleet jobs add URL` makes one.")
    if len(jobs) == limit:
        print_line(f"(the last {limit}; more with --limit)")
    for line in standing(counts, now_ms):
        print_line(line)


def _row(job: Job, now_ms: int) -> list[str]:
    return [
        job.id[:ID_LETTERS],
        f"{job.platform}.{job.region}",
        str(job.status),
        f"{job.attempt}/{job.max_attempts}",
        ago(job.updated_at, now_ms),
        job.error_code or "",
        job.url_norm,
    ]


def standing(counts: Sequence[StatusCount], now_ms: int) -> list[str]:
    """One line per shop: `shopee: 3 NEW (oldest 2m), 1 DEAD (oldest 5d)`."""
    lines = []
    for platform in dict.fromkeys(count.platform for count in counts):
        parts = [
            f"{count.count} {count.status} (oldest {ago(count.oldest_updated_at, now_ms)})"
            for count in counts
            if count.platform == platform
        ]
        lines.append(f"{platform}: {', '.join(parts)}")
    return lines
