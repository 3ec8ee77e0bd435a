"""A token goes nowhere where it could be read on the way; what needs none is read over http:// as before."""

from __future__ import annotations

import time
from typing import Any

import pytest
from pydantic import SecretStr

from common.errors import SourceError
from common.net.client import GuardedClient
from common.settings_tables.feeds import FeedSettings
from ingestor.sources.base import Poll, Tools
from ingestor.sources.mastodon import Mastodon
from ingestor.sources.threads.source import Threads
from tests.parsing_here import ParsingHere
from tests.servers.feed_server import Asked, FeedServer, Reply, answer_json

SOCIAL, THREADS = "social.example", "graph.threads.net"
TOKEN = SecretStr("a-secret-of-tests")


def answered(asked: Asked) -> Reply:
    return answer_json({"id": "7"} if asked.path.endswith("/lookup") else [])


async def polled(server: FeedServer, source: Any, feed: dict[str, Any]) -> Poll:
    client = GuardedClient(server.fetch_settings())
    tools = Tools(client, lambda: int(time.time() * 1000), time.monotonic, ParsingHere(), 30.0)
    try:
        found: Poll = await source(tools).poll(FeedSettings.model_validate(feed), None)
    finally:
        await client.aclose()
    return found


@pytest.mark.parametrize(
    ("source", "feed"),
    [
        (Mastodon, {"source": "mastodon", "account": "oak", "base_url": f"http://{SOCIAL}"}),
        (Mastodon, {"source": "mastodon", "account": f"http://{SOCIAL}/@oak"}),
        (Threads, {"source": "threads", "account": "oak", "base_url": f"http://{THREADS}/v1.0"}),
    ],
)
async def test_no_token_is_sent_unencrypted(source: Any, feed: dict[str, Any]) -> None:
    with FeedServer([SOCIAL, THREADS], answered, clear=True) as server:
        with pytest.raises(SourceError, match=r"write https:// in the feed's account or base_url") as refused:
            await polled(server, source, feed | {"token": TOKEN})
        assert server.asked == []
    assert refused.value.needs_person
    assert TOKEN.get_secret_value() not in str(refused.value)


async def test_without_a_token_it_is_read_over_http() -> None:
    with FeedServer([SOCIAL], answered, clear=True) as server:
        feed = {"source": "mastodon", "account": "oak", "base_url": f"http://{SOCIAL}"}
        poll = await polled(server, Mastodon, feed)
        assert (poll.posts, {one.host for one in server.asked}) == ([], {SOCIAL})
