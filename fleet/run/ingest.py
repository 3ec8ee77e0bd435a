"""The ingestor as a service: feeds in, jobs out."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from common.settings import Settings
from common.shops.registry import Shops
from common.telemetry import configure_logging, serve_metrics
from fleet.opening import opened_store
from fleet.run.parts import guarded_client, parsing_child, polite_client
from fleet.run.sd_notify import Notifier
from fleet.run.signals import on_stop_signals

if TYPE_CHECKING:
    from ingestor.service import IngestSummary


def run_ingest(settings: Settings, *, once: bool, again_ms: int | None = None) -> IngestSummary | None:
    """Poll every feed once, and what that brought; else until stopped, and None. Raises CrawlfleetError.

    `again_ms`: read the posts of so many milliseconds once more instead, and what that brought.
    """
    configure_logging(settings.log)
    serve_metrics(settings.metrics)
    return asyncio.run(_ingest(settings, once=once, again_ms=again_ms))


async def _ingest(settings: Settings, *, once: bool, again_ms: int | None) -> IngestSummary | None:
    from ingestor.reading import FEED_READERS
    from ingestor.service import IngestService

    notifier = Notifier()
    stop = asyncio.Event()

    def announce() -> None:
        notifier.ready("every feed is polled on its schedule")

    async with (
        opened_store(settings, create=True) as store,
        guarded_client(settings) as client,
        parsing_child(settings, FEED_READERS) as child,
    ):
        service = IngestService(
            settings,
            store=store,
            shops=Shops(settings.shops),
            client=client,
            shop_client=polite_client(settings, client, child),
            parser=child,
        )
        if again_ms is not None:
            return await service.run_again(time.time_ns() // 1_000_000 - again_ms)
        if once:
            # Signals keep their plain meaning: each account's poll is one atomic batch, so nothing is left half done.
            return await service.run_once()
        with on_stop_signals(stop.set):
            await service.run_forever(stop, on_ready=announce)
            notifier.stopping()
    return None
