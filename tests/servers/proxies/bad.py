"""Proxies that misbehave, each in its own way, and a list of proxies in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from common.proxies.choosing import Listed
from common.proxies.proxy import Proxy, Scheme
from common.store.proxies.values import Seen
from tests.servers.lines.streams import Serve, stream_server


class Kept:
    """A store of proxies in memory: what the book asks of one."""

    def __init__(self, *proxies: Proxy) -> None:
        self.listed = [Listed(proxy) for proxy in proxies]
        self.reports: list[Seen] = []

    async def to_use(self) -> list[Listed]:
        return self.listed

    async def seen(self, reports: list[Seen]) -> None:
        self.reports += reports


Behaviour = Serve


@asynccontextmanager
async def bad_proxy(behaviour: Behaviour, name: str = "bad", scheme: Scheme = Scheme.HTTP) -> AsyncIterator[Proxy]:
    """A proxy that does to each connection what `behaviour` does, and then closes it."""

    async with stream_server(behaviour) as port:
        yield Proxy(name, scheme, "127.0.0.1", port)


def answering(answer: bytes, *, then_wait: bool = False) -> Behaviour:
    """Reads a head, answers these bytes."""

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        if then_wait:
            await reader.read()

    return behave


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Takes everything and says nothing."""
    while await reader.read(65_536):
        pass


def leading_to(port: int, *, cut_after: int | None = None, heads: list[bytes] | None = None) -> Behaviour:
    """Opens a tunnel to another port than it is told: a proxy that lies. `cut_after`: bytes of the answer, then it
    dies. `heads` keeps what it was told."""

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if heads is not None:
            heads.append(head)
        from_shop, to_shop = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        outward = asyncio.create_task(_copy(reader, to_shop, None))
        try:
            await _copy(from_shop, writer, cut_after)
        finally:
            outward.cancel()
            await asyncio.gather(outward, return_exceptions=True)
            to_shop.transport.abort()

    return behave


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int | None) -> None:
    left = most
    while data := await reader.read(65_536 if left is None else max(left, 1)):
        if left is not None:
            if left <= 0:
                return
            left -= len(data)
        writer.write(data)
        await writer.drain()
