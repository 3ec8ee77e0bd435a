"""Pages and feeds written to stop whoever reads them: each costs itself, and what stands beside it is read."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from common.broker.memory import MemoryBroker
from common.finding.expand import Expansion
from common.job import JobStatus
from common.net.client import Answer
from common.outcome.judge import judge
from common.outcome.recrawl_pace import pace_of
from common.page import Page
from common.parsing.failures import ParsingStopped
from common.parsing.limits import ParseLimits
from common.parsing.process import ParsingChild
from common.parsing.watch import Breach
from common.settings import DatabaseSettings, Settings, ShopSettings, ShopsSettings
from common.settings_tables.dispatch import DispatchSettings
from common.settings_tables.feeds import FeedSettings
from common.settings_tables.work import WorkSettings
from common.shops.base import ShopLink
from common.shops.reading import READERS, read_apart
from common.shops.registry import Shops
from common.store import JobFilter, Store, init_schema, open_store
from dispatcher.service import DispatchService
from fleet.demo.pages import other_page
from fleet.operations.jobs.adding import add_jobs
from ingestor.finding.reading import FEED_READERS, find_in_posts
from ingestor.service import IngestService
from ingestor.sources.base import Post
from ingestor.sources.rss.apart import read_feed
from worker.direct import WorkService
from worker.read_apart import PageReader
from worker.ways.asked_for import ProductLinks
from worker.ways.http import HttpWay
from worker.ways.judged import Judging

URL = "https://feed.example/rss"
MUG = "https://shopee.tw/product/310001/9100001"
SHOPS = ShopsSettings(other=ShopSettings(domains=("pinewood.example",)))
LIMITS = ParseLimits(memory_bytes=200 * 2**20, processor_seconds=1.5, wall_seconds=300.0)
"""What ends a reading is its memory or the processor's time, never the clock of a busy machine."""
ROOMY = replace(LIMITS, processor_seconds=10.0)
"""For whole pages that are read beside each other: a busy machine takes seconds of its processor for an honest one."""

HOSTILE_ENTRIES = {
    "an author": f"<author>{'a' * 60_000}</author>",
    "open comments": f"<description><![CDATA[{'desc <!-- ' * 40_000}]]></description>",
    "attributes": "<description><![CDATA[<p " + " ".join(f"a{n}=1" for n in range(60_000)) + ">]]></description>",
}
ATTRIBUTES = b"<i a=1 b=1 c=1 d=1></i>" * 520_000
"""12 MB, which a server sends as 29 KB."""


@asynccontextmanager
async def child_within(limits: ParseLimits) -> AsyncIterator[ParsingChild]:
    child = ParsingChild(limits, preload=(*READERS, *FEED_READERS))
    await child.start()
    yield child
    await child.aclose()


@pytest_asyncio.fixture
async def child() -> AsyncIterator[ParsingChild]:
    async with child_within(LIMITS) as child:
        yield child


@pytest_asyncio.fixture
async def roomy_child() -> AsyncIterator[ParsingChild]:
    async with child_within(ROOMY) as child:
        yield child


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    database = DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}")
    await init_schema(database)
    store = await open_store(database)
    yield store
    await store.close()


def feed(*hostile: str) -> bytes:
    honest = [f"<item><guid isPermaLink='false'>{n}</guid><title>好物 {MUG}{n}</title></item>" for n in range(3)]
    entries = [
        honest[0],
        *(f"<item><guid isPermaLink='false'>bad</guid><title>t</title>{text}</item>" for text in hostile),
        *honest[1:],
    ]
    return f'<rss version="2.0"><channel><title>t</title>{"".join(entries)}</channel></rss>'.encode()


@pytest.mark.parametrize("hostile", HOSTILE_ENTRIES.values(), ids=HOSTILE_ENTRIES)
async def test_an_entry_that_passes_a_limit_costs_itself_alone(child: ParsingChild, hostile: str) -> None:
    read = await read_feed(child, feed(hostile), URL, "application/rss+xml")
    posts, skipped = read.posts, read.skipped
    assert {"0", "1", "2"} <= {post.id for post in posts}
    assert [row.reason.split(":")[0] for row in skipped] == ([] if "bad" in {p.id for p in posts} else ["limit"])


async def test_the_author_is_the_one_set_aside(child: ParsingChild) -> None:
    read = await read_feed(child, feed(HOSTILE_ENTRIES["an author"]), URL, None)
    posts, skipped = read.posts, read.skipped
    assert [post.id for post in posts] == ["0", "1", "2"]
    assert "processor time" in skipped[0].reason


async def test_a_page_of_attributes_is_stopped_by_its_memory(child: ParsingChild) -> None:
    shop = Shops(SHOPS).for_platform("other")
    with pytest.raises(ParsingStopped) as stopped:
        await read_apart(child, shop, Page("https://shop.pinewood.example/p", ATTRIBUTES), None)
    assert stopped.value.limit in {Breach.MEMORY, Breach.PROCESSOR}
    page = Page("https://shop.pinewood.example/p", other_page("Oak board", "54.00", "EUR", "OAK"))
    assert await read_apart(child, shop, page, None) == shop.read(page, None)


async def test_of_a_poll_only_the_post_that_passes_a_limit_has_no_links(child: ParsingChild) -> None:
    posts = [
        Post("1", text=MUG),
        Post("2", html=(ATTRIBUTES.decode(),)),
        Post("3", html=(f'<a href="{MUG}">x</a>',)),
    ]
    found, skipped = await find_in_posts(child, posts, SHOPS)
    assert [len(one.links) for one in found] == [1, 0, 1]
    assert [row.source_post_id for row in skipped] == ["2"]


