"""A running ingestor polls an account when it is asked to, and leaves a paused one alone."""

from __future__ import annotations

import json
from pathlib import Path

from tests.servers.fleet_world import FleetWorld, eventually, fleet_world, product_pages

CONFIG = """
[[feeds]]
source = "jsonl"
account = "posts.jsonl"
name = "posts"
poll_seconds = 3600
"""


def post(world: FleetWorld, number: int) -> None:
    with (world.folder / "posts.jsonl").open("a") as feed:
        feed.write(json.dumps({"id": str(number), "text": f"https://shopee.tw/product/7/{number}"}) + "\n")


async def jobs(world: FleetWorld) -> int:
    return sum((await world.statuses()).values())


async def test_asked_for_paused_and_resumed(tmp_path: Path) -> None:
    url = f"file:{tmp_path / 'fleet.db'}"
    async with fleet_world(
        product_pages(range(1, 4), seconds=0), database_url=url, broker_url="memory:", folder=tmp_path
    ) as world:
        (world.folder / "crawlfleet.toml").write_text(CONFIG)
        post(world, 1)
        up = world.start("up")

        async def has(count: int) -> bool:
            return await jobs(world) == count

        await eventually(lambda: has(1), what="the first poll", say=up.text)
        post(world, 2)
        await world.run("feeds", "poll", "posts")
        await eventually(lambda: has(2), what="the poll that was asked for", say=up.text)
        await world.run("feeds", "pause", "posts", "--reason", "a test")
        polled = (await world.store.feeds.states())[0].last_polled_at
        post(world, 3)
        once = (await world.run("ingest", "--once", "--json")).json_lines()[0]
        assert once["posts"] == 0
        assert (await world.store.feeds.states())[0].last_polled_at == polled
        await world.run("feeds", "resume", "posts")
        await eventually(lambda: has(3), what="the poll after the pause", say=up.text)
