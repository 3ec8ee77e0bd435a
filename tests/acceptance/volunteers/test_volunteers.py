"""Volunteers' PCs at a gateway, as real processes: from a link to recorded pages, and through a gateway's death."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.servers.fleet_world import eventually, fleet_world, product_job, product_pages
from tests.servers.lent_pcs import NOTHING_ELSE, start_gateway, volunteer
from tests.servers.ports import free_port

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow]


async def test_from_a_link_to_the_first_recorded_page(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    job = product_job(1)
    async with fleet_world(
        product_pages([1], seconds=0), database_url=libsql_url, broker_url=amqp_url, folder=tmp_path
    ) as world:
        port = free_port()
        await start_gateway(world, port)
        world.start("dispatch")
        await world.store.jobs.add([job])
        began = time.monotonic()
        working = await volunteer(world, port, "ada", trusted=True)
        await world.become(job, "SUCCEEDED")
        print(f"from the link to the first recorded page: {time.monotonic() - began:.1f} s")
        assert await world.prices(job) == [10000]
        shown = await world.run("volunteers", "show", "ada", "--json")
        (machine,) = shown.json_lines()[-1]["machines"]
        assert (machine["tasks"], machine["recorded"]) == (1, 1)
        for said in (working.text(), (tmp_path / "gateway-1.1.log").read_text("utf-8")):
            assert "invite=" not in said and "Bearer" not in said
        status = await world.run("volunteer", "status", "--json", home=world.folder / "home-ada", own=NOTHING_ELSE)
        assert status.json_lines()[-1]["today"]["recorded"] == 1
        await world.run("volunteers", "revoke", "ada")
        await eventually(lambda: not working.alive, what="a worker that ends", say=working.text)
        assert working.process.returncode == 1
        assert "the operator has ended this machine's part" in working.text()


async def test_leaving_ends_a_worker_that_waits_for_minutes(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    async with fleet_world(
        product_pages([1], seconds=0), database_url=libsql_url, broker_url=amqp_url, folder=tmp_path
    ) as world:
        port = free_port()
        await start_gateway(world, port)
        working = await volunteer(world, port, "ada")
        await world.run("volunteers", "pause", "ada", "--reason", "a test")
        paused = "the operator has paused you"
        await eventually(lambda: paused in working.text(), what="a pause", say=working.text)
        left = await world.run("volunteer", "leave", home=world.folder / "home-ada", own=NOTHING_ELSE)
        assert left.printed().startswith("This PC has left the fleet.")
        await eventually(lambda: not working.alive, what="a worker that ends", say=working.text)
        assert working.process.returncode == 0
        assert "this PC has left the fleet" in working.text()


async def test_a_gateway_killed_under_load_loses_nothing_and_doubles_nothing(
    amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    jobs = [product_job(number) for number in range(1, 61)]
    async with fleet_world(
        product_pages(range(1, 61), seconds=0.1), database_url=libsql_url, broker_url=amqp_url, folder=tmp_path
    ) as world:
        port = free_port()
        gateway = await start_gateway(world, port)
        world.start("dispatch")
        workers = await asyncio.gather(*(volunteer(world, port, name, trusted=True) for name in ("ada", "bob")))
        await world.store.jobs.add(jobs)
        for least in (5, 20, 40):

            async def done(least: int = least) -> bool:
                return (await world.statuses()).get("SUCCEEDED", 0) >= least

            await eventually(done, what=f"{least} pages", say=lambda: workers[0].text()[-2000:])
            gateway.kill()
            gateway = await start_gateway(world, port)
        await world.end_as({"SUCCEEDED": len(jobs)})
        for job in jobs:
            assert (await world.path(job)).count("SUCCEEDED") == 1
        await world.queues_become_empty()
        codes = await asyncio.gather(*(asyncio.to_thread(worker.terminate) for worker in workers))
        assert codes == [0, 0]


async def test_strangers_results_are_recorded_once_two_persons_agree(
    amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    job = product_job(1)
    async with fleet_world(
        product_pages([1], seconds=0), database_url=libsql_url, broker_url=amqp_url, folder=tmp_path
    ) as world:
        port = free_port()
        await start_gateway(world, port)
        world.start("dispatch")
        await world.store.jobs.add([job])
        first = await volunteer(world, port, "ada")

        async def looked_at() -> bool:
            return "RUNNING" in (path := await world.path(job)) and path[-1] != "RUNNING"

        await eventually(looked_at, what="a first look", say=first.text)
        assert await world.store.listing.product(job.id) is None, "nothing that waits shows"
        await volunteer(world, port, "bob")
        await world.become(job, "SUCCEEDED", seconds=200)
        assert await world.prices(job) == [10000]
