"""FeedStore: what a poll found, recorded with how far its feed was read; and where short links lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from common.job import NewJob, Sighting
from common.store import rows
from common.store.database.database import Database
from common.store.database.in_parts import in_parts
from common.store.drivers.base import Row, Statement
from common.store.jobs.jobs import add_statement, job_rows
from common.store.values.feeds import FeedState, FeedWish, PollOutcome, SkippedPost, UnregisteredDomain

UNREGISTERED_KEPT = 2000
UNREGISTERED_A_POLL = 200
POSTS_KEPT = 100
"""Of one account that names a link."""
SKIPS_KEPT = 2000
"""Of each account: a feed may show thousands of posts that cannot be read, and others at each poll."""


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
        links_per_day: int | None = None,
        unregistered: Mapping[str, int] | None = None,
    ) -> PollOutcome:
        """Record jobs, sightings, skipped posts and the cursor: a crash neither loses nor doubles a link.

        It is one batch, or where the links are many hundreds one for each part of them (see in_parts). The cursor moves
        with the last part: cut off before, the poll is read again and finds the first parts known.

        Of the links only the first are accepted, as many as the account's day (UTC, by the database's clock) has room
        for; those that it named before take none, in whatever post. When one is not accepted the stored cursor stays.
        Of each link the first POSTS_KEPT posts of an account are kept. `links_per_day` None: no limit. `cursor` None
        keeps the stored one. Sent twice, nothing changes and the counts of the second answer are 0. `unregistered`:
        domains that are no shop here → posts that link to them; of these counts alone a second send adds to the first.
        """
        seen = [
            [s.job_id, s.source, s.source_account, s.source_post_id, s.post_url, s.posted_at, s.url] for s in sightings
        ]
        new = job_rows(jobs)
        bind = partial(self._db.bind, source=source, account=account)
        beside = self._beside(bind, skipped, unregistered or {})
        told = PollOutcome(0, 0)
        parts = list(in_parts(seen))
        for number, part in enumerate(parts, 1):
            links = rows.as_json(part)
            if told.links_waiting:  # the day's room is spent: nothing more of this poll is accepted
                told = _with(told, (await self._db.one("links_waiting", rows=links)).rows[0])
                continue
            ids = {row[0] for row in part}
            _, sighted, _, again, added, left, *_ = await self._db.run(
                bind("open_day"),
                bind("add_sightings", rows=links, links_per_day=links_per_day),
                bind("polled", rows=links, cursor=cursor, is_last=int(number == len(parts))),
                self._db.bind("add_sightings_again", rows=links, keep=POSTS_KEPT),
                add_statement(self._db, [row for row in new if row[0] in ids], sighted=True),
                self._db.bind("links_waiting", rows=links),
                *(beside if number == len(parts) else ()),
            )
            told = _with(told, left.rows[0], jobs=len(added.rows), sightings=sighted.changed + again.changed)
            if told.links_waiting and number < len(parts):  # the last part, which would bring it, is not accepted
                await self._db.run(*beside)
        return told

    def _beside(
        self, bind: Callable[..., Statement], skipped: Sequence[SkippedPost], unregistered: Mapping[str, int]
    ) -> list[Statement]:
        """What a poll tells beside its links. It goes with the last of them: a poll that is cut off before is read
        again, and posts are counted."""
        reasons = [[post.source_post_id, post.reason, post.links_left_out] for post in skipped]
        return [
            bind("add_skips", rows=rows.as_json(reasons)),
            *([bind("forget_skips", keep=SKIPS_KEPT)] if reasons else []),
            *self._unregistered(unregistered),
        ]

    def _unregistered(self, posts_of: Mapping[str, int]) -> list[Statement]:
        if not posts_of:
            return []
        most = sorted(posts_of.items(), key=lambda one: (-one[1], one[0]))[:UNREGISTERED_A_POLL]
        adding = self._db.bind("add_unregistered", rows=rows.as_json(most))
        return [adding, self._db.bind("forget_unregistered", keep=UNREGISTERED_KEPT)]

    async def unregistered(self) -> list[UnregisteredDomain]:
        """Domains that posts linked to and that were no shop here, the most linked first; at most UNREGISTERED_KEPT."""
        return [rows.build(UnregisteredDomain, row) for row in (await self._db.one("unregistered")).rows]

    async def record_poll_failure(self, source: str, account: str, *, error: str, next_poll_in_ms: int | None) -> None:
        """Keep the cursor and count one more failure in a row. The next poll is told by the database's clock. Sent
        twice after a lost answer, it may count twice."""
        await self._db.one("poll_failed", source=source, account=account, error=error, next_poll_in_ms=next_poll_in_ms)

    async def short_link(self, url: str) -> str | None:
        """The product link that a short link was expanded to before; None when it never was."""
        found = await self._db.one("short_link", url=url)
        return rows.text_or_none(found.rows[0]["target"]) if found.rows else None

    async def remember_short_link(self, url: str, target: str) -> None:
        """Store what a short link leads to; a newer answer replaces an older one."""
        await self._db.one("remember_short_link", url=url, target=target)

    async def pause(self, source: str, account: str, reason: str) -> None:
        """Have an account polled no more; its cursor stays."""
        await self._db.one("pause_feed", source=source, account=account, reason=reason)

    async def resume(self, source: str, account: str) -> None:
        """End a pause; the account is polled as soon as an ingestor sees this."""
        await self._db.one("pause_feed", source=source, account=account, reason=None)

    async def ask_poll(self, source: str, account: str) -> None:
        """Have an account polled as soon as an ingestor sees this."""
        await self._db.one("ask_poll", source=source, account=account)

    async def wishes(self) -> list[FeedWish]:
        """Of every account that is paused, or was ever asked for."""
        return [rows.build(FeedWish, row) for row in (await self._db.one("feed_wishes")).rows]

    async def states(self) -> list[FeedState]:
        """Every account that was ever polled."""
        return [rows.build(FeedState, row) for row in (await self._db.one("feed_states")).rows]


def _with(told: PollOutcome, left: Row, *, jobs: int = 0, sightings: int = 0) -> PollOutcome:
    """With what became of one more part. `left`: the answer to links_waiting."""
    return PollOutcome(
        told.jobs_added + jobs,
        told.sightings_added + sightings,
        told.links_waiting + rows.number(left["waiting"]),
        rows.number(left["day_ends_in_ms"]) / 1000,
    )
