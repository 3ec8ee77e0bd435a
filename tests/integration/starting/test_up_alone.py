"""`crawlfleet up` says what it did and what failed; a second one on the same file ends and says why."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tests.servers.fleet_world import eventually, fleet_world, held_pages, product_job, product_pages


async def test_a_second_one_on_the_same_file_ends_with_a_sentence(tmp_path: Path) -> None:
    routes, pages = held_pages([1])
    url = f"file:{tmp_path / 'fleet.db'}"
    async with fleet_world(routes, database_url=url, broker_url="memory:", folder=tmp_path) as world:
        await world.store.jobs.add([product_job(1)])
        first = world.start("up")
        await eventually(lambda: pages[0].visits, what="a page under way", say=first.text)
        second = world.start("up", measured=True)
        assert await asyncio.to_thread(second.wait, 60) == 1
        assert "another `crawlfleet up` runs on" in second.text()
        first.kill()
        pages[0].let_go()
        third = world.start("up")
        await eventually(lambda: "leading" in third.text(), what="the next one at work", say=third.text)


async def test_a_line_of_a_success_has_title_and_price_and_a_failure_is_a_warning(tmp_path: Path) -> None:
    url = f"file:{tmp_path / 'fleet.db'}"
    pages = product_pages([1], seconds=0)
    async with fleet_world(pages, database_url=url, broker_url="memory:", folder=tmp_path) as world:
        await world.store.jobs.add([product_job(1), product_job(2)])
        up = world.start("up", work_retry_delays_seconds="[3600]")
        await world.end_as({"SUCCEEDED": 1, "FAILED_PERMANENT": 1})

        def told() -> dict[str, str]:
            lines = [json.loads(line) for line in up.text().splitlines() if line.startswith("{")]
            return {one["message"]: one["level"] for one in lines if "/product/7/" in one.get("message", "")}

        await eventually(lambda: len(told()) == 2, what="a line each", say=up.text)
        (good,) = [text for text, level in told().items() if level == "info"]
        (bad,) = [text for text, level in told().items() if level == "warning"]
        assert "Product 1, 100.00 TWD" in good
        assert "/product/7/2: CONTENT_NOT_FOUND" in bad
