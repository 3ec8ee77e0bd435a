"""Where a shop's redirects and short links may lead the fleet: to its own hosts, and never to another shop's."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from common.errors import CrawlError, ErrorCode
from common.finding.expand import expansion
from common.job import Job, JobStatus
from common.net.client import GuardedClient
from common.offer import Failure, Offer
from common.outcome.judge import judge
from common.outcome.recrawl_pace import RecrawlPace
from common.page import Page
from common.polite.client import PoliteClient
from common.settings import ShopSettings, ShopsSettings
from common.settings_tables.fetch import FetchSettings
from common.shops.base import Shop, ShopLink
from common.shops.registry import Shops
from fleet.demo.pages import other_page
from tests.parsing_here import robots_here
from tests.servers.shop_server import Reply, ShopServer
from worker.fetch.fetcher import Fetcher
from worker.ways.asked_for import ProductLinks
from worker.ways.http import HttpWay
from worker.ways.judged import Judging

SHOPS = Shops(ShopsSettings(other=ShopSettings(domains=("pine.example", "oak.example"))))
PINE, OAK, SHORT = "https://pine.example", "https://oak.example", "https://s.shopee.tw"
BOARD = Reply(body=other_page("Pine board", "54.00", "EUR", "PINE"))


def to(address: str) -> Reply:
    return Reply(302, headers={"Location": address})


async def read(shop: Shop, page: Page, link: ShopLink) -> Offer | Failure:
    return shop.read(page, link)


@pytest.fixture
def server() -> Iterator[ShopServer]:
    hosts = ("pine.example", "www.pine.example", "oak.example", "s.shopee.tw", "item.taobao.com")
    with ShopServer({}, certificate_for=hosts) as server:
        yield server


@pytest.fixture
async def client(server: ShopServer) -> AsyncIterator[PoliteClient]:
    settings = FetchSettings(**server.fetch_settings())
    client = GuardedClient(settings)
    yield PoliteClient(settings, client, read_robots=robots_here)
    await client.aclose()


async def crawled(client: PoliteClient, url: str) -> str:
    """The page that was read, else the error's code."""
    crawler = HttpWay(
        shops=SHOPS,
        links=ProductLinks(SHOPS, lambda link: expansion(link, client, SHOPS)),
        fetcher=Fetcher(client),
        read=read,
        judging=Judging(judge, RecrawlPace(first_ms=60_000, least_ms=60_000, most_ms=240_000)),
    )
    link = SHOPS.link(url)
    assert link is not None
    none: dict[str, Any] = dict.fromkeys(Job.__dataclass_fields__)
    named = {"id": "j", "url": url, "url_norm": link.url_norm, "platform": link.platform, "status": JobStatus.RUNNING}
    job = Job(**(none | named))
    try:
        return (await crawler.crawl(job)).fetched_url
    except CrawlError as error:
        return f"{error.code}: {error.detail}"


def asked_of(server: ShopServer, host: str) -> list[str]:
    return [target for target in server.targets() if target.startswith(host)]


@pytest.mark.parametrize("through", ["/moved", "/first", "/by-robots"])
async def test_a_shops_page_sends_nobody_to_another_shop(
    server: ShopServer, client: PoliteClient, through: str
) -> None:
    server.routes["pine.example", "/moved"] = to(f"{OAK}/boards/1?add-to-cart=1")
    server.routes["pine.example", "/first"] = to("https://www.pine.example/second")
    server.routes["www.pine.example", "/second"] = to(f"{OAK}/boards/1")
    server.routes["oak.example", "/boards/1"] = BOARD
    if through == "/by-robots":
        server.routes["pine.example", "/robots.txt"] = to(f"{OAK}/robots.txt")
    said = await crawled(client, f"{PINE}{through}")
    assert said.startswith("CONTENT_NOT_FOUND: WRONG_ITEM"), said
    assert "led to oak.example, another shop" in said
    assert asked_of(server, "oak.example") == []


async def test_a_redirect_within_a_shop_is_followed(server: ShopServer, client: PoliteClient) -> None:
    server.routes["pine.example", "/moved"] = to("https://www.pine.example/boards/1")
    server.routes["www.pine.example", "/boards/1"] = BOARD
    assert await crawled(client, f"{PINE}/moved") == "https://www.pine.example/boards/1"


@pytest.mark.parametrize(
    "end", [f"{OAK}/boards/1", "https://item.taobao.com/x", "http://127.0.0.1/", "https://169.254.169.254/"]
)
async def test_a_short_link_sends_nobody_elsewhere(server: ShopServer, client: PoliteClient, end: str) -> None:
    server.routes["s.shopee.tw", "/4VacwWMMCr"] = to(end)
    said = await crawled(client, f"{SHORT}/4VacwWMMCr")
    assert said.startswith("ADDRESS_REFUSED"), said
    assert {asked.host for asked in server.asked} == {"s.shopee.tw"}


async def test_a_short_link_without_end_ends(server: ShopServer, client: PoliteClient) -> None:
    for number in range(40):
        server.routes["s.shopee.tw", f"/Loop{number}"] = to(f"{SHORT}/Loop{number + 1}")
    server.routes["s.shopee.tw", "/Round"] = to(f"{SHORT}/Round")
    link = SHOPS.link(f"{SHORT}/Loop0")
    assert link is not None and link.short
    for start in ("Loop0", "Round"):
        found = await expansion(dataclasses.replace(link, url_norm=f"{SHORT}/{start}"), client, SHOPS)
        assert (found.link, found.code) == (None, ErrorCode.INVALID_RESPONSE)
    assert len(server.asked) <= 2 * 7 + 1
