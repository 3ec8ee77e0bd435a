"""The networks this machine itself stands in: its own addresses and what is directly reachable beside them.

Somebody's printer, camera and neighbour PC may have global addresses, IPv6 ones nearly always. How wide "beside" is:
what the interface says, but never less than the /64 of an IPv6 address (DHCPv6 hands out /128 in the middle of one),
and never more than the /16 (IPv4) or /48 (IPv6) around the address, so that a point-to-point link or VPN with a mask of
zero does not refuse the whole Internet. An IPv4 address alone (a cloud's /32, Tailscale's) is refused alone.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import psutil

Network = IPv4Network | IPv6Network
REREAD_SECONDS = 5.0
"""A laptop that changes its network is safe again this soon."""
WIDEST_V4, WIDEST_V6, NARROWEST_V6 = 16, 48, 64


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """One address of an interface. `mask` as the system says it, None when it does not; `peer`: a link's other end."""

    address: str
    mask: str | None = None
    peer: str | None = None


def own_addresses() -> list[OwnAddress]:
    """Every interface's addresses now. Linux, macOS and Windows. Raises OSError when the system does not tell."""
    families = (socket.AF_INET, socket.AF_INET6)
    return [
        OwnAddress(one.address, one.netmask, one.ptp)
        for interface in psutil.net_if_addrs().values()
        for one in interface
        if one.family in families
    ]


def networks_of(addresses: Iterable[OwnAddress]) -> tuple[Network, ...]:
    """What is refused because of these addresses. Pure; what is no address is left out."""
    found: dict[Network, None] = {}
    for own in addresses:
        for text, mask in ((own.address, own.mask), (own.peer, None)):
            network = _around(text, mask) if text else None
            if network is not None:
                found[network] = None
    return tuple(found)


class OwnNetworks:
    """`networks()` is this machine's now; read again after REREAD_SECONDS. Reader and clock are passed in."""

    def __init__(
        self,
        read: Callable[[], Iterable[OwnAddress]] = own_addresses,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read = read
        self._clock = clock
        self._networks: tuple[Network, ...] = ()
        self._fresh_until = float("-inf")

    def networks(self) -> tuple[Network, ...]:
        """Raises OSError when the interfaces cannot be read: then nobody knows what is one's own."""
        now = self._clock()
        if now >= self._fresh_until:
            self._networks = networks_of(self._read())
            self._fresh_until = now + REREAD_SECONDS
        return self._networks


def _around(text: str, mask: str | None) -> Network | None:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv4Address):
        return ip_network((address, max(_prefix(mask, 32), WIDEST_V4)), strict=False)
    if address.ipv4_mapped is not None:
        return IPv4Network(address.ipv4_mapped)
    return ip_network((address, min(max(_prefix(mask, 128), WIDEST_V6), NARROWEST_V6)), strict=False)


def _prefix(mask: str | None, otherwise: int) -> int:
    """The number of leading ones of a mask (`255.255.255.0`, `ffff:ffff::`), or a number that stands for it."""
    text = (mask or "").partition("%")[0].rpartition("/")[2]
    if text.isdigit():
        return min(int(text), otherwise)
    try:
        parsed = ip_address(text)
    except ValueError:
        return otherwise
    if isinstance(parsed, IPv6Address) != (otherwise == 128):
        return otherwise
    return len(f"{int(parsed):0{otherwise}b}".partition("0")[0])
