"""What the demo left, in the console: until Ctrl-C, with a link that is good once."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from common.settings import BrokerSettings, DatabaseSettings, LogSettings, Settings
from fleet.console.serving import ConsoleService
from fleet.run.parts import version
from fleet.run.signals import on_stop_signals


async def look_around(
    database: Path, *, invite: Callable[[Settings], Awaitable[str]], say: Callable[[str], None]
) -> None:
    """Serve the console over this database on a free port of this machine until a signal comes. `say` is told where it
    is, and the link that `invite` makes, by which one person takes a password."""
    settings = Settings(
        database=DatabaseSettings(url=f"file:{quote(str(database))}"),
        broker=BrokerSettings(url="memory:"),
        log=LogSettings(level="error", format="text"),
    )
    settings = settings.model_copy(update={"console": settings.console.model_copy(update={"listen": "127.0.0.1:0"})})
    service = ConsoleService(settings, version=version())
    listening: asyncio.Future[socket.socket] = asyncio.get_running_loop().create_future()
    with on_stop_signals(service.stop):
        serving = asyncio.create_task(service.run(on_ready=listening.set_result))
        both: set[asyncio.Future[Any]] = {serving, listening}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            host, port = listening.result().getsockname()[:2]
            found = settings.console.model_copy(update={"listen": f"{host}:{port}"})
            here = settings.model_copy(update={"console": found})
            link = await invite(here)
            say(f"The console is at http://{host}:{port}; this link, good once, takes a password of yours:")
            say(f"  {link}")
            say("Ctrl-C ends it; the database stays.")
        await serving
