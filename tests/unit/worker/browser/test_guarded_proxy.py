"""The browser's proxy on real sockets: who may ask, for which hosts, at which addresses, and how much may come."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from common.errors import CrawlError, ErrorCode, Misled
from common.net.guard import Guard
from common.net.names.rules import Rules
from common.net.transport import GuardedBackend
from worker.ways.browser.page.metered import Metered
from worker.ways.browser.proxy.allowance import Allowance
from worker.ways.browser.proxy.server import GuardedProxy

SECRET = "sesame-4711"
AUTH = "Proxy-Authorization: Basic " + base64.b64encode(f"page:{SECRET}".encode()).decode()
WAIT_SECONDS = 20.0
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Names:
    """A resolver: shop.example is where the test's server is, home.example is at home."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def resolve(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        return {"home.example": ["192.168.1.1"], "mixed.example": ["127.0.0.1", "10.0.0.1"]}.get(host, ["127.0.0.1"])


class Bench:
    def __init__(self, proxy: GuardedProxy, names: Names, port: int) -> None:
        self.proxy = proxy
        self.names = names
        self.port = port

    async def ask(self, *lines: str, then: bytes = b"") -> bytes:
        """Everything that comes back until the connection ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.proxy.port)
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode() + then)
            async with asyncio.timeout(WAIT_SECONDS):
                return await reader.read(-1)
        finally:
            writer.close()


@asynccontextmanager
async def bench(serve: Serve, *, allowed: str = "127.0.0.1") -> AsyncIterator[Bench]:
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    names = Names()
    rules = Rules([f"shop.example:80:127.0.0.1:{port}", f"shop.example:443:127.0.0.1:{port}"])
    proxy = GuardedProxy(GuardedBackend(Guard([allowed]), names, rules), secret=SECRET, connect_seconds=2.0)
    await proxy.open()
    try:
        yield Bench(proxy, names, port)
    finally:
        await proxy.aclose()
        server.close()


async def hello(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    await writer.drain()
    writer.close()


GET = ("GET http://shop.example/a HTTP/1.1", "Host: shop.example")


async def test_whoever_does_not_know_the_secret_gets_nothing() -> None:
    async with bench(hello) as at:
        with at.proxy.serving(Allowance(lambda host: True, 10**6)):
            assert (await at.ask(*GET)).startswith(b"HTTP/1.1 407 ")
            assert (await at.ask("CONNECT shop.example:443 HTTP/1.1")).startswith(b"HTTP/1.1 407 ")
            assert (await at.ask(*GET, AUTH)).endswith(b"hello")


async def test_between_two_pages_nothing_passes() -> None:
    async with bench(hello) as at:
        assert (await at.ask(*GET, AUTH)).startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize("host", ["other.example", "127.0.0.1", "[::1]", "localhost"])
async def test_only_the_pages_hosts_are_reached(host: str) -> None:
    async with bench(hello) as at:
        allowance = Allowance(lambda host: host == "shop.example", 10**6)
        with at.proxy.serving(allowance):
            assert (await at.ask(f"CONNECT {host}:{at.port} HTTP/1.1", AUTH)).startswith(b"HTTP/1.1 403 ")
            assert (await at.ask(f"GET http://{host}:{at.port}/ HTTP/1.1", AUTH)).startswith(b"HTTP/1.1 403 ")
        assert at.names.asked == [], "a host that is none of the page's is not even looked up"
        assert allowance.sent == 0


@pytest.mark.parametrize("host", ["home.example", "mixed.example"])
async def test_a_page_host_that_leads_home_is_refused(host: str) -> None:
    async with bench(hello) as at:
        allowance = Allowance(lambda host: True, 10**6)
        with at.proxy.serving(allowance):
            said = await at.ask(f"CONNECT {host}:443 HTTP/1.1", AUTH)
        assert said.startswith(b"HTTP/1.1 403 ")
        assert isinstance(allowance.refusals[host], Misled)


async def test_only_the_webs_ports_are_reached() -> None:
    async with bench(hello, allowed="10.9.9.9") as at:
        allowance = Allowance(lambda host: True, 10**6)
        with at.proxy.serving(allowance):
            assert (await at.ask("CONNECT 8.8.8.8:25 HTTP/1.1", AUTH)).startswith(b"HTTP/1.1 403 ")
        assert allowance.refusals["8.8.8.8"].code is ErrorCode.ADDRESS_REFUSED


class Owner:
    """A meter that lets in so many bytes, 1,000 at a time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.came = 0
        self.told: list[tuple[str, int | None, int]] = []

    def begins(self, url: str) -> None:
        if self.came >= self.most:
            raise CrawlError(ErrorCode.OWN_LIMIT, "enough for today")

    async def turn(self) -> int:
        self.begins("")
        return 1_000

    def received(self, count: int) -> None:
        assert count <= 1_000
        self.came += count

    def ended(self, url: str, status: int | None, received: int) -> None:
        self.told.append((url, status, received))


