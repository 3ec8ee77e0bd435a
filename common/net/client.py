"""GuardedClient: one request and its redirects, every hop checked, every failure a CrawlError.

Limits: no cookie outlives one `get` or leaves its registrable domain; no HTTP/2; no proxy but an operator's, by
`routes`. A redirect from https to http is followed as https, so that nobody on the way can write the page that was
asked for securely.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

import httpx

from common.errors import CrawlError, ErrorCode, LedAway, Unanswered
from common.links.domains import site_of
from common.net.address import checked_url, host_of, shown
from common.net.answer.body import ACCEPT_ENCODING, Body, Limits, read_body
from common.net.answer.budget import ByteBudget, spending
from common.net.answer.head import check_head
from common.net.answer.metering import Meter
from common.net.guard import Guard
from common.net.journey import Journey
from common.net.names.resolver import Resolver, SystemResolver
from common.net.names.rules import Rules
from common.net.own_networks import OwnNetworks
from common.net.proxied.routes import Routes
from common.net.proxied.transport import RoutedTransport
from common.net.transport import guarded_transport
from common.settings_tables.fetch import FetchSettings

log = logging.getLogger("crawlfleet.net")

AllowHost = Callable[[str], bool]
BeforeHop = Callable[[str], Awaitable[None]]

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_FOR_GOOD = frozenset({301, 308})


@dataclass(frozen=True, slots=True)
class Answer:
    """`url` is where the answer came from after redirects; `body` is inflated. `history` holds the URLs before it.
    `cut`: the body is longer than what was wanted of it. `moved_to`: where redirects that are meant for good (301, 308)
    lead, as far as none before them was for now."""

    url: str
    status: int
    headers: httpx.Headers
    body: bytes
    history: list[str] = field(default_factory=list)
    cut: bool = False
    moved_to: str | None = None


class TooManyRedirects(CrawlError):
    """There were more redirects than allowed."""

    def __init__(self, url: str, limit: int) -> None:
        super().__init__(ErrorCode.INVALID_RESPONSE, f"more than {limit} redirects from {url}")


class HttpClient(Protocol):
    """What callers need of GuardedClient, so that tests can answer without a network. `get` raises CrawlError."""

    async def get(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        allow_host: AllowHost | None,
        max_redirects: int | None = None,
        limits: Limits | None = None,
        before_hop: BeforeHop | None = None,
    ) -> Answer: ...


class GuardedClient:
    """May be shared between tasks. Close it with `aclose()`.

    Raises ConfigError at once for settings that cannot work (`fetch.resolve`, `ca_file`, `allow_addresses`).
    """

    def __init__(
        self,
        settings: FetchSettings,
        *,
        resolver: Resolver | None = None,
        own: OwnNetworks | None = None,
        meter: Meter | None = None,
        routes: Routes | None = None,
    ) -> None:
        """`own` tells this machine's networks; its interfaces by themselves. `meter` watches all that is fetched.
        `routes` sends requests through an operator's proxies; None: all go out from here."""
        self._meter = meter
        self._settings = settings
        self.guard = Guard(settings.allow_addresses, own=own)
        if self.guard.allowed:
            networks = ", ".join(map(str, self.guard.allowed))
            log.warning("addresses that are not public may be fetched (fetch.allow_addresses): %s", networks)
        make = partial(
            guarded_transport,
            guard=self.guard,
            resolver=resolver or SystemResolver(timeout_seconds=settings.connect_timeout_seconds),
            rules=Rules(settings.resolve),
            ca_file=settings.ca_file,
        )
        self._transport = make() if routes is None else RoutedTransport(routes, make)
        self._limits = Limits(wire_bytes=settings.max_wire_bytes, body_bytes=settings.max_body_bytes)

    async def get(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        allow_host: AllowHost | None,
        max_redirects: int | None = None,
        method: str = "GET",
        content: bytes | None = None,
        limits: Limits | None = None,
        before_hop: BeforeHop | None = None,
    ) -> Answer:
        """The answer at the end of the redirects, whatever its status.

        `allow_host` is called with each hop's host (lower case, no port); None allows every public host. `before_hop`
        is awaited with each hop's URL before the request. All hops together may take `fetch.total_timeout_seconds`,
        the time of `before_hop` not counted. Credentials in `headers` are not sent to another origin.
        max_redirects=0 returns a redirect as the answer.

        Raises CrawlError: ADDRESS_REFUSED, INVALID_URL, DNS_ERROR, CONNECTION_REFUSED, TIMEOUT, NETWORK_ERROR,
        INVALID_RESPONSE (too large, damaged, endless redirects).
        """
        limit = self._settings.max_redirects if max_redirects is None else max_redirects
        journey = Journey(method, content, self._first_headers(headers))
        at = checked_url(url)
        seconds_left = self._settings.total_timeout_seconds
        history: list[str] = []
        moved_to: str | None = None
        for_good = True
        while True:
            _ask_permission(at, allow_host, history)
            if before_hop:
                await before_hop(str(at))
            started = asyncio.get_running_loop().time()
            answer = await self._exchange(at, journey, limits or self._limits, seconds_left, follow=limit > 0)
            seconds_left -= asyncio.get_running_loop().time() - started
            target = answer.headers.get("location")
            if limit == 0 or answer.status not in _REDIRECTS or not target:
                return replace(answer, history=history, moved_to=moved_to)
            if len(history) == limit:
                raise TooManyRedirects(shown(url), limit)
            for_good = for_good and answer.status in _FOR_GOOD
            history.append(str(at))
            at = journey.follow(at, target, answer.status)
            moved_to = str(at) if for_good else moved_to

    async def aclose(self) -> None:
        await self._transport.aclose()

    def _first_headers(self, headers: Mapping[str, str] | None) -> httpx.Headers:
        first = httpx.Headers(
            {"User-Agent": self._settings.sent_user_agent, "Accept": "*/*", "Accept-Encoding": ACCEPT_ENCODING}
        )
        first.update(dict(headers or {}))
        first["Accept-Encoding"] = ACCEPT_ENCODING
        return first

    async def _exchange(
        self, at: httpx.URL, journey: Journey, limits: Limits, seconds_left: float, *, follow: bool
    ) -> Answer:
        request = journey.request(at, self._timeouts(seconds_left))
        budget = ByteBudget(limits.wire_bytes, self._meter)
        status: int | None = None
        if self._meter is not None:
            self._meter.begins(str(at))
        try:
            with spending(budget):
                async with asyncio.timeout(max(seconds_left, 0.0)):
                    response = await self._transport.handle_async_request(request)
                    status = response.status_code
                    try:
                        check_head(response, at.host, budget)
                        journey.keep_cookies(response)
                        # The body of a redirect is not read: it would only cost bandwidth.
                        skip = follow and response.status_code in _REDIRECTS and "location" in response.headers
                        empty = skip or request.method == "HEAD"
                        body = Body(b"") if empty else await read_body(response.headers, response.aiter_raw(), limits)
                    finally:
                        await response.aclose()
        except TimeoutError:
            seconds = self._settings.total_timeout_seconds
            detail = f"{at.host}: not finished within {seconds:g} s"
            raise Unanswered(ErrorCode.TIMEOUT, detail, host=at.host) from None
        finally:
            if self._meter is not None:
                self._meter.ended(str(at), status, budget.received)
        return Answer(str(at), response.status_code, response.headers, body.content, cut=body.cut)

    def _timeouts(self, seconds_left: float) -> dict[str, float]:
        connect = self._settings.connect_timeout_seconds
        read = self._settings.read_timeout_seconds
        return {"connect": connect, "read": read, "write": read, "pool": max(seconds_left, 0.1)}


def _ask_permission(at: httpx.URL, allow_host: AllowHost | None, history: Sequence[str]) -> None:
    """`history`: the addresses that led here. Raises CrawlError."""
    if allow_host is not None and not allow_host(host_of(at)):
        if history and (led_by := httpx.URL(history[-1])).scheme == "http":
            raise LedAway(led_by.host, at.host, site_of(str(at)))
        raise CrawlError(ErrorCode.ADDRESS_REFUSED, f"{at.host} is not a registered shop's host")
