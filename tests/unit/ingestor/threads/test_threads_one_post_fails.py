"""A post whose replies or quote the API fails at, again and again, costs those of that post alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from pydantic import SecretStr

from common.errors import CrawlError, ErrorCode, SourceError
from common.net.client import Answer, HttpClient
from common.settings_tables.feeds import FeedSettings
from common.timing.units import DAY_MS, HOUR_MS
from ingestor.sources.base import Tools
from ingestor.sources.threads.failing import TRIES
from ingestor.sources.threads.source import Threads
from tests.parsing_here import ParsingHere

NOW_MS = 1_790_000_000_000
FEED = FeedSettings(source="threads", account="me", token=SecretStr("t"), max_pages=2)


class Api:
    """Posts by their age in hours, newest first, 25 a page; each may have replies, or quote one that is told by id."""

    def __init__(self) -> None:
        self.now_ms = NOW_MS
        self.posts: dict[str, Mapping[str, Any]] = {}
        self.fails: set[str] = set()
        self.raises: CrawlError | None = None

    def post(self, name: str, *, hours: float, replies: bool = False, quotes: str | None = None) -> None:
        moment = _iso(self.now_ms - int(hours * HOUR_MS))
        told: dict[str, Any] = {"id": name, "username": "me", "text": name, "timestamp": moment}
        told |= {"has_replies": True} if replies else {}
        self.posts[name] = told | ({"quoted_post": {"id": quotes}} if quotes else {})

    async def get(self, url: str, **_: Any) -> Answer:
        parts = urlsplit(url)
        name, query = parts.path.removeprefix("/v1.0/"), parse_qs(parts.query)
        if name.partition("/")[0] in self.fails:
            if self.raises:
                raise self.raises
            return self._told(url, {"error": {"message": "An unknown error occurred", "code": 1}}, 500)
        if name == "me/threads":
            shown = sorted(self.posts.values(), key=lambda post: str(post["timestamp"]), reverse=True)
            at = int(query.get("after", ["0"])[0])
            paging = {"cursors": {"after": str(at + 25)}} if len(shown) > at + 25 else {}
            return self._told(url, {"data": shown[at : at + 25], "paging": paging})
        if name.endswith("/conversation"):
            of = name.partition("/")[0]
            reply = {"id": f"reply to {of}", "username": "me", "text": "r", "timestamp": self.posts[of]["timestamp"]}
            return self._told(url, {"data": [reply]})
        return self._told(url, {"id": name, "username": "other", "text": f"quoted {name}"})

    @staticmethod
    def _told(url: str, tree: object, status: int = 200) -> Answer:
        return Answer(url, status, httpx.Headers(), json.dumps(tree).encode())


def _iso(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat()


class Account:
    def __init__(self) -> None:
        self.api = Api()
        self.cursor: str | None = None
        self.source = Threads(
            Tools(
                client=cast(HttpClient, self.api),
                clock_ms=lambda: self.api.now_ms,
                monotonic=lambda: 0.0,
                parser=ParsingHere(),
                budget_seconds=10,
            )
        )

    async def told(self) -> list[str]:
        poll = await self.source.poll(FEED, self.cursor)
        self.cursor = poll.cursor
        return sorted(text for post in poll.posts for text in (post.id, *(inner.text for inner in post.inner)))

    async def fails_at_first(self) -> None:
        """It may be the API that is down."""
        for _ in range(TRIES - 1):
            with pytest.raises(SourceError, match="unknown error"):
                await self.told()


async def test_replies_that_fail_for_ever_keep_nothing_else_back() -> None:
    account = Account()
    account.api.post("broken", hours=1, replies=True)
    account.api.post("fine", hours=2, replies=True)
    account.api.fails = {"broken"}
    await account.fails_at_first()
    assert await account.told() == ["broken", "fine", "reply to fine"]
    account.api.post("next", hours=0.5)
    assert await account.told() == ["next"]
    account.api.fails = set()
    assert await account.told() == ["reply to broken"], "asked for again while the post is young"


async def test_many_that_fail_hold_a_feed_up_no_longer_than_one() -> None:
    account = Account()
    for name in ("a", "b", "c", "d"):
        account.api.post(name, hours=1, replies=True)
    account.api.fails = {"a", "b", "c", "d"}
    await account.fails_at_first()
    assert await account.told() == ["a", "b", "c", "d"]


async def test_a_quote_that_fails_is_asked_for_again_for_a_day() -> None:
    account = Account()
    account.api.post("quoting", hours=1, quotes="77")
    account.api.fails = {"77"}
    await account.fails_at_first()
    assert await account.told() == ["quoting"]
    assert await account.told() == []
    account.api.fails = set()
    assert await account.told() == ["quoted 77", "quoting"], "told again, whole"
    assert await account.told() == []
    account.api.post("quoting still", hours=1, quotes="88")
    account.api.fails = {"88"}
    await account.fails_at_first()
    assert await account.told() == ["quoting still"]
    account.api.now_ms += DAY_MS + HOUR_MS
    account.api.fails = set()
    assert await account.told() == []


async def test_a_line_that_breaks_is_no_fault_of_a_post() -> None:
    account = Account()
    account.api.post("quoting", hours=1, quotes="77")
    account.api.fails, account.api.raises = {"77"}, CrawlError(ErrorCode.NETWORK_ERROR, "no line")
    with pytest.raises(SourceError, match="no line"):
        await account.told()
