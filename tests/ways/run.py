"""One run, from its processes to its ledger."""

from __future__ import annotations

import asyncio
import getpass
import json
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from common.ways.way import Way
from fleet.demo.server import Reply as Page
from tests.servers.browser.ordinary_user import ordinary_user
from tests.servers.browser.shops import ORDINARY_USER
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import FleetWorld, Settings, eventually, fleet_world
from tests.simulation.books import ENDED
from tests.ways.books import check
from tests.ways.catalogue import DOMAINS, Article, articles
from tests.ways.ledger import Ledger, read_records
from tests.ways.shops import Shops

CONCURRENCY = {Way.OFFICIAL: 20, Way.HTTP: 4, Way.BROWSER: 2}
STOP_SECONDS = 120.0
GONE_SECONDS = 60.0
"""What a killed worker leaves running is to be gone by then."""

_CONFIG = """
[crawl]
ways = ["official", "http", "browser"]

[[official]]
shop = "shopee"
region = "tw"
app_id = "123456"
calls_per_hour = {shopee}

[[official]]
shop = "taobao"
region = "cn"
app_id = "12345678"
calls_per_hour = {taobao}

[[feeds]]
name = "posts"
source = "jsonl"
account = "posts.jsonl"
poll_seconds = 0.5
links_per_day = 1000000
"""
_SETTINGS: Mapping[str, object] = {
    "ingest_links_per_day": 1_000_000,
    "official_secret_taobao_cn": "helloworld",
    "official_secret_shopee_tw": "demo",
    "shops_other_domains": json.dumps(DOMAINS),
    "work_lease_seconds": 12,
    "work_renew_seconds": 3,
}


