"""The client of a process that tells its own missing network from a shop that does not answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from common.errors import CrawlError, ErrorCode, PerhapsOurs
from common.net.answer.body import Limits
from common.net.client import AllowHost, Answer, BeforeHop, HttpClient
from common.net.reach.reach import Reach

_LOG_IN_FIRST = 511
"""Network Authentication Required (RFC 6585): said by what stands in between, never by a site."""


class ReachClient:
    """An HttpClient: what nobody answered, or somebody else, because this machine has no network fails with
    NO_NETWORK."""

    def __init__(self, client: HttpClient, reach: Reach, *, monotonic: Callable[[], float]) -> None:
        self._client = client
        self._reach = reach
        self._monotonic = monotonic

    async def get(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        allow_host: AllowHost | None,
        max_redirects: int | None = None,
        limits: Limits | None = None,
        before_hop: BeforeHop | None = None,
    ) -> Answer:
        """As GuardedClient.get. Raises CrawlError, NO_NETWORK among others."""
        since = self._monotonic()
        try:
            answer = await self._client.get(
                url,
                headers=headers,
                allow_host=allow_host,
                max_redirects=max_redirects,
                limits=limits,
                before_hop=before_hop,
            )
        except PerhapsOurs as error:
            if why := await self._reach.why_ours(error, since=since):
                raise CrawlError(ErrorCode.NO_NETWORK, f"{why}: {error.detail}") from error
            raise
        at = urlsplit(answer.url)
        if answer.status == _LOG_IN_FIRST and at.scheme == "http":
            said = f"whoever answers for {at.hostname} wants a login to the network"
            raise CrawlError(ErrorCode.NO_NETWORK, said)
        self._reach.answered(at.hostname or "", proven=at.scheme == "https")
        return answer
