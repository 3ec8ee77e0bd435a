"""The same posts read twice, and by two ingestors at the same moment: one job per link, one sighting per post."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from common.store import JobFilter
from fleet.demo.server import Reply
from fleet.demo.world import FEED_HOST, routes
from tests.servers.demo_fleet import ENDS, SETTINGS, SIGHTINGS, write_config
from tests.servers.fleet_world import FleetWorld, Routes, fleet_world

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server]


def _feed_that_waits_for_two(together: threading.Barrier) -> Routes:
    """The demo's feed, whose first answers go out only when two have asked."""
    served = routes()
    feed = served[FEED_HOST, "/v1.0/profile_posts"]

    def route(target: str) -> Reply:
        if "after=" not in target:
            with suppress(threading.BrokenBarrierError):
                together.wait(60)
        return feed(target)

    return served | {key: route for key in served if key[0] == FEED_HOST}


async def _rows(world: FleetWorld) -> tuple[list[str], list[tuple[str, str, str]]]:
    """Every job's url_norm, and (link, account, post) of every sighting."""
    jobs = await world.store.listing.jobs(JobFilter(), limit=1000)
    seen = [
        (job.url_norm, sighting.source_account, sighting.source_post_id)
        for job in jobs
        for sighting in await world.store.listing.sightings(job.id)
    ]
    return sorted(job.url_norm for job in jobs), sorted(seen)


async def test_posts_read_twice_at_once_and_again_make_each_row_once(
    amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    together = threading.Barrier(2)
    write_config(tmp_path)
    async with fleet_world(
        _feed_that_waits_for_two(together), database_url=libsql_url, broker_url=amqp_url, folder=tmp_path, **SETTINGS
    ) as world:
        both = await asyncio.gather(*(world.run("ingest", "--once", "--json") for _ in range(2)))
        assert not together.broken, "the two never read the feed at the same time"
        summaries = [process.json_lines()[-1] for process in both]
        assert [summary["failures"] for summary in summaries] == [0, 0], [process.text() for process in both]
        assert sum(summary["jobs_added"] for summary in summaries) == len(ENDS)
        assert sum(summary["sightings_added"] for summary in summaries) == SIGHTINGS

        urls, sightings = await _rows(world)
        assert urls == sorted(ENDS)
        assert len(sightings) == len(set(sightings)) == SIGHTINGS

        together.abort()
        again = (await world.run("ingest", "--once", "--json")).json_lines()[-1]
        assert (again["jobs_added"], again["sightings_added"], again["failures"]) == (0, 0, 0)
        assert await _rows(world) == (urls, sightings)