@dataclass(frozen=True, slots=True)
class Plan:
    """How much, and what goes wrong."""

    links: int = 300
    replacements: int = 2
    """Workers of each way that was robbed of one."""
    robbed: tuple[Way, ...] = (Way.OFFICIAL, Way.HTTP, Way.BROWSER)
    """Ways whose first worker is killed with -9 in the middle of its first crawl that brings a price."""
    refused_by: str = "shopee"
    """Whose interface wants fewer calls for a while: Shopee's says 10030 and not for how long, Taobao's a second."""
    refuse_after: int = 30
    """Calls that it answers before."""
    refuse_seconds: float = 20.0
    shopee_requests_per_second: float = 6.0
    """The fleet's budget for Shopee's pages."""
    seconds: float = 540.0
    """Every job has ended by then."""

    @property
    def calls_per_hour(self) -> dict[str, int]:
        """Two for three links are enough: each of Shopee's costs one call, of Taobao's twenty share one."""
        return {"shopee/tw": max(20, 2 * self.links // 3), "taobao/cn": max(12, self.links // 3)}


async def run(plan: Plan, *, broker_url: str, database_url: str, servers: str, say: Callable[[str], None]) -> Ledger:
    """Empty `wrong` in the ledger: everything held. `say` is told how it goes."""
    every = articles(plan.links)
    begun = time.monotonic()
    with _folder() as folder:
        calls = plan.calls_per_hour
        shops = Shops(every, calls_per_hour=calls, refused_by=plan.refused_by, after=plan.refuse_after,
                      seconds=plan.refuse_seconds)  # fmt: skip
        with shops.server as server:
            _written(folder, every, calls, server.ca_file)
            async with fleet_world(
                {("unasked.example", "/"): lambda target: Page(404)},
                database_url=database_url,
                broker_url=broker_url,
                folder=folder,
                fetch_resolve=json.dumps([f"*:443:127.0.0.1:{server.port}"]),
                fetch_ca_file=folder / "ca.pem",
                shops_shopee_requests_per_second=plan.shopee_requests_per_second,
                shops_shopee_burst=1,
                **_SETTINGS,
            ) as fleet:
                ledger = Ledger(plan.links, servers)
                at_work = await _Run(plan, fleet, shops, ledger, say).to_the_end()
                ledger.wrong += await _stopped(at_work)
                ledger.wrong += [
                    f"a browser's folder was left: {path.name}" for path in folder.glob("*/crawlfleet-browser-*")
                ]
                records = await read_records(database_url)
                ledger.wrong += check(every, records, ledger, shops, plan)
                ledger.seconds = time.monotonic() - begun
                if ledger.wrong:
                    ledger.logs = str(
                        shutil.copytree(folder, tempfile.mkdtemp(prefix="ways-logs-"), dirs_exist_ok=True)
                    )
    return ledger


@contextmanager
def _folder() -> Iterator[Path]:
    """Readable by whoever runs the browser; its name is short, for sockets lie below it."""
    with tempfile.TemporaryDirectory(prefix="ways-", dir="/tmp", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        yield Path(name)


def _written(folder: Path, every: list[Article], calls: Mapping[str, int], ca_file: Path) -> None:
    text = _CONFIG.format(shopee=calls["shopee/tw"], taobao=calls["taobao/cn"])
    (folder / "crawlfleet.toml").write_text(text, "utf-8")
    posts = [
        json.dumps({"id": str(n), "author": "somebody", "text": f"look: {one.link}"}) for n, one in enumerate(every)
    ]
    (folder / "posts.jsonl").write_text("".join(f"{post}\n" for post in posts), "utf-8")
    shutil.copyfile(ca_file, folder / "ca.pem")


class _Run:
    def __init__(self, plan: Plan, fleet: FleetWorld, shops: Shops, ledger: Ledger, say: Callable[[str], None]) -> None:
        self._plan = plan
        self._fleet = fleet
        self._shops = shops
        self._ledger = ledger
        self._say = say

    async def to_the_end(self) -> list[FleetProcess]:
        """Who is at work when every job has ended."""
        services = [self._fleet.start("ingest"), self._fleet.start("dispatch")]
        first = dict(zip(Way, await asyncio.gather(*map(self._worker, Way)), strict=True))
        workers = list(first.values())
        for way in Way:
            if way not in self._plan.robbed:
                self._shops.holds[way].let_go()
        for way in self._plan.robbed:
            await self._rob(way, first[way])
            workers.remove(first[way])
            workers += await asyncio.gather(*(self._worker(way) for _ in range(self._plan.replacements)))
        await self._ended()
        return [*workers, *services]

    async def _worker(self, way: Way) -> FleetProcess:
        number = self._ledger.started[way] = self._ledger.started[way] + 1
        name = f"{way}-{number}"
        words = ("--ways", way.value, "--concurrency", str(CONCURRENCY[way]))
        own: Settings = {"work_spool_dir": self._fleet.folder / f"spool-{name}"}
        user = None
        if way is Way.BROWSER:
            # One home for all of them, so that the next one finds what a killed one left.
            home = self._fleet.folder / "home"
            user = ordinary_user(home)
            own = {"work_spool_dir": home / f"spool-{name}"}
            if user is None and ORDINARY_USER:
                own["browser_user"] = ORDINARY_USER
            self._ledger.browser_as = user.name if user else _who(ORDINARY_USER)
        return await self._fleet.start_worker(*words, name=name, user=user, own=own)

    async def _rob(self, way: Way, worker: FleetProcess) -> None:
        hold = self._shops.holds[way]
        await eventually(hold.begun.is_set, seconds=self._plan.seconds / 3, what=f"a crawl by {way}", say=worker.text)
        below = psutil.Process(worker.process.pid).children(recursive=True)
        worker.kill()
        hold.let_go()
        self._say(f"{way}-1 was killed with -9 in mid-crawl, with {len(below)} processes below it")
        self._ledger.killed.append(f"{way}-1")
        left = (await asyncio.to_thread(psutil.wait_procs, below, GONE_SECONDS))[1]
        self._ledger.wrong += [f"{way}-1 was killed, and {len(left)} of its processes run on"] if left else []

    async def _ended(self) -> None:
        """Every job, and no message is left behind."""
        deadline, said = time.monotonic() + self._plan.seconds, time.monotonic()
        while True:
            found = await self._fleet.statuses()
            ended = sum(found.get(status, 0) for status in ENDED)
            if ended == self._plan.links:
                break
            if time.monotonic() > deadline:
                self._ledger.wrong.append(f"not within {self._plan.seconds:g} s: jobs {found}")
                return
            if time.monotonic() > said + 10:
                said = time.monotonic()
                self._say(f"jobs {found}")
            await asyncio.sleep(0.2)
        try:
            await eventually(self._nothing_waits, seconds=60, what="empty work queues")
        except AssertionError as left:
            self._ledger.wrong.append(str(left))

    async def _nothing_waits(self) -> bool:
        """In work queues. A job that waited out a pause may have been published again meanwhile: the message that waits
        for it in a retry queue for up to five minutes finds it ended, and is acked."""
        depths = {depth.name: depth.ready for depth in await self._fleet.broker.depths() if depth.ready}
        self._ledger.late = sum(ready for name, ready in depths.items() if name.startswith("crawl.retry."))
        return not [name for name in depths if not name.startswith("crawl.retry.")]


def _who(browser_user: str | None) -> str:
    me = getpass.getuser()
    return f"{browser_user}, driven by {me}" if browser_user else me


async def _stopped(processes: list[FleetProcess]) -> list[str]:
    for process in processes:
        if process.alive:
            process.signal(signal.SIGTERM)
    deadline = time.monotonic() + STOP_SECONDS
    while any(process.alive for process in processes) and time.monotonic() < deadline:
        await asyncio.sleep(0.05)
    return [
        f"{process.log.stem} ended with {process.process.poll()} after it was asked to stop"
        for process in processes
        if process.process.poll() != 0
    ]
