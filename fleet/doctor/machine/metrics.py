"""`metrics.listen`: whether a process could listen there. Each has its own, so whether one does is not looked at."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from fleet.doctor.finding import Finding, failed

if TYPE_CHECKING:
    from common.settings import Settings


async def check_metrics(settings: Settings) -> AsyncIterator[Finding]:
    """Nothing where all is well, or none is set. The port is not taken for a moment, only the address."""
    listen = settings.metrics.listen
    if listen is None:
        return
    host = listen.rpartition(":")[0].strip("[]")
    try:
        look_up = asyncio.get_running_loop().getaddrinfo
        family, _, _, _, address = (await look_up(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE))[0]
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.bind(address)
    except OSError as error:
        yield failed(
            "config",
            f"metrics.listen = {listen}: {error.strerror or error}: no service with these settings starts here",
            "give it an address of this machine and a port, or leave it empty",
        )
