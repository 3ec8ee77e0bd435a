"""What one page of the browser may reach, and how much it may bring and send. Bookkeeping only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from common.errors import CrawlError
from common.proxies.proxy import Proxy
from worker.ways.browser.page.metered import Metered

_KEPT_REFUSALS = 64
STEP_BYTES = 64 * 1024
"""Of one read."""


class Allowance:
    """One visit's. The proxy asks it before it connects and tells it each byte."""

    def __init__(self, allow_host: Callable[[str], bool], wire_bytes: int, metered: Metered | None = None) -> None:
        """`allow_host`: lower-case host name without a port; `wire_bytes`: both directions together, TLS included.
        `metered`: who counts and bounds beside that what is received; None: nobody."""
        self._metered = metered
        self.through: Proxy | None = None
        """The operator's proxy by which all of it goes; None: from here."""
        self._allow_host = allow_host
        self._wire_bytes = wire_bytes
        self.received = 0
        self.sent = 0
        self.refusals: dict[str, CrawlError] = {}
        """Host → why nothing came of the first connection to it."""
        self.is_spent = asyncio.Event()

    @property
    def spent(self) -> bool:
        stopped = self._metered is not None and self._metered.stopped is not None
        return stopped or self.received + self.sent >= self._wire_bytes

    def may_reach(self, host: str) -> bool:
        return not self.spent and self._allow_host(host)

    async def turn(self) -> int:
        """How many bytes may be received now, once any may. Raises CrawlError when none may, and the page is over."""
        if self._metered is None:
            return STEP_BYTES
        try:
            return min(await self._metered.turn(), STEP_BYTES)
        finally:
            self._note()

    def brought(self, count: int) -> None:
        self.received += count
        if self._metered is not None:
            self._metered.received(count)
        self._note()

    def took_out(self, count: int) -> None:
        self.sent += count
        self._note()

    def _note(self) -> None:
        if self.spent:
            self.is_spent.set()

    def refused(self, host: str, error: CrawlError) -> None:
        if len(self.refusals) < _KEPT_REFUSALS:
            self.refusals.setdefault(host, error)
