"""How many connections one address holds: no stranger holds them all."""

from __future__ import annotations

import ipaddress
from collections import Counter

from gateway.people.throttle import network_of

NETWORKS = 4
"""So many /64 of one IPv6 /48 may hold all they may: whoever has a /48 has 65,536 of them."""


class Addresses:
    """How many connections each address holds."""

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def enter(self, host: str | None, *, free: int | None = None) -> str | None:
        """The key to leave by; None when this address holds all it may. Raises nothing.

        `free`: places that are left at the door; None: they are not counted. An address never holds more than are left
        for others, so that however many addresses hold all they may, somebody new still finds a place: twenty leave a
        twenty-first part of all, a hundred a hundred-and-first (dynamic thresholds: Choudhury and Hahne, "Dynamic
        queue length thresholds for shared-memory packet switches", 1998).
        """
        key = _key(host)
        around = _around(key)
        held = max(self._held[key], self._held[around] // NETWORKS)
        if key and self._most is not None and held >= (self._most if free is None else min(self._most, free)):
            return None
        self._held.update({key, around})
        return key

    def leave(self, key: str) -> None:
        for one in {key, _around(key)}:
            self._held[one] -= 1
            if self._held[one] <= 0:
                del self._held[one]


def _around(key: str) -> str:
    """The /48 of an IPv6 /64; any other key as it is."""
    return str(ipaddress.ip_network(key).supernet(new_prefix=48)) if key.endswith("/64") else key


def _key(host: str | None) -> str:
    """ "" for an address that is not counted."""
    try:
        address = ipaddress.ip_address((host or "").partition("%")[0])
    except ValueError:
        return ""
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return "" if (mapped or address).is_loopback else network_of(str(address))
