"""One run, from its servers to its ledger."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

from common.broker import make_broker
from common.broker.base import Broker
from common.errors import BrokerError, StoreError
from common.job import job_id_for
from common.settings import BrokerSettings, DatabaseSettings
from common.store import init_schema
from common.store.drivers.base import Driver, Statement
from common.store.store import make_driver
from fleet.demo.server import LocalWorld
from tests.faults.asking_again import ask_again
from tests.faults.books import check, lost
from tests.faults.harm import Harm
from tests.faults.ledger import Ledger, read_records
from tests.faults.members import Members
from tests.faults.plan import LEASE_SECONDS, faults_of
from tests.faults.shop import OTHER_DOMAIN, Shops
from tests.servers.fleet_world import Fleet, Settings
from tests.servers.libsql import LibsqlServer
from tests.servers.rabbitmq import RabbitServer
from tests.simulation.books import ENDED

QUIET_SECONDS = 300.0
"""After the last fault every job has ended and every queue is empty within this time, and a twentieth of a second more
for each job."""
POSTS_TWICE = 10
"""Every so many links are posted a second time, by another post."""
STOP_SECONDS = 90.0
LOOK_SECONDS = 0.2
AHEAD = 0.2
"""So much of the work is posted before it can be begun."""

_COUNTS = "SELECT status, COUNT(*) AS n, COUNT(letter_owed_at) AS owed FROM crawl_jobs GROUP BY status"

SETTINGS: Settings = {
    "broker_heartbeat_seconds": 5,
    "broker_publish_timeout_seconds": 3,
    "database_timeout_seconds": 3,
    "dispatch_republish_after_seconds": 5,
    "dispatch_retry_overdue_seconds": 0.5,
    "dispatch_leader_seconds": 4,
    # What fails here fails on purpose; no shop is to be switched off for it.
    "dispatch_health_seconds": 86_400,
    "ingest_links_per_day": 1_000_000,
    "jumps_again_seconds": 1,
    "jumps_another_worker_seconds": 3,
    "shops_other_domains": json.dumps([OTHER_DOMAIN]),
    "work_concurrency": 4,
    "work_lease_seconds": LEASE_SECONDS,
    "work_renew_seconds": 2,
    "work_crawl_timeout_seconds": 20,
    "work_grace_seconds": 2,
    "work_retry_delays_seconds": "[1, 1, 1, 1]",
}


async def run(
    seed: int, jobs: int, servers: str, rabbitmq: RabbitServer, libsql: LibsqlServer, say: Callable[[str], None]
) -> Ledger:
    """Lives through the faults of this seed. Empty `wrong`: every promise held. `say` is told how it goes."""
    folder = Path(tempfile.mkdtemp(prefix="crawlfleet-faults-"))
    begun = time.monotonic()
    broker_url = rabbitmq.vhost()
    broker = make_broker(BrokerSettings(url=broker_url))
    driver = make_driver(DatabaseSettings(url=libsql.http_url))
    ledger = Ledger(seed, jobs, servers, f"RabbitMQ {_version(rabbitmq)} and libsql-server", logs=str(folder))
    shops = Shops(seed, jobs)
    with ExitStack() as stack:
        world = stack.enter_context(LocalWorld(shops.routes()))
        await init_schema(DatabaseSettings(url=libsql.http_url))
        await driver.connect()
        await broker.declare()
        await broker.close()
        fleet = Fleet(world, folder, stack, SETTINGS)
        _write_settings(folder)
        planned = faults_of(seed, jobs)
        posts = _posts(shops.links)
        async with Members(fleet, libsql.http_url, broker_url, Random(f"pauses {seed}")) as members:
            ids = [job_id_for(link) for link in shops.links]
            harm = Harm(members, rabbitmq, libsql, broker_url, ids, Random(f"harm {seed}"))
            keeping = asyncio.ensure_future(members.keep())
            progress = Progress(driver, jobs)
            posting = asyncio.ensure_future(_post(folder, posts, progress))
            asking = asyncio.ensure_future(ask_again(libsql.http_url, shops))
            await harm.all(planned, lambda: progress.share)
            await posting
            ledger.wrong += await asking
            ledger.fault_seconds = time.monotonic() - begun
            say(f"the faults are over after {ledger.fault_seconds:.0f} s")
            ledger.wrong += await _settle(progress, broker, jobs, say)
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping
            ledger.wrong += await members.stop(STOP_SECONDS)
            ledger.starts, ledger.ended_by_themselves = members.started, members.ended_by_themselves
            ledger.faults = harm.done
    ledger.wrong += await _left_over(broker)
    letters = [letter.job_id for letter in await broker.dead_letters(100_000)]
    records = await read_records(driver, len(posts))
    ledger.wrong += check(records, shops.kinds, shops.log, letters)
    await broker.close()
    await driver.close()
    ledger.ends = Counter(job.status for job in records.jobs.values())
    ledger.attempts = sum(event.became == "RUNNING" for event, _ in records.events)
    ledger.lost_leases = lost(event for event, _ in records.events)
    ledger.sights = sum(event.was == "RUNNING" and event.became == "NEW" for event, _ in records.events)
    ledger.leaps = sum(price.first_seen_at is not None for price in records.prices)
    ledger.fetches, ledger.letters = len(shops.log), len(letters)
    ledger.seconds = time.monotonic() - begun
    return ledger


def _version(rabbitmq: RabbitServer) -> str:
    return rabbitmq.ctl("version").strip()


def _write_settings(folder: Path) -> None:
    (folder / "posts.jsonl").touch()
    (folder / "crawlfleet.toml").write_text(
        '[[feeds]]\nname = "posts"\nsource = "jsonl"\naccount = "posts.jsonl"\npoll_seconds = 0.5\n'
        "links_per_day = 1000000\n"
    )


def _posts(links: list[str]) -> list[str]:
    """Lines of the feed: each link once, some by another post as well."""
    twice = [link for number, link in enumerate(links) if number % POSTS_TWICE == 0]
    return [
        json.dumps({"id": str(number), "author": "somebody", "text": f"look: {link}"})
        for number, link in enumerate(links + twice)
    ]


class Progress:
    """How far the work has come, as the database says."""

    def __init__(self, driver: Driver, jobs: int) -> None:
        self._driver = driver
        self._jobs = jobs
        self.counts: dict[str, int] = {}
        self.letters_owed = 0

    @property
    def share(self) -> float:
        """Of the jobs, those that have ended."""
        return sum(self.counts.get(status, 0) for status in ENDED) / self._jobs

    async def look(self) -> None:
        """While the database is away it stays as it was."""
        with suppress(StoreError):
            [rows] = await self._driver.batch([Statement(_COUNTS)])
            self.counts = {str(row["status"]): int(row["n"] or 0) for row in rows.rows}
            self.letters_owed = sum(int(row["owed"] or 0) for row in rows.rows)


async def _post(folder: Path, posts: list[str], progress: Progress) -> None:
    """Write them into the feed a little ahead of the work, so that each fault meets work of every kind."""
    written = 0
    with (folder / "posts.jsonl").open("a") as file:
        while written < len(posts):
            due = int(len(posts) * (progress.share + AHEAD))
            file.writelines(f"{post}\n" for post in posts[written:due])
            file.flush()
            written = max(written, due)
            await asyncio.sleep(LOOK_SECONDS)
            await progress.look()


async def _settle(progress: Progress, broker: Broker, jobs: int, say: Callable[[str], None]) -> list[str]:
    """Wait until every job has ended and every queue is empty. What still stood in the way when time was up."""
    deadline = time.monotonic() + QUIET_SECONDS + jobs / 20
    said = 0.0
    while True:
        await progress.look()
        if progress.share < 1:
            waits = f"jobs {progress.counts}"
        elif progress.letters_owed:
            waits = f"{progress.letters_owed} dead letters are owed"
        else:
            waits = await _waits(broker)
        if not waits:
            return []
        if time.monotonic() > deadline:
            return [f"not within {QUIET_SECONDS + jobs / 20:.0f} s after the last fault: {waits}"]
        if time.monotonic() > said + 10:
            said = time.monotonic()
            say(waits)
        await asyncio.sleep(LOOK_SECONDS)


async def _waits(broker: Broker) -> str:
    try:
        return ", ".join(f"{ready} messages in {name}" for name, ready in (await _ready(broker)).items())
    except BrokerError as error:
        return str(error)


async def _ready(broker: Broker) -> dict[str, int]:
    """Messages that wait in work and retry queues."""
    return {
        depth.name: depth.ready
        for depth in await broker.depths()
        if depth.ready and not depth.name.startswith("crawl.dlq.")
    }


async def _left_over(broker: Broker) -> list[str]:
    """Every process has ended: what one of them held is back in its queue."""
    return [f"{ready} messages were left in {name}" for name, ready in (await _ready(broker)).items()]
