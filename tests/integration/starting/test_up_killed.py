"""`crawlfleet up` with its broker in memory, killed: what was queued in it is done soon after the next start."""

from __future__ import annotations

from pathlib import Path

from tests.servers.fleet_world import eventually, fleet_world, held_pages, product_job

NUMBERS = range(1, 6)


async def test_queued_jobs_do_not_wait_for_the_broker_that_was_killed(tmp_path: Path) -> None:
    routes, pages = held_pages(NUMBERS)
    async with fleet_world(
        routes,
        database_url=f"file:{tmp_path / 'fleet.db'}",
        broker_url="memory:",
        folder=tmp_path,
        work_concurrency=1,
        dispatch_leader_seconds=1,
    ) as world:
        await world.store.jobs.add([product_job(number) for number in NUMBERS])
        killed = world.start("up")
        await world.end_as({"QUEUED": 4, "RUNNING": 1})
        await eventually(lambda: any(page.visits for page in pages), what="a page under way", say=killed.text)
        killed.kill()
        for page in pages:
            page.let_go()
        world.start("up")
        # The one that was under way waits for its lease to run out.
        await world.end_as({"SUCCEEDED": 4, "RUNNING": 1})
