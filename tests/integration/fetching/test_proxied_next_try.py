"""A job that failed by one proxy, with a doubt whose fault it was, is tried again by another one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from common.errors import CrawlError, ErrorCode
from common.job import Crawlable
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings
from common.store import init_schema, open_store
from common.ways.way import Way
from tests.integration.fetching.test_proxied_client import Through, through
from tests.servers.proxies.bad import answering, bad_proxy, leading_to
from tests.servers.shop_server import Reply, ShopServer
from worker.proxies.crawling import CrawlsByRoute

JOBS = 8


@dataclass
class Tried:
    """A job at one of its attempts."""

    id: str
    attempt: int
    url_norm: str = "https://shopee.tw/a"
    platform: str = "shopee"
    content_hash: str | None = None
    crawl_interval_ms: int | None = None
    via: Way | None = None


class Gets:
    """A crawl that asks for one page."""

    def __init__(self, client: Through) -> None:
        self._client = client

    async def crawl(self, job: Crawlable) -> CrawlResult:
        return cast("CrawlResult", await self._client.get(job.url_norm))


@pytest.mark.parametrize("cut", [False, True])
async def test_the_next_attempt_goes_by_another_proxy(tmp_path: Path, cut: bool) -> None:
    """One proxy says of each page that it did not reach the shop, or dies in the middle of each."""
    database = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}")
    await init_schema(database)
    store = await open_store(database)
    with ShopServer({("shopee.tw", "/a"): Reply(body=b"x" * 50_000)}) as shop:
        worse = leading_to(shop.port, cut_after=20_000) if cut else answering(b"HTTP/1.1 502 Bad Gateway\r\n\r\n")
        async with (
            bad_proxy(worse, "worse") as one,
            bad_proxy(leading_to(shop.port), "good") as other,
            through(shop, one, other) as client,
        ):
            crawls = CrawlsByRoute(Gets(client), store.proxies)
            failed = []
            for number in range(JOBS):
                try:
                    await crawls.crawl(Tried(f"job-{number}", 1))
                except CrawlError as error:
                    assert error.code is ErrorCode.NETWORK_ERROR
                    failed.append(f"job-{number}")
            assert 0 < len(failed) < JOBS, "each job draws its own proxy"
            for job_id in failed:
                assert cast("tuple[int, bytes]", await crawls.crawl(Tried(job_id, 2)))[0] == 200
    await store.close()
