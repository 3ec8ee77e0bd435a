"""A forward proxy on loopback for one browser.

Whoever asks must know the run's secret: other programs and users of this machine, and what the browser wants for itself
(updates, its maker's services), do not. A page reaches the hosts its shop named and nothing else, from here or through
an operator's proxy (`Allowance.through`); each name is resolved here and refused by the guard's rules
(common/net/guard.py), and the connection goes to the very address that was checked. Every byte counts, whatever it is;
past the page's limit all its connections are cut. Between two pages nothing is open.

Limits: it does not look into TLS, so that it knows hosts and never paths. One request for each plain connection.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from common.errors import CrawlError, ErrorCode, Unanswered
from common.net.proxied.handshake import ProxyFailed
from common.net.proxied.opening import streams_through
from common.net.transport import worth_trying
from common.proxies.proxy import Proxy
from worker.ways.browser.proxy.allowance import STEP_BYTES, Allowance
from worker.ways.browser.proxy.head import MAX_HEAD_BYTES, BadHead, ProxyRequest, read_request

log = logging.getLogger("crawlfleet.worker.browser.proxy")

MAX_CONNECTIONS = 128
HEAD_SECONDS = 20.0


class Addresses(Protocol):
    """Who resolves and refuses (GuardedBackend in common/net/transport.py)."""

    async def checked(self, host: str, port: int) -> tuple[list[str], int]:
        """The addresses and the port to connect to. Raises CrawlError."""


_ACCEPTING_ROUNDS = 5
"""Rounds of the loop in which a connection is announced that the kernel has handed over. asyncio (3.11) forgets one,
open, that is under way when its server closes.
"""


class GuardedProxy:
    """Open it before the browser starts; `serving` opens it to one page at a time; close it at the end."""

    def __init__(self, addresses: Addresses, *, secret: str, connect_seconds: float = 10.0) -> None:
        self._addresses = addresses
        self._secret = secret
        self._connect_seconds = connect_seconds
        self._server: asyncio.Server | None = None
        self._allowance: Allowance | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self._is_closed = False

    async def open(self) -> None:
        """Listen on a free port of 127.0.0.1. Raises OSError."""
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", 0, limit=MAX_HEAD_BYTES)

    @property
    def port(self) -> int:
        if self._server is None:
            raise RuntimeError("the proxy is not open")
        return int(self._server.sockets[0].getsockname()[1])

    @contextmanager
    def serving(self, allowance: Allowance) -> Iterator[None]:
        """Inside, what `allowance` says may be reached; at the end every connection is cut."""
        self._allowance = allowance
        try:
            yield
        finally:
            self._allowance = None
            self._cut()

    async def aclose(self) -> None:
        self._is_closed = True
        for _ in range(_ACCEPTING_ROUNDS):
            await asyncio.sleep(0)
        if self._server is not None:
            self._server.close()
        under_way = list(self._connections)
        self._cut()
        await asyncio.gather(*under_way, return_exceptions=True)

    def _cut(self) -> None:
        for connection in self._connections:
            connection.cancel()

    def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_closed or len(self._connections) >= MAX_CONNECTIONS:
            writer.close()
            return
        connection = asyncio.ensure_future(self._connection(reader, writer))
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)
        # Not by the task itself: one that is cut before its first step never comes to an end of its own.
        connection.add_done_callback(lambda _: writer.close())

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._serve(reader, writer)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # one side went away, or never said what it wants
        except asyncio.CancelledError:
            pass  # cut: the page is over; nobody waits for this task's end

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(HEAD_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
        try:
            request = read_request(head)
        except BadHead as error:
            await _answer(writer, "400 Bad Request", str(error))
            return
        if not request.carries(self._secret):
            await _answer(writer, "407 Proxy Authentication Required", "", 'Proxy-Authenticate: Basic realm="page"')
            return
        allowance = self._allowance
        if allowance is None or not allowance.may_reach(request.host):
            await _answer(writer, "403 Forbidden", f"{request.host} is none of this page's hosts")
            return
        allowance.took_out(len(head))
        try:
            to_server = await self._connected(request, allowance.through)
        except CrawlError as error:
            allowance.refused(request.host, error)
            log.debug("a page's connection was refused", extra={"host": request.host, "error_code": str(error.code)})
            await _answer(writer, "403 Forbidden", error.detail)
            return
        await _relay(request, (reader, writer), to_server, allowance)

    async def _connected(
        self, request: ProxyRequest, through: Proxy | None
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to an address that was checked. Raises CrawlError."""
        addresses, port = await self._addresses.checked(request.host, request.port)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._connect_seconds
        failure: Exception | None = None
        tried = worth_trying(addresses)
        for left, address in zip(range(len(tried), 0, -1), tried, strict=True):
            try:
                async with asyncio.timeout(max(deadline - loop.time(), 0.1) / left):
                    if through is not None:
                        return await streams_through(through, address, port, limit=STEP_BYTES)
                    return await asyncio.open_connection(address, port, limit=STEP_BYTES)
            except ProxyFailed:
                raise
            except (OSError, TimeoutError, CrawlError) as error:
                failure = error
        if through is not None:
            raise failure if isinstance(failure, CrawlError) else ProxyFailed(through, "it opened no tunnel in time")
        if isinstance(failure, ConnectionRefusedError):
            raise CrawlError(ErrorCode.CONNECTION_REFUSED, f"{request.host}: the connection was refused")
        raise Unanswered(ErrorCode.TIMEOUT, f"{request.host}: no connection in time", host=request.host)


