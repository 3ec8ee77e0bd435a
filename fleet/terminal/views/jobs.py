"""A table of jobs, and under it how many stand where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fleet.durations import ago
from fleet.operations.json_objects import job_object
from fleet.terminal.output import print_json, print_line, print_lines
from fleet.terminal.table import Column, render

if TYPE_CHECKING:
    from common.job import Job
    from common.store import StatusCount
    from fleet.operations.jobs.looking import JobsListed

ID_LETTERS = 10
"""Enough of an id to type; a longer prefix is only needed among billions of jobs."""

COLUMNS = (
    Column("id"),
    Column("shop"),
    Column("status"),
    Column("tries", right=True),
    Column("changed", right=True),
    Column("error"),
    Column("link", flexible=True, beneath=True),
)


def show_jobs(listed: JobsListed, *, narrowed: bool, limit: int, as_json: bool) -> None:
    """`narrowed`: filters were typed, so no job may mean no match. At `limit` jobs it says there may be more."""
    if as_json:
        for job in listed.jobs:
            print_json(job_object(job))
        return
    if listed.jobs:
        print_lines(render(COLUMNS, [_row(job, listed.now_ms) for job in listed.jobs]))
    else:
        print_line("no job matches." if narrowed else "no jobs yet. `crawlfleet jobs add URL` makes one.")
    if len(listed.jobs) == limit:
        print_line(f"(the last {limit}; more with --limit)")
    print_lines(standing(listed.counts, listed.now_ms))


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
