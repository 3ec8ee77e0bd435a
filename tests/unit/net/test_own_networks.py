"""This machine's own addresses and what stands beside them are refused: by name, literal and redirect."""

from __future__ import annotations

import pytest

from common.errors import CrawlError, ErrorCode, Misled
from common.net.client import GuardedClient
from common.net.guard import Guard
from common.net.own_networks import REREAD_SECONDS, OwnAddress, OwnNetworks, networks_of, own_addresses
from common.settings_tables.fetch import FetchSettings
from tests.servers.shop_server import Reply, ShopServer

ROUTED_V4, ROUTED_V6 = "93.184.216.34", "2606:4700:1:2::5"


def guard(*addresses: OwnAddress, allow: tuple[str, ...] = ()) -> Guard:
    return Guard(allow, own=OwnNetworks(lambda: addresses))


@pytest.mark.parametrize(
    ("own", "network"),
    [
        (OwnAddress(ROUTED_V4, "255.255.255.0"), "93.184.216.0/24"),
        (OwnAddress(ROUTED_V4, "255.255.255.255"), "93.184.216.34/32"),
        (OwnAddress(ROUTED_V4), "93.184.216.34/32"),
        (OwnAddress(ROUTED_V4, "255.0.0.0"), "93.184.0.0/16"),
        (OwnAddress(ROUTED_V4, "0.0.0.0"), "93.184.0.0/16"),
        (OwnAddress("100.101.102.103", "255.255.255.255"), "100.101.102.103/32"),
        (OwnAddress(ROUTED_V6, "ffff:ffff:ffff:ffff::"), "2606:4700:1:2::/64"),
        (OwnAddress(ROUTED_V6, "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), "2606:4700:1:2::/64"),
        (OwnAddress(ROUTED_V6), "2606:4700:1:2::/64"),
        (OwnAddress(ROUTED_V6, "ffff:ffff:ffff::"), "2606:4700:1::/48"),
        (OwnAddress(ROUTED_V6, "::"), "2606:4700:1::/48"),
        (OwnAddress("fe80::1%eth0", "ffff:ffff:ffff:ffff::%eth0"), "fe80::/64"),
    ],
)
def test_how_wide_ones_own_network_is(own: OwnAddress, network: str) -> None:
    assert [str(found) for found in networks_of([own])] == [network]


def test_a_links_other_end_and_what_is_no_address() -> None:
    assert [str(one) for one in networks_of([OwnAddress("10.0.0.1", "255.255.255.255", "93.184.216.1")])] == [
        "10.0.0.1/32",
        "93.184.216.1/32",
    ]
    assert networks_of([OwnAddress("aa:bb:cc:dd:ee:ff"), OwnAddress("")]) == ()


def test_global_addresses_of_ones_own_are_refused() -> None:
    one = guard(OwnAddress(ROUTED_V4, "255.255.255.0"), OwnAddress(ROUTED_V6, "ffff:ffff:ffff:ffff::"))
    for address in (ROUTED_V4, "93.184.216.1", ROUTED_V6, "2606:4700:1:2:aaaa::1"):
        assert one.refuse_reason(address) == "this machine's own network"
    for address in ("93.184.217.1", "2606:4700:1:3::1", "1.1.1.1"):
        assert one.refuse_reason(address) is None
    assert one.refuse_reason("127.0.0.1") == "loopback"


def test_what_an_operator_names_is_excepted() -> None:
    assert guard(OwnAddress(ROUTED_V4), allow=(ROUTED_V4,)).refuse_reason(ROUTED_V4) is None


def test_interfaces_are_read_again_when_they_may_have_changed() -> None:
    now, addresses = [0.0], [OwnAddress(ROUTED_V4)]
    reads: list[float] = []

    def read() -> list[OwnAddress]:
        reads.append(now[0])
        return list(addresses)

    own = OwnNetworks(read, clock=lambda: now[0])
    one = Guard(own=own)
    assert one.refuse_reason(ROUTED_V4)
    addresses[:] = [OwnAddress("8.8.4.4")]
    assert one.refuse_reason(ROUTED_V4)
    now[0] = REREAD_SECONDS
    assert one.refuse_reason(ROUTED_V4) is None
    assert one.refuse_reason("8.8.4.4")
    assert reads == [0.0, REREAD_SECONDS]


def test_without_a_list_of_ones_own_nothing_is_fetched() -> None:
    def unreadable() -> list[OwnAddress]:
        raise OSError("no netlink here")

    with pytest.raises(CrawlError, match="no netlink here") as refused:
        Guard(own=OwnNetworks(unreadable)).refuse_reason("1.1.1.1")
    assert refused.value.code.retry, "the link is not to blame"


def test_this_machines_interfaces_can_be_read() -> None:
    assert any(own.address in {"127.0.0.1", "::1"} for own in own_addresses())


class Answers:
    async def resolve(self, host: str, port: int) -> list[str]:
        return [ROUTED_V4]


async def test_by_name_by_literal_and_by_redirect() -> None:
    own = OwnNetworks(lambda: [OwnAddress(ROUTED_V4), OwnAddress(ROUTED_V6)])
    with ShopServer(
        {("shopee.tw", "/to"): Reply(302, headers={"Location": f"http://[{ROUTED_V6}]/"})}, tls=False
    ) as server:
        rules = (f"shopee.tw:80:127.0.0.1:{server.port}",)
        client = GuardedClient(FetchSettings(**server.fetch_settings(resolve=rules)), resolver=Answers(), own=own)
        for url in ("http://home.example/", f"http://{ROUTED_V4}/", f"http://[{ROUTED_V6}]/", "http://shopee.tw/to"):
            with pytest.raises(CrawlError) as caught:
                await client.get(url, allow_host=None)
            by_name = "home.example" in url
            assert caught.value.code is (ErrorCode.DNS_ERROR if by_name else ErrorCode.ADDRESS_REFUSED)
            assert isinstance(caught.value, Misled) == by_name
            assert "this machine's own network" in caught.value.detail
        await client.aclose()
