"""A TCP line to a server that a test can cut and mend."""

from __future__ import annotations

import asyncio
from typing import Self

from tests.servers.lines.streams import Connections, pipe
from tests.servers.ports import free_port


class CutLine:
    """Forwards 127.0.0.1:port to a target. `cut()` drops every connection and refuses new ones until `mend()`.

    While `loses_answers`, what is sent arrives and what comes back does not.
    """

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._connections = Connections(self._forward)
        self._server: asyncio.Server | None = None
        self.port = free_port()
        """Kept while the line is cut: none that a connection going out could be given meanwhile."""
        self.loses_answers = False

    async def __aenter__(self) -> Self:
        await self.mend()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.cut()

    async def mend(self) -> None:
        if self._server is None:
            self._connections.is_open = True
            self._server = await asyncio.start_server(self._connections.accepted, "127.0.0.1", self.port)

    async def cut(self) -> None:
        if self._server is not None:
            server, self._server = self._server, None
            await self._connections.end(server)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await self._far()

        def sent(data: bytes) -> bool:
            self._heard(data, far_writer)
            return False

        try:
            await asyncio.gather(pipe(reader, far_writer, sent), pipe(far_reader, writer, lambda _: self.loses_answers))
        finally:
            far_writer.transport.abort()

    async def _far(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The connection to a target for one that came in."""
        return await asyncio.open_connection(*self._target)

    def _heard(self, data: bytes, to: asyncio.StreamWriter) -> None:
        """What is sent to a target, just before it goes there."""
