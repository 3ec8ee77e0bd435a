"""FeedStore: what a poll leaves behind. Skeleton."""

from __future__ import annotations

from collections.abc import Sequence

from common.job import NewJob, Sighting
from common.store.values import FeedState, PollOutcome, SkippedPost


class FeedStore:
    async def cursor(self, source: str, account: str) -> str | None:
        raise NotImplementedError

    async def record_poll(
        self,
        source: str,
        account: str,
        *,
        jobs: Sequence[NewJob],
        sightings: Sequence[Sighting],
        cursor: str | None,
        skipped: Sequence[SkippedPost] = (),
    ) -> PollOutcome:
        raise NotImplementedError

    async def record_poll_failure(self, source: str, account: str, *, error: str, next_poll_at_ms: int | None) -> None:
        raise NotImplementedError

    async def short_link(self, url: str) -> str | None:
        raise NotImplementedError

    async def remember_short_link(self, url: str, target: str) -> None:
        raise NotImplementedError

    async def states(self) -> list[FeedState]:
        raise NotImplementedError
