"""What tests of a whole fleet share: shops on loopback, a database and a broker made ready, and processes on them."""

from __future__ import annotations

import asyncio
import inspect
import json
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path

from common.broker import make_broker
from common.broker.base import Broker
from common.errors import BrokerUnavailable
from common.job import Job, NewJob
from common.settings import BrokerSettings, DatabaseSettings
from common.store import Store, init_schema, open_store
from fleet.demo.pages import shopee_page
from fleet.demo.server import LocalWorld, Reply, Route
from tests.servers.browser.ordinary_user import OrdinaryUser
from tests.servers.fleet_process import FleetProcess

Routes = dict[tuple[str, str], Route]
Settings = dict[str, object]
"""section_key → value, as in the variables CRAWLFLEET_SECTION_KEY."""

QUICK: Settings = {
    "broker_stall_seconds": 3,
    "dispatch_interval_seconds": 0.2,
    "dispatch_retry_overdue_seconds": 0.1,
    "fetch_requests_per_second": 1000,
    "fetch_allow_addresses": '["127.0.0.1"]',
    "log_format": "json",
}
"""Settings that keep a test's fleet from waiting for what a test need not wait for."""

PATIENCE_SECONDS = 240.0
"""For whatever a fleet is to do, on a machine that does twenty other things; only a test that fails waits for it."""

HELD_SECONDS = 600.0
HELD: Settings = {"fetch_read_timeout_seconds": HELD_SECONDS, "fetch_total_timeout_seconds": HELD_SECONDS}
"""For a fleet that meets a page which a test holds back: however busy the machine, nobody gives it up."""


class Fleet:
    """Processes of one fleet: they run in `folder`, with the settings given as section_key."""

    def __init__(self, shops: LocalWorld, folder: Path, stack: ExitStack, settings: Settings) -> None:
        self.shops = shops
        self.folder = folder
        self._stack = stack
        self._settings = {
            **QUICK,
            "fetch_resolve": json.dumps(list(shops.resolve_rules())),
            "fetch_ca_file": shops.ca_file,
            **settings,
        }
        self._started: dict[str, int] = {}

    def start(
        self,
        *args: str,
        name: str | None = None,
        namespace: str | None = None,
        user: OrdinaryUser | None = None,
        measured: bool = False,
        program: Path | None = None,
        own: Settings | None = None,
        **settings: object,
    ) -> FleetProcess:
        """`crawlfleet ARGS…`, killed at the test's end at the latest. `own` and `settings` are this process's own.
        `measured` by coverage are those that the test lets end in order, if it is not there for something else."""
        name = name or f"{args[0]}-{len(self._started) + 1}"
        self._started[name] = self._started.get(name, 0) + 1
        process = FleetProcess(
            list(args),
            env=environment(self._settings | (own or {}) | settings),
            log=self.folder / f"{name}.{self._started[name]}.log",
            cwd=self.folder,
            namespace=namespace,
            user=user,
            measured=measured,
            program=program,
        )
        return self._stack.enter_context(process)

    async def start_worker(
        self,
        *args: str,
        name: str | None = None,
        user: OrdinaryUser | None = None,
        measured: bool = False,
        own: Settings | None = None,
        **settings: object,
    ) -> FleetProcess:
        """A worker that has said it is ready."""
        worker = self.start("work", *args, name=name, user=user, measured=measured, own=(own or {}) | settings)
        await eventually(lambda: '"ready"' in worker.text(), what="a worker that says ready", say=worker.text)
        return worker

    async def run(
        self,
        *args: str,
        seconds: float = PATIENCE_SECONDS,
        namespace: str | None = None,
        program: Path | None = None,
        own: Settings | None = None,
        **settings: object,
    ) -> FleetProcess:
        """`crawlfleet ARGS…` to its end, which must be a good one."""
        process = self.start(*args, namespace=namespace, measured=True, program=program, own=(own or {}) | settings)
        code = await asyncio.to_thread(process.wait, seconds)
        assert code == 0, f"crawlfleet {' '.join(args)} ended with {code}: {process.text()}"
        return process


