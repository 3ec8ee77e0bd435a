"""libsql-server goes away while a worker crawls: the result waits on disk as long as it may count, and no longer."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import HELD, FleetWorld, HeldPage, eventually, fleet_world, held_pages, product_job
from tests.servers.libsql import LibsqlServer

JOB = product_job(1)

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow]


def _spooled(folder: Path) -> list[Path]:
    return [path for path in (folder / "crawlfleet-spool").glob("*") if path.is_file()]


async def _crawled_without_database(
    world: FleetWorld, page: HeldPage, database: LibsqlServer, **settings: object
) -> FleetProcess:
    """A worker whose crawl ended while the database was away; its result is on disk."""
    await world.store.jobs.add([JOB])
    worker = await world.start_worker("--json", measured=True, own=settings)
    world.start("dispatch")
    await eventually(lambda: page.visits == 1, what="a crawl under way", say=worker.text)
    await asyncio.to_thread(database.stop)
    page.let_go()
    await eventually(lambda: _spooled(world.folder), what="a result kept on disk", say=worker.text)
    return worker


async def test_a_result_kept_on_disk_is_recorded_once_when_the_database_returns(
    amqp_url: str, libsql_database: LibsqlServer, tmp_path: Path
) -> None:
    routes, (page,) = held_pages([1])
    async with fleet_world(
        routes,
        database_url=libsql_database.http_url,
        broker_url=amqp_url,
        folder=tmp_path,
        database_timeout_seconds=1,
        work_lease_seconds=120,
        **HELD,
    ) as world:
        worker = await _crawled_without_database(world, page, libsql_database)
        await asyncio.to_thread(libsql_database.start)
        job = await world.become(JOB, "SUCCEEDED")
        await eventually(lambda: not _spooled(tmp_path), what="an empty spool", say=worker.text)
        assert job.attempt == 1
        assert await world.path(JOB) == ["NEW", "QUEUED", "RUNNING", "SUCCEEDED"]
        assert (page.visits, await world.prices(JOB)) == (1, [10000])
        await world.queues_become_empty()
        assert worker.terminate() == 0


async def test_a_result_that_outlived_its_lease_is_dropped_and_the_job_done_again(
    amqp_url: str, libsql_database: LibsqlServer, tmp_path: Path
) -> None:
    routes, (page,) = held_pages([1])
    async with fleet_world(
        routes,
        database_url=libsql_database.http_url,
        broker_url=amqp_url,
        folder=tmp_path,
        database_timeout_seconds=1,
        work_lease_seconds=6,
        work_renew_seconds=2,
        **HELD,
    ) as world:
        late = await _crawled_without_database(world, page, libsql_database)
        told = "a lease ran out while its end waits"
        await eventually(lambda: told in late.text(), what="a lease that ran out", say=late.text)
        await asyncio.to_thread(libsql_database.start)
        job = await world.become(JOB, "SUCCEEDED")
        await eventually(lambda: not _spooled(tmp_path), what="an empty spool", say=late.text)
        assert job.attempt == 2
        assert await world.path(JOB) == ["NEW", "QUEUED", "RUNNING", "QUEUED", "RUNNING", "SUCCEEDED"]
        assert (page.visits, await world.prices(JOB)) == (2, [20000]), "only the second visit may be recorded"
        await world.queues_become_empty()
        assert late.terminate() == 0
        assert late.json_lines()[-1]["lost"] == 1


async def test_a_worker_stopped_while_the_database_is_away_records_at_its_next_start(
    amqp_url: str, libsql_database: LibsqlServer, tmp_path: Path
) -> None:
    routes, (page,) = held_pages([1])
    async with fleet_world(
        routes,
        database_url=libsql_database.http_url,
        broker_url=amqp_url,
        folder=tmp_path,
        work_lease_seconds=120,
        **HELD,
    ) as world:
        await world.store.jobs.add([JOB])
        first = await world.start_worker(measured=True, database_timeout_seconds=60, work_grace_seconds=8)
        await world.run("dispatch", "--once")
        await eventually(lambda: page.visits == 1, what="a crawl under way", say=first.text)
        await asyncio.to_thread(libsql_database.stop)
        page.let_go()
        # The page is read within the grace; the database is still being asked when the grace ends.
        assert await asyncio.to_thread(first.terminate) == 0
        assert len(_spooled(tmp_path)) == 1, first.text()

        await asyncio.to_thread(libsql_database.start)
        second = await world.start_worker()
        await world.become(JOB, "SUCCEEDED")
        await eventually(lambda: not _spooled(tmp_path), what="an empty spool", say=second.text)
        assert await world.path(JOB) == ["NEW", "QUEUED", "RUNNING", "SUCCEEDED"]
        assert (page.visits, await world.prices(JOB)) == (1, [10000])
