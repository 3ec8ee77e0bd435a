"""Which of a name's many addresses are tried."""

from __future__ import annotations

from common.net.transport import MAX_ADDRESSES_TRIED, worth_trying


def test_few_addresses_are_all_tried_in_order_of_families_in_turns() -> None:
    assert worth_trying(["1.1.1.1"]) == ["1.1.1.1"]
    assert worth_trying(["2606:4700::1", "2606:4700::2", "1.1.1.1"]) == ["2606:4700::1", "1.1.1.1", "2606:4700::2"]
    assert worth_trying(["1.1.1.1", "1.0.0.1", "2606:4700::1"]) == ["1.1.1.1", "2606:4700::1", "1.0.0.1"]


def test_hundreds_of_addresses_are_not_all_knocked_at() -> None:
    many = [f"2606:4700::{number:x}" for number in range(1, 300)]
    tried = worth_trying([*many, "1.1.1.1"])
    assert len(tried) == MAX_ADDRESSES_TRIED
    assert "1.1.1.1" in tried
