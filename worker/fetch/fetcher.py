"""One page of a registered shop: asked for politely, its status told as a crawl error."""

from __future__ import annotations

from datetime import UTC, datetime

from common.net.client import AllowHost
from common.page import Page
from common.polite.client import PoliteClient
from worker.fetch.statuses import page_of

_MOST_DELAY_SECONDS = 600.0
"""How long a redirect may hold a worker until its site's crawl delay is over."""


class Fetcher:
    """Fetches pages through the process's one polite client."""

    def __init__(self, client: PoliteClient) -> None:
        self._client = client

    async def fetch(self, url: str, *, allow_host: AllowHost) -> Page:
        """The page at the end of the redirects. Only hosts that `allow_host` names are asked.

        Raises CrawlError: what PoliteClient.get and page_of raise.
        """
        answer = await self._client.get(url, allow_host=allow_host, most_delay_seconds=_MOST_DELAY_SECONDS)
        return page_of(answer, url, now=datetime.now(UTC))