class Taken:
    """A parser whose child the system takes in the middle of its first requests."""

    def __init__(self, child: ParsingChild, times: int) -> None:
        self.child = child
        self.left = times

    async def run(self, *asked: Any, **limits: Any) -> Any:
        if not self.left:
            return await self.child.run(*asked, **limits)
        self.left -= 1
        await self.child.start()
        assert self.child.pid is not None
        os.kill(self.child.pid, signal.SIGSTOP)
        request = asyncio.create_task(self.child.run(*asked, **limits))
        async with asyncio.timeout(60):
            while not self.child.busy:
                await asyncio.sleep(0)
        os.kill(self.child.pid, signal.SIGKILL)
        return await request


async def test_a_post_is_not_to_blame_when_the_system_takes_the_child(child: ParsingChild) -> None:
    posts = [Post("1", text=MUG), Post("2", text=MUG)]
    found, skipped = await find_in_posts(Taken(child, times=2), posts, SHOPS)
    assert ([len(one.links) for one in found], skipped) == ([1, 1], [])
    read = await read_feed(Taken(child, times=2), feed(), URL, None)
    assert ([post.id for post in read.posts], read.skipped) == (["0", "1", "2"], [])


async def test_a_post_that_ends_every_child_is_to_blame(child: ParsingChild) -> None:
    found, skipped = await find_in_posts(Taken(child, times=3), [Post("1", text=MUG)], SHOPS)
    assert ([one.links for one in found], [row.source_post_id for row in skipped]) == ([[]], ["1"])


async def test_half_a_letter_in_a_json_feed_reaches_nobody(child: ParsingChild) -> None:
    body = b'{"items": [{"id": "1", "title": "cup \\ud83c \\ud83c\\udf75"}, {"url": "http://["}, {"id": "3"}]}'
    read = await read_feed(child, body, URL, None)
    posts, skipped = read.posts, read.skipped
    assert [(post.id, post.text) for post in posts] == [("1", "cup \ufffd 🍵"), ("3", "")]
    assert ["Invalid IPv6" in row.reason for row in skipped] == [True]


async def test_a_worker_goes_on_beside_a_hostile_page(roomy_child: ParsingChild, store: Store, tmp_path: Path) -> None:
    addresses = [f"https://shop.pinewood.example/boards/{name}" for name in ("oak", "bad", "elm", "fir")]
    work = WorkSettings(
        spool_dir=tmp_path / "spool", concurrency=4, platforms=("other",), lease_seconds=60, renew_seconds=0.05
    )
    settings = Settings(database=DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}"), shops=SHOPS, work=work)
    await add_jobs(settings, addresses, priority=0)
    broker = MemoryBroker(settings.broker)
    await broker.declare()
    await DispatchService(store=store, broker=broker, settings=DispatchSettings(), holder="d").run_until_drained()
    renewals = _counted(store)
    crawler = HttpWay(
        shops=(shops := Shops(SHOPS)),
        links=ProductLinks(shops, _no_short_links),
        fetcher=_Pages(),
        read=PageReader(roomy_child).read,
        judging=Judging(judge, pace_of(work)),
    )
    tally = await WorkService(store=store, broker=broker, crawler=crawler, settings=work, version="0").run(
        until_idle=True
    )
    assert (tally.succeeded, tally.failed) == (3, 1)
    assert tally.by_code == {"PARSE_LIMIT": 1}
    (bad,) = [job for job in await store.listing.jobs(JobFilter(), limit=9) if job.url_norm.endswith("/bad")]
    assert bad.status is JobStatus.FAILED_PERMANENT
    assert "it needs more than" in (bad.last_error or "")
    assert len(renewals) > 3, "the leases were not renewed while the page was read"


async def test_an_ingestor_goes_on_beside_a_hostile_feed(child: ParsingChild, store: Store) -> None:
    head = f'<rss version="2.0"><channel><author>{"a" * 60_000}</author>'.encode()
    web = _Feeds(
        {
            "https://bad.example/": head,
            "https://good.example/": feed(),
            "https://mixed.example/": feed(*HOSTILE_ENTRIES.values()),
        }
    )
    feeds = tuple(FeedSettings(source="rss", account=address) for address in web.answers)
    summary = await IngestService(
        Settings(feeds=feeds, shops=SHOPS), store=store, shops=Shops(SHOPS), client=web, shop_client=web, parser=child
    ).run_once()
    assert (summary.failures, summary.jobs_added) == (1, 3)
    states = {state.account: state for state in await store.feeds.states()}
    assert "processor time" in (states["https://bad.example/"].last_error or "")
    assert states["https://mixed.example/"].posts_skipped


class _Pages:
    async def fetch(self, url: str, *, allow_host: Callable[[str], bool]) -> Page:
        name = url.rpartition("/")[2]
        return Page(url, ATTRIBUTES if name == "bad" else other_page(f"Board {name}", "54.00", "EUR", name))


class _Feeds:
    def __init__(self, answers: dict[str, bytes]) -> None:
        self.answers = answers

    async def get(self, url: str, **_: object) -> Answer:
        return Answer(url=url, status=200, headers=httpx.Headers(), body=self.answers[url])


async def _no_short_links(link: ShopLink) -> Expansion:
    return Expansion(link)


def _counted(store: Store) -> list[float]:
    times: list[float] = []
    renew = store.leases.renew

    async def counted(leases: Sequence[tuple[str, str]], *, lease_ms: int) -> set[str]:
        times.append(time.monotonic())
        return await renew(leases, lease_ms=lease_ms)

    store.leases.renew = counted  # type: ignore[method-assign]  # for this test's own store
    return times
