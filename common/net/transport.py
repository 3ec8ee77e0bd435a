"""The one transport for fetching: connects to the very address it checked, under the name that was asked for.

Each connection resolves its name once, checks every answer, and connects to one of the checked addresses, so a name
whose answer changes later cannot lead to an unchecked address. A name with even one answer that is not public is
refused: honest shops have none, and with picking the public ones the name's owner could choose the moment. Host header
and TLS server name stay the name. Proxy variables of the environment are not read.

Ports: 80 and 443; another only when a rule of `fetch.resolve` names it or every address is in `fetch.allow_addresses`.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path

import certifi
import httpcore
import httpx

from common.errors import ConfigError, CrawlError, ErrorCode, Misled
from common.net.address import literal
from common.net.answer.stream import connect
from common.net.failures import crawl_error
from common.net.guard import Guard
from common.net.names.resolver import Resolver
from common.net.names.rules import Rules
from common.net.nat64 import Nat64
from common.output.unreadable import why_no_authorities

_PORTS = frozenset({80, 443})
_SAFE = frozenset({b"GET", b"HEAD"})
MAX_ADDRESSES_TRIED = 6

OpenConnection = Callable[
    [str, int, float | None, Iterable[httpcore.SOCKET_OPTION] | None], Awaitable[httpcore.AsyncNetworkStream]
]


def guarded_transport(
    *,
    guard: Guard,
    resolver: Resolver,
    rules: Rules,
    ca_file: Path | None = None,
    open_connection: OpenConnection = connect,
) -> httpx.AsyncBaseTransport:
    """A transport for one request at a time or many; follows no redirect. Raises CrawlError where others raise httpx's.

    `open_connection` gets the addresses that were checked (through a proxy: common/net/proxied). `ca_file` replaces
    the certificate authorities of certifi. Raises ConfigError when it cannot be read.
    """
    backend = GuardedBackend(guard, resolver, rules, open_connection=open_connection)
    return _GuardedTransport(backend, trusting(ca_file) if ca_file else None)


def trusting(ca_file: Path | None) -> ssl.SSLContext:
    """Who vouches for shops: `ca_file` (`fetch.ca_file`), else certifi's list. Raises ConfigError."""
    # certifi's list, not the machine's: what a worker accepts must not depend on what is installed on a volunteer's PC.
    try:
        return ssl.create_default_context(cafile=str(ca_file) if ca_file else certifi.where())
    except OSError:
        why = why_no_authorities(ca_file or Path(certifi.where()))
        raise ConfigError(f"fetch.ca_file: {why}. Name a PEM file of certificate authorities there.") from None


