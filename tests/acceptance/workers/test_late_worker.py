"""A worker frozen beyond its lease wakes up: what it brings changes nothing."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.servers.fleet_world import HELD, eventually, fleet_world, held_pages, product_job

JOB = product_job(1)

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow]


async def test_a_worker_that_slept_through_its_lease_writes_nothing(
    amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    routes, (page,) = held_pages([1])
    async with fleet_world(
        routes,
        database_url=libsql_url,
        broker_url=amqp_url,
        folder=tmp_path,
        work_lease_seconds=6,
        work_renew_seconds=1.5,
        **HELD,
    ) as world:
        await world.store.jobs.add([JOB])
        # Its one slot is taken, so that no second message waits behind a sleeper.
        late = await world.start_worker("--json", work_worker_id="late", work_concurrency=1, measured=True)
        world.start("dispatch")
        await eventually(lambda: page.visits == 1, what="a crawl under way", say=late.text)
        late.signal(signal.SIGSTOP)
        page.let_go()
        await world.start_worker(work_worker_id="spry")
        job = await world.become(JOB, "SUCCEEDED")
        assert job.attempt == 2
        events = await world.store.jobs.events(JOB.id)

        late.signal(signal.SIGCONT)
        assert late.terminate() == 0
        assert late.json_lines()[-1]["lost"] == 1
        assert await world.job(JOB) == job
        assert await world.store.jobs.events(JOB.id) == events
        assert [(event.to_status, event.worker) for event in events if event.to_status == "SUCCEEDED"] == [
            ("SUCCEEDED", "spry")
        ]
        assert (page.visits, await world.prices(JOB)) == (2, [20000])
        await world.queues_become_empty()
