"""Liars in a simulated fleet: a small part of `scripts/bench trust`, and its books held equal to the database's."""

from __future__ import annotations

import random

import pytest

from benchmarks.trust.__main__ import CASES, among_honest, honest_fleet, missed
from benchmarks.trust.books import READER, Books
from benchmarks.trust.persons import Person
from benchmarks.trust.world import Fleet
from common.settings import DatabaseSettings
from common.store import Store, init_schema, open_store
from tests.effort import tries
from tests.integration.store.jobs import Clock, link
from tests.integration.store.volunteers import ALWAYS, Volunteers


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", CASES)
def test_no_liar_gets_further_than_the_goals(name: str) -> None:
    assert missed(name, among_honest(name, jobs=tries(quick=2000, full=5_000), seed=3)) == []


@pytest.mark.unmeasured
def test_a_shop_whose_price_flips_sets_few_persons_aside() -> None:
    """It is one of twenty, and its price is another with each second look, by less than what is doubted."""
    flips, seed, jobs = random.Random(7), 3, tries(quick=8000, full=10_000)
    fleet = Fleet([Person(f"person {number}") for number in range(19)], shops=20, seed=seed, jobs=jobs)
    for _, _, product in fleet.due:
        if product.shop == "shop 0":
            product.flips = flips
    assert len(fleet.run().aside) <= 4


@pytest.mark.unmeasured
def test_an_honest_fleet_is_not_crawled_twice_much() -> None:
    figures = honest_fleet(200, jobs=tries(quick=4000, full=8_000), seed=3)
    assert figures.by_dice / figures.jobs <= 0.12
    assert figures.aside == {}


async def test_the_simulated_books_are_the_databases(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The same history through the triggers and through the model: equal trust, equal standings."""
    clock, books, dice = Clock(), Books(), random.Random(5)
    store = await _opened(tmp_path_factory, clock)
    door = Volunteers(store, clock, reader=READER)
    for number in range(60):
        clock.ms += 3 * 86_400_000 // 10
        person, job = dice.choice(["ann", "ben"]), link(number)
        if books.standings[person].set_aside_at is not None:
            continue
        await store.jobs.add([job])
        await door.sees(job, person, 1 if dice.random() < 0.1 else 500, dice=ALWAYS)
        await door.operator_sees(job, 500)
        (state,) = await door.settled()
        books.settled(person, "shopee", state, clock.ms)
        for row in await store.trust.records():
            assert row.cv == books.records[row.person, row.shop].cv
        for one in await store.trust.standings():
            mine = books.standings[one.person]
            assert (one.failed, one.failed_at, one.confirmed_since, one.set_aside_at) == (
                mine.failed, mine.failed_at, mine.confirmed_since, mine.set_aside_at,
            )  # fmt: skip
    assert sum(books.caught.values()) >= 2, "the history holds failed checks"
    await store.close()


async def _opened(folders: pytest.TempPathFactory, clock: Clock) -> Store:
    settings = DatabaseSettings(url=f"file:{folders.mktemp('store')}/x.db")
    await init_schema(settings)
    return await open_store(settings, clock_ms=clock)
