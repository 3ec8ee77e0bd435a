"""Ingestor, dispatcher, workers and, where it is asked for, the volunteers' door in one process."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import socket
from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any

from common.broker.base import Broker
from common.errors import StoreError
from common.output.counting import counted
from common.output.health import Health
from common.settings import Settings
from common.shops.reading import READERS
from common.store import Store
from common.telemetry import configure_logging, serve_metrics
from common.waiting import wait_or_stop
from common.ways.way import Way
from dispatcher.service import DispatchService
from fleet.run.alone import alone
from fleet.run.gateway import shown_address
from fleet.run.ladders import ladders_of
from fleet.run.parts import holder_name, outside, parsing_child, polite_client, version
from fleet.run.proxies import by_route, proxies_of
from fleet.run.servers import broker_of, starting, store_of
from fleet.run.shops import watched_shops
from fleet.run.signals import on_stop_signals
from fleet.run.ways import WayParts, ways_of
from ingestor.reading import FEED_READERS
from ingestor.service import IngestService
from ingestor.summary import IngestSummary
from worker.presence import Tally
from worker.service import WorkService

if TYPE_CHECKING:
    from common.shops.registry import Shops
    from fleet.console.serving import ConsoleService
    from gateway.service import GatewayService

log = logging.getLogger("crawlfleet.up")

IDLE_LOOK_SECONDS = 0.25


@dataclasses.dataclass(slots=True)
class UpSummary:
    """What one run came to. `ingest` is None unless every feed was polled once, until idle."""

    ingest: IngestSummary | None
    published: int
    tally: Tally
    waiting: int = 0
    """Jobs left because their shop or their way is paused, or nobody here goes it; only known when it ran until
    idle."""

    def line(self) -> str:
        read = self.ingest
        posts = f"{counted(read.posts, 'post')}, {counted(read.jobs_added, 'new job')}; " if read else ""
        waiting = (
            f"; {self.waiting} wait for a paused shop, one that is not named here or another way: `crawlfleet doctor`"
            if self.waiting
            else ""
        )
        return f"up: {posts}{self.published} published; {self.tally.line()}{waiting}"

    def as_dict(self) -> dict[str, object]:
        ingest = dataclasses.asdict(self.ingest) if self.ingest else None
        work = self.tally.as_dict()
        return {"ingest": ingest, "published": self.published, "work": work, "waiting_for_paused_shop": self.waiting}


def run_up(
    settings: Settings,
    *,
    until_idle: bool,
    workers: int,
    progress: Callable[[int, int], None] | None = None,
) -> UpSummary:
    """`up` in an event loop of its own, with this process's logs and metrics switched on."""
    health = Health()
    configure_logging(settings.log)
    serve_metrics(settings.metrics, health)
    with alone(settings):
        return asyncio.run(up(settings, until_idle=until_idle, workers=workers, progress=progress, health=health))


async def up(
    settings: Settings,
    *,
    until_idle: bool,
    workers: int,
    progress: Callable[[int, int], None] | None = None,
    health: Health | None = None,
) -> UpSummary:
    """Run everything until stopped, or until every accepted job has ended that is not held by a paused shop.

    `progress` is told now and then how many jobs ended and how many still owe a crawl. Raises CrawlfleetError: until
    idle whatever stands in its way, else settings that can never work.
    """
    summary = UpSummary(None, 0, Tally())
    async with (
        starting(health or Health(), patient=not until_idle) as start,
        store_of(settings, start) as store,
        broker_of(settings, start) as broker,
        proxies_of(settings, store) as book,
        outside(settings, book=book) as net,
        parsing_child(settings, (*READERS, *FEED_READERS)) as child,
        watched_shops(settings, store) as (shops, domains),
        ways_of(
            parts := WayParts(
                settings, polite_client(settings, net.to_shops, child), shops, child, store, net, domains=domains
            )
        ) as ways,
    ):
        services = [
            WorkService(
                store=store,
                broker=broker,
                crawler=by_route(ways, store, book),
                settings=settings.work.model_copy(update={"worker_id": f"{settings.work.worker_id}-{number}"}),
                version=version(),
                look=net.reach.missing,
                lanes=ways.lanes(settings.work.platforms),
                keeps_ties=book is not None,
            )
            for number in range(1, workers + 1)
        ]
        ingestor = IngestService(
            settings, store=store, shops=shops, client=net.client, shop_client=parts.client, parser=child
        )
        dispatcher = DispatchService(
            store=store,
            broker=broker,
            settings=settings.dispatch,
            holder=holder_name(),
            budgets=settings.shops,
            ladders=ladders_of(settings),
            notices=settings.notices,
            broker_is_new=settings.broker.in_memory,
        )
        doors = {"the volunteers' door": _door(settings, store, broker, shops), "the console": _console(settings)}
        everything = _Everything(
            store,
            ingestor,
            dispatcher,
            services,
            ways.ways,
            {name: door for name, door in doors.items() if door is not None},
        )
        start.listens(everything.stop)
        with on_stop_signals(everything.stop) if until_idle else nullcontext():
            summary = await everything.run(
                until_idle=until_idle, progress=progress, on_ready=lambda: start.standing.ready("everything runs here")
            )
    return summary


