"""Posts that were passed over before their shop was named are read once more; cursors stay, and nothing is doubled."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from common.errors import SourceError
from common.net.client import Answer, GuardedClient
from common.settings import DatabaseSettings, Settings, ShopSettings, ShopsSettings
from common.settings_tables.feeds import FeedSettings, IngestSettings
from common.shops.registry import Shops
from common.store import JobFilter, Store, init_schema, open_store
from common.timing.units import DAY_MS, HOUR_MS
from fleet.cli import main
from ingestor.service import IngestService
from ingestor.sources.base import Poll, Post, ReadsAgain, Source, Tools
from ingestor.sources.bluesky import Bluesky
from ingestor.sources.mastodon import Mastodon
from ingestor.sources.registry import SOURCES
from tests.parsing_here import ParsingHere

NOW = 20_000 * DAY_MS
DOMAINS = ("oak.example",)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}")
    await init_schema(settings)
    store = await open_store(settings, clock_ms=lambda: NOW)
    yield store
    await store.close()


def ingestor(
    store: Store, feed: FeedSettings, *domains: str, source: Source | None = None, links_per_day: int = 2000
) -> IngestService:
    settings = Settings(
        feeds=(feed,),
        shops=ShopsSettings(other=ShopSettings(domains=domains)),
        ingest=IngestSettings(links_per_day=links_per_day),
    )
    client = GuardedClient(settings.fetch)

    async def no_wait(stop: asyncio.Event, seconds: float) -> None:
        """Time passes."""

    return IngestService(
        settings,
        store=store,
        shops=Shops(settings.shops),
        client=client,
        shop_client=client,
        parser=ParsingHere(),
        wait=no_wait,
        sources={feed.source: source} if source else None,
    )


def lines(tmp_path: Path, days_old: dict[str, int]) -> FeedSettings:
    file = tmp_path / "posts.jsonl"
    with file.open("a") as written:
        for name, age in days_old.items():
            at = datetime.fromtimestamp((NOW - age * DAY_MS) / 1000, UTC).isoformat()
            text = f"https://oak.example/p/{name} https://shopee.tw/product/1/{name}"
            written.write(json.dumps({"id": name, "text": text, "created_at": at}) + "\n")
    return FeedSettings(source="jsonl", account=str(file))


async def links(store: Store) -> list[str]:
    return sorted(job.url_norm for job in await store.listing.jobs(JobFilter(), limit=1000))


async def test_what_was_passed_over_is_found_once_its_shop_is_named(store: Store, tmp_path: Path) -> None:
    feed = lines(tmp_path, {"1": 9, "2": 6, "3": 1})
    await ingestor(store, feed).run_once()
    assert await links(store) == [f"https://shopee.tw/product/1/{name}" for name in "123"]
    cursor = await store.feeds.cursor("jsonl", feed.account)
    assert (await ingestor(store, feed, *DOMAINS).run_once()).jobs_added == 0, "the cursor is behind them"
    first = await ingestor(store, feed, *DOMAINS).run_again(NOW - 7 * DAY_MS)
    assert (first.posts, first.jobs_added, first.sightings_added, first.failures) == (2, 2, 2, 0)
    assert [link for link in await links(store) if "oak" in link] == [f"https://oak.example/p/{name}" for name in "23"]
    second = await ingestor(store, feed, *DOMAINS).run_again(NOW - 7 * DAY_MS)
    assert (second.jobs_added, second.sightings_added) == (0, 0)
    assert await store.feeds.cursor("jsonl", feed.account) == cursor


async def test_the_accounts_day_holds_and_the_rest_waits_for_another_day(store: Store, tmp_path: Path) -> None:
    feed = lines(tmp_path, {str(number): 1 for number in range(1, 9)})
    await ingestor(store, feed).run_once()
    again = await ingestor(store, feed, *DOMAINS, links_per_day=11).run_again(NOW - 7 * DAY_MS)
    assert (again.jobs_added, again.left_out) == (3, 5), "eight of the day's eleven were taken before"


class Paged:
    """A network with posts at the given times, two a page, from a time on; says when it was asked, and from where."""

    def __init__(self, times: list[int], *, fail_at: int = 0, busy_seconds: float | None = None) -> None:
        self.times = sorted(times)
        self.asked: list[int] = []
        self.fail_at = fail_at
        self.busy_seconds = busy_seconds

    def cursor_since(self, since_ms: int) -> str:
        return str(since_ms)

    async def poll(self, feed: FeedSettings, cursor: str | None) -> Poll:
        start = int(cursor or 0)
        self.asked.append(start)
        if len(self.asked) == self.fail_at:
            raise SourceError("away")
        page = [at for at in self.times if at >= start][:2]
        more = bool(page) and page[-1] < self.times[-1]
        posts = [Post(str(at), text=f"https://oak.example/p/{at}") for at in page]
        return Poll(posts, str(page[-1] + 1 if page else start), next_poll_seconds=self.busy_seconds, more=more)


PAGED = FeedSettings(source="bluesky", account="somebody.example")


async def test_a_source_that_can_begin_at_a_time_is_read_from_there_to_its_end(store: Store) -> None:
    source = Paged([1, 5, 6, 7, 8, 9])
    summary = await ingestor(store, PAGED, *DOMAINS, source=source).run_again(5)
    assert (source.asked, summary.jobs_added) == ([5, 7, 9], 5)
    assert await store.feeds.cursor("bluesky", PAGED.account) is None


@pytest.mark.parametrize("source", [Paged([5, 6, 7, 8], fail_at=2), Paged([5, 6, 7, 8], busy_seconds=900)])
async def test_what_breaks_under_way_is_counted_and_begun_again_without_doubling(store: Store, source: Paged) -> None:
    summary = await ingestor(store, PAGED, *DOMAINS, source=source).run_again(5)
    assert (summary.jobs_added, summary.failures) == (2, 1)
    source.busy_seconds = None
    assert (await ingestor(store, PAGED, *DOMAINS, source=source).run_again(5)).jobs_added == 2
    assert [state.failures for state in await store.feeds.states()] == [0], "the account's own polls are not at fault"


async def test_standard_input_cannot_be_read_again(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    feed = FeedSettings(source="jsonl", account="-")
    assert (await ingestor(store, feed).run_again(0)).failures == 1
    assert "standard input cannot be read again" in caplog.text


def test_the_networks_that_can_begin_at_a_time() -> None:
    can = {name for name, make in SOURCES.items() if issubclass(make, ReadsAgain)}  # type: ignore[arg-type]  # each is a class
    assert can == {"bluesky", "mastodon", "threads"}


class Network:
    """Answers Mastodon's and Bluesky's questions, and keeps them."""

    def __init__(self, account_id: str = "109", *, step_ms: int = DAY_MS // 2) -> None:
        self.account_id = account_id
        self.asked: list[str] = []
        self.step_ms = step_ms

    async def get(self, url: str, **_: object) -> Answer:
        self.asked.append(url)
        if "/accounts/lookup" in url:
            return self._says(url, {"id": self.account_id})
        if "getAuthorFeed" not in url:
            return self._says(url, [])
        page = 0 if "cursor=" not in url else int(url.rpartition("cursor=")[2])
        views = []
        for at in range(NOW - page * DAY_MS, NOW - (page + 1) * DAY_MS, -self.step_ms):
            stamp = datetime.fromtimestamp(at / 1000, UTC).isoformat()
            record = {"text": "x", "createdAt": stamp}
            views.append({"post": {"uri": f"at://did/post/{at}", "record": record, "indexedAt": stamp}})
        return self._says(url, {"feed": views, "cursor": str(page + 1)})

    def _says(self, url: str, tree: object) -> Answer:
        return Answer(url, 200, httpx.Headers(), json.dumps(tree).encode())


def tools(network: Network) -> Tools:
    return Tools(network, lambda: NOW, lambda: 0.0, ParsingHere(), 60.0)


@pytest.mark.parametrize(("account_id", "min_id"), [("109", str((NOW - DAY_MS) << 16)), ("01HACCOUNT", "0")])
async def test_mastodon_begins_at_the_id_of_that_time_where_ids_hold_their_time(account_id: str, min_id: str) -> None:
    network = Network(account_id)
    feed = FeedSettings(source="mastodon", account="somebody@social.example")
    source = Mastodon(tools(network))
    await source.poll(feed, source.cursor_since(NOW - DAY_MS))
    assert f"min_id={min_id}&" in network.asked[1] + "&"


async def test_bluesky_is_walked_down_to_that_time_and_no_further() -> None:
    network = Network(step_ms=HOUR_MS // 2)
    feed = FeedSettings(source="bluesky", account="somebody.example", max_pages=50)
    source = Bluesky(tools(network))
    poll = await source.poll(feed, source.cursor_since(NOW - 7 * DAY_MS))
    assert not poll.more and len(network.asked) < 12
    times = [int(post.id.rpartition("/")[2]) for post in poll.posts]
    assert (min(times), max(times)) == (NOW - 7 * DAY_MS, NOW), "nor to the posts that each walk reads once more"


@pytest.mark.parametrize("typed", [["--again"], ["--since", "7d"]])
def test_again_and_since_go_together(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["ingest", *typed])
    assert ended.value.code == 2
    assert "go together" in capsys.readouterr().err
