"""A shop of the open web, added by command while every process runs: its links are taken, crawled and recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest

from common.errors import ConfigError
from common.finding.expand import Expansion
from common.job import Crawlable, NewJob
from common.settings import DatabaseSettings, Settings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.gateway import GatewaySettings
from common.shops.base import ShopLink
from common.shops.registry import Shops
from common.store import init_schema
from fleet.demo.pages import other_page
from fleet.demo.server import Reply
from fleet.operations.shops.domains import add_domain
from fleet.run.shops import AddedDomains
from gateway.people.joining import Telling
from tests.servers.fleet_world import FleetWorld, Routes, eventually, fleet_world
from worker.ways.asked_for import ProductLinks

CONFIG = """
[[feeds]]
source = "jsonl"
account = "posts.jsonl"
poll_seconds = 1
"""
PAGES: Routes = {
    ("www.pine.example", f"/p/{number}"): lambda _: Reply(body=other_page("Pine cone", "12.50", "EUR", "PC-1"))
    for number in (1, 2)
}


def post(world: FleetWorld, number: int) -> None:
    with (world.folder / "posts.jsonl").open("a") as feed:
        feed.write(json.dumps({"id": str(number), "text": f"look https://www.pine.example/p/{number}"}) + "\n")


async def added_while_they_run(world: FleetWorld, *services: str) -> None:
    """The first post is passed over; after the command the second one's link is crawled soon."""
    (world.folder / "crawlfleet.toml").write_text(CONFIG)
    post(world, 1)

    async def passed_over() -> bool:
        return bool(await world.store.feeds.unregistered())

    for service in services:
        world.start(service)
    await eventually(passed_over, what="a link that is passed over")
    listed = (await world.run("feeds", "unregistered", "--json")).json_lines()
    assert [row["domain"] for row in listed] == ["pine.example"]
    said = await world.run("shops", "add-domain", "Pine.example")
    assert "every process knows it" in said.printed()
    assert (await world.run("feeds", "unregistered", "--json")).json_lines() == []

    async def crawled() -> bool:
        post(world, 2)
        return (await world.statuses()).get("SUCCEEDED", 0) == 1

    await eventually(crawled, what="the new shop's product")
    (product,) = (await world.run("products", "list", "--shop", "other/pine.example", "--json")).json_lines()
    assert (product["title"], product["price"], product["currency"]) == ("Pine cone", "12.50", "EUR")
    assert all(event["error_code"] is None for event in await events(world))
    await world.run("shops", "remove-domain", "pine.example")
    assert (await world.run("shops", "domains", "--json")).json_lines() == []
    audit = (await world.run("audit", "--json")).json_lines()
    assert [row["action"] for row in audit] == ["shops remove-domain", "shops add-domain"]


async def events(world: FleetWorld) -> list[dict[str, object]]:
    shown = await world.run("jobs", "show", "https://www.pine.example/p/2", "--json")
    found: list[dict[str, object]] = shown.json_lines()[0]["events"]
    return found


async def test_in_one_process(tmp_path: Path) -> None:
    url = f"file:{tmp_path / 'fleet.db'}"
    async with fleet_world(PAGES, database_url=url, broker_url="memory:", folder=tmp_path) as world:
        await added_while_they_run(world, "up")


@pytest.mark.rabbitmq
@pytest.mark.libsql_server
async def test_in_a_fleet_of_processes(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    async with fleet_world(PAGES, database_url=libsql_url, broker_url=amqp_url, folder=tmp_path) as world:
        await added_while_they_run(world, "work", "dispatch", "ingest")


def test_what_volunteers_are_told_changes_with_the_shops() -> None:
    shops = Shops()
    telling = Telling(GatewaySettings(), FetchSettings(), shops)
    before = telling.number
    assert not shops.add_domains([])
    assert telling.number == before
    assert shops.add_domains(["pine.example"])
    assert telling.number != before
    assert telling.told.shops["other"] == ("pine.example",)
    assert shops.add_domains([])
    assert telling.number == before


async def test_a_worker_that_was_not_told_yet_looks_before_it_gives_up() -> None:
    shops = Shops()
    looks = [["pine.example"]]

    async def take() -> bool:
        return shops.add_domains(looks.pop())

    async def expand(_: ShopLink) -> Expansion:
        raise AssertionError("no short link")

    url = "https://www.pine.example/p/1"
    job = NewJob(url, url, "other", "any", "pine.example", None, "jsonl", "a", "1")
    links = ProductLinks(shops, expand, look=AddedDomains(shops, take).look)
    assert (await links.of(cast(Crawlable, job))).shop_id == "pine.example"
    assert looks == []


@pytest.mark.parametrize(
    ("typed", "says"),
    [("co.uk", "public suffix"), ("https://pine.example/p", "no scheme"), ("shopee.tw", "shopee's own")],
)
async def test_what_cannot_be_a_shop_is_refused(tmp_path: Path, typed: str, says: str) -> None:
    settings = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"))
    await init_schema(settings.database)
    with pytest.raises(ConfigError, match=says):
        await add_domain(settings, typed)
