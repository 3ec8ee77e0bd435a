"""What a PC's owner says reaches its running worker: pause, resume, finish, limits that outlive it, log and page."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from fleet.operations.volunteers.owning import here
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import FleetWorld, eventually, fleet_world, product_job, product_pages
from tests.servers.lent_pcs import NOTHING_ELSE, start_gateway, volunteer
from tests.servers.ports import free_port

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow]


class Owner:
    def __init__(self, world: FleetWorld, name: str) -> None:
        self._world = world
        self.home = world.folder / f"home-{name}"

    async def says(self, *words: str) -> list[dict[str, Any]]:
        done = await self._world.run("volunteer", *words, "--json", home=self.home, own=NOTHING_ELSE)
        return done.json_lines()

    async def state(self) -> str:
        (found,) = await self.says("status")
        state: str = found["here"]["state"]
        return state

    def counts(self) -> dict[str, int]:
        found: dict[str, int] = json.loads((self.home / "counts.json").read_text())
        return found


async def test_what_its_owner_says_holds(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    first, second, third = (product_job(number) for number in (1, 2, 3))
    async with fleet_world(
        product_pages([1, 2, 3], seconds=0), database_url=libsql_url, broker_url=amqp_url, folder=tmp_path
    ) as world:
        port = free_port()
        await start_gateway(world, port)
        world.start("dispatch")
        owner = Owner(world, "ada")
        working = await volunteer(world, port, "ada", trusted=True)
        await world.store.jobs.add([first])
        await world.become(first, "SUCCEEDED")

        await _page_shows(owner)
        await owner.says("pause", "2h")
        await _does(owner, "paused by you", working)
        await world.store.jobs.add([second])
        working.kill()  # a pause outlives the worker, and so do the counts
        before = owner.counts()
        assert before["requests"] >= 2 and before["bytes"] > 1000, "the page and its robots.txt"
        working = world.start("work", name="work-again", home=owner.home, own=NOTHING_ELSE)
        await _does(owner, "paused by you", working)
        assert (await world.job(second)).status in {"NEW", "QUEUED"}
        await owner.says("resume")
        await world.become(second, "SUCCEEDED")
        assert owner.counts()["requests"] > before["requests"]

        await owner.says("limits", "--requests-per-day", str(owner.counts()["requests"]))
        await _does(owner, "requests are made", working)
        await world.store.jobs.add([third])
        spent = owner.counts()["requests"]
        await asyncio.to_thread(working.terminate)
        working = world.start("work", name="work-third", home=owner.home, own=NOTHING_ELSE)
        await _does(owner, "requests are made", working)
        assert owner.counts()["requests"] == spent
        assert (await world.job(third)).status in {"NEW", "QUEUED"}
        await owner.says("limits", "--requests-per-day", "none")
        await world.become(third, "SUCCEEDED")

        await owner.says("finish")
        await eventually(lambda: not working.alive, what="a worker that finishes", say=working.text)
        assert working.process.returncode == 0
        log = await owner.says("log")
        assert len(log) == owner.counts()["total_requests"], "every request, robots.txt's too"
        assert {job.url_norm for job in (first, second, third)} <= {one["url"] for one in log}
        assert owner.counts()["pages"] == 3


async def _does(owner: Owner, words: str, working: FleetProcess) -> None:
    async def said() -> bool:
        # A command for each look would take the processor.
        return words in here(owner.home).state and words in await owner.state()

    await eventually(said, what=f"a worker that says {words!r}", say=working.text)


async def _page_shows(owner: Owner) -> None:
    (found,) = await owner.says("status")
    link = found["here"]["page"]
    async with httpx.AsyncClient(trust_env=False, follow_redirects=True) as browser:
        assert "Fetched lately" in (await browser.get(link)).text