async def _relay(
    request: ProxyRequest,
    client: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    server: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    allowance: Allowance,
) -> None:
    """Both directions until one ends, counted."""
    try:
        if request.tunnel:
            client[1].write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            out = _pass_on(client[0], server[1], allowance.took_out, allowance)
        else:
            try:
                body = request.body_bytes
            except BadHead as error:
                await _answer(client[1], "411 Length Required", str(error))
                return
            server[1].write(request.passed_on())
            out = _pass_one_body(client[0], server[1], body, allowance)
        directions = [
            asyncio.ensure_future(out),
            asyncio.ensure_future(_let_in(server[0], client[1], allowance)),
        ]
        try:
            await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for direction in directions:
                direction.cancel()
            await asyncio.gather(*directions, return_exceptions=True)
    finally:
        server[1].close()


class _Counts(Protocol):
    def __call__(self, count: int, /) -> None: ...


async def _pass_on(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, count: _Counts, allowance: Allowance
) -> None:
    with suppress(OSError):
        while data := await reader.read(STEP_BYTES):
            count(len(data))
            if allowance.spent:
                return
            writer.write(data)
            await writer.drain()


async def _let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, allowance: Allowance) -> None:
    """As _pass_on, of what the page receives: as much at a time as it may. Ends where it may receive no more."""
    with suppress(OSError, CrawlError):
        while data := await reader.read(await allowance.turn()):
            allowance.brought(len(data))
            if allowance.spent:
                return
            writer.write(data)
            await writer.drain()


async def _pass_one_body(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body_bytes: int, allowance: Allowance
) -> None:
    """The body, and then nothing more: a second request on this connection ends it, for it may be another host's."""
    left = body_bytes
    with suppress(OSError):
        while data := await reader.read(min(left, STEP_BYTES) if left else 1):
            if not left:
                return
            left -= len(data)
            allowance.took_out(len(data))
            if allowance.spent:
                return
            writer.write(data)
            await writer.drain()


async def _answer(writer: asyncio.StreamWriter, status: str, text: str, *headers: str) -> None:
    body = text.encode("utf-8", "replace")
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Content-Type: text/plain; charset=utf-8", *headers]
    writer.write("\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1") + body)
    await writer.drain()
