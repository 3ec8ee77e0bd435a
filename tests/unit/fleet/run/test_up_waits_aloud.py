"""`crawlfleet up --until-idle` says what it waits for when no job may be crawled for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from common.errors import ErrorCode
from common.job import job_id_for
from common.settings import DatabaseSettings, Settings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.work import WorkSettings
from common.store import open_store
from fleet.commands.services import how_far
from fleet.operations.jobs.adding import add_jobs
from fleet.run.up.how_far import HowFar
from fleet.run.up.up import up
from tests.servers.ports import free_port


async def test_jobs_that_all_wait_for_their_next_try_are_told_with_the_first_one(tmp_path: Path) -> None:
    closed = f"*:443:127.0.0.1:{free_port()}"
    settings = Settings(
        database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"),
        fetch=FetchSettings(resolve=(closed,), allow_addresses=("127.0.0.1",)),
    )
    await add_jobs(settings, ["https://shopee.tw/product/310001/9100001"], priority=0)
    now = await first_wait(settings)
    assert (now.ended, now.still_open, now.held) == (0, 1, 0)
    assert now.again_ms is not None and 0 < now.again_ms <= 10_000


async def first_wait(settings: Settings) -> HowFar:
    """What is told first when all jobs wait for their next try."""
    return await first_told(settings, lambda now: now.again_ms is not None)


async def first_told(settings: Settings, meant: Callable[[HowFar], bool]) -> HowFar:
    waits: asyncio.Future[HowFar] = asyncio.get_running_loop().create_future()

    def progress(now: HowFar) -> None:
        if meant(now) and not waits.done():
            waits.set_result(now)

    running = asyncio.create_task(up(settings, until_idle=True, workers=1, progress=progress))
    try:
        return await asyncio.wait_for(waits, 60)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_the_next_try_is_not_that_of_a_paused_shop(tmp_path: Path) -> None:
    settings = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"))
    links = ["https://shopee.tw/product/1/2", "https://shopee.tw/product/3/4", "https://shopee.tw/product/5/6"]
    await add_jobs(settings, links, priority=0)
    paused, later, _ = map(job_id_for, links)
    store = await open_store(settings.database)
    try:
        for job_id, delay_ms in ((paused, 60_000), (later, 3_600_000)):
            await store.jobs.publish([job_id], republish_after_ms=0)
            await store.jobs.claim(job_id, worker_id="w", lease_token=job_id, lease_ms=60_000)
            await store.jobs.retry_later(
                job_id, job_id, delay_ms=delay_ms, error_code=ErrorCode.TIMEOUT, detail="no answer"
            )
        await store.fleet.pause_shop("shopee/1", "a test")
        await store.fleet.pause_shop("shopee/5", "a test")
    finally:
        await store.close()
    now = await first_wait(settings)
    assert (now.still_open, now.held) == (1, 2)
    assert now.again_ms is not None and now.again_ms > 3_000_000


def test_how_far_it_is() -> None:
    assert how_far(HowFar(3, 2, None, 0)) == "3 crawls ended, 2 jobs to go"
    waits = "0 crawls ended, 1 job to go; nothing to do until the next try in 4m"
    assert how_far(HowFar(0, 1, 290_000, 0)) == waits
    assert how_far(HowFar(0, 1, 290_000, 2)) == f"{waits}; held by a paused shop: 2 jobs"
    assert how_far(HowFar(0, 1, -5, 0)) == "0 crawls ended, 1 job to go"
    away = "no network: this machine has no route; looking again every 5 s"
    assert how_far(HowFar(1, 2, 290_000, 0, away)) == f"1 crawl ended, 2 jobs to go; {away}"


async def test_a_worker_that_rests_is_told_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "pause").touch()
    settings = Settings(
        database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"),
        work=WorkSettings(paused_file=tmp_path / "pause", spool_dir=tmp_path / "spool"),
    )
    await add_jobs(settings, ["https://shopee.tw/product/310001/9100001"], priority=0)
    now = await first_told(settings, lambda now: now.rests is not None)
    assert now.rests is not None and now.rests.startswith("paused: the file")
    assert (now.ended, now.still_open) == (0, 1)
