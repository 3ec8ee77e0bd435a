"""A network that refuses access: what a person can do depends on whether a token was sent, or ever is."""

from __future__ import annotations

import time
from typing import Any

import pytest
from pydantic import SecretStr

from common.errors import SourceError
from common.net.client import GuardedClient
from common.settings_tables.feeds import FeedSettings
from ingestor.sources.base import Tools
from ingestor.sources.bluesky import Bluesky
from ingestor.sources.mastodon import Mastodon
from ingestor.sources.rss.source import Rss
from tests.parsing_here import ParsingHere
from tests.servers.feed_server import FeedServer, answer_json

BLUESKY, SOCIAL, BLOG = "public.api.bsky.app", "social.example", "blog.example"
TOKEN = "a-secret-of-tests"


@pytest.mark.parametrize("status", [401, 403])
@pytest.mark.parametrize(
    ("source", "more", "step"),
    [
        (
            Mastodon,
            {"source": "mastodon", "account": f"oak@{SOCIAL}", "token": SecretStr(TOKEN)},
            "check the feed's token",
        ),
        (Mastodon, {"source": "mastodon", "account": f"oak@{SOCIAL}"}, "set the feed's token_file"),
        (Bluesky, {"source": "bluesky", "account": "oak.bsky.social"}, "it is read without a login"),
        (Rss, {"source": "rss", "account": f"https://{BLOG}/feed?key=abc"}, "a key in its address may have ended"),
    ],
)
async def test_refused_access_says_what_helps_at_that_network(
    source: Any, more: dict[str, Any], step: str, status: int
) -> None:
    quoting = {"error": f"the token {TOKEN} is not good"}
    with FeedServer([BLUESKY, SOCIAL, BLOG], lambda asked: answer_json(quoting, status)) as server:
        client = GuardedClient(server.fetch_settings())
        tools = Tools(client, lambda: int(time.time() * 1000), time.monotonic, ParsingHere(), 30.0)
        with pytest.raises(SourceError) as refused:
            await source(tools).poll(FeedSettings.model_validate(more), None)
        await client.aclose()
    said = str(refused.value)
    assert f"access refused (HTTP {status})" in said and step in said
    assert refused.value.needs_person
    assert TOKEN not in said and "key=abc" not in said
    assert ("token" in more) == ("check the feed's token" in said), "nobody looks for a token that is not there"
