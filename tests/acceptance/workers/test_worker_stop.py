"""A worker told to stop while crawls run: what can end ends, the rest goes back untouched."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import HELD, FleetWorld, HeldPage, eventually, fleet_world, held_pages, product_job

JOBS = [product_job(number) for number in range(1, 5)]

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow]


async def _busy_worker(world: FleetWorld, pages: list[HeldPage], **settings: object) -> FleetProcess:
    """A worker in the middle of all four crawls, asked once to stop."""
    await world.store.jobs.add(JOBS)
    worker = await world.start_worker("--json", work_concurrency=len(JOBS), measured=True, own=settings)
    await world.run("dispatch", "--once")
    await eventually(lambda: all(page.visits for page in pages), what="four crawls at once", say=worker.text)
    worker.signal(signal.SIGTERM)
    await eventually(lambda: "stopping: 4 crawls" in worker.text(), what="a worker that stops", say=worker.text)
    return worker


async def _given_back(world: FleetWorld, number: int) -> None:
    job = await world.job(JOBS[number])
    assert (job.status, job.attempt, job.lease_token, job.locked_by) == ("QUEUED", 0, None, None)
    assert await world.path(JOBS[number]) == ["NEW", "QUEUED", "RUNNING", "QUEUED"]


async def test_crawls_within_the_grace_end_and_the_rest_is_released(
    amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    routes, pages = held_pages(range(1, 5))
    async with fleet_world(routes, database_url=libsql_url, broker_url=amqp_url, folder=tmp_path, **HELD) as world:
        worker = await _busy_worker(world, pages, work_grace_seconds=8)
        pages[0].let_go()
        pages[1].let_go()
        assert worker.wait(60) == 0
        assert [(await world.job(job)).status for job in JOBS[:2]] == ["SUCCEEDED"] * 2
        await _given_back(world, 2)
        await _given_back(world, 3)
        summary = worker.json_lines()[-1]
        assert (summary["succeeded"], summary["released"]) == (2, 2)

        pages[2].let_go()
        pages[3].let_go()
        world.start("dispatch")
        await world.start_worker()
        await world.end_as({"SUCCEEDED": 4})
        assert [(await world.job(job)).attempt for job in JOBS] == [1] * 4, "being stopped costs no attempt"
        assert [page.visits for page in pages] == [1, 1, 2, 2]
        await world.queues_become_empty()


async def test_a_second_signal_ends_at_once(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    routes, pages = held_pages(range(1, 5))
    async with fleet_world(routes, database_url=libsql_url, broker_url=amqp_url, folder=tmp_path, **HELD) as world:
        worker = await _busy_worker(world, pages, work_grace_seconds=600)
        worker.signal(signal.SIGTERM)
        assert worker.wait(120) == 0, "long before the grace ends, and before any page answers"
        for number in range(4):
            await _given_back(world, number)
