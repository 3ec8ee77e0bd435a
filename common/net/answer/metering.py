"""Who may watch, slow down and stop what a client receives: asked before each request and before each read."""

from __future__ import annotations

from typing import Protocol


class Meter(Protocol):
    """A request and its redirects call it once each, robots.txt's too."""

    def begins(self, url: str) -> None:
        """A request is about to be sent. Raises CrawlError(OWN_LIMIT) when there may be none."""

    async def turn(self) -> int:
        """Waits until something may be received, and says how many bytes at most; at least one.

        Raises CrawlError(OWN_LIMIT) when there may be none.
        """

    def received(self, count: int) -> None:
        """So many bytes came, whatever they are."""

    def ended(self, url: str, status: int | None, received: int) -> None:
        """The request is over; `status` is None when no answer came. `received` is all it brought."""
