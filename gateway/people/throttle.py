"""How often somebody may ask: a bucket of requests that refills. Of this process alone, in bounded memory. Pure."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network

MAX_KEYS = 20_000


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


def network_of(address: str) -> str:
    """For an IPv6 address its /64, since a whole /64 usually belongs to one person; any other address as it is.

    A door that listens on [::] sees an IPv4 address wrapped in an IPv6 one. It is unwrapped, since all such addresses
    share one /64.
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv4Address):
        return address
    return str(known.ipv4_mapped or ip_network((known, 64), strict=False))


class Throttle:
    """`per_minute` requests (or bytes), that many of them at once."""

    def __init__(self, per_minute: float) -> None:
        self._burst = per_minute
        self._per_second = per_minute / 60
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def spent(self, key: str, now: float) -> bool:
        """Whether a request of `key` would have to wait; takes none."""
        bucket = self._buckets.get(key)
        return bucket is not None and bucket.left + (now - bucket.at) * self._per_second < 1

    def wait_seconds(self, key: str, now: float, cost: float = 1.0) -> float:
        """Take one request of `key`, or `cost`; 0.0 when it may, else how long until it may (and nothing is taken)."""
        bucket = self._buckets.pop(key, None) or _Bucket(self._burst, now)
        bucket.left = min(self._burst, bucket.left + (now - bucket.at) * self._per_second)
        bucket.at = now
        self._buckets[key] = bucket
        if len(self._buckets) > MAX_KEYS:
            # The one that asked longest ago: its bucket is the fullest.
            self._buckets.popitem(last=False)
        if bucket.left < cost:
            return (cost - bucket.left) / self._per_second
        bucket.left -= cost
        return 0.0

    def give_back(self, key: str) -> None:
        """The last request of `key` does not count after all."""
        if bucket := self._buckets.get(key):
            bucket.left = min(self._burst, bucket.left + 1)
