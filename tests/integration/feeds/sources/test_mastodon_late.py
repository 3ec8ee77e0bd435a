"""Statuses of Mastodon that come late: an id tells when one was written, so that they stand below what was read."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from common.errors import SourceError
from common.settings_tables.feeds import FeedSettings
from ingestor.sources.base import Tools
from ingestor.sources.mastodon import Mastodon
from tests.integration.feeds.sources.test_ingest_over_https import SOCIAL, poll_all, served
from tests.servers.feed_server import Asked, Reply, answer_json

FEED = FeedSettings(source="mastodon", account="oak@far.example", base_url=f"https://{SOCIAL}")
"""An account of one server, read at another, which hears of its statuses in any order."""


@asynccontextmanager
async def social(statuses: dict[int, dict[str, Any]]) -> AsyncIterator[Tools]:
    def answer(asked: Asked) -> Reply:
        if asked.path.endswith("/lookup"):
            return answer_json({"id": "7"})
        after, limit = asked.query.get("min_id"), int(asked.query["limit"])
        numbers = sorted(statuses) if after is None else sorted(n for n in statuses if n > int(after))
        page = numbers[-limit:] if after is None else numbers[:limit]
        return answer_json([statuses[number] for number in reversed(page)])

    async with served(SOCIAL, answer) as (_, tools):
        yield tools


def status(number: int) -> dict[str, Any]:
    return {"id": str(number), "content": f"post {number}", "edited_at": None}


async def test_a_status_that_came_late_is_read_once() -> None:
    statuses = {number: status(number) for number in range(100, 300, 2)}
    async with social(statuses) as tools:
        source = Mastodon(tools)
        ids, poll = await poll_all(source, FEED)
        assert ids == [str(number) for number in statuses]
        statuses |= {number: status(number) for number in (277, 299)}
        assert (await poll_all(source, FEED, poll.cursor))[0] == ["299", "277"]
        _, poll = await poll_all(source, FEED, poll.cursor)
        assert (await poll_all(source, FEED, poll.cursor))[0] == []


async def test_an_id_that_lies_ahead_of_all_others_hides_none_of_them() -> None:
    statuses = {number: status(number) for number in (1, 2, 10**18)}
    async with social(statuses) as tools:
        source = Mastodon(tools)
        _, poll = await poll_all(source, FEED)
        statuses[3] = status(3)
        assert (await poll_all(source, FEED, poll.cursor))[0] == ["3"]


async def test_a_server_that_writes_its_ids_as_numbers_is_read_to_its_end() -> None:
    statuses: dict[int, dict[str, Any]] = {number: status(number) | {"id": number} for number in range(1, 101)}
    async with social(statuses) as tools:
        source = Mastodon(tools)
        ids, poll = await poll_all(source, FEED)
        assert ids == [str(number) for number in statuses]
        statuses[101] = status(101) | {"id": 101}
        assert (await poll_all(source, FEED, poll.cursor))[0] == ["101"]


async def test_reading_since_a_time_brings_nothing_older() -> None:
    since_ms = 1_700_000_000_000
    first = since_ms << 16
    statuses = {number: status(number) for number in (first - 1000, first + 1, first + 2)}
    async with social(statuses) as tools:
        source = Mastodon(tools)
        ids, poll = await poll_all(source, FEED, source.cursor_since(since_ms))
        assert ids == [str(first + 1), str(first + 2)]
        assert (await poll_all(source, FEED, poll.cursor))[0] == []


async def test_a_cursor_of_before_goes_on() -> None:
    statuses = {number: status(number) for number in range(1, 6)}
    async with social(statuses) as tools:
        source = Mastodon(tools)
        old = json.dumps({"account_id": "7", "last_id": "4", "edits": {}})
        ids, poll = await poll_all(source, FEED, old)
        assert ids[0] == "5"
        assert (await poll_all(source, FEED, poll.cursor))[0] == []


async def test_a_page_that_always_fails_keeps_no_new_status_back() -> None:
    numbers, breaks = [1, 2], [True]

    def answer(asked: Asked) -> Reply:
        if asked.path.endswith("/lookup"):
            return answer_json({"id": "7"})
        after = asked.query.get("min_id")
        if after is not None and breaks[0] and len(numbers) > 2:
            return answer_json({"error": "Something went wrong"}, status=500)
        return answer_json([status(number) for number in reversed(numbers) if number > int(after or 0)])

    async with served(SOCIAL, answer) as (_, tools):
        source = Mastodon(tools)
        _, poll = await poll_all(source, FEED)
        numbers += [3, 4]
        told: list[str] = []
        failed = 0
        for _ in range(6):
            try:
                poll = await source.poll(FEED, poll.cursor)
            except SourceError:
                failed += 1
            else:
                told += [post.id for post in poll.posts]
        assert (sorted(told), failed) == (["3", "4"], 4)
        breaks[0] = False
        numbers.append(5)
        assert "5" in (await poll_all(source, FEED, poll.cursor))[0]


async def test_a_newest_page_that_always_fails_keeps_no_new_status_back() -> None:
    """As one with a status that its server breaks at since it was edited; what is newer can be had by `min_id`."""
    numbers, breaks = [1, 2], [False]

    def answer(asked: Asked) -> Reply:
        if asked.path.endswith("/lookup"):
            return answer_json({"id": "7"})
        after = asked.query.get("min_id")
        if after is None and breaks[0]:
            return answer_json({"error": "Something went wrong"}, status=500)
        return answer_json([status(number) for number in reversed(numbers) if number > int(after or 0)])

    async with served(SOCIAL, answer) as (_, tools):
        source = Mastodon(tools)
        _, poll = await poll_all(source, FEED)
        breaks[0] = True
        numbers.append(3)
        ids, poll = await poll_all(source, FEED, poll.cursor)
        assert ids == ["3"]
        with pytest.raises(SourceError, match="500"):  # nothing is new, and it is said that something fails
            await source.poll(FEED, poll.cursor)
        breaks[0] = False
        assert (await poll_all(source, FEED, poll.cursor))[0] == []
