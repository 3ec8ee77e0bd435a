"""An operator's filters on every database: pages that meet no job twice, counts that say what is then taken."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

from common.job import JobStatus, NewJob, Sighting
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings
from common.store import Cursor, JobFilter, Store
from common.store.drivers.base import Statement
from common.store.operators import jobs_meant
from common.store.store import make_driver
from common.store.texts import index
from tests.integration.store.jobs import Clock, claim, link, result, running


def of_domain(number: int, domain: str) -> NewJob:
    url = f"https://{domain}/p/{number}"
    return dataclasses.replace(link(number), url=url, url_norm=url, platform="other", shop_id=domain)


async def keys(store: Store, *, text: str | None = None, query: str | None = None) -> set[str]:
    return {one.product_key for one in (await store.listing.products_page(text=text, query=query, limit=50)).rows}


async def ids(store: Store, wanted: JobFilter) -> set[str]:
    found = {job.id for job in await store.listing.jobs(wanted, limit=100)}
    assert {job.id for job in (await store.listing.meant.page(wanted, limit=100, oldest_first=True)).rows} == found
    assert len((await store.listing.meant.page(wanted, limit=1)).rows) == min(1, len(found))
    assert {one.id for one in (await store.listing.meant.names(wanted, limit=100)).rows} == found
    assert await store.listing.meant.count(wanted) == len(found)
    assert {job.id for job in await store.listing.meant.of_ids(wanted, sorted(found))} == found
    return found


@pytest.mark.parametrize("many", [jobs_meant.MANY, 1])
async def test_each_filter_means_the_same_jobs_however_it_is_asked(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(jobs_meant, "MANY", many)
    pine, oak = of_domain(1, "pine.example"), of_domain(2, "oak.example")
    await store.jobs.add([pine, oak])
    clock.ms += 10_000
    done = await running(store, 3, "t3")
    await store.jobs.succeed(done.id, "t3", result(done))
    seen = Sighting(pine.id, "rss", "https://blog.example/feed", "post", None, None, pine.url)
    await store.feeds.record_poll("rss", "https://blog.example/feed", jobs=[pine], sightings=[seen], cursor="c")

    assert await ids(store, JobFilter()) == {pine.id, oak.id, done.id}
    assert await ids(store, JobFilter(platform="other", single="oak.example")) == {oak.id}
    assert await ids(store, JobFilter(statuses=(JobStatus.SUCCEEDED, JobStatus.DEAD))) == {done.id}
    assert await ids(store, JobFilter(older_than_ms=5_000)) == {pine.id, oak.id}
    assert await ids(store, JobFilter(newer_than_ms=5_000)) == {done.id}
    assert await ids(store, JobFilter(source="rss")) == {pine.id}
    assert await ids(store, JobFilter(account="https://blog.example/feed")) == {pine.id}
    assert await ids(store, JobFilter(source="threads", account="@me")) == {pine.id, oak.id, done.id}
    assert await ids(store, JobFilter(source="rss", account="@me")) == set()
    assert await store.listing.meant.count(JobFilter(account="@me"), most=2) == 2
    assert await ids(store, JobFilter(text="oak.exa")) == {oak.id}
    assert await ids(store, JobFilter(text="茶壺")) == {done.id}
    assert await ids(store, JobFilter(text="o_k")) == set()
    assert await ids(store, JobFilter(text="oak.exa HTTPS:")) == {oak.id}, "each word, wherever it stands"
    assert await ids(store, JobFilter(text="oak.exa pine")) == set()
    assert await ids(store, JobFilter(text=oak.id[:8])) == {oak.id}
    assert await ids(store, JobFilter(as_of_ms=clock.ms - 1)) == {pine.id, oak.id}

    assert await store.jobs.cancel([oak.id], reason="x") == [oak.id]
    for account, failed in (("@me", [("other/oak.example", "CANCELLED", 1)]), ("https://blog.example/feed", [])):
        errors = await store.listing.meant.errors(JobFilter(account=account), limit=9)
        assert [(one.shop, one.error_code, one.count) for one in errors] == failed


async def test_pages_meet_every_job_once_also_while_jobs_change(store: Store, clock: Clock) -> None:
    jobs = [link(number) for number in range(25)]
    for job in jobs:
        await store.jobs.add([job])
        clock.ms += job is not jobs[10]
    place: Cursor | None = Cursor()
    met: list[str] = []
    while place is not None:
        page = await store.listing.meant.page(JobFilter(), limit=4, after=place)
        met += [job.id for job in page.rows]
        place = Cursor.parse(str(page.next)) if page.next else None
        if len(met) == 8:
            await store.jobs.cancel([met[0], met[1]], reason="changed under the reader's eyes")
    assert sorted(met) == sorted(job.id for job in jobs)


async def test_an_answer_of_large_results_is_cut_and_goes_on(
    settings: DatabaseSettings, store: Store, clock: Clock
) -> None:
    jobs = [link(number) for number in range(16)]
    await store.jobs.add(jobs)
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch([Statement("UPDATE crawl_jobs SET result_json = replace(hex(zeroblob(150000)), '00', '松松')")])
    await driver.close()
    page = await store.listing.meant.page(JobFilter(), limit=100)
    assert 0 < len(page.rows) < 16
    assert page.next
    assert len(await store.listing.jobs(JobFilter(), limit=100)) == 16


async def test_an_event_counts_what_was_changed_in_the_same_batch_and_once(store: Store, clock: Clock) -> None:
    first, second = await running(store, 1, "t1"), await running(store, 2, "t2")
    await store.jobs.succeed(first.id, "t1", result(first))
    about = {"operator": "ada@pc", "through": "command line", "action": "jobs recheck", "target": "{}"}
    await store.operators.began("e", **about, meant=2)
    await store.operators.began("e", **about, meant=9)
    assert await store.jobs.recheck([first.id, second.id], event="e") == [first.id]
    assert await store.jobs.recheck([first.id, second.id], event="e") == []
    (event,) = (await store.operators.page(limit=9)).rows
    assert (event.meant, event.done, event.ended_at) == (2, 1, None)
    clock.ms += 5
    await store.operators.ended("e")
    await store.operators.began("later", **about | {"action": "jobs cancel"}, meant=None)
    latest = await store.operators.page(limit=1)
    assert [event.id for event in latest.rows] == ["later"]
    assert latest.next
    (event,) = (await store.operators.page(limit=1, after=latest.next)).rows
    assert (event.id, event.done, event.ended_at) == ("e", 1, clock.ms)
    assert [event.id for event in (await store.operators.page(limit=9, action="jobs cancel")).rows] == ["later"]


async def test_a_rechecked_job_is_crawled_again_with_all_its_attempts(store: Store) -> None:
    job = await running(store, 1, "t1")
    await store.jobs.succeed(job.id, "t1", result(job))
    assert await store.jobs.recheck([job.id]) == [job.id]
    found = await store.jobs.get(job.id)
    assert found is not None
    assert (found.status, found.attempt, found.lease_token, found.next_crawl_at) == (JobStatus.NEW, 0, None, None)
    assert await claim(store, job, "t2") == "CLAIMED"


def test_a_place_that_no_listing_named_is_refused() -> None:
    with pytest.raises(ValueError, match="no place in a listing"):
        Cursor.parse("yesterday")


async def indexed(store: Store, clock: Clock) -> None:
    """The index of texts catches up with every job."""
    clock.ms += 2_000
    await store.texts.begin()
    while await store.texts.go_on(limit=7):
        pass


@pytest.mark.parametrize(
    ("settings", "few_without_words"),
    [("embedded", -1), ("embedded", 100), pytest.param("hrana", -1, marks=pytest.mark.libsql_server)],
    indirect=["settings"],
)
async def test_words_mean_the_same_jobs_with_an_index_without_one_and_while_it_is_made(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch, few_without_words: int
) -> None:
    jobs = [link(number) for number in range(10, 30)]
    await store.jobs.add(jobs)
    clock.ms += 1_000
    done = await running(store, 3, "t3")
    await store.jobs.succeed(done.id, "t3", result(done))
    asked = [
        "茶壺",
        "茶",
        "shopee product",
        "SHOPEE.tw",
        "10",
        "/1/1",
        'quo"te',
        "% _",
        "nothing-like-it",
        jobs[4].id[:9],
    ]

    async def answers() -> list[list[set[str]]]:
        return [
            [await ids(store, JobFilter(text=text)) for text in asked],
            [await ids(store, JobFilter(text=text, statuses=(JobStatus.NEW,))) for text in asked],
            [await ids(store, JobFilter(text=text, account="@me", as_of_ms=clock.ms)) for text in asked],
            [await keys(store, text=text) for text in asked],
            [await keys(store, query=text) for text in (*asked, "色茶壺 🫖", "🫖 藍", "SHOPEE:tw:")],
        ]

    without = await answers()
    of_jobs, of_products = without[0], without[4]
    assert all(of_products[at] for at in (0, 10, 12)) and not of_products[11]
    assert done.id in of_jobs[0] and len(of_jobs[2]) == 21 and not of_jobs[8] and of_jobs[9] == {jobs[4].id}
    clock.ms += 2_000
    assert await store.texts.narrowing("product") is None, "no index yet"
    await store.texts.begin()
    assert await store.texts.go_on(limit=7) == 7
    assert await answers() == without, "while it is made"
    await indexed(store, clock)
    assert await answers() == without
    found = await store.texts.narrowing("茶壺")
    assert found is not None and found.about == 1, "only this one is looked at"
    monkeypatch.setattr(index, "FEW", -1)
    monkeypatch.setattr(jobs_meant, "FEW", few_without_words)
    monkeypatch.setattr(jobs_meant, "FIRST_LOOKED_AT", 3)
    assert await answers() == without, "as of words that many jobs have"
    products = (await store.listing.products_page(text="茶壺", limit=10)).rows
    assert [product.job_id for product in products] == [done.id]
    assert not (await store.listing.products_page(text="茶壺 nothing", limit=10)).rows


async def test_a_title_that_changes_is_found_by_its_new_words_alone(store: Store, clock: Clock) -> None:
    def called(title: str) -> CrawlResult:
        usual = result(job)
        assert usual.offer
        return dataclasses.replace(usual, offer=dataclasses.replace(usual.offer, title=title, gtin="4006381333931"))

    job = await running(store, 3, "t3")
    await store.jobs.succeed(job.id, "t3", called("Blue tea kettle of glass, 1.2 litres"))
    await indexed(store, clock)
    clock.ms += 10_000
    await store.jobs.recheck([job.id])
    await store.jobs.publish([job.id], republish_after_ms=60_000)
    await claim(store, job, "t4")
    became = await store.jobs.succeed(job.id, "t4", called("Blue tea kettle of steel, 1.2 litres"))
    assert became is JobStatus.SUCCEEDED
    for _ in range(2):
        assert await ids(store, JobFilter(text="STEEL kettle")) == {job.id}
        assert await ids(store, JobFilter(text="glass")) == set()
        assert await keys(store, query="63813339") and not await keys(store, query="63813338")
        await indexed(store, clock)
    found = await store.texts.narrowing("steel")
    assert found is not None and found.about == 1
    found = await store.texts.narrowing("glass")
    assert found is not None and found.about == 0


async def test_two_dispatchers_index_each_job_once(store: Store, clock: Clock) -> None:
    await store.jobs.add([link(number) for number in range(30)])
    clock.ms += 2_000
    await store.texts.begin()
    await asyncio.gather(*(store.texts.go_on(limit=10) for _ in range(6)))
    await indexed(store, clock)
    found = await store.texts.narrowing("product")
    assert found is not None and found.about == 30
    await store.texts.begin()
    assert (await store.texts.narrowing("product")) == found, "made once"


async def test_the_longest_unchanged_first(store: Store, clock: Clock) -> None:
    jobs = [link(number) for number in range(25)]
    for job in jobs:
        await store.jobs.add([job])
        clock.ms += job is not jobs[10]
    met: list[str] = []
    place: Cursor | None = Cursor()
    while place is not None:
        page = await store.listing.meant.page(JobFilter(), limit=4, after=place, oldest_first=True)
        met += [job.id for job in page.rows]
        place = page.next
    newest = (await store.listing.meant.page(JobFilter(), limit=100)).rows
    assert met == [job.id for job in newest][::-1] and len(set(met)) == 25
