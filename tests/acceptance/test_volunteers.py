"""Volunteers' PCs at a gateway, as real processes: from a link to recorded pages, and through a gateway's death."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path

import pytest

from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import FleetWorld, eventually, fleet_world, product_job, product_pages

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow]

NOTHING_ELSE = {"database_url": "file:nothing.db", "broker_url": "memory:"}
"""A volunteer has neither."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def start_gateway(world: FleetWorld, port: int) -> FleetProcess:
    gateway = world.start("gateway", gateway_listen=f"127.0.0.1:{port}")
    await eventually(lambda: '"ready"' in gateway.text(), seconds=40, what="a gateway", say=gateway.text)
    return gateway


async def invite(world: FleetWorld, port: int, name: str, *more: str) -> str:
    invited = await world.run(
        "volunteers", "invite", "--name", name, "--json", *more, gateway_public_url=f"http://127.0.0.1:{port}"
    )
    link: str = invited.json_lines()[-1]["link"]
    return link


async def volunteer(world: FleetWorld, port: int, name: str, *more: str) -> FleetProcess:
    """A PC that has joined and works."""
    link, home = await invite(world, port, name, *more), world.folder / f"home-{name}"
    await world.run("join", link, home=home, **NOTHING_ELSE)
    assert (home / "machine.json").stat().st_mode & 0o777 == 0o600
    return world.start("work", name=f"work-{name}", home=home, **NOTHING_ELSE)


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
        working = await volunteer(world, port, "ada", "--trusted")
        await world.become(job, "SUCCEEDED", seconds=60)
        print(f"from the link to the first recorded page: {time.monotonic() - began:.1f} s")
        assert await world.prices(job) == [10000]
        shown = await world.run("volunteers", "show", "ada", "--json")
        (machine,) = shown.json_lines()[-1]["machines"]
        assert (machine["tasks"], machine["recorded"]) == (1, 1)
        for said in (working.text(), (tmp_path / "gateway-1.1.log").read_text("utf-8")):
            assert "invite=" not in said and "Bearer" not in said
        status = await world.run("volunteer", "status", "--json", home=world.folder / "home-ada", **NOTHING_ELSE)
        assert status.json_lines()[-1]["today"]["recorded"] == 1
        await world.run("volunteers", "revoke", "ada")
        await eventually(lambda: not working.alive, seconds=60, what="a worker that ends", say=working.text)
        assert working.process.returncode == 1
        assert "the operator has ended this machine's part" in working.text()


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
        workers = [await volunteer(world, port, name, "--trusted") for name in ("ada", "bob")]
        await world.store.jobs.add(jobs)
        for least in (5, 20, 40):

            async def done(least: int = least) -> bool:
                return (await world.statuses()).get("SUCCEEDED", 0) >= least

            await eventually(done, seconds=90, what=f"{least} pages", say=lambda: workers[0].text()[-2000:])
            gateway.kill()
            gateway = await start_gateway(world, port)
        await world.end_as({"SUCCEEDED": len(jobs)}, seconds=120)
        for job in jobs:
            assert (await world.path(job)).count("SUCCEEDED") == 1
        await world.queues_become_empty()
        codes = await asyncio.gather(*(asyncio.to_thread(worker.terminate, 40) for worker in workers))
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

        await eventually(looked_at, seconds=60, what="a first look", say=first.text)
        assert await world.store.listing.product(job.id) is None, "nothing that waits shows"
        await volunteer(world, port, "bob")
        await world.become(job, "SUCCEEDED", seconds=200)
        assert await world.prices(job) == [10000]
