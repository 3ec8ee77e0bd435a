"""`crawlfleet up --until-idle` says what it waits for when no job may be crawled for a while."""

from __future__ import annotations

import asyncio
from pathlib import Path

from common.settings import DatabaseSettings, Settings
from common.settings_tables.fetch import FetchSettings
from fleet.commands.services import how_far
from fleet.operations.jobs.adding import add_jobs
from fleet.run.up.up import up
from tests.servers.processes import free_port


async def test_jobs_that_all_wait_for_their_next_try_are_told_with_the_first_one(tmp_path: Path) -> None:
    closed = f"*:443:127.0.0.1:{free_port()}"
    settings = Settings(
        database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"),
        fetch=FetchSettings(resolve=(closed,), allow_addresses=("127.0.0.1",)),
    )
    await add_jobs(settings, ["https://shopee.tw/product/310001/9100001"], priority=0)
    waits: asyncio.Future[tuple[int, int, int]] = asyncio.get_running_loop().create_future()

    def progress(ended: int, still_open: int, again_ms: int | None) -> None:
        if again_ms is not None and not waits.done():
            waits.set_result((ended, still_open, again_ms))

    running = asyncio.create_task(up(settings, until_idle=True, workers=1, progress=progress))
    try:
        ended, still_open, again_ms = await asyncio.wait_for(waits, 60)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert (ended, still_open) == (0, 1)
    assert 0 < again_ms <= 10_000


def test_how_far_it_is() -> None:
    assert how_far(3, 2, None) == "3 ended, 2 to go"
    assert how_far(0, 1, 290_000) == "0 ended, 1 to go; nothing to do until the next try in 4m"
    assert how_far(0, 1, -5) == "0 ended, 1 to go"
