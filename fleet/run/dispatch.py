"""The dispatcher as a service: due jobs to the broker, lost ones back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from common.settings import Settings
from common.telemetry import configure_logging, serve_metrics
from fleet.opening import opened_store, own_broker
from fleet.run.parts import holder_name, require_shared_broker
from fleet.run.sd_notify import Notifier
from fleet.run.signals import on_stop_signals

if TYPE_CHECKING:
    from dispatcher.service import DispatchSummary


def run_dispatch(settings: Settings, *, once: bool) -> DispatchSummary | None:
    """One drain of what is due, and its summary; else until stopped, and None. Raises CrawlfleetError."""
    require_shared_broker(settings, "dispatch")
    configure_logging(settings.log)
    serve_metrics(settings.metrics)
    return asyncio.run(_dispatch(settings, once=once))


async def _dispatch(settings: Settings, *, once: bool) -> DispatchSummary | None:
    from dispatcher.service import DispatchService

    notifier = Notifier()
    stop = asyncio.Event()
    ready = False

    def announce() -> None:
        nonlocal ready
        if not ready:
            ready = True
            notifier.ready()

    async with opened_store(settings, create=True) as store, own_broker(settings) as broker:
        service = DispatchService(
            store=store, broker=broker, settings=settings.dispatch, holder=holder_name(), budgets=settings.shops
        )
        if once:
            # Signals keep their plain meaning: what was confirmed and not yet written is published again next time.
            return await service.run_until_drained()
        with on_stop_signals(stop.set):
            await service.run_forever(stop, on_round=announce)
            notifier.stopping()
    return None
