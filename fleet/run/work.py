"""`crawlfleet work`: one worker on this machine."""

from __future__ import annotations

import asyncio
import logging

from common.settings import Settings
from common.telemetry import configure_logging, serve_metrics
from fleet.opening import opened_store
from fleet.run.parts import (
    connected_broker,
    guarded_client,
    require_shared_broker,
    shops_of,
    version,
)
from fleet.run.sd_notify import Notifier
from fleet.run.signals import on_stop_signals
from fleet.terminal.output import print_json, print_line

log = logging.getLogger("crawlfleet.worker")


def run_work(settings: Settings, *, until_idle: bool, concurrency: int | None, as_json: bool) -> None:
    """Work until stopped, or until nothing is left to take. Raises CrawlfleetError when it cannot start."""
    require_shared_broker(settings, "work")
    if concurrency is not None:
        settings = settings.model_copy(update={"work": settings.work.model_copy(update={"concurrency": concurrency})})
    configure_logging(settings.log)
    serve_metrics(settings.metrics)
    asyncio.run(_work(settings, until_idle=until_idle, as_json=as_json))


async def _work(settings: Settings, *, until_idle: bool, as_json: bool) -> None:
    from fleet.run.crawler import make_crawler
    from worker.fetch.fetcher import Fetcher
    from worker.service import WorkService

    notifier = Notifier()

    def ready() -> None:
        notifier.ready()
        log.info("ready", extra={"worker_id": settings.work.worker_id})

    async with (
        opened_store(settings, create=True) as store,
        connected_broker(settings) as broker,
        guarded_client(settings) as client,
    ):
        crawler = make_crawler(settings, client, Fetcher(settings.fetch, client), shops_of(settings))
        service = WorkService(store=store, broker=broker, crawler=crawler, settings=settings.work, version=version())
        with on_stop_signals(service.stop):
            tally = await service.run(until_idle=until_idle, on_ready=ready)
        notifier.stopping()
    if as_json:
        print_json(tally.as_dict())
    else:
        print_line(f"work: {tally.line()}")
