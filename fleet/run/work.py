"""One worker on this machine as a service."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from common.settings import Settings
from common.shops.reading import READERS
from common.shops.registry import Shops
from common.telemetry import configure_logging, serve_metrics
from fleet.opening import opened_store, own_broker
from fleet.run.parts import outside, parsing_child, polite_client, require_shared_broker, version
from fleet.run.sd_notify import Notifier
from fleet.run.signals import on_stop_signals

if TYPE_CHECKING:
    from worker.presence import Tally

log = logging.getLogger("crawlfleet.worker")


def run_work(settings: Settings, *, until_idle: bool, concurrency: int | None) -> Tally:
    """Work until stopped, or until nothing is left to take; how many crawls ended how.

    Raises CrawlfleetError when it cannot start.
    """
    require_shared_broker(settings, "work")
    if concurrency is not None:
        settings = settings.model_copy(update={"work": settings.work.model_copy(update={"concurrency": concurrency})})
    configure_logging(settings.log)
    serve_metrics(settings.metrics)
    return asyncio.run(_work(settings, until_idle=until_idle))


async def _work(settings: Settings, *, until_idle: bool) -> Tally:
    from fleet.run.crawler import make_crawler
    from worker.service import WorkService

    notifier = Notifier()

    def ready() -> None:
        notifier.ready()
        log.info("ready", extra={"worker_id": settings.work.worker_id})

    async with (
        opened_store(settings, create=True) as store,
        own_broker(settings) as broker,
        outside(settings) as net,
        parsing_child(settings, READERS) as child,
    ):
        crawler = make_crawler(settings, polite_client(settings, net.to_shops, child), Shops(settings.shops), child)
        service = WorkService(
            store=store,
            broker=broker,
            crawler=crawler,
            settings=settings.work,
            version=version(),
            look=net.reach.missing,
        )
        with on_stop_signals(service.stop):
            tally = await service.run(until_idle=until_idle, on_ready=ready)
        notifier.stopping()
    return tally
