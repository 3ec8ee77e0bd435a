"""What a worker says to a gateway: outcomes that share a request, what was fetched, and tasks that run on."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from common.errors import ErrorCode, StoreRejected
from common.offer import Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.protocol.base import MAX_ADDRESS_CHARS
from common.protocol.refusals import Reason, Refusal
from common.protocol.reports import NotFound, OutcomeTaken, Report, Reported, Taken
from worker.source.calls import GatewayAway, TurnedAway
from worker.source.gateway.confirming import Confirming
from worker.source.gateway.leases import GatewayLeases
from worker.source.gateway.reports import Reports

JOB = "a" * 26


def outcome(number: int) -> NotFound:
    return NotFound(job_id=JOB, lease_token=f"{number:043d}", error_code=ErrorCode.TIMEOUT, detail="late")


class Gateway:
    """Answers what is reported; waits at the gate."""

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self.begun = asyncio.Event()
        self.gate = asyncio.Event()
        self.gate.set()
        self.says: list[Exception] = []
        self.bad: str | None = None

    async def post(self, call: str, said: Report, answer: object, *, wait_seconds: float = 0.0) -> Reported:
        assert call == "report"
        self.reports.append(said)
        self.begun.set()
        await self.gate.wait()
        if self.says:
            raise self.says.pop(0)
        if any(one.lease_token == self.bad for one in said.outcomes):
            raise TurnedAway(Refusal(reason=Reason.MALFORMED, sentence="not understood"))
        taken = [OutcomeTaken(job_id=one.job_id, taken=Taken.RECORDED) for one in said.outcomes]
        return Reported(settings="", outcomes=tuple(taken))


def reports(gateway: Gateway, *fetched: tuple[int, int]) -> Reports:
    left = list(fetched)
    return Reports(cast(Any, gateway), fetched=lambda: left.pop(0) if left else (0, 0))


async def test_outcomes_that_come_while_a_report_is_in_flight_share_the_next() -> None:
    gateway = Gateway()
    gateway.gate.clear()
    telling = reports(gateway)
    first = asyncio.create_task(telling.report(outcome(0)))  # nobody is in time to join it
    async with asyncio.timeout(60):
        await gateway.begun.wait()
    others = [asyncio.create_task(telling.report(outcome(number))) for number in range(1, 71)]
    await asyncio.sleep(0)
    gateway.gate.set()
    assert await asyncio.gather(first, *others) == [True] * 71
    assert [len(report.outcomes) for report in gateway.reports] == [1, 64, 6]


async def test_what_was_fetched_is_told_with_the_next_report_when_one_did_not_arrive() -> None:
    gateway = Gateway()
    gateway.says = [
        GatewayAway("cut"),
        TurnedAway(Refusal(reason=Reason.SLOW_DOWN, sentence="s", retry_after_seconds=1)),
    ]
    telling = reports(gateway, (3, 300), (2, 20), (1, 1))
    for _ in range(2):
        with pytest.raises(GatewayAway):
            await telling.report(outcome(0))
    assert await telling.report(outcome(0))
    assert await telling.report(outcome(1))
    told = [(report.fetched.requests, report.fetched.bytes) for report in gateway.reports]
    assert told == [(3, 300), (5, 320), (6, 321), (0, 0)]


async def test_an_outcome_that_is_refused_for_its_form_costs_only_itself() -> None:
    gateway = Gateway()
    gateway.bad = outcome(1).lease_token
    telling = reports(gateway)
    answers = await asyncio.gather(*(telling.report(outcome(number)) for number in range(3)))
    assert answers == [True, False, True]


async def test_a_task_that_runs_on_is_confirmed_though_no_more_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("worker.source.gateway.confirming.CONFIRM_AFTER_SECONDS", 0.05)
    confirmed: asyncio.Queue[Any] = asyncio.Queue()

    async def confirm(leases: Any) -> None:
        confirmed.put_nowait(leases)

    confirming = Confirming(confirm)
    confirming.begun([(JOB, "ended"), (JOB, "runs on")])
    confirming.begun([(JOB, "over")])
    confirming.over("ended")
    confirming.over("over")
    async with asyncio.timeout(60):
        assert await confirmed.get() == [(JOB, "runs on")]
    confirming.over("runs on")
    assert confirmed.empty()


async def test_a_page_that_no_report_can_name_is_refused_as_the_database_refuses_one() -> None:
    """A shop may lead to an address of 8,000 characters. The attempt fails then, and its job says why."""
    offer, verdict, link = Offer(title="Mug"), Verdict(VerdictStatus.OK), "https://pinewood.example/mug"
    fetched = f"{link}?{'x' * MAX_ADDRESS_CHARS}"
    result = CrawlResult("{}", "hash", offer, verdict, link, "other", "any", fetched, None)
    anything = cast(Any, None)
    leases = GatewayLeases(anything, anything, anything, cannot=lambda way: False, on_settled=lambda token: None)
    with pytest.raises(StoreRejected, match="fetched_url"):
        await leases.succeed(JOB, f"{1:043d}", result)
