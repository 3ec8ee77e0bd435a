"""A worker's reports ask for the next tasks: for no more than it has places."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, cast

import pytest

from common.errors import ConfigError, ErrorCode
from common.protocol.base import Leases, Message
from common.protocol.refusals import Reason, Refusal
from common.protocol.reports import OutcomeTaken, Report, Reported, Taken
from common.protocol.tasks import Claim, Claimed, Released, Task
from worker.source.calls import GatewayAway
from worker.source.gateway.offered_task import OfferedTask
from worker.source.gateway.source import GatewaySource
from worker.source.gateway.wanted import ANY, Wanted

NONE = Refusal(reason=Reason.NOTHING_WAITS, sentence="nothing", retry_after_seconds=60)


def task(number: int) -> Task:
    link = f"https://shopee.tw/product/1/{number}"
    job_id = "abcdefghijklmnopqrstuvwxyz"[number] * 26
    return Task(
        job_id=job_id, lease_token=f"{number:043d}", link=link, shop="shopee", attempt=1, lease_seconds=180
    )  # fmt: skip


def answered(what: list[Task] | Exception) -> list[Task]:
    if isinstance(what, Exception):
        raise what
    return what


class Gateway:
    """Answers claims with what `claimed` holds, and reports with what `beside` does."""

    membership = None

    def __init__(self, *claimed: list[Task] | Exception | Refusal) -> None:
        self.claimed = list(claimed)
        self.beside: list[list[Task] | Exception | Refusal] = []
        self.said: list[Message] = []
        self.changed = asyncio.Event()
        self.gate = asyncio.Event()
        self.gate.set()
        self.settings_asked = 0
        self.settings: Exception = GatewayAway("no settings")
        self.settings_gate = asyncio.Event()
        self.settings_gate.set()

    async def get(self, call: str, answer: object) -> Any:
        self.settings_asked += 1
        self.changed.set()
        await self.settings_gate.wait()
        raise self.settings

    async def post(self, call: str, said: Message, answer: object, *, wait_seconds: float = 0.0) -> Any:
        self.said.append(said)
        self.changed.set()
        if isinstance(said, Claim):
            if self.claimed:
                first = self.claimed.pop(0)
                if isinstance(first, Refusal):
                    return Claimed(settings="", none=first)
                return Claimed(settings="", tasks=tuple(answered(first)))
            return await asyncio.Event().wait()
        if isinstance(said, Leases):
            return Released(settings="", released=tuple(one.job_id for one in said.leases))
        assert isinstance(said, Report)
        await self.gate.wait()
        first = self.beside.pop(0) if self.beside else []
        none = first if isinstance(first, Refusal) else NONE
        beside = [] if isinstance(first, Refusal) else answered(first)
        taken = tuple(OutcomeTaken(job_id=one.job_id, taken=Taken.RECORDED) for one in said.outcomes)
        return Reported(settings="", outcomes=taken, tasks=tuple(beside), none=None if beside else none)

    def of(self, kind: type[Message]) -> list[Any]:
        return [one for one in self.said if isinstance(one, kind)]

    async def until(self, enough: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not enough():
                self.changed.clear()
                await self.changed.wait()


def source(gateway: Gateway, wanted: Wanted = ANY, *, monotonic: Callable[[], float] = time.monotonic) -> GatewaySource:
    return GatewaySource(cast(Any, gateway), say=lambda said: None, monotonic=monotonic, wanted=wanted)


async def taken(offers: AsyncGenerator[OfferedTask, None], count: int) -> list[str]:
    """The lease tokens of the next tasks."""
    async with asyncio.timeout(10):
        begun = [await (await anext(offers)).begin() for _ in range(count)]
    return [one.lease_token for one in begun if one is not None]


async def report(tasks: GatewaySource, number: int) -> None:
    ended = task(number)
    await tasks.leases.retry_later(
        ended.job_id, ended.lease_token, delay_ms=1, error_code=ErrorCode.TIMEOUT, detail="late"
    )


async def nothing_more(offers: AsyncGenerator[OfferedTask, None]) -> None:
    waiting = asyncio.ensure_future(anext(offers))
    done, _ = await asyncio.wait({waiting}, timeout=0.2)
    assert not done
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


async def test_the_next_tasks_come_with_the_answer_and_no_claim_is_sent() -> None:
    gateway = Gateway([task(0), task(1)])
    gateway.beside = [[task(2), task(3)]]
    tasks = source(gateway)
    async with aclosing(tasks.offered(2)) as offers:
        assert await taken(offers, 2) == [task(0).lease_token, task(1).lease_token]
        more = asyncio.ensure_future(taken(offers, 2))
        await asyncio.gather(report(tasks, 0), report(tasks, 1))
        assert await more == [task(2).lease_token, task(3).lease_token]
    assert [one.free for one in gateway.of(Claim)] == [2]
    (said,) = gateway.of(Report)
    assert (said.next.free, said.next.wait_seconds) == (2, 1.0)


async def report_that_brings_none(gateway: Gateway) -> None:
    """A task is taken and reported, while the next is waited for, up to the claim that follows."""
    tasks = source(gateway)
    async with aclosing(tasks.offered(1)) as offers:
        await taken(offers, 1)
        waiting = asyncio.ensure_future(anext(offers))
        await report(tasks, 0)
        await gateway.until(lambda: len(gateway.of(Claim)) == 2)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)


async def test_a_report_that_brings_none_is_followed_by_a_claim_that_waits() -> None:
    """As at a gateway of an older version, which knows of nothing beside."""
    gateway = Gateway([task(0)])
    await report_that_brings_none(gateway)
    assert [one.wait_seconds for one in gateway.of(Claim)] == [25.0, 25.0]


async def test_places_that_a_claim_asks_for_are_not_asked_for_beside_a_report() -> None:
    gateway = Gateway([task(0)])
    tasks = source(gateway)
    async with aclosing(tasks.offered(3)) as offers:
        await taken(offers, 1)
        waiting = asyncio.ensure_future(anext(offers))
        await gateway.until(lambda: len(gateway.of(Claim)) == 2)
        await report(tasks, 0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    assert [one.free for one in gateway.of(Claim)][:2] == [3, 2]
    assert gateway.of(Report)[0].next.free == 1


async def test_more_than_was_asked_for_beside_a_report_is_not_begun() -> None:
    gateway = Gateway([task(0)])
    gateway.beside = [[task(number) for number in range(1, 9)]]
    tasks = source(gateway)
    async with aclosing(tasks.offered(1)) as offers:
        await taken(offers, 1)
        more = asyncio.ensure_future(taken(offers, 1))
        await report(tasks, 0)
        assert await more == [task(1).lease_token]
        await nothing_more(offers)


async def test_a_claim_whose_answer_was_lost_is_sent_again_with_the_next_report() -> None:
    gateway = Gateway([task(0)])
    gateway.beside = [GatewayAway("cut"), [task(1)]]
    tasks = source(gateway)
    async with aclosing(tasks.offered(1)) as offers:
        await taken(offers, 1)
        more = asyncio.ensure_future(taken(offers, 1))
        with pytest.raises(GatewayAway):
            await report(tasks, 0)
        await report(tasks, 0)
        assert await more == [task(1).lease_token]
    first, second = (one.next for one in gateway.of(Report))
    assert first == second


async def test_so_is_one_that_the_fleets_database_did_not_answer() -> None:
    """It may have begun leases all the same, which nobody would be told of."""
    gateway = Gateway([task(0)])
    gateway.beside = [Refusal(reason=Reason.UNAVAILABLE, sentence="away", retry_after_seconds=10)]
    await report_that_brings_none(gateway)
    assert gateway.of(Claim)[1].request_id == gateway.of(Report)[0].next.request_id


async def test_and_one_that_waited_while_the_database_went_away() -> None:
    gateway = Gateway(Refusal(reason=Reason.UNAVAILABLE, sentence="away", retry_after_seconds=0), [task(0)])
    async with aclosing(source(gateway).offered(1)) as offers:
        assert await taken(offers, 1) == [task(0).lease_token]
    first, second = gateway.of(Claim)[:2]
    assert first.request_id == second.request_id


async def test_what_its_owner_leaves_out_is_left_out_beside_a_report_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("worker.source.gateway.source.SHORTEST_PAUSE_SECONDS", 0.01)
    gateway = Gateway([task(0)])
    gateway.beside = [[task(1)], [task(2)]]
    wanted = Wanted(shops=("shopee",), not_domains=("pinewood.example",), refuses=lambda link: link.endswith("/1"))
    tasks = source(gateway, wanted)
    async with aclosing(tasks.offered(1)) as offers:
        await taken(offers, 1)
        more = asyncio.ensure_future(anext(offers))
        await report(tasks, 0)
        await gateway.until(lambda: bool(gateway.of(Leases)))
        more.cancel()
        await asyncio.gather(more, return_exceptions=True)
    assert [one.lease_token for one in gateway.of(Leases)[0].leases] == [task(1).lease_token]
    (said,) = gateway.of(Report)
    assert (said.next.shops, said.next.not_domains) == (("shopee",), ("pinewood.example",))


async def test_tasks_that_come_where_the_settings_cannot_be_kept_go_back() -> None:
    """A full disk ends the worker; the tasks would be lost until their leases end, and counted against its owner."""
    gateway = Gateway([task(0), task(1)])
    gateway.settings = ConfigError("cannot write machine.json")
    async with aclosing(source(gateway).offered(2)) as offers:
        with pytest.raises(ConfigError, match=r"machine\.json"):
            await anext(offers)
        back = [one.lease_token for said in gateway.of(Leases) for one in said.leases]
        assert sorted(back) == [task(0).lease_token, task(1).lease_token]
