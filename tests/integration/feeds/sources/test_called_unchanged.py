"""A feed whose server calls it unchanged although it has new entries: they must be read all the same."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from email.utils import formatdate, parsedate_to_datetime

import pytest

from common.settings_tables.feeds import FeedSettings
from common.timing.units import DAY_MS, HOUR_MS
from ingestor.sources.rss.source import Rss
from tests.integration.feeds.sources.test_ingest_over_https import BLOG, NOW_MS, served
from tests.servers.feed_server import Asked, Reply

FEED = FeedSettings(source="rss", account=f"https://{BLOG}/feed")
Answer = Callable[[Asked], Reply]


def rss(numbers: range) -> bytes:
    items = "".join(
        f"<item><guid isPermaLink='false'>{n}</guid><title>post {n}</title></item>" for n in reversed(numbers)
    )
    return f'<rss version="2.0"><channel><title>Oak</title>{items}</channel></rss>'.encode()


def by_newest_date(shown: list[int], newest_ms: int) -> Answer:
    """As WordPress does: the time of the newest entry, and an ETag made of that time."""
    modified = formatdate(newest_ms / 1000, usegmt=True)
    etag = f'"{hashlib.md5(modified.encode(), usedforsecurity=False).hexdigest()}"'

    def answer(asked: Asked) -> Reply:
        since = asked.headers.get("if-modified-since")
        if since and parsedate_to_datetime(since) >= parsedate_to_datetime(modified):
            return Reply(304)
        if asked.headers.get("if-none-match") == etag:
            return Reply(304)
        return Reply(body=rss(range(shown[0])), headers={"ETag": etag, "Last-Modified": modified})

    return answer


async def test_an_entry_dated_in_the_future_hides_no_later_one() -> None:
    shown = [2]
    async with served(BLOG, by_newest_date(shown, NOW_MS + 4_000 * DAY_MS)) as (_, tools):
        first = await Rss(tools).poll(FEED, None)
        shown[0] = 3
        second = await Rss(tools).poll(FEED, first.cursor)
        third = await Rss(tools).poll(FEED, second.cursor)
    assert [[post.id for post in poll.posts] for poll in (first, second, third)] == [["0", "1"], ["2"], []]


@pytest.mark.parametrize("old_cursor", [False, True])
async def test_a_feed_that_is_always_called_unchanged_is_read_whole_once_a_day(old_cursor: bool) -> None:
    shown, now = [2], [NOW_MS]

    def answer(asked: Asked) -> Reply:
        if "if-none-match" in asked.headers:
            return Reply(304)
        return Reply(body=rss(range(shown[0])), headers={"ETag": '"always"'})

    async with served(BLOG, answer) as (server, tools):
        source = Rss(replace(tools, clock_ms=lambda: now[0]))
        cursor = (await source.poll(FEED, None)).cursor
        if old_cursor:
            assert cursor is not None
            cursor = cursor.replace("read_at_ms", "unknown")
        shown[0] = 3
        found: list[str] = []
        for _ in range(25):
            now[0] += HOUR_MS
            poll = await source.poll(FEED, cursor)
            cursor = poll.cursor
            found += [post.id for post in poll.posts]
        asked_whole = [one for one in server.asked if "if-none-match" not in one.headers]
    assert found == ["2"]
    assert len(asked_whole) == (3 if old_cursor else 2)
