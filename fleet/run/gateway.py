"""The volunteers' door as a service."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket

from common.errors import ConfigError
from common.errors.extras import adding_extra
from common.output.served.health import Health
from common.settings import Settings
from common.telemetry import serve_metrics
from fleet.run.parts import require_shared_broker, version
from fleet.run.servers import broker_of, starting, store_of
from fleet.run.shops import watched_shops
from fleet.run.standing.logs import switch_on_logs

log = logging.getLogger("crawlfleet.gateway")

GARBAGE_AFTER = 50_000
"""Objects made and not freed before cycles among them are looked for; a few MB."""


def require_gateway_extra() -> None:
    """Raises ConfigError where the packages that serve HTTP are not installed."""
    try:
        import starlette
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise ConfigError(
            f"the gateway needs packages that are not installed ({error.name}). Install them: "
            f"scripts/install gateway in a clone, else {adding_extra('gateway')}"
        ) from None
    _ = starlette


def run_gateway(settings: Settings) -> None:
    """Serve until stopped. Raises CrawlfleetError for settings that can never work."""
    require_gateway_extra()
    require_shared_broker(settings, "gateway")
    require_gateway_address(settings)
    health = Health()
    switch_on_logs(settings.log)
    serve_metrics(settings.metrics, health)
    asyncio.run(_gateway(settings, health))


def require_gateway_address(settings: Settings) -> None:
    """Raises ConfigError for an address that cannot be had or must not: before any server is waited for, which may be
    long, and which helps nothing."""
    from gateway.web.listening import bind

    bind(settings.gateway).close()


async def _gateway(settings: Settings, health: Health) -> None:
    from gateway.service import SERVED, GatewayService

    async with (
        starting(health, patient=True) as start,
        store_of(settings, start) as store,
        broker_of(settings, start) as broker,
        watched_shops(settings, store) as (shops, _),
    ):
        service = GatewayService(settings, store=store, broker=broker, shops=shops, version=version())

        def ready(listening: socket.socket) -> None:
            start.standing.ready(SERVED)
            log.info("ready", extra={"listen": shown_address(listening)})

        start.listens(service.stop)
        _collect_seldom()
        await service.run(on_ready=ready, say=start.standing.says)


def _collect_seldom() -> None:
    """Let Python's garbage collector look for cycles seldom. Long polls make very many objects that live for half a
    minute, and with Python's own thresholds a busy gateway spent a third of its time on looking through them. Objects
    that exist by now stay for good, and are not looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_AFTER, 20, 50)


def shown_address(listening: socket.socket) -> str:
    """host:port as people write it."""
    host, port = listening.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
