"""The NAT64 of the network this machine stands in: IPv6 addresses that its router takes to an IPv4 address inside them.

A router may use a prefix of its own beside 64:ff9b::/96 (which the guard refuses whole), and may take its addresses to
private ones too: to itself, to a printer. Whoever gives a name such an address would reach into a home. RFC 7050 says
how to learn the prefix: the resolver of such a network answers for ipv4only.arpa, which has IPv4 addresses only, with
those two inside the prefix. RFC 6052 says where in an address they stand.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from common.errors import CrawlError
from common.net.names.resolver import Resolver

KNOWN_NAME = "ipv4only.arpa"
_KNOWN_ADDRESSES = (IPv4Address("192.0.0.170"), IPv4Address("192.0.0.171"))
_LENGTHS = (96, 64, 56, 48, 40, 32)
RELEARN_SECONDS = 60.0
"""A laptop that changes its network is safe again this soon."""
WAIT_SECONDS = 2.0
"""A page's own connection waits meanwhile."""


def prefixes_of(answers: Iterable[str]) -> tuple[IPv6Network, ...]:
    """The prefixes in what was answered for KNOWN_NAME. Pure; what is no IPv6 address is left out."""
    found: dict[IPv6Network, None] = {}
    for address in filter(None, map(_ipv6, answers)):
        for length in _LENGTHS:
            if carried(address, length) in _KNOWN_ADDRESSES:
                found[IPv6Network((address, length), strict=False)] = None
                break
    return tuple(found)


def carried(address: IPv6Address, length: int) -> IPv4Address:
    """The IPv4 address inside, behind a prefix of this length. Octet 8 is never part of it."""
    octets = address.packed
    if length == 96:
        return IPv4Address(octets[12:])
    start = length // 8
    return IPv4Address((octets[:8] + octets[9:])[start : start + 4])


class Nat64:
    """Asks the resolver at most once in RELEARN_SECONDS, and only for names that have a public IPv6 address. A resolver
    that does not answer, as in most networks, tells of no prefix."""

    def __init__(self, resolver: Resolver, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._resolver = resolver
        self._clock = clock
        self._prefixes: Sequence[IPv6Network] = ()
        self._fresh_until = float("-inf")
        self._learning = asyncio.Lock()

    async def inside(self, text: str) -> str | None:
        """The IPv4 address that this network's NAT64 takes the address to; None when it takes it nowhere."""
        address = _ipv6(text)
        if address is None:
            return None
        await self._learn()
        for prefix in self._prefixes:
            if address in prefix:
                return str(carried(address, prefix.prefixlen))
        return None

    async def _learn(self) -> None:
        async with self._learning:
            if self._clock() < self._fresh_until:
                return
            try:
                async with asyncio.timeout(WAIT_SECONDS):
                    self._prefixes = prefixes_of(await self._resolver.resolve(KNOWN_NAME, 80))
            except (CrawlError, TimeoutError):
                self._prefixes = ()
            self._fresh_until = self._clock() + RELEARN_SECONDS


def _ipv6(text: str) -> IPv6Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return address if isinstance(address, IPv6Address) else None
