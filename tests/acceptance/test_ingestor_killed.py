"""An ingestor killed again and again amid a poll of thousands of links: each becomes one job, none is passed over."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from tests.servers.fleet_world import FleetWorld, eventually, fleet_world, product_pages

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow]

POSTS, LINKS = 80, 50
KILLS = 3
FEED = '[[feeds]]\nsource = "jsonl"\naccount = "posts.jsonl"\nlinks_per_day = 1000000\n'


def _posts() -> str:
    """Lines of a feed, each link as long as one with everything that is known of whoever clicks."""
    links = [f"https://shopee.tw/product/7/{number}?from={'x' * 900}" for number in range(1, POSTS * LINKS + 1)]
    return "".join(
        json.dumps({"id": str(post), "author": "a", "text": " ".join(links[post * LINKS : (post + 1) * LINKS])}) + "\n"
        for post in range(POSTS)
    )


async def _more_than(world: FleetWorld, jobs: int) -> bool:
    return await world.store.jobs.open_count() > jobs


async def test_an_ingestor_killed_between_the_parts_of_a_poll_loses_no_link(
    amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    (tmp_path / "crawlfleet.toml").write_text(FEED, "utf-8")
    (tmp_path / "posts.jsonl").write_text(_posts(), "utf-8")
    async with fleet_world(
        product_pages([1], seconds=0), database_url=libsql_url, broker_url=amqp_url, folder=tmp_path
    ) as world:
        accepted = 0
        for _ in range(KILLS):
            killed = world.start("ingest", "--once")
            await eventually(partial(_more_than, world, accepted), what="a part of the poll", say=killed.text)
            killed.kill()
            accepted = await world.store.jobs.open_count()
            assert accepted < POSTS * LINKS, "it was killed too late"
            assert await world.store.feeds.cursor("jsonl", "posts.jsonl") is None
        told = (await world.run("ingest", "--once", "--json")).json_lines()[-1]
        # What the last one had sent when it was killed may have been committed since.
        assert told["failures"] == 0 and 0 < told["jobs_added"] <= POSTS * LINKS - accepted
        assert await world.store.jobs.open_count() == POSTS * LINKS
