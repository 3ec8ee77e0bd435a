"""`crawlfleet dispatch`: due jobs to the broker, lost ones back."""

from __future__ import annotations

import asyncio
import dataclasses

from common.settings import Settings
from common.telemetry import configure_logging, serve_metrics
from fleet.opening import opened_store
from fleet.run.parts import connected_broker, holder_name, require_shared_broker
from fleet.run.sd_notify import Notifier
from fleet.run.signals import on_stop_signals
from fleet.terminal.output import print_json, print_line


def run_dispatch(settings: Settings, *, once: bool, as_json: bool) -> None:
    """One drain of what is due, or until stopped. Raises CrawlfleetError."""
    require_shared_broker(settings, "dispatch")
    configure_logging(settings.log)
    serve_metrics(settings.metrics)
    asyncio.run(_dispatch(settings, once=once, as_json=as_json))


async def _dispatch(settings: Settings, *, once: bool, as_json: bool) -> None:
    from dispatcher.service import DispatchService

    notifier = Notifier()
    stop = asyncio.Event()
    ready = False

    def announce() -> None:
        nonlocal ready
        if not ready:
            ready = True
            notifier.ready()

    async with opened_store(settings, create=True) as store, connected_broker(settings) as broker:
        service = DispatchService(
            store=store, broker=broker, settings=settings.dispatch, holder=holder_name(), budgets=settings.shops
        )
        if once:
            # Signals keep their plain meaning: what was confirmed and not yet written is published again next time.
            summary = await service.run_until_drained()
            if as_json:
                print_json(dataclasses.asdict(summary))
            else:
                print_line(summary.line())
            return
        with on_stop_signals(stop.set):
            await service.run_forever(stop, on_round=announce)
            notifier.stopping()
