"""After an outage a gateway is ready again by itself, also while no machine waits: whoever sends machines only to
gateways that are ready would otherwise never send one again."""

from __future__ import annotations

import pytest

from common.errors import BrokerUnavailable, StoreUnavailable, TopologyMissing
from tests.integration.volunteers.door import Door
from tests.servers.fleet_world import eventually


async def _away_from_the_broker(*more: object, **named: object) -> object:
    raise BrokerUnavailable("cut for the test")


async def _away_from_the_database(*more: object, **named: object) -> object:
    raise StoreUnavailable("cut for the test")


async def _ready(door: Door) -> tuple[int, str]:
    answer = await door.client.get("/readyz")
    return answer.status_code, answer.text.strip()


async def _becomes_ready(door: Door) -> None:
    async def is_ready() -> bool:
        return await _ready(door) == (200, "ready")

    await eventually(is_ready, seconds=20, what="a gateway that is ready again with nobody waiting")


async def test_the_broker_comes_back_while_no_machine_waits(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = await door.machine()
    with monkeypatch.context() as cut:
        for name in ("take", "first", "depths"):
            cut.setattr(door.broker, name, _away_from_the_broker)
        assert (await machine.claims(wait_seconds=0.5))["none"]["sentence"] == "the fleet's broker is away"
        assert await _ready(door) == (503, "the broker is away")
    await _becomes_ready(door)


async def test_the_database_comes_back_while_no_machine_waits(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = await door.machine()
    await door.job()
    with monkeypatch.context() as cut:
        cut.setattr(door.store.gateway, "offered", _away_from_the_database)
        assert (await machine.claims(wait_seconds=0.5))["none"]["reason"] == "UNAVAILABLE"
        assert (await _ready(door))[0] == 503
    await _becomes_ready(door)


async def test_a_broker_that_goes_while_no_machine_waits_is_told_all_the_same(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _becomes_ready(door)
    monkeypatch.setattr(door.broker, "depths", _away_from_the_broker)

    async def is_away() -> bool:
        return await _ready(door) == (503, "the broker is away")

    await eventually(is_away, seconds=20, what="a gateway that says that its broker is away")


async def test_queues_that_are_missing_are_no_broker_that_is_away(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    async def missing(*more: object, **named: object) -> object:
        raise TopologyMissing("no queue crawl.browser")

    monkeypatch.setattr(door.broker, "depths", missing)
    await _becomes_ready(door)
