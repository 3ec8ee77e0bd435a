"""A server of byte streams whose connections all end with it: those it serves, and those it has only just accepted; and
what carries bytes from one stream to another. For tests only.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
_ACCEPTING_ROUNDS = 5
"""Rounds of the loop in which a connection is announced that the kernel has handed over. asyncio (3.11) forgets one,
open, that is under way when its server closes.
"""


class Connections:
    """Serves each connection in a task of its own until it is cut. What was accepted and not served yet is cut, too."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_open = True

    def accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.is_open:
            writer.transport.abort()
            return
        task = asyncio.ensure_future(self._until_its_end(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # A task that is cancelled before its first step never comes to a `finally` of its own.
        task.add_done_callback(lambda _: writer.transport.abort())

    async def _until_its_end(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):  # the other side went away
            await self._serve(reader, writer)

    async def cut(self) -> None:
        """Every connection there is now ends, without a farewell."""
        under_way = list(self._tasks)
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    async def end(self, server: asyncio.Server) -> None:
        """Closes the server, which had its connections served here."""
        loop = asyncio.get_running_loop()
        for listening in server.sockets:
            # It accepts no more. Closed at once, it would lose what came in this very round.
            loop.remove_reader(listening.fileno())
        self.is_open = False
        await self.cut()
        for _ in range(_ACCEPTING_ROUNDS):
            await asyncio.sleep(0)
        server.close()


@contextlib.asynccontextmanager
async def stream_server(serve: Serve, *, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """The port of 127.0.0.1 on which `serve` has each connection, until the block ends."""
    connections = Connections(serve)
    server = await asyncio.start_server(connections.accepted, "127.0.0.1", 0, ssl=tls)
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        await connections.end(server)


def _never(_: bytes) -> bool:
    return False


async def pipe(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, lost: Callable[[bytes], bool] = _never
) -> None:
    """Carries what is read to the writer until either side ends, and closes the writer. What is `lost` is left out."""
    try:
        while data := await reader.read(65536):
            if lost(data):
                continue
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
