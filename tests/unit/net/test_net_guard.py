"""The guard: which addresses a worker may connect to, and which notations and names it refuses to read."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import ConfigError, CrawlError, ErrorCode
from common.net.address import checked_url, shown
from common.net.guard import Guard, refuse_reason
from common.net.names.rules import Rules

REFUSED = {
    "0.0.0.0": "unspecified",
    "0.1.2.3": "this network",
    "10.0.0.1": "private",
    "10.255.255.255": "private",
    "100.64.0.1": "shared address space",
    "100.127.255.254": "shared address space",
    "127.0.0.1": "loopback",
    "127.255.0.9": "loopback",
    "168.63.129.16": "a cloud's own services",
    "169.254.169.254": "link-local",
    "172.16.0.1": "private",
    "172.31.255.255": "private",
    "192.0.0.8": "IETF protocol",
    "192.0.0.9": "IETF protocol",
    "192.0.2.1": "documentation",
    "192.31.196.1": "AS112",
    "192.52.193.1": "AMT",
    "192.88.99.1": "6to4 relay",
    "192.168.1.1": "private",
    "192.175.48.1": "AS112",
    "198.18.0.1": "benchmarking",
    "198.19.255.255": "benchmarking",
    "198.51.100.7": "documentation",
    "203.0.113.7": "documentation",
    "224.0.0.1": "multicast",
    "239.255.255.250": "multicast",
    "240.0.0.1": "reserved",
    "255.255.255.255": "broadcast",
    "::": "unspecified",
    "::1": "loopback",
    "::ffff:127.0.0.1": "IPv4-mapped",
    "::ffff:8.8.8.8": "IPv4-mapped",
    "::ffff:0:127.0.0.1": "IPv4-translated",
    "::127.0.0.1": "IPv4-compatible",
    "64:ff9b::7f00:1": "NAT64",
    "64:ff9b::808:808": "NAT64",
    "64:ff9b:1::a00:1": "local NAT64",
    "100::1": "discard-only",
    "2001::1": "Teredo",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2": "Teredo",
    "2001:2::1": "benchmarking",
    "2001:10::1": "ORCHID",
    "2001:20::1": "ORCHIDv2",
    "2001:1::1": "IETF protocol",
    "2001:db8::1": "documentation",
    "2002:7f00:1::": "6to4",
    "2002:808:808::1": "6to4",
    "3fff::1": "documentation",
    "5f00::1": "segment routing",
    "4000::1": "not global unicast",
    "fc00::1": "unique local",
    "fd00:ec2::254": "unique local",
    "fe80::1": "link-local",
    "fe80::1%eth0": "zone id",
    "2606:4700::1111%1": "zone id",
    "fec0::1": "site-local",
    "ff02::1": "multicast",
    "shopee.tw": "no IP address",
    "127.1": "no IP address",
    "0177.0.0.1": "no IP address",
    "": "no IP address",
}


@pytest.mark.parametrize(("address", "reason"), REFUSED.items())
def test_refused_with_its_reason(address: str, reason: str) -> None:
    assert reason in (refuse_reason(address) or "allowed")


@pytest.mark.parametrize(
    "address",
    "1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1 223.255.255.255 "
    "2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450:4001::1 2404:6800::1".split(),
)
def test_public_addresses_pass(address: str) -> None:
    assert refuse_reason(address) is None


@given(st.ip_addresses())
def test_never_more_lenient_than_the_standard_library(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    if refuse_reason(address) is None:
        assert address.is_global
        assert not address.is_multicast


@given(st.ip_addresses(v=4))
def test_no_address_that_carries_another_inside_passes(inner: ipaddress.IPv4Address) -> None:
    n = int(inner)
    for carried in (
        0xFFFF << 32 | n,
        n,
        0x64FF9B << 96 | n,
        0x2002 << 112 | n << 80,
        0x20010000 << 96 | n ^ 0xFFFFFFFF,
    ):
        assert refuse_reason(ipaddress.IPv6Address(carried)) is not None


def test_exceptions_are_the_very_networks_that_were_named() -> None:
    guard = Guard(["127.0.0.1", "10.1.0.0/16"])
    assert guard.refuse_reason("127.0.0.1") is None
    assert guard.refuse_reason("10.1.2.3") is None
    assert guard.refuse_reason("127.0.0.2") == "loopback"
    assert guard.refuse_reason("10.2.0.1") == "private"
    assert guard.refuse_reason("::ffff:127.0.0.1") == "IPv4-mapped"
    assert guard.refuse_reason("no address") == "no IP address"


def test_an_exception_that_is_no_network_is_a_configuration_error() -> None:
    with pytest.raises(ConfigError, match=r"fetch\.allow_addresses: it is no IP address"):
        Guard(["localhost"])


@pytest.mark.parametrize(
    "url",
    [
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0x7f.1/",
        "http://0177.0.0.1/",
        "http://127.1/",
        "http://127.0.0.1.:80@127.0.0.1/",
        "http://user:secret@shopee.tw/",
        "http://shopee.tw\\@127.0.0.1/",
        "http://[fe80::1%25eth0]/",
        "https://pinewood.example:22/p/1",
        "http://pinewood.example:25/",
    ],
)
def test_hidden_addresses_and_credentials_are_refused(url: str) -> None:
    with pytest.raises(CrawlError) as caught:
        checked_url(url)
    assert caught.value.code in {ErrorCode.ADDRESS_REFUSED, ErrorCode.INVALID_URL}
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    ["ftp://shopee.tw/", "file:///etc/passwd", "shopee.tw", "", "http://", "http:///a", "https://a b/", "https://-/",
     "https://a..b/", "https://shopee.tw:0/", "https://shopee.tw:99999/", "https://" + "a" * 64 + ".tw/",
     "https://shopee.tw/" + "a" * 9_000, "https://shopee.tw/\x00", "javascript:alert(1)", "https://１２７.0.0.1/",
     "https://xn--a.shopee.tw/", "https://xn--zzzzz99999.shopee.tw/"],
)  # fmt: skip
def test_what_is_no_web_address_is_invalid(url: str) -> None:
    with pytest.raises(CrawlError) as caught:
        checked_url(url)
    assert caught.value.code is ErrorCode.INVALID_URL


def test_a_plain_url_stays_itself_without_fragment_and_final_dot() -> None:
    assert str(checked_url("https://Shopee.TW./a?b=1#c")) == "https://shopee.tw/a?b=1"
    assert str(checked_url("http://[2606:4700::1]/a")) == "http://[2606:4700::1]/a"


def test_urls_are_shown_without_their_query() -> None:
    assert shown("https://graph.example/me?access_token=secret") == "https://graph.example/me"


@pytest.mark.parametrize(
    ("text", "host", "port", "addresses", "to_port"),
    [
        ("shopee.tw:443:127.0.0.1:8443", "shopee.tw", 443, ("127.0.0.1",), 8443),
        ("Shopee.tw:443:127.0.0.1", "shopee.tw", 443, ("127.0.0.1",), 443),
        ("*:443:[::1]:8443", "any.host", 443, ("::1",), 8443),
        ("a.b:80:10.0.0.1,[::1]", "a.b", 80, ("10.0.0.1", "::1"), 80),
    ],
)
def test_rules_read_like_curls(text: str, host: str, port: int, addresses: tuple[str, ...], to_port: int) -> None:
    rule = Rules([text]).find(host, port)
    assert rule
    assert (rule.addresses, rule.to_port) == (addresses, to_port)
    assert Rules([text]).find(host, 81) is None


def test_a_rule_for_the_host_goes_before_one_for_every_host() -> None:
    rules = Rules(["*:443:127.0.0.1:1", "shopee.tw:443:127.0.0.1:2"])
    named, other = rules.find("shopee.tw", 443), rules.find("other.tw", 443)
    assert named and named.to_port == 2
    assert other and other.to_port == 1


@pytest.mark.parametrize(
    "text", ["", "a:443", "a:443:b", "a:0:1.1.1.1", "a:443:1.1.1.1:70000", "a:443:::1", "a:x:1.1.1.1"]
)
def test_a_rule_that_cannot_be_read_is_a_configuration_error(text: str) -> None:
    with pytest.raises(ConfigError, match=r"fetch\.resolve"):
        Rules([text])
