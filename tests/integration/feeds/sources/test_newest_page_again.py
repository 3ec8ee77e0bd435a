"""Newest-first feeds that change where they were read: edits, what is shown late, page cursors that lead nowhere."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from pydantic import SecretStr

from common.errors import SourceError
from common.settings_tables.feeds import FeedSettings
from ingestor.sources.base import Tools
from ingestor.sources.bluesky import Bluesky
from ingestor.sources.threads.source import Threads
from tests.integration.feeds.sources.test_ingest_over_https import (
    BLUESKY,
    THREADS,
    TOKEN,
    poll_all,
    served,
    stamp,
    thread,
)
from tests.servers.feed_server import Asked, Reply, answer_json

SKY = FeedSettings(source="bluesky", account="oak.example", max_pages=3)
MINE = FeedSettings(source="threads", account="me", token=SecretStr(TOKEN), replies=True)
HOUR = 3600


def sky_post(number: int, ago_seconds: int, text: str = "hello") -> dict[str, Any]:
    moment = stamp(ago_seconds).replace("+0000", "Z")
    view = {"uri": f"at://did/app.bsky.feed.post/{number}", "author": {"handle": "oak.example"}, "indexedAt": moment}
    return {"post": view | {"record": {"text": text, "createdAt": moment}}}


def ids(numbers: list[int]) -> list[str]:
    return [f"at://did/app.bsky.feed.post/{number}" for number in numbers]


@asynccontextmanager
async def sky(posts: dict[int, dict[str, Any]], size: int = 100) -> AsyncIterator[Tools]:
    """`posts` by their places, the greatest first."""

    def answer(asked: Asked) -> Reply:
        below = int(asked.query.get("cursor", "1000000"))
        shown = [place for place in sorted(posts, reverse=True) if place < below]
        page = {"feed": [posts[place] for place in shown[:size]]}
        return answer_json(page | ({"cursor": str(shown[size - 1])} if len(shown) > size else {}))

    async with served(BLUESKY, answer) as (_, tools):
        yield tools


@asynccontextmanager
async def answering(host: str, answer: Callable[[Asked], Reply]) -> AsyncIterator[Tools]:
    async with served(host, answer) as (_, tools):
        yield tools


async def test_a_post_that_is_shown_hours_after_it_was_indexed_is_told_once() -> None:
    """One that was hidden, and is not any more, stands where it always stood."""
    posts = {number: sky_post(number, (50 - number) * HOUR) for number in range(10, 40) if number != 30}
    async with sky(posts) as tools:
        source = Bluesky(tools)
        _, poll = await poll_all(source, SKY)
        posts[30] = sky_post(30, 20 * HOUR)
        told, poll = await poll_all(source, SKY, poll.cursor)
        assert told == ids([30])
        assert (await poll_all(source, SKY, poll.cursor))[0] == []


async def test_a_page_that_shrinks_shows_older_posts_which_are_not_told_again() -> None:
    posts = {number: sky_post(number, (50 - number) * HOUR) for number in range(10, 40)}
    async with sky(posts, size=10) as tools:
        source = Bluesky(tools)
        _, poll = await poll_all(source, SKY)
        for gone in (39, 37, 35):
            del posts[gone]
        told, poll = await poll_all(source, SKY, poll.cursor)
        assert told == []
        posts[40] = sky_post(40, 9 * HOUR)
        assert (await poll_all(source, SKY, poll.cursor))[0] == ids([40])


async def test_each_post_of_the_newest_page_may_be_edited() -> None:
    posts = {number: sky_post(number, (50 - number) * 600) for number in range(10, 40)}
    async with sky(posts, size=10) as tools:
        source = Bluesky(tools)
        _, poll = await poll_all(source, SKY)
        for edited in (30, 34, 39):
            posts[edited] = sky_post(edited, (50 - edited) * 600, text="https://shopee.tw/product/1/2")
            told, poll = await poll_all(source, SKY, poll.cursor)
            assert told == ids([edited])
        assert (await poll_all(source, SKY, poll.cursor))[0] == []


async def test_an_edited_thread_is_read_as_it_is_now() -> None:
    """Threads may be edited for some minutes, which is longer than an account waits for its next poll."""
    threads = [thread(2), thread(1)]
    async with answering(THREADS, lambda _: answer_json({"data": threads})) as tools:
        source = Threads(tools)
        told, poll = await poll_all(source, MINE)
        assert told == ["1", "2"]
        threads[0] |= {"text": "here it is: https://shopee.tw/product/1/2"}
        again = await source.poll(MINE, poll.cursor)
        assert [post.text for post in again.posts] == ["here it is: https://shopee.tw/product/1/2"]
        assert (await poll_all(source, MINE, again.cursor))[0] == []


async def test_an_edited_reply_is_read_as_it_is_now() -> None:
    reply = thread(11, text="tba", timestamp=stamp(30))

    def answer(asked: Asked) -> Reply:
        data = [reply] if asked.path.endswith("/conversation") else [thread(1, has_replies=True, timestamp=stamp(60))]
        return answer_json({"data": data})

    async with answering(THREADS, answer) as tools:
        now_ms = [tools.clock_ms()]
        source = Threads(Tools(tools.client, lambda: now_ms[0], tools.monotonic, tools.parser, 30.0))
        told, poll = await poll_all(source, MINE)
        assert sorted(told) == ["1", "11"]
        reply |= {"text": "https://shopee.tw/product/1/2"}
        now_ms[0] += 12 * 60_000
        again = await source.poll(MINE, poll.cursor)
        assert [post.text for post in again.posts] == ["https://shopee.tw/product/1/2"]
        now_ms[0] += 30 * 60_000
        assert (await poll_all(source, MINE, again.cursor))[0] == []


async def test_replies_are_looked_for_again_after_a_clock_that_stood_ahead() -> None:
    replies: list[dict[str, Any]] = []
    post = thread(1, has_replies=True, timestamp=stamp(60))

    def answer(asked: Asked) -> Reply:
        return answer_json({"data": replies if asked.path.endswith("/conversation") else [post]})

    async with answering(THREADS, answer) as tools:
        now_ms = [tools.clock_ms() + 20 * HOUR * 1000]
        source = Threads(Tools(tools.client, lambda: now_ms[0], tools.monotonic, tools.parser, 30.0))
        _, poll = await poll_all(source, MINE)
        replies.append(thread(11, text="https://shopee.tw/product/1/2", timestamp=stamp(30)))
        now_ms[0] = tools.clock_ms() + 15 * 60_000
        assert (await poll_all(source, MINE, poll.cursor))[0] == ["11"]


async def test_page_cursors_that_go_in_a_circle_end_the_walk() -> None:
    """Else no new post would be read any more: each poll would go on in the circle."""
    new: list[dict[str, Any]] = []

    def answer(asked: Asked) -> Reply:
        at = asked.query.get("cursor")
        if at is None:
            return answer_json({"feed": [*new, sky_post(3, 100)], "cursor": "a"})
        return answer_json({"feed": [sky_post(2 if at == "a" else 1, 200)], "cursor": "b" if at == "a" else "a"})

    async with answering(BLUESKY, answer) as tools:
        source = Bluesky(tools)
        told, poll = await poll_all(source, SKY)
        assert sorted(told) == ids([1, 2, 3])
        new.append(sky_post(4, 10))
        assert (await poll_all(source, SKY, poll.cursor))[0] == ids([4])


async def test_a_page_that_always_fails_keeps_no_new_post_back() -> None:
    new: list[dict[str, Any]] = []
    fails = [True]

    def answer(asked: Asked) -> Reply:
        if asked.query.get("cursor") is None:
            return answer_json({"feed": [*new, sky_post(3, 100)], "cursor": "a"})
        if fails[0]:
            return answer_json({"error": "InternalServerError"}, status=500)
        return answer_json({"feed": [sky_post(2, 200)]})

    async with answering(BLUESKY, answer) as tools:
        source = Bluesky(tools)
        told: list[str] = []
        cursor: str | None = None

        async def polls(number: int) -> int:
            nonlocal cursor
            failed = 0
            for _ in range(number):
                try:
                    poll = await source.poll(SKY, cursor)
                except SourceError:
                    failed += 1
                else:
                    cursor = poll.cursor
                    told.extend(post.id for post in poll.posts)
            return failed

        assert await polls(1) == 0
        new.append(sky_post(4, 10))
        assert await polls(8) >= 5, "the account's trouble is told, and it is left alone longer and longer"
        assert told == ids([3, 4])
        fails[0] = False
        await polls(3)
        assert sorted(told) == ids([2, 3, 4])


async def test_while_the_whole_network_fails_the_place_is_kept() -> None:
    down = [False]
    asked_at: list[str | None] = []

    def answer(asked: Asked) -> Reply:
        at = asked.query.get("cursor")
        asked_at.append(at)
        if down[0]:
            return answer_json({"error": "InternalServerError"}, status=500)
        number = int(at or "9")
        return answer_json(
            {"feed": [sky_post(number, (10 - number) * 100)]} | ({"cursor": str(number - 1)} if at != "1" else {})
        )

    async with answering(BLUESKY, answer) as tools:
        source = Bluesky(tools)
        poll = await source.poll(SKY, None)
        assert poll.more
        down[0] = True
        for _ in range(8):
            with pytest.raises(SourceError):
                await source.poll(SKY, poll.cursor)
        down[0] = False
        asked_at.clear()
        poll = await source.poll(SKY, poll.cursor)
        assert asked_at[0] == "6"


async def test_a_cursor_of_before_tells_nothing_twice() -> None:
    posts = {number: sky_post(number, (50 - number) * 600) for number in range(10, 40)}
    async with sky(posts) as tools:
        source = Bluesky(tools)
        _, poll = await poll_all(source, SKY)
        old = {key: value for key, value in json.loads(poll.cursor or "").items() if key in {"newest", "seen"}}
        told, poll = await poll_all(source, SKY, json.dumps(old))
        assert told == []
        posts[40] = sky_post(40, 60)
        assert (await poll_all(source, SKY, poll.cursor))[0] == ids([40])
