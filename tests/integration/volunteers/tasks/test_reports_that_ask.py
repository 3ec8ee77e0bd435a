"""A report that asks for the next tasks as well: one request, and no promise of either's is less."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

import pytest

from common.errors import StoreUnavailable
from common.job import JobStatus
from common.store.drivers.group_commit import GroupCommit
from tests.integration.volunteers.door import Door, Machine, failure, offer, refusal, serving
from tests.servers.fleet_world import eventually

WAIT_SECONDS = 25.0
"""As long as a claim may wait at all."""


def asking(*outcomes: dict[str, Any], free: int = 1, **more: Any) -> dict[str, Any]:
    wanted = {"request_id": secrets.token_hex(16), "free": free, "wait_seconds": 5.0, **more}
    return {"outcomes": outcomes, "next": wanted}


async def answered(machine: Machine, body: dict[str, Any]) -> Any:
    found = await machine.post("report", body)
    assert found.status_code == 200, found.text
    return found.json()


async def filled(door: Door, machine: Machine, jobs: int) -> list[dict[str, Any]]:
    """The first task of so many jobs, which were all there."""
    for number in range(1, jobs + 1):
        await door.job(number)
    return [await machine.takes()]


async def test_the_answer_brings_the_next_tasks(door: Door) -> None:
    machine = await door.machine()
    (task,) = await filled(door, machine, 4)
    answer = await answered(machine, asking(offer(task), free=2))
    assert [one["taken"] for one in answer["outcomes"]] == ["recorded"]
    assert len(answer["tasks"]) == 2 and answer["none"] is None
    assert task["job_id"] not in {one["job_id"] for one in answer["tasks"]}
    last = await answered(machine, asking(*(offer(one) for one in answer["tasks"])))
    assert [one["taken"] for one in last["outcomes"]] == ["recorded"] * 2
    today = (await machine.get("me")).json()["today"]
    assert (today["tasks"], today["recorded"]) == (4, 3)


async def test_sent_again_it_is_answered_with_the_same_tasks_here_and_at_another_gateway(door: Door) -> None:
    machine = await door.machine()
    (task,) = await filled(door, machine, 5)
    body = asking(offer(task), free=2)
    first = await answered(machine, body)
    assert len(first["tasks"]) == 2
    tokens = {one["job_id"]: one["lease_token"] for one in first["tasks"]}
    async with serving(door.settings, door.store, door.broker) as second:
        for place in (machine, Machine(second.client, machine.token, machine.id)):
            again = await answered(place, body)
            assert {one["job_id"]: one["lease_token"] for one in again["tasks"]} == tokens
            assert again["outcomes"] == first["outcomes"]


async def test_no_report_waits_for_a_task_that_may_come(door: Door) -> None:
    machine = await door.machine()
    await door.job()
    task = await machine.takes()
    # The gateway's last look found as many as there were places: more may wait, and it has to look.
    began = time.monotonic()
    answer = await answered(machine, asking(offer(task), wait_seconds=WAIT_SECONDS))
    assert time.monotonic() - began < WAIT_SECONDS
    assert (answer["outcomes"][0]["taken"], answer["tasks"]) == ("recorded", [])
    assert answer["none"]["reason"] == "NOTHING_WAITS"


async def test_no_report_waits_behind_many_machines(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.tasks.desk.AT_ONCE", 1)
    machine = await door.machine()
    (task,) = await filled(door, machine, 1)
    waiting = asyncio.create_task((await door.machine("eve")).claims(wait_seconds=20))
    await eventually(lambda: door.waiting == 1, what="a machine that waits")
    monkeypatch.setattr("gateway.tasks.desk.Desk.scarce", property(lambda _: False, lambda *_: None), raising=False)
    began = time.monotonic()
    answer = await answered(machine, asking(offer(task), wait_seconds=WAIT_SECONDS))
    assert time.monotonic() - began < WAIT_SECONDS
    assert (answer["outcomes"][0]["taken"], answer["tasks"]) == ("recorded", [])
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


@pytest.mark.parametrize("told", [{"leases_at_once": 1}])
async def test_a_reported_task_makes_room_for_the_next_and_for_no_more(door: Door, told: dict[str, int]) -> None:
    machine = await door.machine()
    (task,) = await filled(door, machine, 4)
    answer = await answered(machine, asking(offer(task), free=4))
    assert len(answer["tasks"]) == 1
    (known,) = await door.store.people.machines("p-ada")
    assert known.leases == 1


@pytest.mark.parametrize("told", [{"leases_at_once": 2}])
async def test_leases_that_live_on_make_no_room(door: Door, told: dict[str, int]) -> None:
    """Named with another job, they are lost to the report and still the machine's."""
    machine = await door.machine()
    await filled(door, machine, 6)
    (held,) = (await machine.claims())["tasks"]
    answer = await answered(machine, asking({**offer(held), "job_id": "a" * 26}, free=4))
    assert answer["outcomes"][0]["taken"] == "lost"
    (known,) = await door.store.people.machines("p-ada")
    assert known.leases == 2


