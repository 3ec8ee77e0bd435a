"""A shop whose budget is spent keeps one place of a worker; its other jobs come again when their turn does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.errors import StoreUnavailable
from common.job import JobStatus
from common.settings import DatabaseSettings
from common.store import ClaimOutcome, Store, init_schema
from common.store.drivers.group_commit import GroupCommit
from common.timing.budget_line import LONGEST_SECONDS, BudgetLine
from tests.unit.worker.test_worker_claims import Bench, Clock, Deaf, Message


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    """The budget has no room for a fifth of a second."""
    settings = DatabaseSettings(url=f"file:{tmp_path}/jobs.db")
    await init_schema(settings)
    driver = Deaf(settings.url, timeout_seconds=1)
    group = GroupCommit(driver, max_units=64)
    await group.connect()
    clock = Clock()
    store = Store(group, clock_ms=clock, patience_seconds=0)
    bench = Bench(driver, store, clock, tmp_path)
    await store.fleet.set_budget("shopee", 5.0, 1)
    assert await bench.claim(await bench.job(1), "first") is ClaimOutcome.CLAIMED
    yield bench
    await store.close()


async def test_one_waits_and_the_next_ones_are_put_off_one_behind_the_other(bench: Bench) -> None:
    """Else a worker's places would all wait for one shop, and the others' pages come at the pace of its budget."""
    handler, first = bench.handler(), Message(await bench.job(2))
    waits = asyncio.create_task(handler.handle(first))
    others = [Message(await bench.job(number)) for number in (3, 4)]
    await handler.one_waits()
    for message in others:
        await handler.handle(message)
    assert [message.ends for message in (first, *others)] == [[], ["ack"], ["ack"]], "and no copies are made"
    began = bench.clock.ms
    due = [job.next_run_at for number in (3, 4) if (job := await bench.get(await bench.job(number)))]
    assert due == [began + 1000, began + 1050]
    bench.clock.ms += 200
    await waits
    assert (first.ends, bench.crawls) == (["ack"], 1)
    last = Message(await bench.job(5))
    waits = asyncio.create_task(handler.handle(last))
    await handler.one_waits()
    bench.clock.ms += 200
    await waits
    assert (last.ends, bench.crawls) == (["ack"], 2), "its place is free again"


async def test_a_database_that_goes_away_meanwhile_leaves_it_to_a_retry_queue(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.store.fleet.set_budget("shopee", 0.01, 1)
    assert await bench.claim(await bench.job(2), "second") is ClaimOutcome.CLAIMED

    async def away(*_: object, **__: object) -> None:
        raise StoreUnavailable("away")

    monkeypatch.setattr(bench.store.jobs, "put_off", away)
    job_id = await bench.job(3)
    message = Message(job_id)
    await bench.handler().handle(message)
    assert message.ends == ["retry_after 100.0"]
    assert (await bench.get(job_id)).status is JobStatus.NEW


def test_no_turn_lies_farther_away_than_a_minute_or_the_budgets_own_time() -> None:
    clock = [0.0]
    line = BudgetLine(lambda: clock[0])
    waits = [line.put_off_seconds("shopee", wait_seconds=2.0, room_every_seconds=2.0) for _ in range(200)]
    assert waits[:3] == [2.0, 2.5, 3.0] and waits[-1] == LONGEST_SECONDS
    assert line.put_off_seconds("taobao", wait_seconds=0.0, room_every_seconds=0.0) == 1.0, "shops do not mix"
    assert line.put_off_seconds("shopee", wait_seconds=90.0, room_every_seconds=100.0) == 90.0
