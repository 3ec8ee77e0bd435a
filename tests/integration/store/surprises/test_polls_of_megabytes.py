"""A poll whose links are more than a server takes in one value is recorded in parts, and loses nothing between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from common.errors import StoreUnavailable
from common.job import NewJob, Sighting
from common.settings import DatabaseSettings
from common.store import Store, init_schema
from common.store.drivers.base import Rows, Statement
from common.store.drivers.embedded import EmbeddedDriver
from common.store.drivers.group_commit import GroupCommit
from common.store.drivers.text import reads_only
from common.store.values.feeds import PollOutcome
from tests.integration.store.jobs import Clock, link

LONG = "?from=" + "x" * 1400
"""As long as links with everything that is known of whoever clicks."""
THREE_PARTS = 400


def posted(count: int) -> tuple[list[NewJob], list[Sighting]]:
    jobs = [replace(link(n), source="rss", source_account="a", url=link(n).url + LONG) for n in range(count)]
    return jobs, [Sighting(job.id, "rss", "a", job.item_id or "", None, None, job.url) for job in jobs]


async def poll(store: Store, count: int, cursor: str, links_per_day: int | None = None) -> PollOutcome:
    jobs, seen = posted(count)
    return await store.feeds.record_poll(
        "rss",
        "a",
        jobs=jobs,
        sightings=seen,
        cursor=cursor,
        links_per_day=links_per_day,
        unregistered={"oak.example": 3} if count > 1 else {},
    )


async def test_links_of_six_megabytes_are_recorded(store: Store) -> None:
    count = 4_000
    outcome = await poll(store, count, "read")
    assert (outcome.jobs_added, outcome.sightings_added, outcome.links_waiting) == (count, count, 0)
    assert await store.feeds.cursor("rss", "a") == "read"
    again = await poll(store, count, "read")
    assert (again.jobs_added, again.sightings_added) == (0, 0)
    assert await store.jobs.open_count() == count


async def test_so_many_links_are_added_at_once_by_hand(store: Store) -> None:
    jobs, _ = posted(4_000)
    assert set(await store.jobs.add(jobs)) == {job.id for job in jobs}
    assert await store.jobs.add(jobs) == []


async def test_the_days_room_ends_within_the_parts_and_the_cursor_stays(store: Store, clock: Clock) -> None:
    await poll(store, 1, "begun")
    spent = await poll(store, THREE_PARTS, "read", links_per_day=201)
    assert (spent.jobs_added, spent.links_waiting) == (200, THREE_PARTS - 201)
    assert await store.feeds.cursor("rss", "a") == "begun", "the posts are read again"
    assert [one.posts for one in await store.feeds.unregistered()] == [3]
    (state,) = await store.feeds.states()
    assert (state.links_in_day, state.day_spent_at) == (201, clock.ms)
    clock.ms += int(spent.day_ends_in_seconds * 1000)
    rest = await poll(store, THREE_PARTS, "read", links_per_day=201)
    assert (rest.sightings_added, rest.links_waiting) == (THREE_PARTS - 201, 0)
    assert await store.feeds.cursor("rss", "a") == "read"


class _GoneAfter(EmbeddedDriver):
    """Takes so many writes and no more."""

    writes = 10**9

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        if not reads_only(statements):
            if not self.writes:
                raise StoreUnavailable("away for the test")
            self.writes -= 1
        return await super().batch(statements)


@pytest.mark.parametrize("parts", [0, 1, 2])
async def test_a_poll_that_is_cut_off_between_its_parts_is_read_again(parts: int, tmp_path: Path) -> None:
    settings = DatabaseSettings(url=f"file:{tmp_path}/fleet.db")
    await init_schema(settings)
    driver = _GoneAfter(settings.url, timeout_seconds=1)
    store = Store(GroupCommit(driver, max_units=8), clock_ms=Clock(), patience_seconds=0)
    await driver.connect()
    await poll(store, 1, "begun")
    driver.writes = parts
    with pytest.raises(StoreUnavailable):
        await poll(store, THREE_PARTS, "read")
    accepted = await store.jobs.open_count()
    assert (accepted > 1) == (parts > 0)
    assert accepted < THREE_PARTS
    assert await store.feeds.cursor("rss", "a") == "begun", "what is missing would never be read"
    driver.writes = 10**9
    rest = await poll(store, THREE_PARTS, "read")
    assert (rest.jobs_added, await store.jobs.open_count()) == (THREE_PARTS - accepted, THREE_PARTS)
    assert [one.posts for one in await store.feeds.unregistered()] == [3], "counted once"
    assert await store.feeds.cursor("rss", "a") == "read"
    await store.close()