@pytest.mark.parametrize("told", [{"tasks_per_day": 1}])
async def test_who_may_have_no_more_is_told_why_and_its_report_counts(door: Door, told: dict[str, int]) -> None:
    machine = await door.machine()
    (task,) = await filled(door, machine, 2)
    answer = await answered(machine, asking(failure(task)))
    assert (answer["outcomes"][0]["taken"], answer["tasks"]) == ("recorded", [])
    assert answer["none"]["reason"] == "QUOTA_SPENT"


async def test_a_paused_machine_gets_none(door: Door) -> None:
    machine = await door.machine()
    (task,) = await filled(door, machine, 2)
    await door.store.people.pause(machine.id, "a holiday")
    answer = await answered(machine, asking(offer(task)))
    assert (answer["outcomes"][0]["taken"], answer["none"]["reason"]) == ("recorded", "PAUSED")


async def test_a_machine_revoked_since_its_last_request_gets_nothing_and_its_report_is_none(door: Door) -> None:
    """This gateway knows its token, and asks for it together with what the report names."""
    machine = await door.machine()
    (task,) = await filled(door, machine, 2)
    assert await door.store.people.revoke(machine.id) == 1
    assert refusal(await machine.post("report", asking(offer(task)))) == (403, "REVOKED")
    assert await door.store.listing.product(task["job_id"]) is None


async def test_another_machines_lease_and_claim_are_nobodys(door: Door) -> None:
    machine, eve = await door.machine(), await door.machine("eve")
    for number in range(1, 4):
        await door.job(number)
    request_id = secrets.token_hex(16)
    (task,) = (await machine.claims(request_id=request_id))["tasks"]
    await eve.claims(wait_seconds=0)  # so that the gateway knows its token
    answer = await answered(eve, asking(offer(task), request_id=request_id))
    assert answer["outcomes"][0]["taken"] == "lost"
    assert task["lease_token"] not in {one["lease_token"] for one in answer["tasks"]}
    assert (await door.status(task["job_id"]))[0] is JobStatus.RUNNING


async def test_a_database_that_goes_away_behind_the_record_does_not_take_it_back(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = await door.machine()
    (task,) = await filled(door, machine, 3)

    async def away(*more: object, **named: object) -> object:
        raise StoreUnavailable("cut for the test")

    monkeypatch.setattr("gateway.tasks.claiming.Claiming.claim_beside", away)
    answer = await answered(machine, asking(offer(task)))
    assert (answer["outcomes"][0]["taken"], answer["none"]["reason"]) == ("recorded", "UNAVAILABLE")
    assert (await door.status(task["job_id"]))[0] is JobStatus.SUCCEEDED


async def test_a_known_machine_is_looked_up_together_with_what_it_reports(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = await door.machine()
    (task,) = await filled(door, machine, 1)
    reads: list[list[str]] = []
    batch = GroupCommit.batch

    async def counted(self: GroupCommit, statements: Any) -> Any:
        reads.append([one.sql for one in statements])
        return await batch(self, statements)

    monkeypatch.setattr(GroupCommit, "batch", counted)
    await machine.reports(offer(task))
    of_token = [asked for asked in reads if any("token_is_current" in sql for sql in asked)]
    assert [len(asked) for asked in of_token] == [2]
