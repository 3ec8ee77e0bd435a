"""Notices a database that answers reads but no writes, which libsql-server was seen to become, and says so once.

Many connections that write can leave libsql-server 0.24.32 spinning in its connection manager: it then takes requests
and answers reads, and no write until it is restarted. From outside that looks like a slow network, so it is looked for.
"""

from __future__ import annotations

import asyncio
import logging
import time

from common.errors import StoreError, StoreSilent
from common.output.trouble import Trouble
from common.store import metrics
from common.store.drivers.base import Driver, Statement

log = logging.getLogger("crawlfleet.store")

READ_SECONDS = 5.0
READ = Statement("SELECT COUNT(*) AS tables FROM sqlite_master")

STUCK = (
    "the database answers reads but no writes: restart it. Too many connections wrote at once; "
    "SQLD_MAX_CONCURRENT_CONNECTIONS=2 in its environment prevents it"
)
"""libsql-server is the only one this was seen of; for any other the restart is the right advice too."""


class WriteWatch:
    """Told how writes end; `trouble` says what is wrong, None when nothing is known to be."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._trouble = Trouble(time.monotonic, log)
        self._looking = False
        self._stuck = False

    @property
    def trouble(self) -> str | None:
        return STUCK if self._stuck else None

    def answered(self) -> None:
        """A write was answered, whatever the answer."""
        if self._stuck:
            self._stuck = False
            metrics.writes_stuck.set(0)
            self._trouble.over("the database answers writes again")

    async def silent(self) -> bool:
        """A write was sent again and again and never answered: is it the writes alone? Asks at most READ_SECONDS.

        Of many callers at once only the first asks; the others get the answer that was known before.
        """
        if not self._looking:
            self._looking = True
            try:
                await self._look()
            finally:
                self._looking = False
        return self._stuck

    async def _look(self) -> None:
        try:
            async with asyncio.timeout(READ_SECONDS):
                await self._driver.batch([READ])
        except (StoreError, TimeoutError):
            return  # it answers nothing at all, which the write's own error says
        self._stuck = True
        metrics.writes_stuck.set(1)
        self._trouble.met(STUCK)

    def explained(self, error: StoreSilent) -> StoreSilent:
        return StoreSilent(f"{error}; {STUCK}")
