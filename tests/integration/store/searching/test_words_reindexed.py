"""An index of words that is broken or lacks jobs: searches go on, the doctor says so, and a command makes it anew."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from common.settings import DatabaseSettings, Settings
from common.store import JobFilter, Store
from common.store.drivers.base import Statement
from common.store.store import make_driver
from fleet.doctor.database.searching import HARMED_GOOD_SECONDS, REMAKE, WHOLE_GOOD_SECONDS, IndexLooks, judge_index
from fleet.doctor.finding import Level
from fleet.operations.database import reindexing
from tests.integration.store.jobs import Clock, link

JOBS = 40
HARM = {
    "lost": ("DELETE FROM search_words_data WHERE id > 10", "broken"),
    "overwritten": ("UPDATE search_words_data SET block = zeroblob(20) WHERE id > 10", "by their own words"),
    "forgotten": ("DELETE FROM search_texts WHERE n <= 3", "lacks 3 jobs"),
    "of another": ("UPDATE search_texts SET text = 'https://elsewhere.example/' || n WHERE n = 7", "1 of a hundred"),
}


@pytest.mark.parametrize("harm", HARM)
async def test_a_harmed_index_is_told_of_and_made_anew(
    settings: DatabaseSettings, store: Store, clock: Clock, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    looks = IndexLooks(lambda: now[0])
    assert judge_index(await looks.look(store.texts)).level is Level.OK, "none yet"
    jobs = [dataclasses.replace(link(number), item_id=str(number)) for number in range(JOBS)]
    await store.jobs.add(jobs)
    clock.ms += 2_000
    await store.texts.begin()
    await store.texts.go_on(limit=100)
    whole = await store.texts.examine()
    assert whole.whole and judge_index(whole).level is Level.OK and whole.texts == JOBS
    now[0] = HARMED_GOOD_SECONDS
    assert (await looks.look(store.texts)).whole
    sql, says = HARM[harm]
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch([Statement(sql)])
    await driver.close()

    finding = judge_index(await store.texts.examine())
    assert finding.level is Level.WARNING and says in finding.text and finding.next_step == REMAKE
    now[0] += WHOLE_GOOD_SECONDS - 1
    assert (await looks.look(store.texts)).whole, "whoever looks again and again was told lately that it is whole"
    now[0] += 1
    assert judge_index(await looks.look(store.texts)) == finding
    if harm == "lost":
        assert await store.listing.meant.count(JobFilter(text="product")) == JOBS, "every job is looked at"
        assert len((await store.listing.products_page(query="product", limit=9)).rows) == 0

    @asynccontextmanager
    async def with_its_clock(_: Settings) -> AsyncIterator[Store]:
        yield store

    monkeypatch.setattr(reindexing, "opened_store", with_its_clock)
    monkeypatch.setattr(reindexing, "AT_A_TIME", 7)
    told: list[int] = []
    assert await reindexing.reindex(Settings(database=settings), told=told.append) == JOBS
    assert told[:2] == [7, 14], "in steps"
    assert judge_index(await store.texts.examine()).level is Level.OK
    now[0] += HARMED_GOOD_SECONDS
    assert (await looks.look(store.texts)).whole, "what was mended is told soon"
    found = await store.texts.narrowing("product")
    assert found is not None and found.about == JOBS
    (event,) = (await store.operators.page(limit=9)).rows
    assert (event.action, event.done) == ("db reindex", JOBS) and event.ended_at
