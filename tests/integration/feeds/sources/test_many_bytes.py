"""Pages of many megabytes: a poll ends after a few of them and goes on the next time, so that memory stays small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import SecretStr

from common.settings_tables.feeds import FeedSettings
from ingestor.sources.base import Source, Tools
from ingestor.sources.bluesky import Bluesky
from ingestor.sources.http import ENOUGH_BYTES
from ingestor.sources.mastodon import Mastodon
from ingestor.sources.threads.source import Threads
from tests.integration.feeds.sources.test_ingest_over_https import (
    BLUESKY,
    SOCIAL,
    THREADS,
    TOKEN,
    poll_all,
    served,
    stamp,
)
from tests.servers.feed_server import Asked, Reply, answer_json

PAGES = 9
FILLING = "x" * (ENOUGH_BYTES // 4)


def mastodon(asked: Asked) -> Reply:
    if asked.path.endswith("/lookup"):
        return answer_json({"id": "7"})
    number = int(asked.query.get("min_id", PAGES - 1)) + 1
    return answer_json([{"id": str(number), "content": FILLING}] if number <= PAGES else [])


def bluesky(asked: Asked) -> Reply:
    number = int(asked.query.get("cursor", PAGES))
    moment = stamp(1000 - number).replace("+0000", "Z")
    record = {"text": FILLING, "createdAt": moment}
    item = {"post": {"uri": str(number), "author": {}, "indexedAt": moment, "record": record}}
    return answer_json({"feed": [item]} | ({"cursor": str(number - 1)} if number > 1 else {}))


def threads(asked: Asked) -> Reply:
    number = int(asked.query.get("after", PAGES))
    post = {"id": str(number), "username": "oak", "text": FILLING, "timestamp": stamp(1000 - number)}
    return answer_json({"data": [post]} | ({"paging": {"cursors": {"after": str(number - 1)}}} if number > 1 else {}))


@pytest.mark.parametrize(
    ("host", "source", "answer", "more"),
    [
        (SOCIAL, Mastodon, mastodon, {"account": "oak", "base_url": f"https://{SOCIAL}"}),
        (BLUESKY, Bluesky, bluesky, {"account": "oak.example"}),
        (THREADS, Threads, threads, {"account": "me", "token": SecretStr(TOKEN)}),
    ],
)
async def test_a_poll_takes_in_no_more_than_it_may_and_all_is_read_in_the_end(
    host: str, source: Callable[[Tools], Source], answer: Callable[[Asked], Reply], more: dict[str, Any]
) -> None:
    async with served(host, answer) as (_, tools):
        reads = source(tools)
        feed = FeedSettings(source=source.__name__.lower(), max_pages=20, **more)
        poll = await reads.poll(feed, None)
        assert (len(poll.posts), poll.more) == (4, True)
        told, _ = await poll_all(reads, feed, poll.cursor)
        assert sorted([*told, *(post.id for post in poll.posts)]) == [str(number) for number in range(1, PAGES + 1)]
