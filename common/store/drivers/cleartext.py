"""Cleartext HTTP to a database only where nobody else can read it: each connection goes to an address it checked.

A token read on the way is the whole database, and on a server whose SQL has readfile() that machine's files too.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Iterable, Sequence
from urllib.parse import SplitResult, urlsplit, urlunsplit

import httpcore
import httpx

from common.net.cleartext import cleartext_addresses

_SETTING = "database.allow_cleartext"
_CLEARTEXT = frozenset({"http", "ws"})

Check = Callable[[str, int], Awaitable[Sequence[str]]]
"""Host and port → the addresses that may be connected to. Raises CleartextRefused, OSError."""


async def private_addresses(host: str, port: int) -> Sequence[str]:
    return await cleartext_addresses(host, port, setting=_SETTING)


def cleartext_transport(
    *, max_connections: int, check: Check = private_addresses, network: httpcore.AsyncNetworkBackend | None = None
) -> httpx.AsyncBaseTransport:
    """A transport for http:// that checks each new connection. Raises CleartextRefused where httpx would connect.

    `network`: what connects to an address that was checked.
    """
    # Nothing goes over TLS here, so no authority is trusted: to read the usual ones takes longer than all the rest.
    transport = httpx.AsyncHTTPTransport(trust_env=False, verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
    # httpx has no public way to give its transport a network of one's own; httpcore has.
    transport._pool = httpcore.AsyncConnectionPool(
        max_connections=max_connections,
        max_keepalive_connections=max_connections,
        keepalive_expiry=5.0,
        network_backend=_CheckedNetwork(check, network or httpcore.AnyIOBackend()),
    )
    return transport


class _CheckedNetwork(httpcore.AsyncNetworkBackend):
    def __init__(self, check: Check, network: httpcore.AsyncNetworkBackend) -> None:
        self._check = check
        self._network = network

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            addresses = await self._check(host, port)
        except OSError as error:
            raise httpcore.ConnectError(f"{host} has no address: {error.strerror or error}") from error
        failed: Exception | None = None
        for address in addresses:
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        raise failed or httpcore.ConnectError(f"{host} has no address")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def is_cleartext(url: str) -> bool:
    return urlsplit(url).scheme in _CLEARTEXT


async def checked_url(url: str, *, check: Check = private_addresses) -> str:
    """For a library that connects by itself: `url` with the checked address in the host's place. TLS stays as it is.

    Raises CleartextRefused, OSError.
    """
    parts = urlsplit(url)
    if parts.scheme not in _CLEARTEXT or not parts.hostname:
        return url
    addresses = await check(parts.hostname, parts.port or 80)
    # Without a try one cannot know which answers; most servers of a home listen on IPv4.
    address = min(addresses, key=lambda one: ":" in one)
    return urlunsplit(_with_host(parts, address))


def _with_host(parts: SplitResult, address: str) -> SplitResult:
    host = f"[{address}]" if ":" in address else address
    return parts._replace(netloc=host if parts.port is None else f"{host}:{parts.port}")
