"""A database that goes away amid a round of claims: what began is told to its machine, and counts against nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from common.broker.base import Outgoing
from common.errors import StoreUnavailable
from common.job import JobStatus, NewJob
from common.store.volunteers.values import MachineClaim
from tests.integration.volunteers.door import ITEM, Door, offer, refusal


async def away(*more: object, **named: object) -> Any:
    raise StoreUnavailable("cut for the test")


async def sent_before_it_was_noted(door: Door, number: int) -> str:
    """A job whose message is there, and which the dispatcher has not marked QUEUED yet."""
    link = ITEM.format(number=number)
    new = NewJob(link, link, "shopee", "tw", "1", str(number), "rss", "a", "p")
    await door.store.jobs.add([new])
    assert await door.broker.publish([Outgoing(new.id, "shopee.tw")]) == [None]
    return new.id


async def test_what_began_before_it_went_away_is_told(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = await door.machine()
    late, there = await sent_before_it_was_noted(door, 3), await door.job()
    with monkeypatch.context() as cut:
        cut.setattr(door.store.gateway._leases, "claim_late", away)
        tasks = (await machine.claims(free=2))["tasks"]
    assert [task["job_id"] for task in tasks] == [there]
    assert (await machine.reports(offer(tasks[0])))[0]["taken"] == "recorded"
    assert (await door.status(late))[0] is JobStatus.NEW, "the other one waits for its message"
    assert [task["job_id"] for task in (await machine.claims(free=2))["tasks"]] == [late], "which comes again"


def losing_answers(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    real = door.store.gateway.claim_all

    async def claim_all(asked: Sequence[MachineClaim], *, lease_ms: int) -> Any:
        await real(asked, lease_ms=lease_ms)
        raise StoreUnavailable("the answer was lost")

    monkeypatch.setattr(door.store.gateway, "claim_all", claim_all)


async def test_a_batch_whose_answer_was_lost_is_asked_about(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = await door.machine()
    job_id = await door.job()
    with monkeypatch.context() as cut:
        losing_answers(door, cut)
        (task,) = (await machine.claims(wait_seconds=1))["tasks"]
    assert task["job_id"] == job_id
    assert (await machine.reports(offer(task)))[0]["taken"] == "recorded"


async def test_when_that_is_not_answered_either_the_machine_asks_again(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the same request id, as a worker does until a gateway answers."""
    machine = await door.machine()
    job_id = await door.job()
    asked = {"request_id": "a" * 32, "free": 1, "wait_seconds": 1.0}
    with monkeypatch.context() as cut:
        losing_answers(door, cut)
        cut.setattr(door.store.gateway, "of_request", away)
        assert refusal(await machine.post("claim", asked)) == (503, "UNAVAILABLE")
    (task,) = (await machine.post("claim", asked)).json()["tasks"]
    assert task["job_id"] == job_id
    assert (await machine.reports(offer(task)))[0]["taken"] == "recorded"
