"""The console as a server: its socket, and its end."""

from __future__ import annotations

import socket
from collections.abc import Callable

from common.settings import Settings
from common.settings_tables.console import DEFAULT_LISTEN
from fleet.console.app import application
from fleet.console.context import Console
from gateway.web.listening import bind, server


class ConsoleService:
    """Runs until stop(). Actions that somebody began have a moment to end."""

    def __init__(self, settings: Settings, *, version: str) -> None:
        """Raises ConfigError when the certificate or its key cannot be read."""
        self._settings = settings.console
        self.console = Console(settings, version=version)
        self._server = server(application(self.console), settings.console, section="console")

    def stop(self) -> None:
        self._server.should_exit = True

    async def run(self, *, on_ready: Callable[[socket.socket], None] | None = None) -> None:
        """Serve until stop(). `on_ready` is given the listening socket. Raises ConfigError, CleartextRefused."""
        listening = bind(self._settings, section="console", default=DEFAULT_LISTEN)
        try:
            if on_ready:
                on_ready(listening)
            await self._server.serve(sockets=[listening])
        finally:
            await self.console.aclose()
            listening.close()
