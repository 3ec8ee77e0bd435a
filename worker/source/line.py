"""The line to a gateway: every byte that comes over it counts, whatever it is.

httpx tells what an answer holds. Heads before the answer and words between the pieces of its body may be without end:
a gateway that was taken over could fill somebody's line with them, 100 MB a second, for as long as an answer may take.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import httpcore
import httpx

from common.net.answer.budget import ByteBudget, spending
from common.net.answer.stream import connect
from common.store.drivers.cleartext import Check, cleartext_transport

MAX_CONNECTIONS = 8
_KEPT, _KEPT_SECONDS = 4, 20.0
"""Home routers forget a connection that is idle for 30 s."""
_BESIDE = 4
"""A body's chunks and its TLS records take a hundredth of it; one byte in so many is let be."""


def counted_transport(*, check: Check | None, tls: ssl.SSLContext | bool) -> httpx.AsyncBaseTransport:
    """`check`: of http://, as cleartext_transport has it; None: `tls` holds. Requests are sent within `counting`."""
    network = _CountedNetwork()
    if check is not None:
        return cleartext_transport(max_connections=MAX_CONNECTIONS, check=check, network=network)
    context = tls if isinstance(tls, ssl.SSLContext) else httpx.create_ssl_context(trust_env=False)
    transport = httpx.AsyncHTTPTransport(trust_env=False, verify=context)
    # httpx has no public way to give its transport a network of one's own; httpcore has.
    transport._pool = httpcore.AsyncConnectionPool(
        ssl_context=context,
        max_connections=MAX_CONNECTIONS,
        max_keepalive_connections=_KEPT,
        keepalive_expiry=_KEPT_SECONDS,
        network_backend=network,
    )
    return transport


@contextmanager
def counting(body_bytes: int) -> Iterator[ByteBudget]:
    """Around one request and its answer, whose body has `body_bytes` at most. The budget is to be told when the head is
    read. What is read inside raises TooLarge when there was more than such an answer takes."""
    with spending(ByteBudget(body_bytes + body_bytes // _BESIDE)) as budget:
        yield budget


class _CountedNetwork(httpcore.AsyncNetworkBackend):
    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        return await connect(host, port, timeout, socket_options)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