def worth_trying(addresses: Sequence[str]) -> list[str]:
    """The first addresses of each family, in turns, MAX_ADDRESSES_TRIED in all.

    A name with hundreds of answers does not make one link knock on hundreds of doors, and a home without IPv6 gets to
    an IPv4 address however many others stand before it.
    """
    first_family = ":" in addresses[0]
    same = [address for address in addresses if (":" in address) == first_family]
    other = [address for address in addresses if (":" in address) != first_family]
    turns = [address for pair in zip_longest(same, other) for address in pair if address is not None]
    return turns[:MAX_ADDRESSES_TRIED]


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Opens TCP connections to checked addresses only."""

    def __init__(
        self,
        guard: Guard,
        resolver: Resolver,
        rules: Rules,
        *,
        open_connection: OpenConnection = connect,
    ) -> None:
        self._guard = guard
        self._resolver = resolver
        self._rules = rules
        self._open_connection = open_connection
        self._nat64 = Nat64(resolver)

    async def _refuse_reason(self, address: str) -> str | None:
        if reason := self._guard.refuse_reason(address):
            return reason
        inside = None if self._guard.excepted(address) else await self._nat64.inside(address)
        if inside and (reason := self._guard.refuse_reason(inside)):
            return f"NAT64 of this network to {inside}: {reason}"
        return None

    async def checked(self, host: str, port: int) -> tuple[list[str], int]:
        """The addresses and the port to connect to. Raises CrawlError: ADDRESS_REFUSED for an address or a rule's,
        DNS_ERROR for a name, and Misled for one that leads where nobody may go."""
        address = literal(host)
        rule = None if address else self._rules.find(host, port)
        if address:
            addresses, to_port = [address], port
        elif rule:
            addresses, to_port = list(rule.addresses), rule.to_port
        else:
            addresses, to_port = await self._resolver.resolve(host, port), port
        if not addresses:
            raise CrawlError(ErrorCode.DNS_ERROR, f"no address for {host}")
        for answer in addresses:
            reason = await self._refuse_reason(answer)
            if reason and not address and not rule:
                raise Misled(host, answer, reason)
            if reason:
                raise CrawlError(ErrorCode.ADDRESS_REFUSED, f"{host} leads to {answer}: {reason}")
        if port not in _PORTS and rule is None and not all(map(self._guard.excepted, addresses)):
            raise CrawlError(ErrorCode.ADDRESS_REFUSED, f"port {port} of {host}: only 80 and 443 are fetched")
        return addresses, to_port

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + (10.0 if timeout is None else timeout)
        addresses, to_port = await self.checked(host, port)
        tried = worth_trying(addresses)
        for left, one in zip(range(len(tried), 0, -1), tried, strict=True):
            # A dead first address (often IPv6 at home) must leave time for the others.
            share = max(deadline - loop.time(), 0.1) / left
            try:
                return await self._open_connection(one, to_port, share, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if left == 1:
                    raise
        raise AssertionError("unreachable: there is at least one address")

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        raise CrawlError(ErrorCode.ADDRESS_REFUSED, "sockets in the file system are not fetched")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class _GuardedTransport(httpx.AsyncBaseTransport):
    def __init__(self, backend: GuardedBackend, tls: ssl.SSLContext | None) -> None:
        """`tls` None: by certifi's authorities. To read them is a thirtieth of what a worker computes until it is
        ready, so it is left to the first request."""
        self._backend = backend
        self._tls = tls
        self._pool: httpcore.AsyncConnectionPool | None = None

    def _opened(self) -> httpcore.AsyncConnectionPool:
        if self._pool is None:
            self._pool = httpcore.AsyncConnectionPool(
                ssl_context=self._tls or trusting(None),
                max_connections=100,
                max_keepalive_connections=20,
                keepalive_expiry=15.0,
                network_backend=self._backend,
            )
        return self._pool

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        asked = httpcore.Request(
            method=request.method,
            url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        with _named(url.host):
            answer = await self._answered(asked)
        return httpx.Response(
            status_code=answer.status,
            headers=answer.headers,
            stream=_Stream(answer, url.host),
            extensions=answer.extensions,
            request=request,
        )

    async def _answered(self, asked: httpcore.Request) -> httpcore.Response:
        """A server closes a connection that it kept when it likes, and a request may be on its way to it by then: that
        one was not heard, and is sent over another connection, as browsers do. On one of its own none is sent twice."""
        own = False

        async def note(event: str, _: object) -> None:
            nonlocal own
            own = own or event.startswith("connection.connect_")

        asked.extensions = {**asked.extensions, "trace": note}
        while True:
            try:
                return await self._opened().handle_async_request(asked)
            except (httpcore.ReadError, httpcore.RemoteProtocolError) as error:
                if own or asked.method not in _SAFE or not _closed_unheard(error):
                    raise

    async def aclose(self) -> None:
        if self._pool is not None:
            await self._pool.aclose()


class _Stream(httpx.AsyncByteStream):
    """The answer's bytes as they came over the wire."""

    def __init__(self, answer: httpcore.Response, host: str) -> None:
        self._answer = answer
        self._host = host

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _named(self._host):
            async for chunk in self._answer.aiter_stream():
                yield chunk

    async def aclose(self) -> None:
        await self._answer.aclose()


def _closed_unheard(error: Exception) -> bool:
    """Whether the connection ended before an answer began, as far as httpcore says."""
    return isinstance(error, httpcore.ReadError) or "without sending" in str(error)


@contextmanager
def _named(host: str) -> Iterator[None]:
    """Raise what httpcore, ssl and the system raise as CrawlErrors that name the host."""
    try:
        yield
    except CrawlError:
        raise
    except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
        raise crawl_error(error, host) from error
