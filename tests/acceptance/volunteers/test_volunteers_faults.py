"""All at once, at a gateway: a volunteer frozen beyond its lease, both servers away for 20 s, the gateway killed."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path

import pytest

from tests.servers.fleet_world import HELD, FleetWorld, eventually, fleet_world, held_pages, product_job, product_pages
from tests.servers.lent_pcs import NOTHING_ELSE, join, start_gateway
from tests.servers.libsql import LibsqlServer
from tests.servers.ports import free_port
from tests.servers.rabbitmq import RabbitServer

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow, pytest.mark.trodden]

AWAY_SECONDS = 20
LEASE_SECONDS = 30
FROZEN = product_job(1)
OTHERS = [product_job(number) for number in range(2, 12)]


async def some_are_recorded(world: FleetWorld, least: int) -> None:
    async def done() -> bool:
        return (await world.statuses()).get("SUCCEEDED", 0) >= least

    await eventually(done, what=f"{least} pages")


async def test_the_ledger_stays_clean(rabbitmq: RabbitServer, libsql_database: LibsqlServer, tmp_path: Path) -> None:
    routes, (page,) = held_pages([1])
    async with fleet_world(
        routes | product_pages(range(2, 12), seconds=0.1),
        database_url=libsql_database.http_url,
        broker_url=rabbitmq.vhost(),
        folder=tmp_path,
        gateway_lease_seconds=LEASE_SECONDS,
        gateway_renew_seconds=5,
        gateway_unconfirmed_per_day=1000,
        **HELD,
    ) as world:
        port = free_port()
        gateway = await start_gateway(world, port)
        world.start("dispatch")
        homes = await asyncio.gather(*(join(world, port, name, trusted=True) for name in ("ada", "bob")))
        late = world.start("work", name="work-ada", home=homes[0], own=NOTHING_ELSE)
        await world.store.jobs.add([FROZEN])
        await eventually(lambda: page.visits == 1, what="a crawl under way", say=late.text)
        late.signal(signal.SIGSTOP)
        frozen = time.monotonic()
        page.let_go()
        spry = world.start("work", name="work-bob", home=homes[1], own=NOTHING_ELSE)
        await world.store.jobs.add(OTHERS)
        await some_are_recorded(world, 3)

        libsql_database.kill()
        rabbitmq.stop()
        gateway.kill()
        away = time.monotonic()
        gateway = world.start("gateway", gateway_listen=f"127.0.0.1:{port}")
        await asyncio.sleep(max(0.0, away + AWAY_SECONDS - time.monotonic()))
        libsql_database.start()
        rabbitmq.start()

        await world.end_as({"SUCCEEDED": 1 + len(OTHERS)}, seconds=240)
        await asyncio.sleep(max(0.0, frozen + LEASE_SECONDS - time.monotonic()))
        told = {job.id: await world.store.jobs.events(job.id) for job in (FROZEN, *OTHERS)}
        late.signal(signal.SIGCONT)
        codes = await asyncio.gather(*(asyncio.to_thread(worker.terminate) for worker in (late, spry)))
        assert codes == [0, 0], late.text()[-2000:]
        for job in (FROZEN, *OTHERS):
            events = await world.store.jobs.events(job.id)
            assert events == told[job.id], "a worker that came back too late wrote something"
            assert [str(event.to_status) for event in events].count("SUCCEEDED") == 1
        # The first visit's page would have said 100; it was read by the one that came back too late.
        assert (page.visits, await world.prices(FROZEN)) == (2, [20000])
        await world.queues_become_empty()
