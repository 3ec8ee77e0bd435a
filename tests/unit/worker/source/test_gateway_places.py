"""A gateway's worker's places for tasks: no task is forgotten when it stops, pauses or asks for settings."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from common.protocol.base import Leases
from common.protocol.reports import Report
from common.protocol.tasks import Claim
from tests.unit.worker.source.test_gateway_tasks_with_reports import Gateway, report, source, taken, task
from worker.source.calls import GatewayAway
from worker.source.gateway.settings_watch import SETTINGS_EVERY_SECONDS


async def test_what_comes_while_the_settings_are_asked_for_is_begun() -> None:
    """Nothing else may happen after that: who did not look again would hold the task and wait for ever."""
    gateway = Gateway([task(0)])
    gateway.beside = [[task(1)], [task(2)]]
    now = 0.0
    tasks = source(gateway, monotonic=lambda: now)
    async with aclosing(tasks.offered(1)) as offers:
        await taken(offers, 1)
        now = SETTINGS_EVERY_SECONDS
        gateway.settings_gate.clear()
        more = asyncio.ensure_future(taken(offers, 2))
        await report(tasks, 0)
        await gateway.until(lambda: gateway.settings_asked == 2)
        await report(tasks, 1)
        gateway.settings_gate.set()
        assert await more == [task(1).lease_token, task(2).lease_token]


@pytest.mark.parametrize("closed", ["before the answer", "before it is begun"])
async def test_what_comes_when_no_more_is_taken_goes_back(closed: str) -> None:
    gateway = Gateway([task(0)])
    gateway.beside = [[task(1)]]
    gateway.gate.clear()
    tasks = source(gateway)
    offers = tasks.offered(1)
    await taken(offers, 1)
    reporting = asyncio.ensure_future(report(tasks, 0))
    await gateway.until(lambda: bool(gateway.of(Report)))
    if closed == "before the answer":
        await offers.aclose()
    gateway.gate.set()
    await reporting
    await offers.aclose()
    await gateway.until(lambda: bool(gateway.of(Leases)))
    assert [one.lease_token for one in gateway.of(Leases)[0].leases] == [task(1).lease_token]


async def test_crawls_that_outlast_a_pause_hold_their_places() -> None:
    """Else a PC that is paused and resumed crawls twice as much at once as its owner allows."""
    gateway = Gateway([task(0), task(1)], [task(2)])
    tasks = source(gateway)
    async with aclosing(tasks.offered(2)) as offers:
        begun = await anext(offers)
    await gateway.until(lambda: bool(gateway.of(Leases)))  # the second was not begun, and goes back
    async with aclosing(tasks.offered(1)) as offers:
        waiting = asyncio.ensure_future(anext(offers))
        done, _ = await asyncio.wait({waiting}, timeout=0.2)
        assert not done and len(gateway.of(Claim)) == 1
        await begun.dropped()
        async with asyncio.timeout(10):
            assert await (await waiting).begin()
    assert [one.free for one in gateway.of(Claim)] == [2, 1]


async def test_a_worker_that_takes_no_more_asks_for_none_beside_its_reports() -> None:
    gateway = Gateway([task(0)])
    tasks = source(gateway)
    async with aclosing(tasks.offered(1)) as offers:
        await taken(offers, 1)
    await report(tasks, 0)
    assert [one.next for one in gateway.of(Report)] == [None]


async def test_a_gateway_that_is_asked_again_is_not_said_to_be_away_meanwhile() -> None:
    """It may be back, and let the claim wait for a task: half a minute in which nothing else is said."""
    gateway = Gateway(GatewayAway("cannot reach it"))
    tasks = source(gateway)
    async with aclosing(tasks.offered(1)) as offers:
        waiting = asyncio.ensure_future(anext(offers))
        await gateway.until(lambda: len(gateway.of(Claim)) == 1)
        while (said := (await tasks.idle()).sentence) == "idle: asking the gateway for tasks":
            await asyncio.sleep(0)
        assert said.startswith("waiting: cannot reach it; asking again in ")
        await gateway.until(lambda: len(gateway.of(Claim)) == 2)
        assert (await tasks.idle()).sentence == "waiting for the gateway's answer; before: cannot reach it"
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)


async def test_a_claim_under_way_when_it_pauses_is_sent_again_when_it_goes_on() -> None:
    """The gateway may have begun tasks for it that were heard of by nobody."""
    gateway = Gateway()
    tasks = source(gateway)
    for claims in (1, 2):
        async with aclosing(tasks.offered(1)) as offers:
            waiting = asyncio.ensure_future(anext(offers))
            await gateway.until(lambda: len(gateway.of(Claim)) == claims)  # noqa: B023  (ends in this round)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
    first, second = gateway.of(Claim)
    assert first.request_id == second.request_id


async def test_tasks_that_came_when_it_paused_are_begun_when_it_goes_on() -> None:
    gateway = Gateway([task(0)], [task(0)])
    gateway.settings_gate.clear()
    tasks = source(gateway)
    async with aclosing(tasks.offered(1)) as offers:
        waiting = asyncio.ensure_future(anext(offers))
        await gateway.until(lambda: gateway.settings_asked == 1)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    gateway.settings_gate.set()
    async with aclosing(tasks.offered(1)) as offers:
        assert await taken(offers, 1) == [task(0).lease_token]
    first, second = gateway.of(Claim)
    assert first.request_id == second.request_id
