"""The dispatcher as a service: due jobs to the broker, lost ones back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from common.broker.base import Broker
from common.output.served.health import Health
from common.settings import Settings
from common.shops.registry import Shops
from common.store import Store
from common.telemetry import serve_metrics
from fleet.commands_in_texts import for_elsewhere
from fleet.run.parts import holder_name, require_shared_broker
from fleet.run.servers import broker_of, starting, store_of
from fleet.run.standing.logs import switch_on_logs

if TYPE_CHECKING:
    from dispatcher.service import DispatchService
    from dispatcher.summary import DispatchSummary


def run_dispatch(settings: Settings, *, once: bool) -> DispatchSummary | None:
    """One drain of what is due, and its summary; else until stopped, and None.

    Raises CrawlfleetError: in a drain for whatever stands in its way, otherwise only for settings that can never work.
    """
    require_shared_broker(settings, "dispatch")
    health = Health()
    switch_on_logs(settings.log)
    serve_metrics(settings.metrics, health)
    return asyncio.run(_dispatch(settings, health, once=once))


def dispatcher_of(settings: Settings, store: Store, broker: Broker) -> DispatchService:
    """The dispatcher of these settings; nothing runs yet."""
    from dispatcher.service import DispatchService

    return DispatchService(
        store=store,
        broker=broker,
        settings=settings.dispatch,
        holder=holder_name(),
        budgets=settings.shops,
        ladders=({shop.platform: shop.ways for shop in Shops(settings.shops).shops}, settings.crawl.ways),
        notices=settings.notices,
        spoken=for_elsewhere(),
        broker_is_new=settings.broker.in_memory,
    )


async def _dispatch(settings: Settings, health: Health, *, once: bool) -> DispatchSummary | None:
    async with (
        starting(health, patient=not once) as start,
        store_of(settings, start) as store,
        broker_of(settings, start) as broker,
    ):
        service = dispatcher_of(settings, store, broker)
        if once:
            # Signals keep their plain meaning: what was confirmed and not yet written is published again next time.
            return await service.run_until_drained()
        standing = start.standing
        await service.run_forever(
            start.stop, on_round=lambda: standing.ready("due jobs go to the broker"), say=standing.says
        )
    return None
