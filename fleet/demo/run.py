"""The main job on local shops, with nothing but Python: embedded database, in-memory broker."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

from pydantic import SecretStr

from common.errors import ConfigError
from common.job import Job
from common.outcome.sight_rules import rules_of
from common.private_files import make_private_folder
from common.settings import BrokerSettings, DatabaseSettings, LogSettings, Settings, ShopSettings, ShopsSettings
from common.settings_tables.dispatch import DispatchSettings
from common.settings_tables.feeds import FeedSettings, IngestSettings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.work import WorkSettings
from common.store import JobFilter, open_store
from fleet.demo.server import LocalWorld
from fleet.demo.world import ACCOUNT, OTHER_DOMAIN, routes
from fleet.run.standing.logs import switch_on_logs
from fleet.run.up.everything import UpSummary
from fleet.run.up.how_far import HowFar
from fleet.run.up.up import up

WORKERS = 2


@dataclass(frozen=True, slots=True)
class DemoResult:
    """What the run came to. The database stays where it is."""

    summary: UpSummary
    jobs: Sequence[Job]
    seconds: float
    database: Path


class Listener(Protocol):
    """Whoever wants to hear how the run goes."""

    def __call__(self, text: str) -> None:
        """One sentence."""

    def progress(self, now: HowFar) -> None:
        """Called often, mostly with nothing new."""


def run_demo(*, folder: Path | None, say: Listener) -> DemoResult:
    """Run the demo in `folder` (a new temporary one by default), over what an earlier run left there.

    Raises CrawlfleetError, also when the package trustme is missing.
    """
    folder = folder or Path(tempfile.mkdtemp(prefix="crawlfleet-demo-"))
    try:
        make_private_folder(folder)
    except OSError as error:
        raise ConfigError(f"cannot make the folder {folder}: {error.strerror}. Name another by --folder.") from None
    database = folder / "demo.db"
    try:
        for beside in ("", "-wal", "-shm", "-journal"):
            folder.joinpath(f"{database.name}{beside}").unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot remove {error.filename}: {error.strerror}. Name another by --folder.") from None
    started = time.monotonic()
    with LocalWorld(routes()) as world:
        settings = _settings(database, world)
        switch_on_logs(settings.log)
        say(f"a Threads feed and {len(world.hosts) - 1} shops answer on 127.0.0.1:{world.port} under their real names")
        say(f"ingestor, dispatcher and {WORKERS} workers start; database {database}")
        summary = asyncio.run(up(settings, until_idle=True, workers=WORKERS, progress=say.progress))
        jobs = asyncio.run(_jobs(settings))
    return DemoResult(summary, jobs, time.monotonic() - started, database)


def _settings(database: Path, world: LocalWorld) -> Settings:
    return Settings(
        database=DatabaseSettings(url=f"file:{quote(str(database))}"),
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
    store = await open_store(settings.database, sights=rules_of(settings.jumps))
    try:
        jobs = await store.listing.jobs(JobFilter(), limit=100)
    finally:
        await store.close()
    return sorted(jobs, key=lambda job: (job.platform, job.url_norm))
