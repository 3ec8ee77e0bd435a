"""What a way of crawling promises to the worker that offers it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from common.job import Crawlable
from common.outcome.crawl_result import CrawlResult
from common.ways.way import Way


class WayOfCrawling(Protocol):
    """One way to read products. A worker opens it once, sends many crawls through it at a time, and closes it once.

    How a crawl by it went is said by its error code (common/errors/codes.py):

    - AUTH_FAILED, ACCESS_DENIED: a wall (login, captcha, block, shell). The job goes down to its shop's next way, and
      its attempt is given back; where there is none, the job is tried again later as any refusal is.
    - NOT_LISTED: this way does not know the product, which says nothing of whether it is gone. The next way, too; where
      there is none, the job has failed.
    - WAY_PAUSED: this way may not be used for now (budget spent, keys refused). The job waits for
      `retry_after_seconds` (600 when None) at this way, and its attempt is given back.
    - NO_TURN: nothing was asked, because this worker's turn at the domain is too far away. As WAY_PAUSED.
    - SHOP_UNKNOWN: this worker cannot do it (no keys for that shop); another worker may.
    - Any other: as its category says, at this way: another attempt later, or the end.
    """

    @property
    def way(self) -> Way: ...

    @property
    def platforms(self) -> Collection[str]:
        """The shops whose jobs it can take here, out of PLATFORMS. Known before open()."""

    def missing(self) -> str | None:
        """Why it cannot be offered on this machine: one sentence with what to do, no secret in it. None: it can."""

    async def open(self) -> None:
        """Called before the first crawl, never for a way that is missing something. Raises ConfigError."""

    async def close(self) -> None:
        """Called once after open(), when no crawl is under way any more. Never raises for what is gone already."""

    async def crawl(self, job: Crawlable) -> CrawlResult:
        """The job's product as this way shows it now, judged. Records nothing.

        Many may run at a time (`work.concurrency`); a way that can do fewer lets the others wait for their turn. It is
        cancelled when the lease is lost, the worker stops, or `work.crawl_timeout_seconds` are over. Raises CrawlError.
        """
