"""A home whose router has a NAT64 prefix of its own: no name leads through it to the router, or to anything private."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network

import pytest

from common.errors import CrawlError, ErrorCode, Misled
from common.net.guard import Guard
from common.net.names.rules import Rules
from common.net.nat64 import KNOWN_NAME, RELEARN_SECONDS, Nat64, carried, prefixes_of
from common.net.own_networks import OwnAddress, OwnNetworks
from common.net.transport import GuardedBackend

PREFIX = "2a02:1234:5678:64::"
ROUTER, SHOP, ELSEWHERE = f"{PREFIX}192.168.1.1", f"{PREFIX}93.184.216.34", "2a02:ffff::1"

# The examples of RFC 6052, section 2.4, for 192.0.2.33, with a prefix of each length.
RFC_EXAMPLES = [
    (32, "2001:db8:c000:221::"),
    (40, "2001:db8:1c0:2:21::"),
    (48, "2001:db8:122:c000:2:2100::"),
    (56, "2001:db8:122:3c0:0:221::"),
    (64, "2001:db8:122:344:c0:2:2100::"),
    (96, "2001:db8:122:344::192.0.2.33"),
]


class Names:
    def __init__(self, **known: list[str]) -> None:
        self.known = {name.replace("_", "."): answers for name, answers in known.items()}
        self.asked: list[str] = []

    async def resolve(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        if host not in self.known:
            raise CrawlError(ErrorCode.DNS_ERROR, f"no address for {host}")
        return self.known[host]


def backend(names: Names, own: Iterable[OwnAddress] = ()) -> GuardedBackend:
    return GuardedBackend(Guard(own=OwnNetworks(lambda: own)), names, Rules())


@pytest.mark.parametrize(("length", "address"), RFC_EXAMPLES)
def test_where_the_address_stands_inside(length: int, address: str) -> None:
    assert carried(IPv6Address(address), length) == IPv4Address("192.0.2.33")


def test_every_prefix_is_learned_from_the_answers_for_the_known_name() -> None:
    inside_64 = "2a02:1:2:3:c0:0:aa00::"
    assert prefixes_of(["192.0.0.170", f"{PREFIX}192.0.0.171", inside_64, "2a02::1", "rubbish"]) == (
        IPv6Network(f"{PREFIX}/96"), IPv6Network("2a02:1:2:3::/64"),
    )  # fmt: skip


async def test_a_name_that_leads_through_it_into_the_home_is_refused() -> None:
    names = Names(ipv4only_arpa=["192.0.0.170", f"{PREFIX}192.0.0.170"], shop_example=[ROUTER], other_example=[SHOP])
    with pytest.raises(CrawlError) as refused:
        await backend(names).checked("shop.example", 443)
    assert isinstance(refused.value, Misled)
    assert "NAT64 of this network to 192.168.1.1: private" in refused.value.detail
    with pytest.raises(CrawlError):
        await backend(names).checked(f"[{ROUTER}]", 80)
    assert await backend(names).checked("other.example", 443) == ([SHOP], 443), "IPv4 shops of a home with IPv6 alone"
    with pytest.raises(CrawlError, match="own network"):
        await backend(names, [OwnAddress("93.184.216.34")]).checked("other.example", 443)


async def test_most_networks_have_none_and_are_asked_seldom() -> None:
    now = 0.0
    names = Names()
    nat64 = Nat64(names, clock=lambda: now)
    for _ in range(3):
        assert await nat64.inside(ELSEWHERE) is None
    assert await nat64.inside("93.184.216.34") is None
    assert names.asked == [KNOWN_NAME]
    now = RELEARN_SECONDS
    names.known[KNOWN_NAME] = [f"{PREFIX}192.0.0.170"]
    assert await nat64.inside(ROUTER) == "192.168.1.1"
