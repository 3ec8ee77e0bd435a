"""Short links obey robots.txt and wait for their turn, in the ingestor and in the worker."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from common.errors import CrawlError, ErrorCode
from common.finding.expand import expansion
from common.job import JobStatus
from common.net.client import GuardedClient
from common.polite.client import PoliteClient
from common.polite.pacing import Pacer
from common.settings import DatabaseSettings, Settings
from common.settings_tables.feeds import FeedSettings, IngestSettings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.work import WorkSettings
from common.shops.base import ShopLink
from common.shops.registry import Shops
from common.store import JobFilter, open_store
from fleet.run.up.up import up
from tests.parsing_here import robots_here
from tests.servers.shop_server import Reply, ShopServer

HOST = "s.shopee.tw"
WAIT_SECONDS = 60.0
SHOPS = Shops()
CLOSED = Reply(body=b"User-agent: *\nDisallow: /", content_type="text/plain")
TO_A_PRODUCT = Reply(302, headers={"Location": "https://shopee.tw/product/1/2"})


def short(name: str) -> ShopLink:
    link = SHOPS.link(f"https://{HOST}/{name}")
    assert link is not None and link.short
    return link


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize("expand_in_ingestor", [True, False], ids=["ingestor", "worker"])
async def test_a_short_link_that_robots_txt_disallows_is_not_asked_for(
    expand_in_ingestor: bool, tmp_path: Path
) -> None:
    posts = tmp_path / "posts.jsonl"
    posts.write_text(json.dumps({"id": "1", "text": f"see https://{HOST}/4VacwWMMCr"}) + "\n")
    with ShopServer({(HOST, "/4VacwWMMCr"): TO_A_PRODUCT}, robots_txt=CLOSED) as server:
        settings = Settings(
            database=DatabaseSettings(url=f"file:{tmp_path}/a.db"),
            feeds=(FeedSettings(source="jsonl", account=str(posts)),),
            fetch=FetchSettings(**server.fetch_settings()),
            ingest=IngestSettings(expand_short_links=expand_in_ingestor),
            work=WorkSettings(spool_dir=tmp_path / "spool"),
        )
        async with asyncio.timeout(WAIT_SECONDS):
            await up(settings, until_idle=True, workers=1)
        assert set(server.targets()) == {f"{HOST}/robots.txt"}
    store = await open_store(settings.database)
    try:
        (job,) = await store.listing.jobs(JobFilter(), limit=10)
    finally:
        await store.close()
    assert (job.status, job.error_code) == (JobStatus.FAILED_PERMANENT, ErrorCode.ROBOTS_DISALLOWED)


async def test_short_links_wait_for_their_turn_like_pages() -> None:
    names = [f"4VacwWMM{number:02}" for number in range(12)]
    clock = Clock()
    with ShopServer({(HOST, f"/{name}"): TO_A_PRODUCT for name in names}) as server:
        settings = FetchSettings(**server.fetch_settings(requests_per_second=0.5))
        client = GuardedClient(settings)
        pacer = Pacer(settings.requests_per_second, clock=clock, sleep=clock.sleep)
        polite = PoliteClient(settings, client, read_robots=robots_here, pacer=pacer)
        found = [await expansion(short(name), polite, SHOPS) for name in names]
        await client.aclose()
    assert {one.link.url_norm for one in found if one.link} == {"https://shopee.tw/product/1/2"}
    assert len(server.asked) == 13  # robots.txt once, and no request for the product
    assert clock.now == pytest.approx(24.0)


async def test_a_short_link_that_answers_429_slows_the_pages_down_too() -> None:
    with ShopServer({(HOST, "/4VacwWMM00"): Reply(429, headers={"Retry-After": "600"})}) as server:
        settings = FetchSettings(**server.fetch_settings())
        client = GuardedClient(settings)
        polite = PoliteClient(settings, client, read_robots=robots_here)
        assert (await expansion(short("4VacwWMM00"), polite, SHOPS)).code is ErrorCode.RATE_LIMITED
        with pytest.raises(CrawlError) as caught:
            await polite.get("https://shopee.tw/product/1/2", allow_host=SHOPS.for_platform("shopee").fetchable)
        await client.aclose()
    assert caught.value.code is ErrorCode.NO_TURN


async def test_a_turn_too_far_away_in_mid_way_is_a_try_all_the_same() -> None:
    slow = Reply(body=b"User-agent: *\nCrawl-delay: 120", content_type="text/plain")
    with ShopServer({("shopee.tw", "/a"): Reply(302, headers={"Location": "/b"})}, robots_txt=slow) as server:
        settings = FetchSettings(**server.fetch_settings())
        client = GuardedClient(settings)
        polite = PoliteClient(settings, client, read_robots=robots_here)
        codes = []
        for _ in range(2):
            with pytest.raises(CrawlError, match="the next turn for") as caught:
                await polite.get("https://shopee.tw/a", allow_host=SHOPS.for_platform("shopee").fetchable)
            codes.append(caught.value.code)
        await client.aclose()
    assert codes == [ErrorCode.RATE_LIMITED, ErrorCode.NO_TURN], "what was asked for in vain spends an attempt"
