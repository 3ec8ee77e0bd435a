"""Which of a page's requests may leave the browser at all. Pure: the proxy (../proxy) holds the same once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from urllib.parse import urlsplit

from worker.ways.browser.limits import PageLimits

NOT_LOADED = frozenset(
    "Image Media Font TextTrack Prefetch Ping CSPViolationReport Manifest SignedExchange EventSource".split()
)
"""Resource types of the DevTools protocol that no price needs."""
DOCUMENT = "Document"


class RequestCount:
    """A page's requests so far, and why some were refused."""

    def __init__(self, limits: PageLimits, allow_host: Callable[[str], bool]) -> None:
        """`allow_host`: lower-case host name without a port."""
        self._limits = limits
        self._allow_host = allow_host
        self.asked = 0
        self.documents = 0
        self.refused: Counter[str] = Counter()

    def refusal(self, url: str, resource_type: str) -> str | None:
        """Counts one more request; why it is refused, None when it may go on."""
        self.asked += 1
        why = self._why(url, resource_type)
        if why:
            self.refused[why] += 1
        return why

    def not_permitted(self) -> None:
        """A request that passed here was refused after all."""
        self.refused["not permitted"] += 1

    def _why(self, url: str, resource_type: str) -> str | None:
        if self.asked > self._limits.requests:
            return "too many requests"
        try:
            parts = urlsplit(url)
            host = (parts.hostname or "").lower().removesuffix(".")
        except ValueError:
            return "no address"
        if parts.scheme not in {"http", "https"}:
            return "neither http nor https"
        if resource_type in NOT_LOADED:
            return "not loaded"
        if resource_type == DOCUMENT:
            # Whose documents may be opened is asked for next, with robots.txt and the turn.
            self.documents += 1
            return "too many documents" if self.documents > self._limits.documents else None
        return None if self._allow_host(host) else "none of this shop's hosts"
