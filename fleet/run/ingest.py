"""`crawlfleet ingest`: feeds in, crawl_jobs out."""

from __future__ import annotations

import asyncio
import dataclasses

from common.settings import Settings
from common.telemetry import configure_logging, serve_metrics
from fleet.opening import opened_store
from fleet.run.parts import guarded_client, shops_of
from fleet.run.sd_notify import Notifier
from fleet.run.signals import on_stop_signals
from fleet.terminal.output import print_json, print_line


def run_ingest(settings: Settings, *, once: bool, as_json: bool) -> None:
    """Poll every feed once, or until stopped. Raises CrawlfleetError."""
    configure_logging(settings.log)
    serve_metrics(settings.metrics)
    asyncio.run(_ingest(settings, once=once, as_json=as_json))


async def _ingest(settings: Settings, *, once: bool, as_json: bool) -> None:
    from ingestor.service import IngestService

    notifier = Notifier()
    stop = asyncio.Event()
    async with opened_store(settings, create=True) as store, guarded_client(settings) as client:
        service = IngestService(settings, store=store, shops=shops_of(settings), client=client)
        if once:
            # Signals keep their plain meaning: each account's poll is one atomic batch, so nothing is left half done.
            summary = await service.run_once()
            if as_json:
                print_json(dataclasses.asdict(summary))
            else:
                print_line(summary.line())
            return
        with on_stop_signals(stop.set):
            await service.run_forever(stop, on_ready=lambda: announce(notifier))
            notifier.stopping()


def announce(notifier: Notifier) -> None:
    notifier.ready("every feed is polled on its schedule")
