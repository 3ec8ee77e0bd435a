"""One run, from its servers to its ledger."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from common.broker import make_broker
from common.broker.base import Broker
from common.job import job_id_for
from common.settings import BrokerSettings, DatabaseSettings
from common.store import init_schema
from common.store.drivers.base import Driver
from common.store.store import make_driver
from fleet.demo.server import LocalWorld
from tests.faults.asking_again import ask_again
from tests.faults.books import check, lost
from tests.faults.door.books import check_door, leases_frozen, leases_of_persons, told
from tests.faults.door.cheats import Cheats
from tests.faults.door.disk import small_disk
from tests.faults.door.overheard import Overheard
from tests.faults.door.persons import Persons
from tests.faults.door.records import read_door_records
from tests.faults.harm import Harm
from tests.faults.ledger import Ledger, read_records
from tests.faults.members import ROLES, ROLES_AT_THE_DOOR, ROLES_WITH_VOLUNTEERS, Members
from tests.faults.plan import DOOR_KINDS, KINDS, LEASE_SECONDS, LENT_LEASE_SECONDS, Fault, faults_of
from tests.faults.settling import LOOK_SECONDS, Progress, keep_looking, left_over, settle
from tests.faults.shop import OTHER_DOMAIN, Shops
from tests.servers.fleet_world import Fleet, Settings
from tests.servers.libsql import LibsqlServer
from tests.servers.rabbitmq import RabbitServer

POSTS_TWICE = 10
"""Every so many links are posted a second time, by another post."""
STOP_SECONDS = 90.0
AHEAD = 0.2
"""So much of the work is posted before it can be begun."""
AHEAD_OF_VOLUNTEERS = 0.5
"""Theirs takes longer: two looks at most links, and half a minute until a lease of one who is gone is over."""

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

BEFORE_VOLUNTEERS: Settings = {
    "gateway_lease_seconds": LENT_LEASE_SECONDS,
    "gateway_renew_seconds": 5,
    # A crawl that waits for its turn at a shop is no failure, however busy the machine.
    "work_crawl_timeout_seconds": 120,
    # Who is killed again and again says nothing of many a task.
    "gateway_unconfirmed_per_day": 100_000,
}
"""On top, where there are volunteers."""


async def run(
    seed: int,
    jobs: int,
    servers: str,
    rabbitmq: RabbitServer,
    libsql: LibsqlServer,
    say: Callable[[str], None],
    *,
    volunteers: int = 0,
    at_the_door: bool = False,
) -> Ledger:
    """Lives through the faults of this seed. Empty `wrong`: every promise held. `say` is told how it goes.

    `volunteers`: at two gateways, with a machine of the operator's own and two direct workers. `at_the_door`: at one,
    and the faults are those of gateways and volunteers alone."""
    folder = Path(tempfile.mkdtemp(prefix="crawlfleet-faults-"))
    begun = time.monotonic()
    database = DatabaseSettings(url=libsql.http_url)
    broker_url = rabbitmq.vhost()
    ledger = Ledger(seed, jobs, servers, f"RabbitMQ {_version(rabbitmq)} and libsql-server", logs=str(folder))
    ledger.volunteers, ledger.at_the_door = volunteers, at_the_door
    this = _Run(
        ledger,
        folder,
        make_driver(database),
        make_broker(BrokerSettings(url=broker_url)),
        Shops(seed, jobs, lasting=volunteers > 0),
        say,
    )
    persons, overheard = Persons(libsql.http_url), Overheard()
    with ExitStack() as stack:
        world = stack.enter_context(LocalWorld(this.shops.routes()))
        await init_schema(database)
        await this.driver.connect()
        await this.broker.declare()
        await this.broker.close()
        fleet = Fleet(world, folder, stack, SETTINGS | (BEFORE_VOLUNTEERS if volunteers else {}))
        disk = stack.enter_context(small_disk(folder / "disk"))
        _write_settings(folder)
        async with Members(
            fleet,
            libsql.http_url,
            broker_url,
            Random(f"pauses {seed}"),
            persons=persons,
            overheard=overheard,
            homes={"volunteer-1": disk.path},
            volunteers=volunteers,
            roles=(ROLES_AT_THE_DOOR if at_the_door else ROLES_WITH_VOLUNTEERS) if volunteers else ROLES,
        ) as members:
            cheats = Cheats(persons, members, folder, this.shops.kinds, Random(f"cheats {seed}"))
            harm = Harm(
                members,
                rabbitmq,
                libsql,
                broker_url,
                [job_id_for(link) for link in this.shops.links],
                Random(f"harm {seed}"),
                persons=persons,
                cheats=cheats,
                disk=disk,
            )
            await this.live_through(members, harm, cheats, libsql.http_url, begun)
    await this.read_books(members, persons)
    secrets = persons.secrets() | {urlsplit(broker_url).netloc: "the broker's password"}
    ledger.wrong += overheard.said(secrets, folder)
    await this.broker.close()
    await this.driver.close()
    ledger.seconds = time.monotonic() - begun
    return ledger


@dataclass
class _Run:
    """What is done to a fleet that stands, and what is read of it afterwards; both go into `ledger`."""

    ledger: Ledger
    folder: Path
    driver: Driver
    broker: Broker
    shops: Shops
    say: Callable[[str], None]

    @cached_property
    def posts(self) -> list[str]:
        return _posts(self.shops.links)

    async def live_through(self, members: Members, harm: Harm, cheats: Cheats, database_url: str, begun: float) -> None:
        """All faults of the plan, then the wait until nothing is left, then the members' end. `begun`: of the run."""
        ledger = self.ledger
        keeping = asyncio.ensure_future(members.keep())
        await members.at_work()
        progress = Progress(self.driver, ledger.jobs)
        ahead = AHEAD_OF_VOLUNTEERS if ledger.volunteers else AHEAD
        looking = asyncio.ensure_future(keep_looking(progress))
        posting = asyncio.ensure_future(_post(self.folder, self.posts, progress, ahead))
        over = asyncio.Event()
        asking = asyncio.ensure_future(ask_again(database_url, self.shops, over))
        await harm.all(self._planned(), lambda: progress.share)
        await posting
        over.set()
        ledger.wrong += await asking
        ledger.fault_seconds = time.monotonic() - begun
        self.say(f"the faults are over after {ledger.fault_seconds:.0f} s")
        looking.cancel()
        ledger.wrong += cheats.wrong
        ledger.wrong += await settle(progress, self.broker, ledger.jobs, self.say)
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping
        ledger.wrong += await members.stop(STOP_SECONDS)
        ledger.starts, ledger.ended_by_themselves = members.started, members.ended_by_themselves
        ledger.faults = harm.done

    def _planned(self) -> list[Fault]:
        kinds = KINDS
        if self.ledger.volunteers:
            kinds = DOOR_KINDS if self.ledger.at_the_door else KINDS | DOOR_KINDS
        return faults_of(self.ledger.seed, self.ledger.jobs, kinds)

    async def read_books(self, members: Members, persons: Persons) -> None:
        """What servers, shops and members hold, and where two of them do not agree."""
        ledger, shops = self.ledger, self.shops
        ledger.wrong += await left_over(self.broker)
        letters = [letter.job_id for letter in await self.broker.dead_letters(100_000)]
        records = await read_records(self.driver, len(self.posts))
        door, who_cheats = await read_door_records(self.driver), {one.id for one in persons.all if not one.honest}
        unfetched = leases_of_persons(door, who_cheats) | leases_frozen(door, records, members.stood_still)
        ledger.wrong += check(records, shops.kinds, shops.log, letters, unfetched=unfetched)
        if ledger.volunteers:
            ledger.wrong += check_door(records, door, shops.log, who_cheats)
            ledger.door = told(records, door, who_cheats)
        ledger.ends = Counter(job.status for job in records.jobs.values())
        ledger.attempts = sum(event.became == "RUNNING" for event, _ in records.events)
        ledger.lost_leases = lost(event for event, _ in records.events)
        ledger.sights = sum(event.was == "RUNNING" and event.became == "NEW" for event, _ in records.events)
        ledger.leaps = sum(price.first_seen_at is not None for price in records.prices)
        ledger.fetches, ledger.letters = len(shops.log), len(letters)


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


async def _post(folder: Path, posts: list[str], progress: Progress, ahead: float) -> None:
    """Write them into the feed a little ahead of the work, so that each fault meets work of every kind."""
    written = 0
    with (folder / "posts.jsonl").open("a") as file:
        while written < len(posts):
            due = int(len(posts) * (progress.share + ahead))
            file.writelines(f"{post}\n" for post in posts[written:due])
            file.flush()
            written = max(written, due)
            await asyncio.sleep(LOOK_SECONDS)
