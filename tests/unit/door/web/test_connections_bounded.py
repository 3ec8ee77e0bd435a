"""Slow and many connections at a real socket; /readyz asked by many."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from common.errors import ConfigError
from common.settings_tables.gateway import GatewaySettings
from gateway import metrics
from gateway.web.connections.patience import Patience
from gateway.web.listening import bind, server
from gateway.web.readiness import Readiness

HEAD = b"GET / HTTP/1.1\r\nhost: gateway\r\n\r\n"
CHUNKED = b" HTTP/1.1\r\nhost: gateway\r\ntransfer-encoding: chunked\r\n\r\n"
BOOK = b"x" * 8_000_000


async def front(request: Request) -> Response:
    return PlainTextResponse("ok")


async def book(request: Request) -> Response:
    return Response(BOOK)


async def read(request: Request) -> Response:
    with suppress(ClientDisconnect):
        return PlainTextResponse(str(len(await request.body())))
    return PlainTextResponse("nobody is there")


@asynccontextmanager
async def served(patience: Patience) -> AsyncIterator[int]:
    """The port of a gateway's server with three pages."""
    settings = GatewaySettings(listen="127.0.0.1:0")
    bound = bind(settings, patience=patience)
    pages = [Route("/", front, methods=["GET", "POST"]), Route("/book", book), Route("/read", read, methods=["POST"])]
    running = server(Starlette(routes=pages), settings, patience=patience)
    serving = asyncio.create_task(running.serve(sockets=[bound]))
    try:
        yield bound.getsockname()[1]
    finally:
        running.should_exit = True
        await serving
        bound.close()


async def closed(reader: asyncio.StreamReader) -> bytes:
    """What came until the server closed the connection."""
    found = b""
    async with asyncio.timeout(60):
        with suppress(ConnectionResetError):
            while more := await reader.read(65_536):
                found += more
    return found


async def test_a_head_that_comes_a_byte_at_a_time_is_not_waited_for() -> None:
    async with served(Patience(head_seconds=0.5)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)

        async def drip() -> None:
            with suppress(ConnectionError):
                for byte in HEAD * 100:
                    writer.write(bytes([byte]))
                    await writer.drain()
                    await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())
        assert await closed(reader) == b""
        dripping.cancel()
        silent, other = await asyncio.open_connection("127.0.0.1", port)
        assert await closed(silent) == b"", "nor one that says nothing"
        for one in (writer, other):
            one.close()


async def test_a_head_without_end_is_not_kept() -> None:
    large = metrics.closed.labels("large")
    before = large._value.get()
    async with served(Patience()) as port:
        for begun in (b"GET / HTTP/1.1\r\nhost: gateway\r\nx: ", b"GET /", HEAD + b"GET / HTTP/1.1\r\nx: "):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with suppress(ConnectionError):
                writer.write(begun)
                for _ in range(200):
                    writer.write(b"x" * 100_000)
                    await writer.drain()
                writer.write(b"\r\n\r\n")
            assert b"200" not in (await closed(reader)).rpartition(b"ok")[2]
            writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD[:10])
        await writer.drain()
        writer.write(
            HEAD[10:-2] + b"x: " + b"x" * 50_000 + b"\r\ncontent-length: 500000\r\n\r\n" + b"x" * 500_000 + HEAD
        )
        found = b""
        async with asyncio.timeout(60):
            while found.count(b"HTTP/1.1 200") < 2:
                found += await reader.read(65_536)
        writer.close()
    assert large._value.get() == before + 3


@pytest.mark.parametrize("piece", [b"a: b\r\n" * 17_000, b"x" * 100_000], ids=["many", "one"])
@pytest.mark.parametrize("body", [b"", b"fffff\r\n" + b"x" * 0xFFFFF + b"\r\n"], ids=["at once", "behind a body"])
@pytest.mark.parametrize("path", [b"/", b"/read"])
async def test_trailers_without_end_are_not_kept(path: bytes, body: bytes, piece: bytes) -> None:
    """20 bytes for each that came, and neither a body's limit nor a head's counts them."""
    large = metrics.closed.labels("large")
    before = large._value.get()
    async with served(Patience()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with suppress(ConnectionError):
            writer.write(b"POST " + path + CHUNKED + 4 * body + b"0\r\nx: ")
            for _ in range(30):
                writer.write(piece)
                await writer.drain()
            writer.write(b"\r\n\r\n" + HEAD)
        await closed(reader)
        writer.close()
    assert large._value.get() == before + 1


async def test_a_body_in_many_pieces_and_with_trailers_is_read() -> None:
    chunks = 60_000
    async with served(Patience()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(2):
            writer.write(b"POST /read" + CHUNKED)
            for _ in range(100):
                writer.write(b"6\r\n123456\r\n" * (chunks // 100))
                await writer.drain()
            writer.write(b"0\r\n" + b"a: b\r\n" * 5_000 + b"\r\n")
            async with asyncio.timeout(60):
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
                assert await reader.readexactly(6) == b"360000"
        writer.close()


async def test_requests_sent_far_ahead_of_their_answers_are_not_kept() -> None:
    """uvicorn keeps each as a dozen objects: some 16 MB and half a second for what one read brings."""
    ahead = metrics.closed.labels("ahead")
    before = ahead._value.get()
    async with served(Patience(requests_ahead=3)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD * 4)
        found = b""
        async with asyncio.timeout(60):
            while found.count(b"HTTP/1.1 200") < 4:
                found += await reader.read(65_536)
        writer.close()
        assert ahead._value.get() == before, "a few are answered in turn"
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD * 5_000)
        assert (await closed(reader)).count(b"HTTP/1.1 200") <= 1
        writer.close()
    assert ahead._value.get() == before + 1


async def test_a_good_request_is_answered_and_the_next_head_has_its_time_too() -> None:
    async with served(Patience(head_seconds=5, idle_seconds=0.5)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + HEAD + b"GET / HTTP/1.1\r\nx: ")
        found = await closed(reader)
        assert found.count(b"HTTP/1.1 200") == 2, "two requests at once are both answered; the third never ended"
        writer.close()


async def test_who_does_not_read_the_answer_holds_no_connection() -> None:
    slow = metrics.closed.labels("slow")
    before = slow._value.get()
    async with served(Patience(idle_seconds=0.5)) as port:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
            client.sendall(HEAD.replace(b"/ ", b"/book "))
            async with asyncio.timeout(60):
                while slow._value.get() == before:
                    await asyncio.sleep(0.05)
            found = 0
            client.setblocking(False)  # the server lives in this loop, and closes only when it has its turn
            with suppress(ConnectionResetError):
                async with asyncio.timeout(60):
                    while more := await asyncio.get_running_loop().sock_recv(client, 1_000_000):
                        found += len(more)
    assert found < len(BOOK)


def test_a_taken_address_is_told_in_plain_words() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ConfigError, match="Address already in use") as told:
            bind(GatewaySettings(listen=listen))
    assert "Errno" not in str(told.value)


async def test_readiness_is_asked_once_a_second() -> None:
    asked, now = 0, 0.0

    async def ask() -> str | None:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)
        return None if asked == 1 else "the database is away"

    ready = Readiness(ask, lambda: now)
    assert await asyncio.gather(*(ready() for _ in range(100))) == [None] * 100
    assert asked == 1
    now = 1.0
    assert await ready() == "the database is away"
    assert asked == 2
