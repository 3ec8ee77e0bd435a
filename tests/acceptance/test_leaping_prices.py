"""Prices that leap, flicker, or belong to another product now, over real servers and two workers: nothing of them is
shown before a second worker saw the same, and each screen says what waits and why."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from common.job import NewJob
from common.settings import Settings
from fleet.demo.pages import shopee_page
from fleet.demo.server import Reply
from tests.servers.console import Person, serving
from tests.servers.fleet_world import HELD, HELD_SECONDS, FleetWorld, eventually, fleet_world, product_job

LEAPS, FLICKERS, CHANGES = (product_job(number) for number in (1, 2, 3))
JOBS = (LEAPS, FLICKERS, CHANGES)
KETTLE, HOSE = "Copper kettle", "Garden hose reel"
LOOKS = {
    "1": [(KETTLE, "100"), (KETTLE, "300"), (KETTLE, "300")],
    "2": [(KETTLE, "100"), (KETTLE, "700"), (KETTLE, "100")],
    "3": [(KETTLE, "100"), (HOSE, "110"), (HOSE, "110")],
}
"""Item → name and price at each visit."""

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow, pytest.mark.trodden]


class Page:
    """Tells each visit its own; from the third on it answers nobody before `let_go`."""

    let_go = threading.Event()

    def __init__(self, item: str) -> None:
        self._item = item
        self._lock = threading.Lock()
        self.visits = 0

    def __call__(self, target: str) -> Reply:
        with self._lock:
            looks = LOOKS[self._item]
            title, price = looks[min(self.visits, len(looks) - 1)]
            self.visits += 1
        if self.visits >= len(looks):
            self.let_go.wait(HELD_SECONDS)
        return Reply(body=shopee_page("shopee.tw", "7", self._item, title, price, "TWD", "InStock"))


@asynccontextmanager
async def looked_at(world: FleetWorld, database_url: str) -> AsyncIterator[Person]:
    """Somebody at the console of this fleet."""
    settings = Settings.model_validate({"database": {"url": database_url}, "console": {"listen": "127.0.0.1:0"}})
    async with serving(settings, world.store) as here:
        yield await here.person("ada")


async def told(world: FleetWorld, *words: str) -> Any:
    """The first JSON line that a command prints."""
    return (await world.run(*words, "--json")).json_lines()[0]


async def succeed(world: FleetWorld, jobs: Sequence[NewJob]) -> None:
    for job in jobs:
        await world.become(job, "SUCCEEDED")


async def test_what_leaps_is_pending_until_another_worker_saw_it_too(
    amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    Page.let_go.clear()
    pages = {job.id: Page(str(job.item_id)) for job in JOBS}
    async with (
        fleet_world(
            {("shopee.tw", f"/product/7/{job.item_id}"): pages[job.id] for job in JOBS},
            database_url=libsql_url,
            broker_url=amqp_url,
            folder=tmp_path,
            jumps_again_seconds=0.5,
            jumps_another_worker_seconds=600,
            work_concurrency=4,
            **HELD,
        ) as world,
        looked_at(world, libsql_url) as ada,
    ):
        await world.store.jobs.add(JOBS)
        # Who must not take a second look turns its message away and has it published again in ten seconds. So that a
        # test need not wait for that, who is not to look pauses; a worker that pauses is one of the fleet all the same.
        pauses = {name: tmp_path / f"{name}.paused" for name in ("first", "other")}
        pauses["other"].touch()
        other = world.start("work", work_worker_id="other", work_paused_file=pauses["other"])
        await world.start_worker(work_worker_id="first", work_paused_file=pauses["first"])
        await eventually(lambda: '"paused: ' in other.text(), what="a worker that pauses", say=other.text)
        dispatcher = world.start("dispatch")
        await succeed(world, JOBS)
        assert [await world.prices(job) for job in JOBS] == [[10000]] * 3

        await world.run("jobs", "recheck", *(job.id for job in JOBS))

        async def all_wait() -> bool:
            return len(await world.store.listing.pending(limit=10)) == len(JOBS)

        await eventually(all_wait, what="a first look at each page", say=dispatcher.text)
        pauses["first"].touch()
        pauses["other"].unlink()
        await eventually(
            lambda: all(page.visits == 3 for page in pages.values()),
            what="a second look at each page",
            say=dispatcher.text,
        )
        for job, doubt, price in (
            (LEAPS, "PRICE_JUMPED", "300.00"),
            (FLICKERS, "PRICE_JUMPED", "700.00"),
            (CHANGES, "ANOTHER_PRODUCT", "110.00"),
        ):
            (waits,) = await world.store.listing.pending(job_id=job.id, limit=10)
            assert (waits.doubt, waits.was_price_minor, waits.worker) == (doubt, 10000, "first")
            assert await world.prices(job) == [10000]
            for address in (f"/jobs/{job.id}", f"/products/one?key={job.id}"):
                page = await ada.page(address)
                assert doubt in page and f"{price} TWD" in page, address
        shown = await told(world, "products", "show", LEAPS.id)
        assert (shown["price"], shown["pending"][0]["price"], len(shown["prices"])) == ("100.00", "300.00", 1)
        assert (await told(world, "jobs", "show", LEAPS.id))["pending"][0]["doubt"] == "PRICE_JUMPED"
        listed = (await world.run("products", "list")).printed()
        assert (listed.count("pending"), listed.count("PRICE_JUMPED: "), listed.count("ANOTHER_PRODUCT: ")) == (3, 2, 1)
        page = await ada.page("/products?pending=yes")
        assert (page.count(", pending: PRICE_JUMPED: "), page.count(", pending: ANOTHER_PRODUCT: ")) == (2, 1)

        Page.let_go.set()
        await succeed(world, JOBS)
        assert [page.visits for page in pages.values()] == [3, 3, 3]
        assert await world.store.listing.pending(limit=10) == []
        for job in JOBS:
            ran = [event.worker for event in await world.store.jobs.events(job.id) if event.to_status == "RUNNING"]
            assert ran == ["first", "first", "other"], "the second look is another worker's"
        leapt, known = (await told(world, "products", "show", LEAPS.id))["prices"]
        assert (leapt["price"], known["price"]) == ("300.00", "100.00")
        assert leapt["first_seen_at"] < leapt["observed_at"] and known["first_seen_at"] is None

        still, other_now = [await world.store.listing.product(job.id) for job in (FLICKERS, CHANGES)]
        assert still and (still.flickers, still.price_minor, set(await world.prices(FLICKERS))) == (1, 10000, {10000})
        assert other_now and (other_now.title, other_now.price_minor, other_now.generation) == (HOSE, 11000, 2)
        assert "Z, another product:" in (await world.run("products", "history", CHANGES.id)).printed()
        assert "another product" in await ada.page(f"/products/one?key={CHANGES.id}")
