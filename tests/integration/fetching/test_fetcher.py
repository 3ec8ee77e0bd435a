"""Fetcher over real sockets: robots.txt, redirects and statuses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from common.errors import CrawlError, ErrorCode
from common.net.client import GuardedClient
from common.polite.client import PoliteClient
from common.polite.pacing import Pacer
from common.settings_tables.fetch import FetchSettings
from tests.parsing_here import robots_here
from tests.servers.shop_server import Reply, ShopServer
from worker.fetch.fetcher import Fetcher
from worker.fetch.statuses import is_text

ITEM = "https://shopee.tw/item"


def any_host(host: str) -> bool:
    return host in {"shopee.tw", "login.shopee.tw"}


@pytest.fixture
def shop() -> Any:
    with ShopServer({("shopee.tw", "/item"): Reply(body=b"<html>"), ("login.shopee.tw", "/"): Reply()}) as server:
        yield server


@pytest.fixture
async def fetcher(shop: ShopServer) -> AsyncIterator[Fetcher]:
    settings = FetchSettings(**shop.fetch_settings())
    client = GuardedClient(settings)
    yield Fetcher(PoliteClient(settings, client, read_robots=robots_here))
    await client.aclose()


async def failure(fetcher: Fetcher, url: str = ITEM) -> CrawlError:
    with pytest.raises(CrawlError) as caught:
        await fetcher.fetch(url, allow_host=any_host)
    return caught.value


async def test_a_page_after_its_robots_txt(shop: ShopServer, fetcher: Fetcher) -> None:
    page = await fetcher.fetch(ITEM, allow_host=any_host)
    assert (page.url, page.body, page.status, page.requested_url) == (ITEM, b"<html>", 200, ITEM)
    assert page.content_type == "text/html; charset=utf-8"
    assert shop.targets() == ["shopee.tw/robots.txt", "shopee.tw/item"]


async def test_a_disallowed_page_is_not_asked_for(shop: ShopServer, fetcher: Fetcher) -> None:
    shop.routes["shopee.tw", "/robots.txt"] = Reply(body=b"User-agent: *\nDisallow: /item")
    assert (await failure(fetcher)).code is ErrorCode.ROBOTS_DISALLOWED
    assert shop.targets("/item") == []


async def test_a_redirect_obeys_the_robots_txt_of_where_it_leads(shop: ShopServer, fetcher: Fetcher) -> None:
    shop.routes["shopee.tw", "/item"] = Reply(302, headers={"Location": "https://login.shopee.tw/"})
    shop.routes["login.shopee.tw", "/robots.txt"] = Reply(body=b"User-agent: crawlfleet\nDisallow: /")
    assert (await failure(fetcher)).code is ErrorCode.ROBOTS_DISALLOWED
    assert shop.targets("/") == []


class Clock:
    """Time passes only while somebody sleeps."""

    now = 0.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize(("delay_seconds", "slept_seconds"), [(120, 120.0), (601, 0.0)])
async def test_a_redirect_waits_for_the_crawl_delay_of_its_site(
    shop: ShopServer, delay_seconds: int, slept_seconds: float
) -> None:
    """Begun anew, it would come to the same delay again, until no attempt is left."""
    shop.routes["shopee.tw", "/robots.txt"] = Reply(body=f"User-agent: *\nCrawl-delay: {delay_seconds}".encode())
    shop.routes["shopee.tw", "/old"] = Reply(301, headers={"Location": "/item"})
    settings, clock = FetchSettings(**shop.fetch_settings(requests_per_second=1_000)), Clock()
    client = GuardedClient(settings)
    pacer = Pacer(settings.requests_per_second, clock=clock, sleep=clock.sleep)
    fetcher = Fetcher(PoliteClient(settings, client, read_robots=robots_here, pacer=pacer))
    try:
        if slept_seconds:
            page = await fetcher.fetch("https://shopee.tw/old", allow_host=any_host)
            assert page.url == ITEM
        else:
            assert (await failure(fetcher, "https://shopee.tw/old")).code is ErrorCode.RATE_LIMITED
    finally:
        await client.aclose()
    assert clock.now == pytest.approx(slept_seconds, abs=0.1)


async def test_an_unregistered_host_gets_no_request_at_all(shop: ShopServer, fetcher: Fetcher) -> None:
    assert (await failure(fetcher, "https://elsewhere.tw/")).code is ErrorCode.ADDRESS_REFUSED
    assert shop.asked == []


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (401, ErrorCode.AUTH_FAILED),
        (403, ErrorCode.ACCESS_DENIED),
        (404, ErrorCode.CONTENT_NOT_FOUND),
        (410, ErrorCode.CONTENT_REMOVED),
        (418, ErrorCode.INVALID_RESPONSE),
        (429, ErrorCode.RATE_LIMITED),
        (451, ErrorCode.CONTENT_UNAVAILABLE),
        (500, ErrorCode.NETWORK_ERROR),
        (503, ErrorCode.NETWORK_ERROR),
        (304, ErrorCode.INVALID_RESPONSE),
    ],
)
async def test_statuses(shop: ShopServer, fetcher: Fetcher, status: int, code: ErrorCode) -> None:
    shop.routes["shopee.tw", "/item"] = Reply(status)
    error = await failure(fetcher)
    assert (error.code, f"answered {status}" in error.detail) == (code, True)


async def test_a_busy_shop_is_left_alone_by_everybody(shop: ShopServer, fetcher: Fetcher) -> None:
    shop.routes["shopee.tw", "/item"] = Reply(503, headers={"Retry-After": "120"})
    assert (await failure(fetcher)).retry_after_seconds == 120.0
    error = await failure(fetcher, "https://shopee.tw/other")
    assert error.code is ErrorCode.NO_TURN
    assert 100 < (error.retry_after_seconds or 0) <= 120
    assert len(shop.targets("/other")) == 0


async def test_a_json_refusal_is_told_shortly(shop: ShopServer, fetcher: Fetcher) -> None:
    shop.routes["shopee.tw", "/item"] = Reply(403, b'{"error": 90309999, "x": "' + b"y" * 900 + b'"}')
    error = await failure(fetcher)
    assert '{"error": 90309999' in error.detail
    assert len(error.detail) < 300


async def test_no_text_and_no_content(shop: ShopServer, fetcher: Fetcher) -> None:
    shop.routes["shopee.tw", "/item"] = Reply(body=b"")
    assert "no content" in (await failure(fetcher)).detail
    shop.routes["shopee.tw", "/item"] = Reply(body=b"%PDF", content_type="application/pdf")
    assert "application/pdf, no text" in (await failure(fetcher)).detail


def test_text_is_what_a_reader_can_read() -> None:
    assert all(map(is_text, (None, "", "text/html; charset=gbk", "application/json", "application/ld+json")))
    assert not any(map(is_text, ("image/png", "application/pdf", "application/octet-stream", "video/mp4")))