async def test_an_owners_meter_says_how_much_comes_and_ends_the_page() -> None:
    async def plenty(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            writer.write(b"x" * 50_000)
            await writer.drain()
        writer.close()

    async with bench(plenty) as at:
        metered = Metered(owner := Owner(20_000))
        assert metered.begins("https://shop.example/p") and metered.begins("https://shop.example/api")
        allowance = Allowance(lambda host: True, 10**6, metered=metered)
        with at.proxy.serving(allowance):
            said = await at.ask("CONNECT shop.example:443 HTTP/1.1", AUTH)
            assert 10_000 < len(said) <= 20_100
            assert allowance.is_spent.is_set() and metered.stopped is not None
            assert metered.stopped.code is ErrorCode.OWN_LIMIT
            assert (await at.ask(*GET, AUTH)).startswith(b"HTTP/1.1 403 "), "and nothing more is opened"
        metered.answered("https://shop.example/p", 200)
        metered.over()
        assert owner.came == 20_000
        assert owner.told == [("https://shop.example/p", 200, 20_000), ("https://shop.example/api", None, 0)]


async def test_bytes_are_counted_and_end_at_the_limit() -> None:
    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                writer.write(b"x" * 10_000)
                await writer.drain()
        except OSError:
            writer.close()

    async with bench(endless) as at:
        allowance = Allowance(lambda host: True, 500_000)
        with at.proxy.serving(allowance):
            said = await at.ask("CONNECT shop.example:443 HTTP/1.1", AUTH)
            assert allowance.spent
            assert len(said) < 500_000
            assert 500_000 <= allowance.received + allowance.sent < 500_000 + 2 * 64 * 1024
            assert (await at.ask(*GET, AUTH)).startswith(b"HTTP/1.1 403 "), "and none is opened any more"


async def test_the_end_of_a_page_cuts_its_connections() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(-1)
        writer.close()

    async with bench(silent) as at:
        with at.proxy.serving(Allowance(lambda host: True, 10**6)):
            reader, writer = await asyncio.open_connection("127.0.0.1", at.proxy.port)
            writer.write(f"CONNECT shop.example:443 HTTP/1.1\r\n{AUTH}\r\n\r\n".encode())
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        async with asyncio.timeout(WAIT_SECONDS):
            assert await reader.read(-1) == b""
        writer.close()


async def test_a_second_request_on_a_plain_connection_reaches_nobody() -> None:
    heard: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        heard.append(await reader.read(-1))
        writer.close()

    async with bench(listen) as at:
        with at.proxy.serving(Allowance(lambda host: host == "shop.example", 10**6)):
            second = b"GET http://other.example/secret HTTP/1.1\r\nHost: other.example\r\n\r\n"
            await at.ask(*GET, AUTH, then=second)
        async with asyncio.timeout(WAIT_SECONDS):
            while len(heard) < 2:
                await asyncio.sleep(0.01)
    assert heard[0] == b"GET /a HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n"
    assert heard[1] == b""


async def test_a_body_goes_along() -> None:
    heard: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        heard.append(await reader.readexactly(4))
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        writer.close()

    async with bench(listen) as at:
        with at.proxy.serving(Allowance(lambda host: True, 10**6)):
            post = ("POST http://shop.example/a HTTP/1.1", "Host: shop.example", AUTH, "Content-Length: 4")
            assert b" 204 " in await at.ask(*post, then=b"data")
            assert (await at.ask(*post[:-1], "Transfer-Encoding: chunked")).startswith(b"HTTP/1.1 411 ")
    assert heard == [b"data"]


@pytest.mark.parametrize("rounds", range(8))
async def test_what_was_just_accepted_ends_with_the_proxy(rounds: int) -> None:
    """However far it has come: with the kernel, announced, or in a task that has not begun."""
    async with bench(hello) as there:
        with socket.create_connection(("127.0.0.1", there.proxy.port)) as line:
            for _ in range(rounds):
                await asyncio.sleep(0)
            await there.proxy.aclose()
            line.settimeout(5)
            with contextlib.suppress(ConnectionResetError):
                assert not await asyncio.to_thread(line.recv, 1)
