"""`crawlfleet demo`: the main job on local shops, with nothing but Python: embedded database, in-memory broker."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from pydantic import SecretStr

from common.job import Job
from common.money import format_minor
from common.offer import Availability
from common.settings import (
    BrokerSettings,
    DatabaseSettings,
    DispatchSettings,
    FeedSettings,
    FetchSettings,
    IngestSettings,
    LogSettings,
    Settings,
    ShopSettings,
    ShopsSettings,
    WorkSettings,
)
from common.store import JobFilter, open_store
from common.telemetry import configure_logging
from fleet.demo.server import LocalWorld
from fleet.demo.world import ACCOUNT, OTHER_DOMAIN, routes
from fleet.run.up import UpSummary, up
from fleet.terminal.output import print_json, print_line
from fleet.terminal.table import Column, render

WORKERS = 2
COLUMNS = (
    Column("link", flexible=True),
    Column("shop"),
    Column("title", flexible=True),
    Column("price", right=True),
    Column("availability"),
    Column("status"),
    Column("attempts", right=True),
)


def run_demo(*, folder: Path | None, as_json: bool, quiet: bool) -> None:
    """Run the demo in `folder` (a temporary one by default); its database stays there. Raises CrawlfleetError."""
    folder = folder or Path(tempfile.mkdtemp(prefix="crawlfleet-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    database = folder / "demo.db"
    for stale in folder.glob("demo.db*"):
        stale.unlink()
    say = _Say(quiet=quiet or as_json)
    started = time.monotonic()
    with LocalWorld(routes()) as world:
        settings = _settings(database, world)
        configure_logging(settings.log)
        say(f"a Threads feed and {len(world.hosts) - 1} shops answer on 127.0.0.1:{world.port} under their real names")
        say(f"ingestor, dispatcher and {WORKERS} workers start; database {database}")
        summary = asyncio.run(up(settings, until_idle=True, workers=WORKERS, progress=say.progress))
        jobs = asyncio.run(_jobs(settings))
    seconds = time.monotonic() - started
    if as_json:
        for job in jobs:
            print_json(_row(job) | {"id": job.id, "error_code": job.error_code})
        return
    _show(summary, jobs, seconds, database)


class _Say:
    """Progress on standard error: a line when something changed, never a flood."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._last = (-1, -1)

    def __call__(self, text: str) -> None:
        if not self._quiet:
            print(f"· {text}", file=sys.stderr, flush=True)  # noqa: T201

    def progress(self, done: int, still_open: int) -> None:
        if (done, still_open) != self._last:
            self._last = (done, still_open)
            self(f"{done} ended, {still_open} to go")


def _settings(database: Path, world: LocalWorld) -> Settings:
    return Settings(
        database=DatabaseSettings(url=f"file:{database}"),
        broker=BrokerSettings(url="memory:"),
        feeds=(FeedSettings(source="threads", account=ACCOUNT, token=SecretStr("demo"), replies=False, max_pages=2),),
        ingest=IngestSettings(),
        dispatch=DispatchSettings(interval_seconds=0.2, retry_overdue_seconds=0.1),
        work=WorkSettings(worker_id="demo", spool_dir=database.parent / "spool"),
        fetch=FetchSettings(
            requests_per_second=20,
            resolve=world.resolve_rules(),
            ca_file=world.ca_file,
            allow_addresses=("127.0.0.1",),
        ),
        shops=ShopsSettings(other=ShopSettings(domains=(OTHER_DOMAIN,))),
        log=LogSettings(level="error", format="text"),
    )


async def _jobs(settings: Settings) -> list[Job]:
    store = await open_store(settings.database)
    try:
        jobs = await store.listing.jobs(JobFilter(), limit=100)
    finally:
        await store.close()
    return sorted(jobs, key=lambda job: (job.platform, job.url_norm))


def _row(job: Job) -> dict[str, str]:
    offer = json.loads(job.result_json)["offer"] if job.result_json else {}
    price = ""
    if offer.get("price_minor") is not None and offer.get("currency"):
        price = f"{format_minor(offer['price_minor'], offer['currency'])} {offer['currency']}"
    status = f"{job.status} ({job.error_code})" if job.error_code and job.result_json is None else str(job.status)
    return {
        "link": job.url_norm,
        "shop": f"{job.platform}.{job.region}",
        "title": offer.get("title", ""),
        "price": price,
        "availability": offer.get("availability", Availability.UNKNOWN) if offer else "",
        "status": status,
        "attempts": str(job.attempt),
    }


def _command() -> str:
    """What to type for this very program: its plain name where the shell finds it, else the path it was started by."""
    if shutil.which("crawlfleet"):
        return "crawlfleet"
    started = Path(sys.argv[0])
    return os.path.relpath(started) if started.name == "crawlfleet" else f"{sys.executable} -m fleet"


def _show(summary: UpSummary, jobs: list[Job], seconds: float, database: Path) -> None:
    rows = [[_row(job)[column.title] for column in COLUMNS] for job in jobs]
    print_line("")
    print_line(render(COLUMNS, rows))
    ingest = summary.ingest
    if ingest:
        print_line("")
        print_line(
            f"{ingest.posts} posts read, {ingest.skipped} malformed and set aside, {ingest.links} links found, "
            f"{ingest.jobs_added} jobs made; {summary.tally.line()}; {seconds:.1f} s"
        )
    print_line(f"\nThe database is {database}. Look around:")
    prefix = f"CRAWLFLEET_DATABASE_URL=file:{database} {_command()}"
    print_line(f"  {prefix} jobs list")
    print_line(f"  {prefix} products list")
    print_line("Then watch accounts of your own: copy crawlfleet.example.toml to crawlfleet.toml, add a [[feeds]],")
    print_line(f"and type: {_command()} up")
