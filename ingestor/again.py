"""Reads an account's posts of some days once more, for links that were passed over then: a shop was named since.

The stored cursor stays where it is, so the usual polls go on undisturbed, also beside this. What is known makes no
second job or sighting, and takes no room in the account's day. Cut off, it is begun anew, which doubles nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from common.errors import SourceError
from common.settings_tables.feeds import FeedSettings
from ingestor.next_poll import CATCH_UP_SECONDS
from ingestor.sources.base import Poll, ReadsAgain, Source

MAX_POLLS = 10_000
LONGEST_WAIT_SECONDS = 120.0
"""A network that asks to be left alone for longer ends the account's reading with an error that says so."""

Record = Callable[[Poll], Awaitable[Poll]]
"""Records a poll's posts; the poll in the answer has no more when the account's day is spent."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where reading begins. `by_time`: the source cannot begin at a time, so older posts are left out here."""

    cursor: str | None
    by_time: bool


def start_of(source: Source, feed: FeedSettings, since_ms: int) -> Start:
    """Raises SourceError for what cannot be read twice."""
    if feed.is_standard_input:
        raise SourceError("standard input cannot be read again", needs_person=True)
    if isinstance(source, ReadsAgain):
        return Start(source.cursor_since(since_ms), by_time=False)
    return Start(None, by_time=True)


async def read_again(
    source: Source,
    feed: FeedSettings,
    since_ms: int,
    record: Record,
    wait: Callable[[float], Awaitable[None]],
    *,
    timeout_seconds: float,
) -> None:
    """Every post since then that the network still shows, each poll within `timeout_seconds`.

    Raises SourceError, TimeoutError, and what `record` raises.
    """
    start = start_of(source, feed, since_ms)
    cursor = start.cursor
    for _ in range(MAX_POLLS):
        async with asyncio.timeout(timeout_seconds):
            read = await source.poll(feed, cursor)
            posts = [post for post in read.posts if (post.created_at_ms or since_ms) >= since_ms]
            recorded = await record(replace(read, posts=posts) if start.by_time else read)
        cursor = read.cursor
        if not recorded.more:
            return
        wish_seconds = recorded.next_poll_seconds or 0.0
        if wish_seconds > LONGEST_WAIT_SECONDS:
            raise SourceError(f"{feed.shown} asks to be left alone for {wish_seconds:.0f} s; read it again after that")
        await wait(max(wish_seconds, CATCH_UP_SECONDS))
