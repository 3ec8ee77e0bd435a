"""The ingestor on a real database: nothing doubled, nothing lost, and no account in another's way."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from common.errors import SourceError, StoreUnavailable
from common.net.client import GuardedClient
from common.settings import DatabaseSettings, Settings
from common.settings_tables.feeds import FeedSettings, IngestSettings
from common.shops.registry import Shops
from common.store import JobFilter, SkippedPost, Store, init_schema, open_store
from ingestor.service import IngestService
from ingestor.sources.base import Poll, Post, Source
from ingestor.summary import IngestSummary
from tests.parsing_here import ParsingHere

WAIT_SECONDS = 60


@pytest.fixture
async def database(tmp_path: Path) -> DatabaseSettings:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'crawlfleet.db'}")
    await init_schema(settings)
    return settings


Open = Callable[[], Awaitable[Store]]


@pytest.fixture
async def open_one(database: DatabaseSettings) -> AsyncIterator[Open]:
    opened: list[Store] = []

    async def open_another() -> Store:
        opened.append(await open_store(database))
        return opened[-1]

    yield open_another
    for store in opened:
        await store.close()


def write_posts(path: Path, count: int) -> None:
    text = "好物https://shopee.tw/x-i.31.{item}?utm={n} again https://shopee.tw/product/31/7"
    lines = [json.dumps({"id": f"p{n}", "text": text.format(item=9000 + n // 2, n=n)}) for n in range(count)]
    path.write_text("\n".join(lines) + "\n")


def service(
    store: Store, *feeds: FeedSettings, sources: dict[str, Source] | None = None, **ingest: float
) -> IngestService:
    settings = Settings(feeds=feeds, ingest=IngestSettings(**ingest))
    client = GuardedClient(settings.fetch)
    return IngestService(
        settings,
        store=store,
        shops=Shops(settings.shops),
        client=client,
        shop_client=client,
        parser=ParsingHere(),
        sources=sources,
    )


async def rows(store: Store) -> tuple[list[str], int]:
    jobs = await store.listing.jobs(JobFilter(), limit=10_000)
    sightings = [s for job in jobs for s in await store.listing.sightings(job.id)]
    assert len({(s.job_id, s.source_post_id) for s in sightings}) == len(sightings)
    return sorted(job.url_norm for job in jobs), len(sightings)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        while not condition():
            await asyncio.sleep(0.005)


async def test_the_same_posts_twice_and_by_two_ingestors_at_once(open_one: Open, tmp_path: Path) -> None:
    write_posts(tmp_path / "posts.jsonl", 60)
    feed = FeedSettings(source="jsonl", account=str(tmp_path / "posts.jsonl"))
    stores = [await open_one() for _ in range(2)]
    both = await asyncio.gather(*(service(store, feed).run_once() for store in stores))
    urls, sightings = await rows(stores[0])
    assert len(urls) == len(set(urls)) == 31
    assert sightings == 120
    assert sum(summary.jobs_added for summary in both) == 31
    assert sum(summary.sightings_added for summary in both) == 120
    await stores[0].feeds.record_poll("jsonl", feed.account, jobs=[], sightings=[], cursor=None)
    again = await service(stores[0], feed).run_once()
    assert (again.jobs_added, again.sightings_added) == (0, 0)
    assert await rows(stores[1]) == (urls, sightings)


class Script:
    """A source that answers from a list; a list at its end has no more posts."""

    def __init__(self, *steps: Poll | Exception, hang: bool = False) -> None:
        self.steps = list(steps)
        self.cursors: list[str | None] = []
        self.hang = hang

    async def poll(self, feed: FeedSettings, cursor: str | None) -> Poll:
        self.cursors.append(cursor)
        if self.hang:
            await asyncio.Event().wait()
        step = self.steps.pop(0) if self.steps else Poll([], cursor)
        if isinstance(step, Exception):
            raise step
        return step


def post(number: int) -> Post:
    return Post(f"p{number}", text=f"https://shopee.tw/product/31/{number}")


async def test_a_crash_between_pages_neither_loses_nor_doubles(open_one: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await open_one()
    pages = [Poll([post(n)], f'"{n}"', more=n < 3) for n in (1, 2, 3)]
    feed = FeedSettings(source="rss", account="https://a.example/")
    record, calls = store.feeds.record_poll, 0

    async def breaks_on_the_second(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise StoreUnavailable("the database went away")
        return await record(*args, **kwargs)

    monkeypatch.setattr(store.feeds, "record_poll", breaks_on_the_second)
    summary = await service(store, feed, sources={"rss": Script(*pages)}).run_once()
    assert (summary.failures, summary.jobs_added) == (1, 1)
    assert await store.feeds.cursor("rss", feed.account) == '"1"'

    class Numbered:
        async def poll(self, feed: FeedSettings, cursor: str | None) -> Poll:
            done = int(json.loads(cursor or "0"))
            return pages[done] if done < 3 else Poll([], cursor)

    summary = await service(store, feed, sources={"rss": Numbered()}).run_once()
    assert (summary.failures, summary.jobs_added) == (0, 2)
    assert len((await rows(store))[0]) == 3


async def test_an_account_whose_day_is_spent_is_left_alone_until_the_next(
    database: DatabaseSettings, tmp_path: Path
) -> None:
    store = await open_store(database, clock_ms=lambda: 20_000 * 86_400_000 + 3_600_000)
    path = tmp_path / "posts.jsonl"
    path.write_text("".join(f'{{"id": "{n}", "text": "https://shopee.tw/product/31/{n}"}}\n' for n in range(1, 6)))
    feed = FeedSettings(source="jsonl", account=str(path), links_per_day=3)
    for jobs_added in (3, 0):  # a restart gives no new day
        summary = await service(store, feed).run_once()
        assert (summary.jobs_added, summary.left_out, summary.failures) == (jobs_added, 2, 0)
        assert await store.feeds.cursor("jsonl", feed.account) is None
    stop = asyncio.Event()
    asked: list[float] = []

    async def wait(stop: asyncio.Event, seconds: float) -> None:
        asked.append(seconds)
        stop.set()

    waiting = service(store, feed)
    waiting._wait = wait
    await waiting.run_forever(stop)
    assert asked == [23 * 3600]
    raised = FeedSettings(source="jsonl", account=feed.account, links_per_day=9)
    summary = await service(store, raised).run_once()
    assert (summary.jobs_added, summary.left_out) == (2, 0)
    await store.close()


async def test_broken_accounts_never_stop_the_others(open_one: Open) -> None:
    store = await open_one()
    feeds = [
        FeedSettings(source=source, account=f"https://{source}.example/@somebody")
        for source in ("rss", "mastodon", "bluesky", "threads")
    ]
    sources: dict[str, Source] = {
        "rss": Script(SourceError("token is dead", needs_person=True)),
        "mastodon": Script(hang=True),
        "bluesky": Script(RuntimeError("a bug")),
        "threads": Script(Poll([post(1)], "1", [SkippedPost("p0", "malformed: text is a number")])),
    }
    # The one that hangs takes this long; the good one must not, on a busy machine either.
    summary = await service(store, *feeds, sources=sources, poll_timeout_seconds=5).run_once()
    assert summary == IngestSummary(
        accounts=4, posts=1, links=1, jobs_added=1, sightings_added=1, skipped=1, failures=3
    )
    states = {state.source: state for state in await store.feeds.states()}
    assert "token is dead" in (states["rss"].last_error or "")
    assert "poll_timeout_seconds" in (states["mastodon"].last_error or "")
    assert "a bug" in (states["bluesky"].last_error or "")
    assert await store.feeds.cursor("rss", states["rss"].account) is None
    assert states["threads"].failures == 0


async def test_forever_means_ready_after_the_first_good_poll_and_a_prompt_stop(open_one: Open) -> None:
    store = await open_one()
    good, bad = Script(SourceError("not yet"), Poll([post(1)], "1")), Script(*[SourceError("never")] * 1000)
    feeds = (FeedSettings(source="rss", account="https://a.example/"), FeedSettings(source="jsonl", account="x"))
    settings = Settings(feeds=feeds)
    waits: list[float] = []
    asked_before_ready: list[int] = []

    async def no_wait(stop: asyncio.Event, seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(0)

    ingestor = IngestService(
        settings,
        store=store,
        shops=Shops(settings.shops),
        client=GuardedClient(settings.fetch),
        shop_client=GuardedClient(settings.fetch),
        parser=ParsingHere(),
        sources={"rss": good, "jsonl": bad},
        wait=no_wait,
        random=lambda: 1.0,
    )
    stop = asyncio.Event()
    running = asyncio.create_task(
        ingestor.run_forever(stop, on_ready=lambda: asked_before_ready.append(len(good.cursors)))
    )
    await until(lambda: len(good.cursors) >= 4 and len(bad.cursors) >= 4)
    stop.set()
    await asyncio.wait_for(running, WAIT_SECONDS)
    assert asked_before_ready == [2]
    assert {30.0, 60.0, 120.0} <= set(waits)
    assert ingestor.total.jobs_added == 1


async def test_a_stop_does_not_wait_for_a_poll_that_hangs(open_one: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingestor.service.STOP_GRACE_SECONDS", 0.05)
    hanging = Script(hang=True)
    ingestor = service(await open_one(), FeedSettings(source="rss", account="https://a/"), sources={"rss": hanging})
    stop = asyncio.Event()
    running = asyncio.create_task(ingestor.run_forever(stop))
    await until(lambda: bool(hanging.cursors))
    stop.set()
    await asyncio.wait_for(running, WAIT_SECONDS)


async def test_an_ingestor_that_hears_no_operator_any_more_ends_and_says_why(
    open_one: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug alone can make it so. Beside it polls would go on, and no pause be seen."""
    monkeypatch.setattr("ingestor.wishes.LOOK_SECONDS", 0.01)
    store, source = await open_one(), Script()
    wishes, looks = store.feeds.wishes, list[int]()

    async def broken() -> object:
        looks.append(1)
        if len(looks) > 1:
            raise RuntimeError("a bug")
        return await wishes()

    monkeypatch.setattr(store.feeds, "wishes", broken)
    ingestor = service(store, FeedSettings(source="rss", account="https://a/"), sources={"rss": source})
    with pytest.raises(RuntimeError, match="a bug"):
        await asyncio.wait_for(ingestor.run_forever(asyncio.Event()), 5)
