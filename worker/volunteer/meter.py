"""Counts what a volunteer's PC fetches, where the bytes arrive; holds its limits of the day and of the second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from common.errors import ConfigError, CrawlError, ErrorCode
from worker.volunteer.counts import Counts
from worker.volunteer.decision import spent_today
from worker.volunteer.fetch_log import FetchLog, Request
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits

KEEP_BYTES = 1_000_000
"""Counts are written at each request's begin and end, and so often between: a killed worker forgets no more."""
SAFE_SECONDS = 60.0
"""So often they are also written so that they outlive a power cut, which takes the disk some hundredths of a second."""
READ_BYTES = 64 * 1024
READS_A_SECOND = 8
"""With kb_per_second each read is so small that no turn takes long, however many crawls wait for theirs."""


class VolunteerMeter:
    """A Meter (common/net/answer/metering.py) over the counts on disk. One for each folder at a time.

    The bytes of a day pass their limit by at most one read (64 KiB) of each request under way.
    """

    def __init__(
        self,
        files: VolunteerFiles,
        *,
        local: Callable[[], datetime],
        monotonic: Callable[[], float],
    ) -> None:
        """`local` tells the clock on the wall. Raises ConfigError for files that cannot be read."""
        self._files = files
        self._log = FetchLog(files.folder)
        self._local = local
        self._monotonic = monotonic
        self.limits: Limits = files.limits()
        """Set anew when the owner changes them."""
        self._counts = files.counts(local().date())
        self._unkept_bytes = 0
        self._safe_at = float("-inf")
        self.trouble: str | None = None
        """Why the counts cannot be kept; nothing is fetched uncounted."""
        self._free_at = monotonic()
        """When all that was received is paid for, at kb_per_second."""
        self._since = (0, 0)

    @property
    def counts(self) -> Counts:
        """Today's, up to now."""
        today = self._local().date()
        if self._counts.day != today:
            self._counts = self._counts.on(today)
        return self._counts

    def begins(self, url: str) -> None:
        self._refuse_if_spent()
        self._count(requests=1)
        self._keep()

    async def turn(self) -> int:
        self._refuse_if_spent()
        rate = self.limits.kb_per_second
        if rate is None:
            return READ_BYTES
        while (wait := self._free_at - self._monotonic()) > 0:  # noqa: ASYNC110  (others' reads move it on)
            await asyncio.sleep(wait)
        return min(READ_BYTES, rate * 1000 // READS_A_SECOND)

    def received(self, count: int) -> None:
        self._count(size=count)
        if (rate := self.limits.kb_per_second) is not None:
            self._free_at = max(self._free_at, self._monotonic()) + count / (rate * 1000)
        self._unkept_bytes += count
        if self._unkept_bytes >= KEEP_BYTES:
            self._keep()

    def ended(self, url: str, status: int | None, received: int) -> None:
        self.look_again()  # the answer is here whether or not it can be counted on disk
        self._log.note(Request(self._local(), url, status, received))

    def page_read(self) -> None:
        """The gateway took a page."""
        self._counts = self.counts.more(pages=1)
        self.look_again()

    def look_again(self) -> None:
        """Whether counts can be kept by now."""
        with suppress(CrawlError):
            self._keep()

    def since_last_asked(self) -> tuple[int, int]:
        """Requests and bytes since this was called before."""
        found, self._since = self._since, (0, 0)
        return found

    def _count(self, *, requests: int = 0, size: int = 0) -> None:
        self._counts = self.counts.more(requests=requests, bytes=size)
        self._since = (self._since[0] + requests, self._since[1] + size)

    def _keep(self) -> None:
        self._unkept_bytes = 0
        try:
            self._files.keep_counts(self._counts)
            if (now := self._monotonic()) - self._safe_at >= SAFE_SECONDS:
                self._files.keep_counts_safely(self._counts)
                self._safe_at = now
            self.trouble = None
        except ConfigError as error:
            self.trouble = str(error)
            # Uncounted work would pass the limits after the next start.
            raise CrawlError(ErrorCode.OWN_LIMIT, f"what is fetched cannot be counted: {error}") from None

    def _refuse_if_spent(self) -> None:
        if (spent := spent_today(self.limits, self.counts)) is not None:
            raise CrawlError(ErrorCode.OWN_LIMIT, f"this PC's own limit is reached: {spent}")
