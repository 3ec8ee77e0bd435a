"""Five hundred jobs through four worker processes that keep being killed, and a broker that restarts once."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest

from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import FleetWorld, fleet_world, product_job, product_pages
from tests.servers.rabbitmq import RabbitServer

JOBS = 500
NUMBERS = range(1, JOBS + 1)
WORKERS = 4
LEASE_SECONDS = 6
KILL_EVERY_SECONDS = 2.0
DONE_BETWEEN_KILLS = 60
"""Killed by the clock alone, workers of a busy machine would all be killed as soon as they begin; half a dozen kills
show as much as fifty, each of which costs such a machine the start of a worker."""
DEADLINE_SECONDS = 600

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow, pytest.mark.trodden]


def _worker(world: FleetWorld, index: int) -> FleetProcess:
    return world.start("work", name=f"worker-{index}")


async def _drive(world: FleetWorld, rabbitmq: RabbitServer) -> int:
    """Kill a worker every few seconds, restart the broker once, until all jobs have ended. How many were killed."""
    workers = [_worker(world, index) for index in range(WORKERS)]
    killed, restarted = 0, False
    dice = random.Random(20)
    deadline = time.monotonic() + DEADLINE_SECONDS
    next_kill, kill_from = time.monotonic() + KILL_EVERY_SECONDS, DONE_BETWEEN_KILLS
    while (done := (statuses := await world.statuses()).get("SUCCEEDED", 0)) < JOBS:
        assert not statuses.keys() & {"FAILED_PERMANENT", "DEAD"}, statuses
        assert time.monotonic() < deadline, f"still {statuses} after {DEADLINE_SECONDS} s"
        if done >= JOBS * 0.4 and not restarted:
            restarted = True
            await asyncio.to_thread(rabbitmq.restart)
        # One that has not begun to work would die of nothing; on a busy machine none would ever come to work.
        at_work = [index for index, worker in enumerate(workers) if worker.at_work]
        if time.monotonic() >= next_kill and at_work and kill_from <= done < JOBS * 0.9:
            next_kill, kill_from = time.monotonic() + KILL_EVERY_SECONDS, done + DONE_BETWEEN_KILLS
            index = dice.choice(at_work)
            workers[index].kill()
            workers[index] = _worker(world, index)
            killed += 1
        await asyncio.sleep(0.2)
    assert restarted
    return killed


async def test_five_hundred_jobs_survive_killed_workers_and_a_broker_restart(
    rabbitmq: RabbitServer, amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    async with fleet_world(
        product_pages(NUMBERS, seconds=0.2),
        database_url=libsql_url,
        broker_url=amqp_url,
        folder=tmp_path,
        dispatch_interval_seconds=0.3,
        dispatch_republish_after_seconds=8,
        work_lease_seconds=LEASE_SECONDS,
        work_renew_seconds=1.5,
    ) as world:
        await world.store.jobs.add([product_job(number) for number in NUMBERS])
        world.start("dispatch")
        killed = await _drive(world, rabbitmq)

        assert killed >= 2
        assert await world.statuses() == {"SUCCEEDED": JOBS}
        accepted = [(await world.path(product_job(number))).count("SUCCEEDED") for number in NUMBERS]
        assert accepted == [1] * JOBS
        await world.queues_become_empty()
