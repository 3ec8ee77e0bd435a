"""The operators' pages as a service."""

from __future__ import annotations

import asyncio
import logging
import socket

from common.errors import ConfigError
from common.errors.extras import adding_extra
from common.output.served.health import Health
from common.settings import Settings
from common.telemetry import serve_metrics
from fleet.run.gateway import shown_address
from fleet.run.parts import version
from fleet.run.servers import starting, store_of
from fleet.run.standing.logs import switch_on_logs

log = logging.getLogger("crawlfleet.console")


def require_console_extra() -> None:
    """Raises ConfigError where the packages that serve pages are not installed."""
    try:
        import jinja2
        import starlette
        import uvicorn
    except ImportError as error:
        raise ConfigError(
            f"the console needs packages that are not installed ({error.name}). Install them: "
            f"scripts/install console in a clone, else {adding_extra('console')}"
        ) from None
    _ = jinja2, starlette, uvicorn


def run_console(settings: Settings) -> None:
    """Serve until stopped. Raises CrawlfleetError for settings that can never work."""
    require_console_extra()
    require_console_address(settings)
    health = Health()
    switch_on_logs(settings.log)
    serve_metrics(settings.metrics, health)
    asyncio.run(_console(settings, health))


def require_console_address(settings: Settings) -> None:
    """As the gateway's: before the database is waited for."""
    from common.settings_tables.console import DEFAULT_LISTEN
    from gateway.web.listening import bind

    bind(settings.console, section="console", default=DEFAULT_LISTEN).close()


async def _console(settings: Settings, health: Health) -> None:
    from fleet.console.serving import ConsoleService

    async with starting(health, patient=True) as start, store_of(settings, start):
        # Its pages open the database for themselves, and say so while it is away.
        service = ConsoleService(settings, version=version())

        def ready(listening: socket.socket) -> None:
            start.standing.ready("operators are served")
            log.info("ready", extra={"listen": shown_address(listening)})

        start.listens(service.stop)
        await service.run(on_ready=ready)
