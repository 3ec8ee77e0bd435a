"""One GET for a feed. Whatever goes wrong becomes a SourceError that says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from common.errors import CrawlError, ErrorCode, Misled, SourceError
from common.net.answer.body import Limits
from common.net.cleartext import may_be_cleartext
from common.net.client import Answer
from common.net.retry_after import retry_after_seconds
from ingestor.sources.base import Tools
from ingestor.sources.payload import Malformed, load

ONLY_PUBLIC = (
    ". Feeds are read from public addresses alone, at the ports 80 and 443: give the account one, or write its posts "
    "into a file (source jsonl). fetch.allow_addresses is for tests"
)
"""What a person can do whose feed lies at home; the exception would hold for links that strangers post, too."""

ENOUGH_BYTES = 5_000_000
"""Of the answers of one poll: see Brought."""
DEFAULT_RATE_WAIT_SECONDS = 300.0
"""The wait after HTTP 429 without a Retry-After."""
READABLE = (
    "its token would go unencrypted over http://, readable on the way: write https:// in the feed's account or "
    "base_url, or take the token away"
)


class Unanswered(SourceError):
    """No answer came, as of a line that broke or a name that is not known."""


class Brought:
    """What the answers of one poll brought. After ENOUGH_BYTES it asks for nothing more and goes on the next time: what
    its posts say waits in memory until all of them are searched, and other accounts are polled beside it. The networks'
    pages are a tenth of it at most."""

    def __init__(self) -> None:
        self._bytes = 0

    def count(self, answer: Answer) -> Answer:
        self._bytes += len(answer.body)
        return answer

    @property
    def enough(self) -> bool:
        return self._bytes >= ENOUGH_BYTES


class NotThere(SourceError):
    """The network answered that there is nothing of this name, now (404) or for good (410)."""


async def get(
    tools: Tools,
    url: str,
    what: str,
    *,
    headers: Mapping[str, str] | None = None,
    secret: bool = False,
    limits: Limits | None = None,
) -> Answer:
    """The answer, whatever its status. `secret`: the headers carry a token, so no redirect is followed, and nothing is
    sent where whoever is in between could read it. `limits`: of its bytes; None: the client's own.

    Raises Unanswered naming `what`, never the headers.
    """
    if secret and _readable_on_the_way(url):
        raise Unanswered(f"{what}: {READABLE}", needs_person=True)
    try:
        return await tools.client.get(
            url, headers=headers, allow_host=None, max_redirects=0 if secret else None, limits=limits
        )
    except CrawlError as error:
        at_home = error.code is ErrorCode.ADDRESS_REFUSED or isinstance(error, Misled)
        person = at_home or error.code is ErrorCode.INVALID_URL
        only = ONLY_PUBLIC if at_home else ""
        raise Unanswered(
            f"{what}: {error.detail}{only}", retry_after_seconds=error.retry_after_seconds, needs_person=person
        ) from error


def _readable_on_the_way(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme.lower() != "https" and not may_be_cleartext(parts.hostname or "")


def require_ok(response: Answer, what: str, *, now_ms: int, refused: str) -> None:
    """Raises SourceError unless the status is 200; it says what the status means, how long to wait, who must act.

    `refused`: what to do where access is refused, which depends on whether this network has tokens."""
    status = response.status
    if status == 200:
        return
    if status == 429:
        wait = asked_wait_seconds(response, now_ms) or DEFAULT_RATE_WAIT_SECONDS
        raise SourceError(f"{what}: asked too often (HTTP 429); waiting {wait:.0f} s", retry_after_seconds=wait)
    if status in {401, 403}:
        raise SourceError(f"{what}: access refused (HTTP {status}); {refused}", needs_person=True)
    if status == 404:
        raise NotThere(f"{what}: not there (HTTP 404); check the feed's account", needs_person=True)
    if status == 410:
        said = "gone for good (HTTP 410); write its new account, or take it out of [[feeds]]"
        raise NotThere(f"{what}: {said}", needs_person=True)
    if 300 <= status < 400 and not response.headers.get("location"):
        raise SourceError(f"{what}: answered with a redirect that names no address (HTTP {status})")
    if 300 <= status < 400:
        raise SourceError(
            f"{what}: answered with a redirect (HTTP {status}); set the feed's base_url to where it leads"
        )
    raise SourceError(f"{what}: HTTP {status}", retry_after_seconds=asked_wait_seconds(response, now_ms))


def json_of(response: Answer, what: str) -> Any:
    """The body as JSON. Raises SourceError when it is none, or too large a structure."""
    try:
        return load(response.body)
    except Malformed as error:
        raise SourceError(f"{what}: the answer (HTTP {response.status}) is {error}") from None


def asked_wait_seconds(response: Answer, now_ms: int) -> float | None:
    """How long the network asks to be left alone: Retry-After, else the reset time of its rate limit; at least 1 s."""
    now = datetime.fromtimestamp(now_ms / 1000, UTC)
    for name in ("retry-after", "ratelimit-reset", "x-ratelimit-reset"):
        wait = retry_after_seconds(response.headers.get(name), now=now)
        if wait is not None:
            return max(wait, 1.0)
    return None
