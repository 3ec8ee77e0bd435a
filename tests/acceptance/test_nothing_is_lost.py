"""A thousand jobs through four worker processes that keep being killed, and a broker that restarts once."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from common.broker import make_broker
from common.job import NewJob
from common.settings import BrokerSettings, DatabaseSettings
from common.store import Store, init_schema, open_store
from fleet.demo.pages import shopee_page
from fleet.demo.server import LocalWorld, Reply
from tests.servers.fleet_process import FleetProcess

JOBS = 1000
NUMBERS = range(1, JOBS + 1)
WORKERS = 4
LEASE_SECONDS = 6
KILL_EVERY_SECONDS = 3.0
DEADLINE_SECONDS = 150

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow]


def _page(number: int):
    body = shopee_page("shopee.tw", "7", str(number), f"Product {number}", "100", "TWD", "InStock")

    def route(target: str) -> Reply:
        time.sleep(0.2)  # a page that takes a moment, so that kills meet running crawls
        return Reply(body=body)

    return route


def _job(number: int) -> NewJob:
    url = f"https://shopee.tw/product/7/{number}"
    return NewJob(url, url, "shopee", "tw", "7", str(number), "jsonl", "test", str(number))


def _env(world: LocalWorld, database_url: str, broker_url: str) -> dict[str, str]:
    return {
        "CRAWLFLEET_DATABASE_URL": database_url,
        "CRAWLFLEET_BROKER_URL": broker_url,
        "CRAWLFLEET_BROKER_STALL_SECONDS": "3",
        "CRAWLFLEET_DISPATCH_INTERVAL_SECONDS": "0.3",
        "CRAWLFLEET_DISPATCH_REPUBLISH_AFTER_SECONDS": "8",
        "CRAWLFLEET_WORK_LEASE_SECONDS": str(LEASE_SECONDS),
        "CRAWLFLEET_WORK_RENEW_SECONDS": "1.5",
        "CRAWLFLEET_WORK_CONCURRENCY": "4",
        "CRAWLFLEET_FETCH_REQUESTS_PER_SECOND": "1000",
        "CRAWLFLEET_FETCH_RESOLVE": json.dumps(list(world.resolve_rules())),
        "CRAWLFLEET_FETCH_CA_FILE": str(world.ca_file),
        "CRAWLFLEET_FETCH_ALLOW_ADDRESSES": '["127.0.0.1"]',
        "CRAWLFLEET_LOG_FORMAT": "json",
    }


async def _statuses(store: Store) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in await store.listing.counts():
        found[str(row.status)] = found.get(str(row.status), 0) + row.count
    return found


async def _drive(store: Store, rabbitmq, start_worker, workers: list[FleetProcess]) -> int:
    """Kill a worker every few seconds, restart the broker once, until all jobs have ended. How many were killed."""
    killed, restarted = 0, False
    dice = random.Random(20)
    deadline = time.monotonic() + DEADLINE_SECONDS
    next_kill = time.monotonic() + KILL_EVERY_SECONDS
    while (done := (statuses := await _statuses(store)).get("SUCCEEDED", 0)) < JOBS:
        assert not statuses.keys() & {"FAILED_PERMANENT", "DEAD"}, statuses
        assert time.monotonic() < deadline, f"still {statuses} after {DEADLINE_SECONDS} s"
        if done >= JOBS * 0.4 and not restarted:
            restarted = True
            await asyncio.to_thread(rabbitmq.restart)
        if time.monotonic() >= next_kill and done < JOBS * 0.9:
            next_kill = time.monotonic() + KILL_EVERY_SECONDS
            index = dice.randrange(WORKERS)
            workers[index].kill()
            workers[index] = start_worker(index)
            killed += 1
        await asyncio.sleep(0.2)
    assert restarted
    return killed


async def test_a_thousand_jobs_survive_killed_workers_and_a_broker_restart(
    rabbitmq, amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    database = DatabaseSettings(url=libsql_url)
    broker_settings = BrokerSettings(url=amqp_url)
    await init_schema(database)
    broker = make_broker(broker_settings)
    await broker.declare()
    await broker.close()
    store = await open_store(database)
    routes = {("shopee.tw", f"/product/7/{number}"): _page(number) for number in NUMBERS}
    with ExitStack() as stack:
        world = stack.enter_context(LocalWorld(routes))
        env = _env(world, libsql_url, amqp_url)

        def start(args: list[str], name: str) -> FleetProcess:
            return stack.enter_context(FleetProcess(args, env=env, log=tmp_path / f"{name}.log", cwd=tmp_path))

        def start_worker(index: int) -> FleetProcess:
            return start(["work"], f"worker-{index}")

        await store.jobs.add([_job(number) for number in NUMBERS])
        start(["dispatch"], "dispatcher")
        workers = [start_worker(index) for index in range(WORKERS)]
        killed = await _drive(store, rabbitmq, start_worker, workers)

        assert killed >= 2
        assert await _statuses(store) == {"SUCCEEDED": JOBS}
        accepted = [
            sum(event.to_status == "SUCCEEDED" for event in await store.jobs.events(_job(number).id))
            for number in NUMBERS
        ]
        assert accepted == [1] * JOBS
        await _queues_become_empty(broker_settings)
    await store.close()


async def _queues_become_empty(settings: BrokerSettings) -> None:
    broker = make_broker(settings)
    await broker.connect()
    deadline = time.monotonic() + 30
    try:
        while waiting := {depth.name: depth.ready for depth in await broker.depths() if depth.ready}:
            assert time.monotonic() < deadline, f"messages left: {waiting}"
            await asyncio.sleep(0.2)
    finally:
        await broker.close()
