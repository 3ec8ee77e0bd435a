"""Two workers that go by one copied folder: the operator and both PCs are told. One PC that starts anew is not."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import aclosing
from typing import Any

import pytest

from fleet.doctor.finding import Finding, Level
from fleet.doctor.volunteer import check_gateway
from fleet.doctor.volunteers import judge_two_at_once
from fleet.operations.volunteers.looking import show_volunteer
from fleet.operations.volunteers.what_now import what_now
from tests.integration.volunteers.door import VERSION, Door, Machine
from tests.integration.volunteers.tasks.test_until_idle import joined
from worker.source.calls import GatewayCalls
from worker.source.gateway.source import GatewaySource

FIRST, SECOND, THIRD = "1" * 16, "2" * 16, "3" * 16
TOLD = "another worker goes by a copy of this PC's folder"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute is over at once."""
    monkeypatch.setattr("gateway.people.starts.APART_SECONDS", 0.0)


async def claims(machine: Machine, start: str | None) -> Any:
    body = {"request_id": secrets.token_hex(16), "free": 1, "wait_seconds": 0} | ({"start": start} if start else {})
    answer = await machine.post("claim", body)
    assert answer.status_code == 200, answer.text
    return answer.json()["beside"]


async def findings(door: Door) -> list[Finding]:
    return list(judge_two_at_once(await door.store.people.two_at_once()))


async def test_two_workers_that_take_turns_are_told_of(door: Door) -> None:
    machine, other = await door.machine(), await door.machine("eve")
    assert [await claims(machine, start) for start in (FIRST, SECOND)] == [None, None]
    assert await findings(door) == []
    told = await claims(machine, FIRST)
    assert told.startswith(TOLD)
    assert await claims(machine, SECOND) == told, "both are told"
    assert (await machine.get("me")).json()["beside"] == told, "and whoever asks for this PC's standing"
    assert await claims(other, FIRST) is None and (await other.get("me")).json()["beside"] is None
    (found,) = await findings(door)
    assert found.level is Level.WARNING and f"({machine.id}) of ada: its folder was copied" in found.text
    assert "`crawlfleet volunteers invite ada-2`" in str(found.next_step)
    ada = await show_volunteer(door.settings, "ada")
    assert "two PCs at once" in what_now(ada, ada.machines[0])
    await machine.post("leave")
    assert await findings(door) == []


async def test_a_pc_that_starts_again_and_again_is_one(door: Door) -> None:
    machine = await door.machine()
    for start in (FIRST, FIRST, SECOND, SECOND, THIRD, THIRD, None):
        assert await claims(machine, start) is None
    assert await findings(door) == []


async def test_what_a_worker_sent_before_its_end_may_arrive_behind_the_next_ones_first(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gateway.people.starts.APART_SECONDS", 60.0)
    machine = await door.machine()
    for start in (FIRST, SECOND, FIRST, SECOND):
        assert await claims(machine, start) is None


async def test_the_worker_and_the_doctor_of_a_lent_pc_say_so(door: Door, caplog: pytest.LogCaptureFixture) -> None:
    member = await joined(door)
    copied = Machine(door.client, member.token)
    calls = GatewayCalls(member.gateway.rstrip("/"), version=VERSION, membership=member)
    source = GatewaySource(calls, say=lambda said: None, monotonic=time.monotonic, wait_seconds=0.2, start=FIRST)

    async def works() -> None:
        async with aclosing(source.offered(1)) as offers:
            await anext(offers)

    with caplog.at_level(logging.WARNING):
        working = asyncio.create_task(works())
        async with asyncio.timeout(30):
            while TOLD not in caplog.text:
                await claims(copied, SECOND)
                await asyncio.sleep(0.2)
    assert "the gateway says: another worker goes by a copy" in caplog.text
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    found = [one async for one in check_gateway(member, calls)]
    (said,) = [one for one in found if TOLD in one.text]
    assert said.level is Level.WARNING and "Not `crawlfleet volunteer leave`: it ends both" in str(said.next_step)
    await calls.close()
