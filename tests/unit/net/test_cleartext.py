"""Cleartext stays on this machine or inside Tailscale, whatever a name resolves to."""

from __future__ import annotations

import pytest

from common.errors import CleartextRefused
from common.net.cleartext import Interfaces, cleartext_addresses, may_be_cleartext, own_interfaces, source_of

TAILSCALE: Interfaces = {"lo": ["127.0.0.1"], "tailscale0": ["100.101.1.2", "fd7a:115c:a1e0::1"], "eth0": ["10.0.0.2"]}
CARRIER: Interfaces = {"lo": ["127.0.0.1"], "wwan0": ["100.70.1.2"], "eth0": ["10.0.0.2"]}


def may(address: str, interfaces: Interfaces, sent_from: str) -> bool:
    return may_be_cleartext(address, interfaces=lambda: interfaces, source=lambda _: sent_from)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
def test_loopback_may(address: str) -> None:
    assert may(address, {}, "127.0.0.1")


@pytest.mark.parametrize(
    "address", ["10.0.0.9", "192.168.1.4", "8.8.8.8", "fe80::1", "fd00::1", "::", "0.0.0.0", "broker"]
)
def test_other_addresses_may_not_even_private_ones(address: str) -> None:
    assert not may(address, TAILSCALE, "10.0.0.2")


def test_tailscales_range_may_through_tailscales_interface() -> None:
    assert may("100.99.3.4", TAILSCALE, "100.101.1.2")
    assert may("fd7a:115c:a1e0::99", TAILSCALE, "fd7a:115c:a1e0::1")
    # macOS: any number of utun interfaces; the addresses say which is Tailscale's.
    assert may("100.99.3.4", {"utun4": ["100.101.1.2", "fd7a:115c:a1e0::1"]}, "100.101.1.2")
    # A kernel without IPv6.
    assert may("100.99.3.4", {"Tailscale": ["100.101.1.2"]}, "100.101.1.2")


def test_the_same_range_on_a_carriers_interface_may_not() -> None:
    assert not may("100.99.3.4", CARRIER, "100.70.1.2")
    # Tailscale is there, but the way to this address leads through the carrier.
    assert not may("100.99.3.4", {**CARRIER, **TAILSCALE}, "100.70.1.2")


async def test_a_name_is_resolved_and_the_address_that_passed_is_the_answer() -> None:
    assert set(await cleartext_addresses("localhost", 5672, setting="x")) <= {"127.0.0.1", "::1"}
    with pytest.raises(CleartextRefused, match=r"broker\.allow_cleartext = true"):
        await cleartext_addresses("10.9.8.7", 5672, setting="broker.allow_cleartext")


def test_this_machines_interfaces_are_read() -> None:
    assert any("127.0.0.1" in addresses for addresses in own_interfaces().values())
    assert source_of("127.0.0.1") == "127.0.0.1"