def _door(settings: Settings, store: Store, broker: Broker, shops: Shops) -> GatewayService | None:
    """The volunteers' door, where gateway.listen names an address. Raises ConfigError."""
    if settings.gateway.listen is None:
        return None
    from fleet.run.gateway import require_gateway_extra

    require_gateway_extra()
    from gateway.service import GatewayService

    return GatewayService(settings, store=store, broker=broker, shops=shops, version=version())


def _console(settings: Settings) -> ConsoleService | None:
    """The operators' pages, where console.listen names an address. Raises ConfigError."""
    if settings.console.listen is None:
        return None
    from fleet.run.console import require_console_extra

    require_console_extra()
    from fleet.console.serving import ConsoleService

    return ConsoleService(settings, version=version())


class _Everything:
    """Starts the services together and ends them in the order that loses nothing: feeds, door, dispatcher, workers."""

    def __init__(
        self,
        store: Store,
        ingestor: IngestService,
        dispatcher: DispatchService,
        workers: list[WorkService],
        ways: Collection[Way],
        doors: Mapping[str, GatewayService | ConsoleService],
    ) -> None:
        self._doors = doors
        self._store = store
        self._ingestor = ingestor
        self._dispatcher = dispatcher
        self._workers = workers
        self._ways = ways
        self._stop = asyncio.Event()
        self._waiting = 0

    def stop(self) -> None:
        if self._stop.is_set():
            for worker in self._workers:
                worker.stop()
        for door in self._doors.values():
            door.stop()
        self._stop.set()

    async def run(
        self, *, until_idle: bool, progress: Callable[[int, int], None] | None, on_ready: Callable[[], None]
    ) -> UpSummary:
        """`on_ready` is called after each good round of the dispatcher."""
        dispatch = asyncio.create_task(self._dispatcher.run_forever(self._stop, on_round=on_ready))
        work = [asyncio.create_task(worker.run()) for worker in self._workers]
        feeds = None if until_idle else asyncio.create_task(self._ingestor.run_forever(self._stop))
        doors = [asyncio.create_task(door.run(on_ready=_told(name))) for name, door in self._doors.items()]
        background: list[asyncio.Task[Any]] = [dispatch, *work, *([feeds] if feeds else []), *doors]
        summary = None
        try:
            if until_idle:
                idle = asyncio.create_task(self._until_idle(progress))
                await asyncio.wait({idle, *background}, return_when=asyncio.FIRST_COMPLETED)
                if idle.done():
                    summary = idle.result()
                idle.cancel()
                with suppress(asyncio.CancelledError):
                    await idle
            else:
                await asyncio.wait(background, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._stop.set()
            for door in self._doors.values():
                door.stop()
            for worker in self._workers:
                worker.stop()
            ended = await asyncio.gather(*background, return_exceptions=True)
        for outcome in ended:
            if isinstance(outcome, BaseException):
                raise outcome
        tally = _added([worker.tally for worker in self._workers])
        return UpSummary(summary, self._dispatcher.total.published, tally, self._waiting)

    async def _until_idle(self, progress: Callable[[int, int], None] | None) -> IngestSummary:
        """Poll every feed once, then wait until no accepted job owes a crawl that could be made now.

        Jobs of a paused shop wait for an operator, not for this process.
        """
        summary = await self._ingestor.run_once()
        while not self._stop.is_set():
            try:
                self._waiting = await self._store.jobs.waiting_count(self._ways)
                still_open = await self._store.jobs.open_count() - self._waiting
            except StoreError:
                still_open = -1
            if progress and still_open >= 0:
                progress(sum(worker.tally.succeeded + worker.tally.failed for worker in self._workers), still_open)
            if still_open == 0:
                break
            await wait_or_stop(self._stop, IDLE_LOOK_SECONDS)
        return summary


def _told(door: str) -> Callable[[socket.socket], None]:
    """Says in the log where this part of the process is found."""
    return lambda listening: log.info("%s listens on %s", door, shown_address(listening))


def _added(tallies: list[Tally]) -> Tally:
    total = Tally()
    for tally in tallies:
        for name in ("succeeded", "failed", "retried", "lost", "released", "went_on", "malformed", "skipped"):
            setattr(total, name, getattr(total, name) + getattr(tally, name))
        for code, count in tally.by_code.items():
            total.by_code[code] = total.by_code.get(code, 0) + count
    return total
