"""What is said to a proxy until its tunnel stands: CONNECT (RFC 9110, section 9.3.6), or SOCKS5 (RFC 1928, RFC 1929).

It is only ever told addresses, never names.
"""

from __future__ import annotations

import base64
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

import httpcore

from common.errors import CrawlError, ErrorCode
from common.errors.extras import adding_extra
from common.proxies.proxy import Proxy, Scheme

if TYPE_CHECKING:
    from socksio.socks5 import SOCKS5Connection

MAX_HEAD_BYTES = 16 * 1024
_PASSED_ON = frozenset({502, 504})
"""Statuses by which a proxy says that whom it asked did not answer it (RFC 9110, sections 15.6.3 and 15.6.5)."""
_UNREACHED = {b"\x04": "host unreachable", b"\x05": "connection refused", b"\x06": "TTL expired"}
"""SOCKS5 replies that speak of the other end. Any other but success is the proxy's own."""


class ProxyFailed(CrawlError):
    """The proxy itself did not do its part: away, too slow, wrong password, no permission, nonsense."""

    def __init__(self, proxy: Proxy, why: str) -> None:
        super().__init__(ErrorCode.NETWORK_ERROR, f"proxy {proxy.name} ({proxy.shown}): {why}")
        self.why = why


class Unreached(Exception):
    """The proxy says that it could not reach the other end."""


class TunnelTimeout(httpcore.ConnectTimeout):
    """The proxy did not say in time whether its tunnel stands."""


class TunnelUnreached(httpcore.ConnectError):
    """The proxy could not reach the address."""


class Line(Protocol):
    """A connection to a proxy. Time is limited by whoever holds it."""

    async def send(self, data: bytes) -> None: ...

    async def receive(self, most: int) -> bytes:
        """At most so many bytes, at least one; none at the end."""


def missing_for(scheme: Scheme) -> str | None:
    """What is not installed for such a proxy; None: nothing."""
    if scheme is Scheme.SOCKS5 and find_spec("socksio") is None:
        return f"a socks5 proxy needs the extra proxies: {adding_extra('proxies')}"
    return None


async def tunnel(line: Line, proxy: Proxy, address: str, port: int) -> None:
    """Returns when what is sent goes to `address`, an IP address, on `port`.

    Raises ProxyFailed, Unreached, and what `line` raises.
    """
    if why := missing_for(proxy.scheme):
        raise CrawlError(ErrorCode.WAY_PAUSED, why)
    await (_connect if proxy.scheme is Scheme.HTTP else _socks5)(line, proxy, address, port)


async def _connect(line: Line, proxy: Proxy, address: str, port: int) -> None:
    to = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
    lines = [f"CONNECT {to} HTTP/1.1", f"Host: {to}"]
    if proxy.user is not None:
        pair = f"{proxy.user}:{proxy.password or ''}".encode()
        lines.append(f"Proxy-Authorization: Basic {base64.b64encode(pair).decode('ascii')}")
    await line.send("\r\n".join([*lines, "", ""]).encode("ascii"))
    head = b""
    while b"\r\n\r\n" not in head:
        if len(head) >= MAX_HEAD_BYTES:
            raise ProxyFailed(proxy, f"its answer to CONNECT is longer than {MAX_HEAD_BYTES // 1024} KiB")
        head += await _some(line, proxy, MAX_HEAD_BYTES - len(head))
    said, _, more = head.partition(b"\r\n\r\n")
    version, _, rest = said.split(b"\r\n", 1)[0].partition(b" ")
    if not version.startswith(b"HTTP/1.") or not rest[:3].isdigit():
        raise ProxyFailed(proxy, "its answer to CONNECT is no HTTP")
    _judge(proxy, int(rest[:3]), bool(more))


def _judge(proxy: Proxy, status: int, more: bool) -> None:
    if status == 407:
        raise ProxyFailed(proxy, "it wants another user or password (407)")
    if status in _PASSED_ON:
        raise Unreached(f"proxy {proxy.name} did not reach it ({status})")
    if not 200 <= status < 300:
        raise ProxyFailed(proxy, f"it answered CONNECT with {status}")
    if more:
        raise ProxyFailed(proxy, "it sent bytes of its own into the tunnel")


async def _socks5(line: Line, proxy: Proxy, address: str, port: int) -> None:
    from socksio import ProtocolError  # noqa: PLC0415  # an extra
    from socksio.socks5 import SOCKS5Command, SOCKS5CommandRequest, SOCKS5Connection  # noqa: PLC0415

    connection = SOCKS5Connection()
    try:
        await _signed_in(connection, line, proxy)
        connection.send(SOCKS5CommandRequest.from_address(SOCKS5Command.CONNECT, (address, port)))
        await line.send(connection.data_to_send())
        reply = await _reply(line, proxy)
        if words := _UNREACHED.get(reply[1:2]):
            raise Unreached(f"proxy {proxy.name} did not reach it ({words})")
        if reply[1:2] != b"\x00":
            raise ProxyFailed(proxy, f"it refused the connection (SOCKS5 reply {reply[1]})")
        connection.receive_data(reply)
    except (ProtocolError, ValueError, AssertionError):
        raise ProxyFailed(proxy, "its answer is no SOCKS5") from None


async def _signed_in(connection: SOCKS5Connection, line: Line, proxy: Proxy) -> None:
    from socksio.socks5 import (  # noqa: PLC0415
        SOCKS5AuthMethod,
        SOCKS5AuthMethodsRequest,
        SOCKS5AuthReply,
        SOCKS5UsernamePasswordReply,
        SOCKS5UsernamePasswordRequest,
    )

    methods = [SOCKS5AuthMethod.NO_AUTH_REQUIRED]
    if proxy.user is not None:
        methods.append(SOCKS5AuthMethod.USERNAME_PASSWORD)
    connection.send(SOCKS5AuthMethodsRequest(methods))
    await line.send(connection.data_to_send())
    chosen = connection.receive_data(await _exactly(line, proxy, 2))
    if not isinstance(chosen, SOCKS5AuthReply) or chosen.method not in methods:
        raise ProxyFailed(proxy, "it wants a user and password" if proxy.user is None else "it accepts no password")
    if chosen.method is SOCKS5AuthMethod.USERNAME_PASSWORD:
        user, password = (proxy.user or "").encode(), (proxy.password or "").encode()
        connection.send(SOCKS5UsernamePasswordRequest(user, password))
        await line.send(connection.data_to_send())
        verified = connection.receive_data(await _exactly(line, proxy, 2))
        if not isinstance(verified, SOCKS5UsernamePasswordReply) or not verified.success:
            raise ProxyFailed(proxy, "it wants another user or password")


async def _reply(line: Line, proxy: Proxy) -> bytes:
    """A SOCKS5 reply whole, and not a byte of what follows. socksio takes it only so."""
    head = await _exactly(line, proxy, 4)
    rest = {1: 4, 4: 16}.get(head[3])
    if rest is None:
        if head[3] != 3:
            raise ProxyFailed(proxy, "its answer is no SOCKS5")
        length = await _exactly(line, proxy, 1)
        head, rest = head + length, length[0]
    return head + await _exactly(line, proxy, rest + 2)


async def _exactly(line: Line, proxy: Proxy, count: int) -> bytes:
    data = b""
    while len(data) < count:
        data += await _some(line, proxy, count - len(data))
    return data


async def _some(line: Line, proxy: Proxy, most: int) -> bytes:
    data = await line.receive(most)
    if not data:
        raise ProxyFailed(proxy, "it closed the connection before the tunnel stood")
    return data
