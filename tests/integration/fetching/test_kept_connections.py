"""A server closes the connection that it kept, in the moment in which the next request is on its way to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from common.errors import CrawlError, ErrorCode
from common.net.client import GuardedClient
from common.settings_tables.fetch import FetchSettings

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


@dataclass
class Server:
    """Answers `answers` requests on each connection, and closes it at the next one without a word."""

    answers: int
    asked: list[int] = field(default_factory=list)
    """The number of each request's connection."""
    _connections: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections += 1
        number = self._connections
        try:
            for left in range(self.answers, -1, -1):
                await reader.readuntil(b"\r\n\r\n")
                self.asked.append(number)
                if left:
                    writer.write(ANSWER)
                    await writer.drain()
        except (asyncio.IncompleteReadError, OSError):
            pass  # the client has gone
        finally:
            writer.close()


@asynccontextmanager
async def asked_of(server: Server) -> AsyncIterator[tuple[GuardedClient, str]]:
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    client = GuardedClient(FetchSettings(allow_addresses=("127.0.0.1",)))
    try:
        yield client, f"http://127.0.0.1:{port}/p"
    finally:
        await client.aclose()
        listening.close()
        await listening.wait_closed()


async def test_what_was_not_heard_is_sent_over_another_connection() -> None:
    server = Server(answers=1)
    async with asked_of(server) as (client, url):
        for _ in range(3):
            assert (await client.get(url, allow_host=None)).body == b"ok"
    assert server.asked == [1, 1, 2, 2, 3]


async def test_of_many_connections_that_were_closed_at_once_each_is_left() -> None:
    server = Server(answers=1)
    async with asked_of(server) as (client, url):
        await asyncio.gather(*(client.get(url, allow_host=None) for _ in range(4)))
        assert (await client.get(url, allow_host=None)).body == b"ok"


async def test_on_a_connection_of_its_own_nothing_is_sent_twice() -> None:
    server = Server(answers=0)
    async with asked_of(server) as (client, url):
        with pytest.raises(CrawlError) as failed:
            await client.get(url, allow_host=None)
    assert failed.value.code is ErrorCode.NETWORK_ERROR
    assert server.asked == [1]


async def test_what_may_have_done_something_is_not_sent_twice() -> None:
    server = Server(answers=1)
    async with asked_of(server) as (client, url):
        await client.get(url, allow_host=None)
        with pytest.raises(CrawlError):
            await client.get(url, allow_host=None, method="POST", content=b"{}")
    assert server.asked == [1, 1]
