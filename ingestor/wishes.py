"""What operators wish of accounts while an ingestor runs: poll this one now, this one no more."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from common.errors import StoreError
from common.settings_tables.feeds import FeedSettings
from common.store import FeedWish

LOOK_SECONDS = 5.0
"""How long a wish may wait."""


class _Feeds(Protocol):
    async def wishes(self) -> Sequence[FeedWish]: ...


class Wishes:
    """As the database has them; while it is away, as they were."""

    def __init__(self, feeds: _Feeds) -> None:
        self._feeds = feeds
        self._paused: frozenset[str] = frozenset()
        self._asked: dict[str, int] = {}
        self._first: asyncio.Task[None] | None = None

    def paused(self, feed: FeedSettings) -> bool:
        return feed.label in self._paused

    async def first_look(self) -> None:
        """One look for all accounts before any is polled."""
        if self._first is None:
            self._first = asyncio.create_task(self.look())
        await asyncio.shield(self._first)

    async def look(self) -> None:
        """Never raises."""
        with suppress(StoreError):
            wishes = {f"{one.source}:{one.account}": one for one in await self._feeds.wishes()}
            self._paused = frozenset(label for label, wish in wishes.items() if wish.paused_at is not None)
            self._asked = {label: wish.poll_asked_at for label, wish in wishes.items() if wish.poll_asked_at}

    async def keep_looking(self, wake: Mapping[str, asyncio.Event]) -> None:
        """Until cancelled: sets an account's event when it was asked for, paused or resumed since the last look."""
        await self.first_look()
        while True:
            paused, asked = self._paused, self._asked
            await asyncio.sleep(LOOK_SECONDS)
            await self.look()
            for label, event in wake.items():
                if asked.get(label) != self._asked.get(label) or (label in paused) != (label in self._paused):
                    event.set()
