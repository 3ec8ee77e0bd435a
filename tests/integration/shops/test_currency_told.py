"""A shop whose "$" no page explains: an operator tells its currency while the fleet runs; its prices are recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.job import job_id_for
from fleet.demo.server import Reply
from tests.servers.fleet_world import FleetWorld, Routes, eventually, fleet_world

WORDS = "Turned from pine that fell in the last storm. It holds water, tea and soup, and can be washed by hand."
PAGE = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pine mug</title></head><body>
<h1>Pine mug</h1>
<div class="price">$24.50</div><p>In stock</p><button>Add to cart</button><p>{WORDS}</p></body></html>""".encode()
LINK = "https://www.pine.example/p/mug"
PAGES: Routes = {("www.pine.example", "/p/mug"): lambda _: Reply(body=PAGE)}


async def recorded_once_told(world: FleetWorld, *services: str) -> None:
    await world.run("shops", "add-domain", "pine.example")
    await world.run("jobs", "add", LINK)
    for service in services:
        world.start(service)

    job = job_id_for(LINK)

    async def crawled() -> bool:
        return await world.store.listing.product(job) is not None

    async def product() -> dict[str, object]:
        (listed,) = (await world.run("products", "list", "--shop", "other/pine.example", "--json")).json_lines()
        return listed

    await eventually(crawled, what="the shop's product")
    before = await product()
    assert (before["verdict"], before["price"]) != ("ok", "24.50")
    assert before["verdict_reason"] in {"AMBIGUOUS_CURRENCY", "NO_CURRENCY"}
    assert "`crawlfleet shops currency`" in (await world.run("products", "show", LINK)).printed()
    said = await world.run("shops", "currency", "www.pine.example", "nzd")
    assert "pine.example: prices are in NZD" in said.printed() and "jobs recheck" in said.printed()

    async def known_and_recorded() -> bool:
        """A process may not know it yet when the page is crawled again: it is then crawled once more."""
        found = await world.store.listing.product(job)
        if found is not None and found.verdict == "ok":
            return True
        await world.store.jobs.recheck([job])
        return False

    await world.run("jobs", "recheck", "--shop", "other/pine.example", "--yes")
    await eventually(known_and_recorded, what="a price in New Zealand's dollars")
    after = await product()
    assert (after["verdict"], after["price"], after["currency"]) == ("ok", "24.50", "NZD")
    (domain,) = (await world.run("shops", "domains", "--json")).json_lines()
    assert (domain["domain"], domain["currency"]) == ("pine.example", "NZD")


async def test_in_one_process(tmp_path: Path) -> None:
    url = f"file:{tmp_path / 'fleet.db'}"
    async with fleet_world(PAGES, database_url=url, broker_url="memory:", folder=tmp_path) as world:
        await recorded_once_told(world, "up")


@pytest.mark.rabbitmq
@pytest.mark.libsql_server
async def test_in_a_fleet_of_processes(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    async with fleet_world(PAGES, database_url=libsql_url, broker_url=amqp_url, folder=tmp_path) as world:
        await recorded_once_told(world, "work", "dispatch")
