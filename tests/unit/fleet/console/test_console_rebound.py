"""By which names a request is another page's that led its own name here."""

from __future__ import annotations

import pytest

from fleet.console.access.rebound import led_here


@pytest.mark.parametrize(
    "host",
    ["evil.example:8790", "evil.example", "EVIL.Example.:80", "127.0.0.1.evil.example", "localhost.evil.example:8790",
     "ops.example.evil.example", "notts.net", "1.2.3", "127.0.0.1x:80", "evil.example:8790:1"],
)  # fmt: skip
def test_a_name_that_a_stranger_can_own(host: str) -> None:
    assert led_here(host, "ops.example")


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8790", "127.0.0.1", "[::1]:8790", "[fd7a:115c::1]", "localhost:9000", "LOCALHOST", "a.localhost:8790",
     "box:8790", "box.tail1234.ts.net:8790", "ops.example", "OPS.example:443", "ops.example.", "100.101.1.2:8790",
     "x/jobs?", "[", ""],
)  # fmt: skip
def test_addresses_names_of_this_network_and_our_own(host: str) -> None:
    assert not led_here(host, "ops.example")


def test_no_host_at_all() -> None:
    assert not led_here(None, None)
