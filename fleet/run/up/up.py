"""Ingestor, dispatcher, workers and, where it is asked for, the volunteers' door in one process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING

from common.broker.base import Broker
from common.config import with_feed_tokens, with_official_secrets
from common.output.served.health import Health
from common.settings import Settings
from common.settings_tables.work import WorkSettings
from common.shops.reading import READERS
from common.store import Store
from common.telemetry import serve_metrics
from common.ways.way import Way
from fleet.run.dispatch import dispatcher_of
from fleet.run.parts import outside, parsing_child, polite_client, version
from fleet.run.proxies import proxies_of
from fleet.run.servers import broker_of, starting, store_of
from fleet.run.shops import watched_shops
from fleet.run.signals import on_stop_signals
from fleet.run.standing.logs import switch_on_logs
from fleet.run.up.alone import alone
from fleet.run.up.everything import Everything, UpSummary
from fleet.run.up.how_far import HowFar
from fleet.run.ways.ways import WayParts, ways_of
from fleet.run.work import worker_of
from ingestor.finding.reading import FEED_READERS
from ingestor.service import IngestService
from worker.tally import Tally

if TYPE_CHECKING:
    from common.shops.registry import Shops
    from fleet.console.serving import ConsoleService
    from gateway.service import GatewayService


def run_up(
    settings: Settings,
    *,
    until_idle: bool,
    workers: int,
    progress: Callable[[HowFar], None] | None = None,
) -> UpSummary:
    """`up` in an event loop of its own, with this process's logs and metrics switched on."""
    health = Health()
    switch_on_logs(settings.log)
    settings = with_feed_tokens(settings)
    if Way.OFFICIAL in (settings.work.ways or settings.crawl.ways):
        # No other worker is there that could take such jobs, so going on without keys would leave them waiting.
        settings = with_official_secrets(settings)
    with alone(settings):  # first of all: a second one finds every address taken, and none of them is the reason
        serve_metrics(settings.metrics, health)
        _require_doors(settings)
        return asyncio.run(up(settings, until_idle=until_idle, workers=workers, progress=progress, health=health))


def _require_doors(settings: Settings) -> None:
    """Raises ConfigError for a door of `up` that can never be opened: before any server is waited for."""
    if settings.gateway.listen is not None:
        from fleet.run.gateway import require_gateway_address, require_gateway_extra

        require_gateway_extra()
        require_gateway_address(settings)
    if settings.console.listen is not None:
        from fleet.run.console import require_console_address, require_console_extra

        require_console_extra()
        require_console_address(settings)


async def up(
    settings: Settings,
    *,
    until_idle: bool,
    workers: int,
    progress: Callable[[HowFar], None] | None = None,
    health: Health | None = None,
) -> UpSummary:
    """Run everything until stopped, or until every accepted job has ended that is not held by a paused shop.

    `progress` is told now and then how far it is. Raises CrawlfleetError: with `until_idle` for whatever stands in its
    way, otherwise only for settings that can never work.
    """
    # What it comes to when a stop comes before the servers are there, which ends the block quietly.
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
        everything = Everything(
            store,
            IngestService(
                settings, store=store, shops=shops, client=net.client, shop_client=parts.client, parser=child
            ),
            dispatcher_of(settings, store, broker),
            [worker_of(work, store, broker, ways, net, book) for work in _of_each(settings.work, workers)],
            ways.ways,
            _doors(settings, store, broker, shops),
        )
        start.listens(everything.stop)
        with on_stop_signals(everything.stop) if until_idle else nullcontext():
            summary = await everything.run(
                until_idle=until_idle, progress=progress, on_ready=lambda: start.standing.ready("everything runs here")
            )
    return summary


def _of_each(work: WorkSettings, workers: int) -> list[WorkSettings]:
    """The settings of so many workers, each with a name of its own."""
    return [work.model_copy(update={"worker_id": f"{work.worker_id}-{number}"}) for number in range(1, workers + 1)]


def _doors(
    settings: Settings, store: Store, broker: Broker, shops: Shops
) -> Mapping[str, GatewayService | ConsoleService]:
    """Those that the settings name an address for. Raises ConfigError."""
    doors = {"the volunteers' door": _gateway(settings, store, broker, shops), "the console": _console(settings)}
    return {name: door for name, door in doors.items() if door is not None}


def _gateway(settings: Settings, store: Store, broker: Broker, shops: Shops) -> GatewayService | None:
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
