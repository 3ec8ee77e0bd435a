"""The ingestor as a service: feeds in, jobs out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from common.config import with_feed_tokens
from common.output.served.health import Health
from common.settings import Settings
from common.telemetry import serve_metrics
from common.timing.clock import utc_ms
from fleet.run.parts import outside, parsing_child, polite_client
from fleet.run.proxies import proxies_of
from fleet.run.servers import starting, store_of
from fleet.run.shops import watched_shops
from fleet.run.standing.logs import switch_on_logs

if TYPE_CHECKING:
    from ingestor.summary import IngestSummary


def run_ingest(settings: Settings, *, once: bool, again_ms: int | None = None) -> IngestSummary | None:
    """Poll every feed once, and what that brought; else until stopped, and None.

    `again_ms`: read the posts of so many milliseconds once more instead, and what that brought. Raises CrawlfleetError:
    in a single round for whatever stands in its way, otherwise only for settings that can never work.
    """
    health = Health()
    switch_on_logs(settings.log)
    serve_metrics(settings.metrics, health)
    return asyncio.run(_ingest(with_feed_tokens(settings), health, once=once, again_ms=again_ms))


async def _ingest(settings: Settings, health: Health, *, once: bool, again_ms: int | None) -> IngestSummary | None:
    from ingestor.doing import POLLED
    from ingestor.finding.reading import FEED_READERS
    from ingestor.service import IngestService

    async with (
        starting(health, patient=not once and again_ms is None) as start,
        store_of(settings, start) as store,
        proxies_of(settings, store) as book,
        outside(settings, book=book) as net,
        parsing_child(settings, FEED_READERS) as child,
        watched_shops(settings, store) as (shops, _),
    ):
        service = IngestService(
            settings,
            store=store,
            shops=shops,
            client=net.client,
            shop_client=polite_client(settings, net.to_shops, child),
            parser=child,
        )
        if again_ms is not None:
            return await service.run_again(utc_ms() - again_ms)
        if once:
            # Signals keep their plain meaning: each account's poll is one atomic batch, so nothing is left half done.
            return await service.run_once()
        standing = start.standing
        await service.run_forever(start.stop, on_ready=lambda: standing.ready(POLLED), say=standing.says)
    return None
