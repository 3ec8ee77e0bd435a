"""The dispatcher's rounds settle volunteers' results, give them up, and switch no shop off for one person's word."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from common.broker.memory import MemoryBroker
from common.errors import ErrorCode
from common.job import JobStatus
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.dispatch import DispatchSettings
from common.store import Store, init_schema, open_store
from common.store.drivers.base import Statement
from common.trust.reader import own_reader, reader_of
from dispatcher.second_looks import AT_ONCE, UNCONFIRM_SECONDS
from dispatcher.service import DispatchService
from tests.integration.store.jobs import Clock, link, status
from tests.integration.store.volunteers import ALWAYS, Volunteers


class Rounds(Clock):
    """The dispatcher's rounds and the database's times by one clock."""

    def __init__(self) -> None:
        super().__init__()
        self.broker = MemoryBroker(BrokerSettings())
        self.service: DispatchService | None = None

    def seconds(self) -> float:
        return self.ms / 1000

    async def after(self, seconds: float) -> None:
        self.ms += int(seconds * 1000)
        assert self.service is not None
        await self.service.tick()


@pytest.fixture
def clock() -> Rounds:
    return Rounds()


@pytest.fixture
async def store(tmp_path: Path, clock: Rounds) -> AsyncIterator[Store]:
    settings = DatabaseSettings(url=f"file:{tmp_path}/x.db")
    await init_schema(settings)
    store = await open_store(settings, clock_ms=clock)
    clock.service = DispatchService(
        store=store,
        broker=clock.broker,
        settings=DispatchSettings(health_seconds=1),
        holder="d",
        monotonic=clock.seconds,
    )
    yield store
    await store.close()


@pytest.fixture
def door(store: Store, clock: Rounds) -> Volunteers:
    return Volunteers(store, clock, reader=own_reader())


async def test_rounds_settle_what_an_operator_saw_and_take_back_what_a_liar_said(
    door: Volunteers, clock: Rounds
) -> None:
    for number in range(12):
        job = link(number)
        await door.store.jobs.add([job])
        await door.sees(job, "sly", 5 if number > 9 else 100, dice=ALWAYS)
        await door.operator_sees(job, 100)
        if number == 9:
            await clock.after(10)
            unchecked = link(90)
            await door.store.jobs.add([unchecked])
            await door.sees(unchecked, "sly", 5)
            assert await door.price(unchecked) == 5
    await clock.after(10)
    (standing,) = await door.store.trust.standings()
    assert standing.set_aside_at is not None
    assert await door.price(unchecked) is None
    assert await status(door.store, unchecked) in {JobStatus.NEW, JobStatus.QUEUED}


async def test_a_result_nobody_looks_at_again_ends_unconfirmed(door: Volunteers, clock: Rounds) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    await door.sees(job, "ann", 100)
    await clock.after(1800)
    await clock.after(UNCONFIRM_SECONDS)
    ended = await door.store.jobs.get(job.id)
    assert ended is not None and ended.error_code == "UNCONFIRMED"


async def test_a_wait_of_a_cancelled_job_ends_within_half_a_minute(door: Volunteers, clock: Rounds) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    await door.operator_sees(job, 100)
    await door.store.jobs.recheck([job.id])
    await door.operator_sees(job, 900)
    await clock.after(UNCONFIRM_SECONDS)
    assert len(await door.store.listing.pending(limit=5)) == 1
    await door.store.jobs.cancel([job.id], reason="not wanted")
    await clock.after(UNCONFIRM_SECONDS)
    assert await door.store.listing.pending(limit=5) == []


async def test_one_person_who_says_that_every_shop_walls_switches_none_off(door: Volunteers, clock: Rounds) -> None:
    jobs = [link(number) for number in range(140)]
    await door.store.jobs.add(jobs)
    for begin in (0, 60):
        for job in jobs[begin : begin + 60]:
            await door.meets(job, "ann", ErrorCode.ACCESS_DENIED)
        await clock.after(5)
    assert not any(shop.paused for shop in await door.store.fleet.shops())


async def test_jobs_are_published_although_no_result_can_be_settled(
    door: Volunteers, clock: Rounds, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    with closing(sqlite3.connect(tmp_path / "x.db")) as database:
        database.execute("DROP TABLE trust")
    await clock.broker.declare()
    await clock.after(10)
    assert await status(door.store, job) is JobStatus.QUEUED
    assert "could not be looked after" in caplog.text


@pytest.mark.parametrize(
    ("version", "reader"),
    [("0.2.0", "0.2"), ("0.2", "0.2"), ("1.10.3rc1", "1.10"), ("x", "x")],
)
def test_a_patch_reads_as_the_release_it_mends(version: str, reader: str) -> None:
    assert reader_of(version) == reader


async def test_more_old_results_than_one_look_forgets_are_gone_within_some_rounds(
    door: Volunteers, clock: Rounds
) -> None:
    """Else a fleet with many volunteers would report faster than it forgets."""
    database = door.store.trust._db
    old = """WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3 * :at_once)
        INSERT INTO volunteer_results (lease_token, job_id, person, machine, shop, reader_version, state, repeats,
                                       reported_at, settled_at)
        SELECT 'old ' || i, 'j', 'ann', 'm', 'shopee', '1', 'confirmed', 0, 1, 1 FROM n"""
    await database.run(Statement(old, {"at_once": AT_ONCE}))
    for _ in range(4):
        await clock.after(1)
    (left,) = (await database.run(Statement("SELECT COUNT(*) AS rows FROM volunteer_results")))[0].rows
    assert left["rows"] == 0
