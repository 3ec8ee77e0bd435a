"""One POST to an official interface, over the guarded network client: this host, no redirects, a small answer."""

from __future__ import annotations

import time

from common.errors import CrawlError, ErrorCode, PerhapsOurs
from common.net.answer.body import Limits
from common.net.client import Answer, GuardedClient
from common.shops.official import Call
from worker.means.network import WhyOurs

LIMITS = Limits(wire_bytes=1_000_000, body_bytes=2_000_000)
"""Twenty of Taobao's items are some 60 KB."""


class Poster:
    """robots.txt and pacing are not asked: the operator has keys for this, and the budget holds."""

    def __init__(self, client: GuardedClient, why_ours: WhyOurs) -> None:
        self._client = client
        self._why_ours = why_ours

    async def post(self, call: Call, host: str) -> Answer:
        """The answer, whatever its status. Raises CrawlError: NO_NETWORK, TIMEOUT, or another that may be tried again:
        what one call came to says nothing of the job."""
        since = time.monotonic()
        try:
            return await self._client.get(
                call.url,
                method="POST",
                content=call.body,
                headers=call.headers,
                allow_host=lambda asked: asked == host,
                max_redirects=0,
                limits=LIMITS,
            )
        except PerhapsOurs as error:
            if why := await self._why_ours(error, since):
                raise CrawlError(ErrorCode.NO_NETWORK, f"{why}: {error.detail}") from error
            raise
        except CrawlError as error:
            if error.code.retry:
                raise
            raise CrawlError(ErrorCode.NETWORK_ERROR, error.detail) from error
