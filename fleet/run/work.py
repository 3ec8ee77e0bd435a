"""One worker on this machine as a service."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING

from common.output.served.health import Health
from common.settings import Settings
from common.shops.reading import READERS
from common.telemetry import serve_metrics
from fleet.run.parts import outside, parsing_child, polite_client, require_shared_broker, version
from fleet.run.proxies import by_route, proxies_of
from fleet.run.servers import broker_of, starting, store_of
from fleet.run.shops import watched_shops
from fleet.run.signals import on_stop_signals
from fleet.run.standing.logs import switch_on_logs

if TYPE_CHECKING:
    from common.broker.base import Broker
    from common.settings_tables.work import WorkSettings
    from common.store import Store
    from fleet.run.parts import Outside
    from worker.direct import WorkService
    from worker.proxies.book import ProxyBook
    from worker.tally import Tally
    from worker.ways.offered import OfferedWays

log = logging.getLogger("crawlfleet.worker")


def run_work(settings: Settings, *, until_idle: bool) -> Tally:
    """Work until stopped, or until nothing is left to take. Returns how many crawls ended how. Raises CrawlfleetError:
    with `until_idle` for whatever stands in its way, otherwise only for settings that can never work.
    """
    require_shared_broker(settings, "work")
    health = Health()
    switch_on_logs(settings.log)
    serve_metrics(settings.metrics, health)
    return asyncio.run(_work(settings, health, until_idle=until_idle))


async def _work(settings: Settings, health: Health, *, until_idle: bool) -> Tally:
    from fleet.run.ways.ways import WayParts, ways_of
    from worker.tally import Tally

    tally = Tally()
    async with (
        starting(health, patient=not until_idle) as start,
        store_of(settings, start) as store,
        broker_of(settings, start) as broker,
        proxies_of(settings, store) as book,
        outside(settings, book=book) as net,
        parsing_child(settings, READERS) as child,
        watched_shops(settings, store) as (shops, domains),
        ways_of(
            WayParts(settings, polite_client(settings, net.to_shops, child), shops, child, store, net, domains=domains)
        ) as ways,
    ):
        service = worker_of(settings.work, store, broker, ways, net, book, on_state=start.standing.says)
        tally = service.tally

        def ready() -> None:
            start.standing.ready("jobs are taken from the broker")
            log.info("ready", extra={"worker_id": settings.work.worker_id})

        start.listens(service.stop)
        with on_stop_signals(service.stop) if until_idle else nullcontext():
            await service.run(until_idle=until_idle, waits_for_room=not until_idle, on_ready=ready)
    return tally


def worker_of(
    work: WorkSettings,
    store: Store,
    broker: Broker,
    ways: OfferedWays,
    net: Outside,
    book: ProxyBook | None,
    *,
    on_state: Callable[[str], None] | None = None,
) -> WorkService:
    """A worker that takes jobs from the broker and crawls them by these ways. `book`: the proxies; None: none.
    `on_state` is called with each new sentence that says what it does.
    """
    from worker.direct import WorkService

    return WorkService(
        store=store,
        broker=broker,
        crawler=by_route(ways, store, book),
        settings=work,
        version=version(),
        look=net.reach.missing,
        lanes=ways.lanes(work.platforms),
        keeps_ties=book is not None,
        on_state=on_state,
    )
