"""FeedStore: what a poll found, recorded in one atomic batch; and where short links lead."""

from __future__ import annotations

from collections.abc import Sequence

from common.job import NewJob, Sighting
from common.store import rows
from common.store.database import Database
from common.store.jobs import add_statement
from common.store.values import FeedState, PollOutcome, SkippedPost


class FeedStore:
    """Every method may be called again after a lost answer; only a failed poll may then be counted twice.

    Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def cursor(self, source: str, account: str) -> str | None:
        """Where the next poll of an account begins, as its source wrote it; None before the first poll."""
        found = await self._db.one("cursor", source=source, account=account)
        return rows.text_or_none(found.rows[0]["cursor"]) if found.rows else None

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
        """Record jobs, sightings, skipped posts and the cursor at once: a crash neither loses nor doubles a link.

        `cursor` None keeps the stored one. Sent twice, nothing changes and the counts of the second answer are 0.
        """
        seen = [
            [s.job_id, s.source, s.source_account, s.source_post_id, s.post_url, s.posted_at, s.url] for s in sightings
        ]
        reasons = [[post.source_post_id, post.reason] for post in skipped]
        bind = self._db.bind
        added, sighted, *_ = await self._db.run(
            add_statement(self._db, jobs),
            bind("add_sightings", rows=rows.as_json(seen)),
            bind("add_skips", source=source, account=account, rows=rows.as_json(reasons)),
            bind("polled", source=source, account=account, cursor=cursor),
        )
        return PollOutcome(jobs_added=len(added.rows), sightings_added=sighted.changed)

    async def record_poll_failure(self, source: str, account: str, *, error: str, next_poll_at_ms: int | None) -> None:
        """Keep the cursor and count one more failure in a row. Sent twice after a lost answer, it may count twice."""
        await self._db.one("poll_failed", source=source, account=account, error=error, next_poll_at=next_poll_at_ms)

    async def short_link(self, url: str) -> str | None:
        """The product link that a short link was expanded to before; None when it never was."""
        found = await self._db.one("short_link", url=url)
        return rows.text_or_none(found.rows[0]["target"]) if found.rows else None

    async def remember_short_link(self, url: str, target: str) -> None:
        """Store what a short link leads to; a newer answer replaces an older one."""
        await self._db.one("remember_short_link", url=url, target=target)

    async def states(self) -> list[FeedState]:
        """Every account that was ever polled."""
        return [rows.build(FeedState, row) for row in (await self._db.one("feed_states")).rows]
