"""A server that sends whatever bytes a test wants, right or wrong, over plain TCP or TLS. For tests only."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from tests.servers.lines.streams import stream_server


class Sent:
    """What one raw server sent, and to how many connections."""

    def __init__(self, port: int = 0) -> None:
        self.port = port
        self.bytes = 0
        self.connections = 0
        self.requests = 0

    def fetch_settings(self, **more: Any) -> dict[str, Any]:
        """Settings of `fetch` that lead every http address here."""
        rules = (f"*:80:127.0.0.1:{self.port}", f"*:443:127.0.0.1:{self.port}")
        return {"resolve": rules, "allow_addresses": ("127.0.0.1",), "requests_per_second": 1000.0} | more


@asynccontextmanager
async def raw_server(
    answer: Callable[[int], Iterable[bytes]],
    *,
    pause_seconds: float = 0.0,
    tls: ssl.SSLContext | None = None,
    keep_open: bool = True,
) -> AsyncIterator[Sent]:
    """Sends the pieces of `answer(number of the request)` after each request head, `pause_seconds` between them.

    `keep_open`: the connection stays open after the last piece, for the next request.
    """
    sent = Sent()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        sent.connections += 1
        while await reader.readuntil(b"\r\n\r\n"):
            sent.requests += 1
            for piece in answer(sent.requests):
                writer.write(piece)
                await writer.drain()
                sent.bytes += len(piece)
                if pause_seconds:
                    await asyncio.sleep(pause_seconds)
            if not keep_open:
                break

    async with stream_server(serve, tls=tls) as port:
        sent.port = port
        yield sent
