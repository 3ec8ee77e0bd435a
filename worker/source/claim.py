"""Claims a job until the database answers, and gives back what no crawl came of."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar
from uuid import uuid4

from common.errors import StoreError, StoreUnavailable
from common.settings_tables.work import WorkSettings
from common.store import Claim, ClaimOutcome
from common.store.jobs.leases import Leases
from common.ways.way import Way

log = logging.getLogger("crawlfleet.worker.claim")

SHORT_WAIT_SECONDS = 5.0
"""A worker waits for a budget that has room within this time; for a longer wait the job is put off."""
SHORT_LINE_SECONDS = 0.25
"""While one waits for a shop's budget, another waits behind it only where its turn comes within this time. Else a shop
with a slow budget would keep all places of the worker, and other shops' jobs wait for it."""
ASK_AGAIN_SECONDS = 2.0
GIVE_BACK_SECONDS = 5.0
"""A worker that stops tries so long to give a job back."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Claimed:
    """What came of a claim, with its lease token."""

    claim: Claim
    lease_token: str
    sent_at: float
    """On the monotonic clock, when this token was sent first: a lease begun by it began no sooner."""


class Claimer:
    """Each lease has a token of its own; a token is sent again only until it is known what became of it."""

    def __init__(
        self,
        jobs: Leases,
        say: Callable[[str], None],
        settings: WorkSettings,
        monotonic: Callable[[], float],
        *,
        keeps_ties: bool = False,
    ) -> None:
        self._jobs = jobs
        self._say = say
        self._settings = settings
        self._monotonic = monotonic
        self._keeps_ties = keeps_ties
        self._in_line: Counter[str] = Counter()
        """Shop → how many claims wait here for its budget."""

    async def claim(self, job_id: str, platform: str, way: Way = Way.HTTP) -> Claimed:
        """Claim a job of this platform that goes this way, however long the database is away. Raises StoreRejected.

        Cancelled, it says that no crawl began, so that a lease which a lost answer hides costs no attempt.
        """
        while True:
            token, sent_at = uuid4().hex, self._monotonic()
            try:
                claim = await self._claim_by(token, job_id, platform, way)
                if claim.outcome is not ClaimOutcome.LEASE_OVER:
                    return Claimed(claim, token, sent_at)
                # An earlier send began a lease, and it ran out before any answer came here.
                await self._answered(partial(self._jobs.unbegun, job_id, token))
            except asyncio.CancelledError:
                await in_time(self._jobs.unbegun(job_id, token), job_id)
                raise

    async def _claim_by(self, token: str, job_id: str, platform: str, way: Way) -> Claim:
        """Claim, again and again while the budget will have room soon, and not too many wait for it."""
        claiming = partial(
            self._jobs.claim,
            job_id,
            worker_id=self._settings.worker_id,
            lease_token=token,
            lease_ms=int(self._settings.lease_seconds * 1000),
            platform=platform,
            way=way,
            keeps_ties=self._keeps_ties,
        )
        while True:
            claim = await self._answered(claiming)
            wait_seconds = claim.wait_seconds or 0.0
            if claim.outcome is not ClaimOutcome.OVER_BUDGET or wait_seconds > SHORT_WAIT_SECONDS:
                return claim
            before = self._in_line[platform]
            if before and wait_seconds + before * claim.room_every_seconds > SHORT_LINE_SECONDS:
                return claim
            self._in_line[platform] += 1
            try:
                await asyncio.sleep(wait_seconds)
            finally:
                self._in_line[platform] -= 1

    async def _answered(self, ask: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await ask()
            except StoreUnavailable as error:
                self._say(f"waiting: the database is away ({error})")
                await asyncio.sleep(ASK_AGAIN_SECONDS)


async def in_time(giving_back: Awaitable[T], job_id: str) -> T | None:
    """What the database answers to a worker that stops; None when it does not in time. Never raises StoreError."""
    try:
        async with asyncio.timeout(GIVE_BACK_SECONDS):
            return await giving_back
    except (StoreError, TimeoutError) as error:
        log.warning("could not release; the lease will run out: %s", error, extra={"job_id": job_id})
        return None
