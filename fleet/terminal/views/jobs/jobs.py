"""A table of jobs, and under it how many stand where."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncGenerator, Sequence
from typing import TYPE_CHECKING

from common.job import Job
from common.shops.listed import shop_listed
from common.store import ErrorCount
from fleet.durations import ago
from fleet.operations.json_objects import job_object, row_object
from fleet.terminal.csv_rows import names_of, print_objects, print_pages
from fleet.terminal.output import print_line, print_lines
from fleet.terminal.table import Column, Part, on_from, render

if TYPE_CHECKING:
    from common.store import StatusCount
    from fleet.operations.jobs.looking import JobsListed

ID_LETTERS = 10
"""Enough of an id to type; a longer prefix is only needed among billions of jobs."""

CSV_FIELDS = tuple(
    field.name for field in dataclasses.fields(Job) if field.name not in {"lease_token", "result_json", "content_hash"}
)

COLUMNS = (
    Column("id", whole=True),
    Column("shop", flexible=True, again=True),
    Column("state"),
    Column("tries", right=True),
    Column("changed", right=True),
    Column("error"),
    Column("link", flexible=True, beneath=True),
)


async def print_jobs(pages: AsyncGenerator[Sequence[Job], None], *, as_csv: bool) -> None:
    """Each job as it comes, as an object or a row; a spreadsheet gets no page's whole result."""
    await print_pages(pages, job_object, as_csv=as_csv, columns=CSV_FIELDS if as_csv else None)


def show_jobs(listed: JobsListed, part: Part, *, narrowed: bool) -> None:
    """`narrowed`: filters were typed, so no job may mean no match."""
    if listed.jobs:
        print_lines(part.table.lines(COLUMNS, [_row(job, listed.now_ms) for job in listed.jobs]))
    elif not part.before:
        print_line("no job matches." if narrowed else "no jobs yet. `crawlfleet jobs add URL` makes one.")
    if part.last and listed.next:
        shown = part.before + len(listed.jobs)
        print_line(f"(the last {shown:,}; more with --limit, or {on_from(listed.next)})")


def show_standing(counts: Sequence[StatusCount], now_ms: int, *, narrowed: bool) -> None:
    """Beneath the table of jobs."""
    if narrowed and counts:
        print_line("of all jobs, whatever the filters:")
    for line in standing(counts, now_ms):
        print_line(line)


ERROR_COLUMNS = (
    Column("shop", flexible=True, again=True),
    Column("state"),
    Column("error"),
    Column("jobs", right=True),
)


def show_errors(counts: Sequence[ErrorCount], *, narrowed: bool, as_json: bool, as_csv: bool) -> None:
    """A table, or an object for each shop, state and error. `narrowed`: not all jobs were asked for."""
    if as_json or as_csv:
        print_objects(map(row_object, counts), as_csv=as_csv, columns=names_of(ErrorCount))
    elif counts:
        rows = [[one.shop, one.status, one.error_code or "-", f"{one.count:,}"] for one in counts]
        print_lines(render(ERROR_COLUMNS, rows))
    else:
        print_line("none of the jobs that match has failed." if narrowed else "no job has failed.")


def _row(job: Job, now_ms: int) -> list[str]:
    return [
        job.id[:ID_LETTERS],
        shop_listed(job.platform, job.region, job.url_norm),
        str(job.status),
        f"{job.attempt}/{job.max_attempts}",
        ago(job.updated_at, now_ms),
        job.error_code or "",
        job.url_norm,
    ]


def standing(counts: Sequence[StatusCount], now_ms: int) -> list[str]:
    """One line per shop: `shopee: 3,120 NEW (oldest 2m), 1 DEAD (oldest 5d)`."""
    lines = []
    for platform in dict.fromkeys(count.platform for count in counts):
        parts = [
            f"{count.count:,} {count.status} (oldest {ago(count.oldest_updated_at, now_ms)})"
            for count in counts
            if count.platform == platform
        ]
        lines.append(f"{platform}: {', '.join(parts)}")
    return lines
