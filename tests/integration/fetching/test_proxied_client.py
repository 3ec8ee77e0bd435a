"""Requests through proxies on loopback, real ones and bad ones: who sees what, and whose failure it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from common.errors import CrawlError, ErrorCode
from common.net.client import GuardedClient
from common.proxies.choosing import Health, Listed
from common.proxies.proxy import Proxy, Scheme
from common.settings_tables.fetch import FetchSettings
from tests.servers.ports import free_port
from tests.servers.proxies.bad import Kept, answering, bad_proxy, leading_to, silent
from tests.servers.proxies.real import PASSWORD, real_proxy
from tests.servers.shop_server import Reply, ShopServer
from worker.proxies.book import ProxyBook
from worker.proxies.routing import ProxyRoutes
from worker.proxies.trip import Trip, on_trip

URL = "https://shopee.tw/a"


class Through:
    """A client by these proxies, and what it told of them."""

    def __init__(self, kept: Kept, book: ProxyBook, client: GuardedClient) -> None:
        self.kept, self.book, self.client = kept, book, client

    async def get(self, url: str = URL) -> tuple[int, bytes]:
        answer = await self.client.get(url, allow_host=None)
        return answer.status, answer.body

    async def on_its_own_trip(self, key: str) -> tuple[int, bytes]:
        with on_trip(Trip(key)):
            return await self.get()

    async def fails(self, url: str = URL) -> CrawlError:
        with pytest.raises(CrawlError) as caught:
            await self.get(url)
        return caught.value

    async def told(self) -> dict[str, tuple[int, int, int]]:
        """Proxy → answered, failed, failures in a row that count."""
        await self.book.exchange()
        return {one.name: (one.answered, one.failed, one.in_a_row) for one in self.kept.reports}


@pytest.fixture
def shop() -> Iterator[ShopServer]:
    long = Reply(body=b"x" * 200_000)
    routes = {("shopee.tw", "/a"): Reply(body=b"the page"), ("shopee.tw", "/long"): long, ("oak.example", "/a"): long}
    with ShopServer({**routes, ("shopee.tw", "/no"): Reply(403), ("shopee.tw", "/slow"): Reply(429)}) as server:
        yield server


@asynccontextmanager
async def through(
    shop: ShopServer, *proxies: Proxy, or_from_here: bool = False, **fetch: object
) -> AsyncIterator[Through]:
    kept = Kept(*proxies)
    book = ProxyBook(kept, monotonic=asyncio.get_running_loop().time)  # type: ignore[arg-type]  # see Kept
    await book.exchange()
    settings = FetchSettings(**shop.fetch_settings(**fetch))
    client = GuardedClient(settings, routes=ProxyRoutes(book, or_from_here=or_from_here))
    try:
        yield Through(kept, book, client)
    finally:
        await client.aclose()


@pytest.mark.parametrize("secret", [False, True])
@pytest.mark.parametrize("scheme", list(Scheme))
async def test_a_page_through_a_real_proxy(shop: ShopServer, tmp_path: Path, scheme: Scheme, secret: bool) -> None:
    with real_proxy(tmp_path, scheme, 5, secret=secret) as real:
        if secret:  # first: pproxy asks nobody for a password who has given it once
            async with through(shop, replace(real.proxy, password="not-hers")) as client:
                error = await client.fails()
                assert error.code is ErrorCode.WAY_PAUSED
                assert await client.told() == {real.proxy.name: (0, 1, 1)}
                assert "not-hers" not in f"{error} {error.__cause__} {real.proxy!r} {client.kept.reports}"
        async with through(shop, real.proxy) as client:
            assert await client.get() == (200, b"the page")
            assert await client.get() == (200, b"the page")
            assert [(asked.peer, asked.host, asked.server_name) for asked in shop.asked] == [
                ("127.0.0.5", "shopee.tw", "shopee.tw")
            ] * 2
            assert await client.told() == {real.proxy.name: (2, 0, 0)}
            assert PASSWORD not in f"{real.proxy!r} {real.proxy.shown}"


async def test_the_proxy_is_told_addresses_and_never_names(shop: ShopServer) -> None:
    heads: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))

    async with bad_proxy(listen) as proxy, through(shop, proxy) as client:
        await client.fails()
    assert heads[0].startswith(f"CONNECT 127.0.0.1:{shop.port} HTTP/1.1\r\n".encode())
    assert b"shopee" not in heads[0]


async def test_the_guard_holds_before_a_proxy_is_asked(shop: ShopServer) -> None:
    asked = asyncio.Event()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()

    async with bad_proxy(listen) as proxy, through(shop, proxy, allow_addresses=()) as client:
        for url in (URL, "https://10.0.0.1/", "https://[::1]/"):
            assert (await client.fails(url)).code is ErrorCode.ADDRESS_REFUSED
        assert await client.told() == {}
    assert not asked.is_set()


BAD = {
    "407": answering(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"),
    "403": answering(b"HTTP/1.1 403 Forbidden\r\n\r\nnot through me"),
    "no HTTP": answering(b"SSH-2.0-OpenSSH_9.6\r\n\r\n"),
    "endless head": answering(b"HTTP/1.1 200 OK\r\n" + b"X: " + b"y" * 40_000 + b"\r\n\r\n"),
    "bytes of its own": answering(b"HTTP/1.1 200 OK\r\n\r\n<html>", then_wait=True),
    "closes": answering(b""),
    "silent": silent,
}


@pytest.mark.parametrize("bad", BAD)
async def test_what_is_the_proxys_failure_goes_to_the_next_one(shop: ShopServer, tmp_path: Path, bad: str) -> None:
    # Of the silent one each failure takes that long, and the real one must not be slower on a busy machine.
    patience_seconds = 5 if bad == "silent" else 60
    async with AsyncExitStack() as stack:
        proxy = await stack.enter_async_context(bad_proxy(BAD[bad]))
        alone = await stack.enter_async_context(through(shop, proxy, connect_timeout_seconds=patience_seconds))
        assert (await alone.fails()).code is ErrorCode.WAY_PAUSED
        assert await alone.told() == {"bad": (0, 1, 1)}
        assert [
            one.error for one in alone.kept.reports if "proxy bad (http://127.0.0.1:" not in (one.error or "")
        ] == []
        real = stack.enter_context(real_proxy(tmp_path, Scheme.SOCKS5, 5))
        both = await stack.enter_async_context(
            through(shop, proxy, real.proxy, connect_timeout_seconds=patience_seconds)
        )
        # Side by side: what each waits for the silent one is waited once.
        assert await asyncio.gather(*(both.on_its_own_trip(str(key)) for key in range(8))) == [(200, b"the page")] * 8
        told = await both.told()
    assert {asked.peer for asked in shop.asked} == {"127.0.0.5"}
    assert told[real.proxy.name] == (8, 0, 0)
    assert told["bad"][0] == 0
    assert told["bad"][1] > 0, "some began with it"


async def test_one_that_is_gone_and_one_that_reads_along(shop: ShopServer) -> None:
    gone = Proxy("gone", Scheme.SOCKS5, "127.0.0.1", free_port())
    with ShopServer({("evil.example", "/a"): Reply()}) as other:
        async with bad_proxy(leading_to(other.port), "liar") as liar, through(shop, gone, liar) as client:
            assert (await client.fails()).code is ErrorCode.WAY_PAUSED
            assert await client.told() == {"gone": (0, 1, 1), "liar": (0, 1, 1)}
            assert any("certificate" in (one.error or "") for one in client.kept.reports)
        assert shop.asked == other.asked == []


async def test_one_that_dies_in_the_middle_or_does_not_reach_the_shop_is_in_doubt(shop: ShopServer) -> None:
    unreached = answering(b"HTTP/1.1 502 Bad Gateway\r\n\r\n")
    async with bad_proxy(leading_to(shop.port, cut_after=20_000)) as dying, through(shop, dying) as client:
        for _ in range(2):
            error = await client.fails("https://shopee.tw/long")
            assert error.code is ErrorCode.NETWORK_ERROR
        assert await client.told() == {"bad": (2, 2, 1)}
    async with bad_proxy(unreached) as proxy, through(shop, proxy) as client:
        for _ in range(3):
            assert (await client.fails()).code is ErrorCode.NETWORK_ERROR
        assert await client.told() == {"bad": (0, 3, 1)}  # one shop that is down is one failure
        await client.fails("https://oak.example/a")
        client.kept.reports.clear()
        await client.book.exchange()
        assert [one.in_a_row for one in client.kept.reports] == [1]


async def test_a_refusal_is_the_shops_and_holds_the_job_to_its_way(shop: ShopServer, tmp_path: Path) -> None:
    with real_proxy(tmp_path, Scheme.HTTP, 5) as one, real_proxy(tmp_path, Scheme.SOCKS5, 6) as two:
        async with through(shop, one.proxy, two.proxy) as client:
            for path in ("/no", "/slow"):
                trip = Trip(path)
                with on_trip(trip):
                    status, _ = await client.get(f"https://shopee.tw{path}")
                    assert status in {403, 429}
                    was = trip.went["shopee.tw"]
                    assert trip.refused == {"shopee.tw": was}
                    # The other one is all that is left, and is not taken.
                    client.kept.listed = [
                        Listed(replace(proxy, on=proxy.name != was)) for proxy in (one.proxy, two.proxy)
                    ]
                    await client.book.exchange()
                    assert (await client.fails()).code is ErrorCode.WAY_PAUSED
                client.kept.listed = [Listed(one.proxy), Listed(two.proxy)]
                await client.book.exchange()
            assert {name: told[1:] for name, told in (await client.told()).items() if told[1]} == {}
        assert [asked.target for asked in shop.asked] == ["/no", "/slow"]


async def test_without_a_usable_proxy_a_job_waits_or_goes_from_here_as_it_is_said(shop: ShopServer) -> None:
    gone = Proxy("gone", Scheme.HTTP, "127.0.0.1", free_port(), domains=("shopee.tw",))
    async with through(shop, gone) as client:
        client.kept.listed = [Listed(gone, Health(failures=5, off_ms=40_000))]
        await client.book.exchange()
        error = await client.fails()
        assert error.code is ErrorCode.WAY_PAUSED
        assert 10 < (error.retry_after_seconds or 0) <= 40
        assert shop.asked == []
        assert (await client.get("https://oak.example/a"))[0] == 200  # a domain that no proxy serves
    assert [(asked.peer, asked.host) for asked in shop.asked] == [("127.0.0.1", "oak.example")]
    async with through(shop, gone, or_from_here=True) as client:
        assert await client.get() == (200, b"the page")  # by the proxy first, which fails


async def test_five_failures_are_told_at_once(shop: ShopServer) -> None:
    gone = Proxy("gone", Scheme.HTTP, "127.0.0.1", free_port())
    async with through(shop, gone) as client:
        exchanging = asyncio.create_task(client.book.exchange_forever())
        for _ in range(5):
            await client.fails()
        async with asyncio.timeout(60):
            while not client.kept.reports:
                await asyncio.sleep(0.01)
        exchanging.cancel()
        assert [(one.failed, one.in_a_row) for one in client.kept.reports] == [(5, 5)]
