"""What a page of the browser fetches, told to whoever counts and bounds it on this machine (a lent PC's owner)."""

from __future__ import annotations

from common.errors import CrawlError
from common.net.answer.metering import Meter


class Metered:
    """One page's. Once the meter says no, nothing more of the page is asked for or let in.

    Each address is one request of the meter's. Which bytes belong to which, TLS hides from the proxy that counts them:
    all that a page brought is told with its first address.
    """

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._asked: list[str] = []
        self._statuses: dict[str, int] = {}
        self._received = 0
        self.stopped: CrawlError | None = None
        """Why nothing more may be fetched (OWN_LIMIT)."""

    def begins(self, url: str) -> bool:
        """Whether this address may be asked for."""
        if self.stopped is None:
            try:
                self._meter.begins(url)
            except CrawlError as error:
                self.stopped = error
        if self.stopped is not None:
            return False
        self._asked.append(url)
        return True

    def answered(self, url: str, status: int) -> None:
        self._statuses[url] = status

    async def turn(self) -> int:
        """Waits until something may be received, and says how many bytes at most. Raises CrawlError."""
        try:
            return await self._meter.turn()
        except CrawlError as error:
            self.stopped = error
            raise

    def received(self, count: int) -> None:
        self._received += count
        try:
            self._meter.received(count)
        except CrawlError as error:
            self.stopped = error

    def over(self) -> None:
        """The page is closed: each address that was asked for is told, once for each time."""
        for number, url in enumerate(self._asked):
            self._meter.ended(url, self._statuses.get(url), 0 if number else self._received)
