"""An account of Mastodon whose id is another one now: its server was set up anew, or somebody registered the name
again."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from common.errors import SourceError
from common.settings_tables.feeds import FeedSettings
from ingestor.sources.base import Tools
from ingestor.sources.mastodon import Mastodon
from tests.integration.feeds.sources.test_ingest_over_https import BLOG, SOCIAL, poll_all, served
from tests.integration.feeds.sources.test_mastodon_late import FEED, status
from tests.servers.feed_server import Asked, Reply, answer_json


@dataclass
class Server:
    """What it knows the one account by, and how it answers for one that it does not know."""

    id: str | None = "7"
    posts: list[int] = field(default_factory=lambda: [901, 902])
    gone: int = 404
    shows: bool = True
    """Statuses."""
    asked: list[str] = field(default_factory=list)

    def answer(self, asked: Asked) -> Reply:
        self.asked.append(asked.path)
        if asked.path.endswith("/lookup"):
            return answer_json({"id": self.id}) if self.id else answer_json({"error": "Record not found"}, status=404)
        if asked.path.split("/")[-2] != self.id or not self.shows:
            return answer_json({"error": "Record not found"}, status=self.gone)
        after = int(asked.query.get("min_id", 0))
        return answer_json([status(number) for number in sorted(self.posts, reverse=True) if number > after])


@asynccontextmanager
async def served_by(server: Server) -> AsyncIterator[Tools]:
    async with served(SOCIAL, server.answer) as (_, tools):
        yield tools


@pytest.mark.parametrize("gone", [404, 410])
async def test_it_is_read_on_under_its_new_id_from_its_beginning(gone: int, caplog: pytest.LogCaptureFixture) -> None:
    server = Server(gone=gone)
    async with served_by(server) as tools:
        source = Mastodon(tools)
        ids, poll = await poll_all(source, FEED)
        assert ids == ["901", "902"]
        server.id, server.posts = "12", [3, 4]
        with caplog.at_level(logging.WARNING, logger="crawlfleet.ingestor"):
            ids, poll = await poll_all(source, FEED, poll.cursor)
        assert ids == ["3", "4"], "numbers of the server's new beginning are lower"
        assert "another id" in caplog.text
        server.posts.append(5)
        server.asked.clear()
        assert (await poll_all(source, FEED, poll.cursor))[0] == ["5"]
        assert not any(path.endswith("/lookup") for path in server.asked), "the new id is known from then on"


@pytest.mark.parametrize("gone", [{"id": None}, {"shows": False}], ids=["the account", "its statuses alone"])
async def test_one_that_is_not_there_any_more_fails_as_before(gone: dict[str, bool | None]) -> None:
    server = Server()
    async with served_by(server) as tools:
        source = Mastodon(tools)
        _, poll = await poll_all(source, FEED)
        for name, value in gone.items():
            setattr(server, name, value)
        with pytest.raises(SourceError, match=r"not there \(HTTP 404\)"):
            await source.poll(FEED, poll.cursor)


async def test_at_another_server_the_id_of_before_is_a_strangers() -> None:
    """The account moved, and its base_url was changed: its name in the database is the same."""
    before = FeedSettings(source="mastodon", account="oak", base_url=f"https://{SOCIAL}")
    after = before.model_copy(update={"base_url": f"https://{BLOG}"})
    async with served_by(Server()) as tools:
        _, poll = await poll_all(Mastodon(tools), before)
    moved = Server(id="12", posts=[3, 4])

    def answer(asked: Asked) -> Reply:
        stranger = asked.path == "/api/v1/accounts/7/statuses"
        return answer_json([status(999)]) if stranger else moved.answer(asked)

    async with served(BLOG, answer) as (_, tools):
        source = Mastodon(tools)
        ids, poll = await poll_all(source, after, poll.cursor)
        assert ids == ["3", "4"]
        assert (await poll_all(source, after, poll.cursor))[0] == []
