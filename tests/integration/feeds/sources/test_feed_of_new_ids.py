"""A feed that gives its entries other ids each time it is made: its day must not be spent by what was read before."""

from __future__ import annotations

import json

import pytest

from common.settings_tables.feeds import FeedSettings
from ingestor.sources.rss.source import Rss
from tests.integration.feeds.sources.test_ingest_over_https import BLOG, served
from tests.servers.feed_server import Asked, Reply


def rss(made: int, entries: int) -> bytes:
    items = "".join(
        f"<item><guid isPermaLink='false'>{made}-{n}</guid><link>https://{BLOG}/{n}</link>"
        f"<description>https://shopee.tw/product/1/{n}</description></item>"
        for n in range(entries, 0, -1)
    )
    return f'<rss version="2.0"><channel><title>Oak</title>{items}</channel></rss>'.encode()


def json_feed(made: int, entries: int) -> bytes:
    """Without ids: what stands beside the content changes."""
    items = [{"content_text": f"https://shopee.tw/product/1/{n}", "_looks": made} for n in range(entries, 0, -1)]
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": items}).encode()


@pytest.mark.parametrize("feed_of", [rss, json_feed])
async def test_what_was_read_under_another_id_is_read_no_more(feed_of: object) -> None:
    assert callable(feed_of)
    shown = [feed_of(1, 20), feed_of(2, 21), feed_of(3, 21)]

    def answer(asked: Asked) -> Reply:
        return Reply(body=shown.pop(0))

    feed, found, cursor = FeedSettings(source="rss", account=f"https://{BLOG}/feed"), [], None
    async with served(BLOG, answer) as (_, tools):
        while shown:
            poll = await Rss(tools).poll(feed, cursor)
            cursor = poll.cursor
            found.append([(*post.html, post.text)[0].rpartition("/")[2] for post in poll.posts])
    assert [len(one) for one in found] == [20, 1, 0]
    assert found[1] == ["21"]