class FleetWorld(Fleet):
    """A fleet with a database and a broker that the test looks into."""

    def __init__(
        self, shops: LocalWorld, folder: Path, stack: ExitStack, settings: Settings, store: Store, broker: Broker
    ) -> None:
        super().__init__(shops, folder, stack, settings)
        self.database_url = str(settings["database_url"])
        self.store = store
        self.broker = broker

    async def statuses(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for row in await self.store.listing.counts():
            found[str(row.status)] = found.get(str(row.status), 0) + row.count
        return found

    async def job(self, job: NewJob) -> Job:
        found = await self.store.jobs.get(job.id)
        assert found, job.url_norm
        return found

    async def become(self, job: NewJob, status: str, *, seconds: float = PATIENCE_SECONDS) -> Job:
        async def has_status() -> bool:
            return (await self.job(job)).status == status

        await eventually(has_status, seconds=seconds, what=f"{job.url_norm} {status}")
        return await self.job(job)

    async def path(self, job: NewJob) -> list[str]:
        """Every status the job has had."""
        return [str(event.to_status) for event in await self.store.jobs.events(job.id)]

    async def prices(self, job: NewJob) -> list[int | None]:
        """The prices recorded for the job's product."""
        product = await self.store.listing.product(job.id)
        assert product, f"no product of {job.url_norm}"
        return [seen.price_minor for seen in await self.store.listing.history(product.product_key, limit=10)]

    async def end_as(self, expected: dict[str, int], *, seconds: float = PATIENCE_SECONDS) -> None:
        """Wait until the jobs' statuses are these."""
        seen: dict[str, int] = {}

        async def same() -> bool:
            seen.clear()
            seen.update(await self.statuses())
            return seen == expected

        await eventually(same, seconds=seconds, what=f"jobs {expected}", say=lambda: str(seen))

    async def queues_become_empty(self, *, seconds: float = PATIENCE_SECONDS) -> None:
        waiting: dict[str, int] = {}

        async def empty() -> bool:
            waiting.clear()
            try:
                waiting.update({depth.name: depth.ready for depth in await self.broker.depths() if depth.ready})
            except BrokerUnavailable:  # the first question after a restart may meet the old connection
                return False
            return not waiting

        await eventually(empty, seconds=seconds, what="empty queues", say=lambda: str(waiting))


@asynccontextmanager
async def fleet_world(
    routes: Routes, *, database_url: str, broker_url: str, folder: Path, **settings: object
) -> AsyncIterator[FleetWorld]:
    """Schema and queues are there; `settings` are section_key=value of every process."""
    database, broker_settings = DatabaseSettings(url=database_url), BrokerSettings(url=broker_url)
    await init_schema(database)
    broker = make_broker(broker_settings)
    await broker.declare()
    store = await open_store(database)
    with ExitStack() as stack:
        shops = stack.enter_context(LocalWorld(routes))
        try:
            everything = {"database_url": database_url, "broker_url": broker_url, **settings}
            yield FleetWorld(shops, folder, stack, everything, store, broker)
        finally:
            await store.close()
            await broker.close()


@contextmanager
def bare_fleet(routes: Routes, *, folder: Path, **settings: object) -> Iterator[Fleet]:
    """Nothing is made ready: the fleet's own commands must do it."""
    with ExitStack() as stack:
        yield Fleet(stack.enter_context(LocalWorld(routes)), folder, stack, settings)


def environment(settings: Settings) -> dict[str, str]:
    return {f"CRAWLFLEET_{name.upper()}": str(value) for name, value in settings.items()}


async def eventually(
    condition: Callable[[], Awaitable[object] | object],
    *,
    seconds: float = PATIENCE_SECONDS,
    what: str,
    say: Callable[[], str] = lambda: "",
) -> None:
    """Ask until the condition holds. Fails the test, naming `what` and quoting `say()`, when it never does."""
    deadline = time.monotonic() + seconds
    while True:
        answer = condition()
        if await answer if inspect.isawaitable(answer) else answer:
            return
        assert time.monotonic() < deadline, f"not within {seconds:g} s: {what} {say()}"
        await asyncio.sleep(0.05)


def product_job(number: int) -> NewJob:
    """A product link of the shop whose pages `product_pages` makes."""
    url = f"https://shopee.tw/product/7/{number}"
    return NewJob(url, url, "shopee", "tw", "7", str(number), "jsonl", "test", str(number))


def product_body(number: int, price: str = "100") -> bytes:
    return shopee_page("shopee.tw", "7", str(number), f"Product {number}", price, "TWD", "InStock")


def product_pages(numbers: Iterable[int], *, seconds: float) -> Routes:
    """Good product pages that take a moment, so that what a test does meets running crawls."""

    def route_of(number: int) -> Route:
        body = product_body(number)

        def route(target: str) -> Reply:
            time.sleep(seconds)
            return Reply(body=body)

        return route

    return {("shopee.tw", f"/product/7/{number}"): route_of(number) for number in numbers}


class HeldPage:
    """A product page that answers nobody before `let_go()`; each visit finds another price: 100, 200, 300 …"""

    def __init__(self, number: int) -> None:
        self._number = number
        self._open = threading.Event()
        self._lock = threading.Lock()
        self.visits = 0

    def let_go(self) -> None:
        self._open.set()

    def __call__(self, target: str) -> Reply:
        with self._lock:
            self.visits += 1
            body = product_body(self._number, str(100 * self.visits))
        self._open.wait(HELD_SECONDS)
        return Reply(body=body)


def held_pages(numbers: Iterable[int]) -> tuple[Routes, list[HeldPage]]:
    pages = {number: HeldPage(number) for number in numbers}
    return {("shopee.tw", f"/product/7/{number}"): page for number, page in pages.items()}, list(pages.values())
