"""How the demo goes, and what it came to, for people and scripts."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from urllib.parse import quote

from common.job import Job
from common.offer import Availability
from common.output.counting import counted
from common.output.typable import typable_path
from common.shops.listed import shop_listed
from fleet.demo.run import DemoResult
from fleet.example_settings import example_settings
from fleet.run.up.how_far import HowFar
from fleet.terminal.offers.money_text import price_text
from fleet.terminal.output import note, print_json, print_line, print_lines
from fleet.terminal.table import Column, render

COLUMNS = (
    Column("link", flexible=True, beneath=True),
    Column("shop"),
    Column("title", flexible=True),
    Column("price", right=True),
    Column("availability", beneath=True),
    Column("state"),
    Column("attempts", right=True, beneath=True),
)


class Progress:
    """Progress on standard error: a line when something changed, never a flood."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._last = (-1, -1)

    def __call__(self, text: str) -> None:
        if not self._quiet:
            note(f"· {text}")

    def progress(self, now: HowFar) -> None:
        if (now.ended, now.still_open) != self._last:
            self._last = (now.ended, now.still_open)
            self(f"{counted(now.ended, 'crawl')} ended, {counted(now.still_open, 'job')} to go")


def show_result(result: DemoResult, *, as_json: bool) -> None:
    """A table of the jobs, what was counted, and what to type next; or a JSON object a job."""
    if as_json:
        for job in result.jobs:
            print_json(_row(job) | {"id": job.id, "error_code": job.error_code})
        return
    rows = [[(_row(job) | {"state": _state(job)})[column.title] for column in COLUMNS] for job in result.jobs]
    nothing = "no job yet: it was stopped before a post was read."
    print_lines(["", *(render(COLUMNS, rows) if rows else [nothing])])
    ingest = result.summary.ingest
    if ingest:
        print_line("")
        skipped = f", {ingest.skipped} malformed and set aside" if ingest.skipped else ""
        print_line(f"{counted(ingest.posts, 'post')} read{skipped}: {ingest.links} links, {ingest.jobs_added} new jobs")
        for part in result.summary.tally.line().split("; "):
            print_line(part)
        print_line(f"all of it in {result.seconds:.1f} s")
    print_lines(["", f"The database is {result.database}. Look around:"])
    for words in ("jobs list", "products list"):
        print_line(f"  {_looking(result.database)} {words}")
    print_lines(
        ["Then watch accounts of your own:", f"  {_command()} init      # three questions make crawlfleet.toml"]
    )
    print_line(f"  {_command()} up        # feeds, dispatcher and workers in one process")
    print_line(f"Every setting with its default stands in {example_settings()}.")


def _row(job: Job) -> dict[str, str]:
    offer = json.loads(job.result_json)["offer"] if job.result_json else {}
    return {
        "link": job.url_norm,
        "shop": shop_listed(job.platform, job.region, job.url_norm),
        "title": offer.get("title", ""),
        "price": price_text(offer.get("price_minor"), offer.get("currency")),
        "availability": offer.get("availability", Availability.UNKNOWN) if offer else "",
        "status": _state(job),
        "attempts": str(job.attempt),
    }


def _state(job: Job) -> str:
    return f"{job.status} ({job.error_code})" if job.error_code and job.result_json is None else str(job.status)


def _looking(database: Path) -> str:
    """The start of a command that looks at this database, in the words of this system's shell."""
    url = f"file:{quote(str(database))}" if os.name == "posix" else f"file:{database}"
    if os.name == "posix":
        return f"CRAWLFLEET_DATABASE_URL={typable_path(url)} {_command()}"
    return f"$env:CRAWLFLEET_DATABASE_URL={typable_path(url)}; {_command()}"


def _command() -> str:
    """What to type for this very program: its plain name where the shell finds it, else the path it was started by."""
    if shutil.which("crawlfleet"):
        return "crawlfleet"
    started = Path(sys.argv[0])
    if started.name == "crawlfleet":
        return typable_path(os.path.relpath(started))
    return f"{typable_path(sys.executable)} -m fleet"
