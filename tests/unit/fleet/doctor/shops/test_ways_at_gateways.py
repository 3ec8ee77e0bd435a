"""What doctor says of the ways that machines at gateways go."""

from __future__ import annotations

from common.store.values.ladders import WaitingByWay
from common.store.volunteers.values import MachinesNow
from common.ways.way import Way
from fleet.doctor.shops.ways import judge_ways
from fleet.doctor.volunteers import judge_machines

WAITING = [WaitingByWay("shopee", Way.OFFICIAL, 3)]


def test_an_operators_machine_at_a_gateway_offers_what_it_offers() -> None:
    own = MachinesNow(joined=3, seen=2, trusted_seen=1, leases=1, official_seen=1)
    (seen,) = judge_machines(own)
    assert "1 of them the operator's, 1 by official interfaces too; 1 task under way" in seen.text
    assert list(judge_ways([], WAITING, [], 0, at_gateways=own.ways_seen)) == []
    browser = MachinesNow(joined=3, seen=2, trusted_seen=1, leases=1, browser_seen=1)
    (waits,) = judge_ways([], WAITING, [], 0, at_gateways=browser.ways_seen)
    assert "3 jobs wait for the way official, and no worker offers it" in waits.text
