"""A task as a gateway handed it out: begun already, for the gateway claimed it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Protocol

from common.outcome.crawl_outcome import CrawlOutcome, Recorded
from common.protocol.tasks import Task as SentTask
from common.ways.way import Way
from worker.source.base import Task
from worker.source.calls import GatewayAway

log = logging.getLogger("crawlfleet.worker.gateway")


@dataclass(frozen=True, slots=True)
class ToldJob:
    """A job as a gateway tells of it: see Crawlable."""

    id: str
    url_norm: str
    platform: str
    attempt: int
    content_hash: str | None = None
    crawl_interval_ms: int | None = None
    via: Way | None = Way.HTTP


class Holder(Protocol):
    """Whose task it is."""

    async def release(self, job_id: str, lease_token: str) -> bool:
        """Give it back. Raises GatewayAway."""

    def settled(self, lease_token: str) -> None:
        """It is no longer held."""


class OfferedTask:
    """A task is begun already: the gateway claimed it. See Offered."""

    def __init__(self, source: Holder, sent: SentTask, asked_at: float) -> None:
        self._source = source
        self._sent = sent
        self._asked_at = asked_at

    @property
    def origin(self) -> str:
        return "gateway"

    async def begin(self) -> Task | None:
        sent = self._sent
        return Task(
            ToldJob(sent.job_id, sent.link, sent.shop, sent.attempt, via=Way(sent.way)),
            sent.lease_token,
            self._asked_at,
        )

    async def recorded(self, outcome: CrawlOutcome, recorded: Recorded) -> None:
        self._settle()

    async def dropped(self) -> None:
        self._settle()

    async def kept(self) -> None:
        self._settle()

    async def put_off(self, seconds: float) -> None:
        try:
            await self._source.release(self._sent.job_id, self._sent.lease_token)
        except GatewayAway as error:
            log.debug("could not give a task back: %s", error)
        self._settle()

    def _settle(self) -> None:
        self._source.settled(self._sent.lease_token)
