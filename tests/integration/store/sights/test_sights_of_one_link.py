"""Pages of the open web that lose their SKU or show another, on every driver: held against what their link led to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from common.job import JobStatus, NewJob
from common.offer import Availability, Offer, Verdict, VerdictReason, VerdictStatus
from common.outcome.crawl_outcome import Succeeded
from common.outcome.crawl_result import CrawlResult, result_json
from common.outcome.second_sight import MOST_SIGHTS, Doubt
from common.outcome.sight_rules import USUAL
from common.store import ClaimOutcome, PendingSight, Product, Store
from common.timing.units import DAY_MS
from common.trust.states import ResultState
from common.trust.values import Report
from tests.integration.store.jobs import LEASE_MS, Clock

LINK = "https://pine.example/p/kettle"
JOB = NewJob(
    url=LINK,
    url_norm=LINK,
    platform="other",
    region="any",
    item_id=None,
    shop_id="pine.example",
    source="rss",
    source_account="a",
    source_post_id="p1",
)
KETTLE, HOSE = "Copper kettle Alma 1.5 l", "Garden hose reel 20 m Verdo"
KEY = "other:pine.example:sku:K-1"
OK, QUARANTINE = Verdict(VerdictStatus.OK), Verdict(VerdictStatus.QUARANTINE, VerdictReason.AMBIGUOUS_PRICE)


def page(
    price_minor: int | None, sku: str | None = "K-1", title: str = KETTLE, verdict: Verdict = OK, **more: Any
) -> CrawlResult:
    fields: dict[str, Any] = {"currency": price_minor and "EUR", "availability": Availability.IN_STOCK} | more
    offer = Offer(title=title, price_minor=price_minor, sku=sku, **fields)
    told = result_json(offer, verdict, LINK)
    return CrawlResult(told, "hash", offer, verdict, LINK, "other", "any", LINK, DAY_MS)


class Link:
    """One job, crawled again and again."""

    def __init__(self, store: Store, clock: Clock, job: NewJob = JOB) -> None:
        self.store = store
        self.clock = clock
        self.job = job
        self.number = 0

    async def claims(self, person: str | None = None) -> str:
        due = await self.store.jobs.due("other", limit=10, window=10, retry_overdue_ms=0)
        await self.store.jobs.publish([job.id for job in due], republish_after_ms=60_000)
        self.number += 1
        token = f"{self.job.id}-{self.number}"
        claim = await self.store.jobs.claim(
            self.job.id, worker_id=person or "w", lease_token=token, lease_ms=LEASE_MS, person=person
        )
        assert claim.outcome is ClaimOutcome.CLAIMED, claim
        return token

    async def sees(self, result: CrawlResult) -> JobStatus | None:
        """In the next crawl, or in the second look; sent twice, as a lost answer has it."""
        job = await self.store.jobs.get(self.job.id)
        assert job is not None
        if job.status is JobStatus.SUCCEEDED:
            self.clock.ms += DAY_MS
            assert await self.store.jobs.recrawl(limit=5)
        else:
            self.clock.ms += USUAL.again_ms
        token = await self.claims()
        became = await self.store.jobs.succeed(self.job.id, token, result)
        before = await self.everything()
        assert await self.store.jobs.succeed(self.job.id, token, result) is became, "sent again it is answered the same"
        assert await self.everything() == before, "and changes nothing"
        return became

    async def everything(self) -> object:
        job = await self.store.jobs.get(self.job.id)
        return job, await self.store.listing.products(limit=9), await self.prices(), await self.pending()

    async def product(self, key: str = KEY) -> Product:
        found = await self.store.listing.product(key)
        assert found is not None
        return found

    async def prices(self, key: str = KEY) -> list[int]:
        return [one.price_minor for one in reversed(await self.store.listing.history(key, limit=50))]

    async def pending(self) -> list[PendingSight]:
        return await self.store.listing.pending(job_id=self.job.id, limit=10)

    async def keys(self) -> set[str]:
        return {product.product_key for product in await self.store.listing.products(limit=9)}


@pytest.fixture
async def kettle(store: Store, clock: Clock) -> Link:
    """A kettle with its SKU, recorded at 10000."""
    await store.jobs.add([JOB])
    led = Link(store, clock)
    assert await led.sees(page(10_000)) is JobStatus.SUCCEEDED
    return led


async def test_a_page_that_loses_its_sku_stays_the_product_it_was(kettle: Link) -> None:
    for price_minor in (11_000, 12_000):
        assert await kettle.sees(page(price_minor, None)) is JobStatus.SUCCEEDED
    assert await kettle.keys() == {KEY}
    assert (await kettle.product()).sku == "K-1" and await kettle.prices() == [10_000, 11_000, 12_000]
    assert await kettle.sees(page(12_500)) is JobStatus.SUCCEEDED
    assert await kettle.keys() == {KEY} and (await kettle.prices())[-1] == 12_500


async def test_a_page_that_loses_its_sku_and_leaps_in_price_waits(kettle: Link) -> None:
    assert await kettle.sees(page(100_000, None)) is JobStatus.NEW
    (waiting,) = await kettle.pending()
    assert (waiting.product_key, waiting.doubt, waiting.was_price_minor) == (KEY, Doubt.PRICE_JUMPED, 10_000)
    assert await kettle.sees(page(10_000)) is JobStatus.SUCCEEDED
    product = await kettle.product()
    assert (product.price_minor, product.flickers) == (10_000, 1)
    assert await kettle.pending() == [] and await kettle.keys() == {KEY}


async def test_the_second_sight_may_have_lost_the_sku(kettle: Link) -> None:
    assert await kettle.sees(page(30_000)) is JobStatus.NEW
    assert await kettle.sees(page(30_000, None)) is JobStatus.SUCCEEDED
    assert await kettle.prices() == [10_000, 30_000] and await kettle.keys() == {KEY}
    assert await kettle.pending() == []
    newest = (await kettle.store.listing.history(KEY, limit=1))[0]
    assert newest.first_seen_at is not None


async def test_a_page_without_sku_of_another_product_waits_and_is_one_of_its_own(kettle: Link) -> None:
    hose = page(9_000, None, HOSE)
    assert await kettle.sees(hose) is JobStatus.NEW
    (waiting,) = await kettle.pending()
    assert (waiting.doubt, waiting.was_title) == (Doubt.ANOTHER_PRODUCT, KETTLE)
    assert await kettle.sees(hose) is JobStatus.SUCCEEDED
    product = await kettle.product(hose.product_key)
    assert (product.title, product.price_minor, product.generation) == (HOSE, 9_000, 1)
    kept = await kettle.product()
    assert (kept.title, kept.price_minor, kept.generation) == (KETTLE, 10_000, 1), "its SKU may live on elsewhere"


async def test_an_outage_that_names_no_sku_makes_no_product(kettle: Link) -> None:
    assert await kettle.sees(page(None, None, "Temporarily unavailable")) is JobStatus.SUCCEEDED
    product = await kettle.product()
    assert (product.title, product.price_minor, product.verdict_reason) == (KETTLE, 10_000, "ANOTHER_PRODUCT")
    assert await kettle.keys() == {KEY}
    assert await kettle.sees(page(10_000)) is JobStatus.SUCCEEDED
    assert (await kettle.product()).verdict == "ok"


async def test_a_quarantined_page_without_sku_hides_nothing_of_what_was_before(kettle: Link) -> None:
    assert await kettle.sees(page(10_000, None, verdict=QUARANTINE)) is JobStatus.SUCCEEDED
    assert await kettle.keys() == {KEY} and (await kettle.product()).verdict == "quarantine"
    assert await kettle.sees(page(100_000, None)) is JobStatus.NEW


async def test_another_sku_with_a_leap_in_price_waits_and_keeps_its_own_key(kettle: Link) -> None:
    other = "other:pine.example:sku:K-2"
    assert await kettle.sees(page(100_000, "K-2")) is JobStatus.NEW
    (waiting,) = await kettle.pending()
    assert (waiting.product_key, waiting.doubt, waiting.was_price_minor) == (other, Doubt.PRICE_JUMPED, 10_000)
    assert await kettle.sees(page(100_000, "K-2")) is JobStatus.SUCCEEDED
    assert await kettle.prices(other) == [100_000] and await kettle.prices() == [10_000]
    assert (await kettle.product(other)).generation == 1 and await kettle.pending() == []


async def test_a_link_that_leads_to_several_products_over_time_is_not_held_up(kettle: Link) -> None:
    assert await kettle.sees(page(12_000, "K-2", HOSE)) is JobStatus.SUCCEEDED, "no leap"
    assert await kettle.sees(page(10_000)) is JobStatus.SUCCEEDED
    for _ in range(2):
        await kettle.sees(page(90_000, "K-3"))
    for sku, price_minor in (("K-1", 10_000), ("K-3", 90_000), ("K-1", 10_000)):
        assert await kettle.sees(page(price_minor, sku)) is JobStatus.SUCCEEDED, "each is known at its price by now"
    assert await kettle.pending() == []


async def test_a_page_with_another_sku_and_price_at_each_look_is_unstable_in_the_end(kettle: Link) -> None:
    for number in range(MOST_SIGHTS - 1):
        assert await kettle.sees(page(100_000 + number, f"R-{number}")) is JobStatus.NEW
    assert await kettle.sees(page(200_000, "R-9")) is JobStatus.SUCCEEDED
    product = await kettle.product("other:pine.example:sku:R-9")
    assert (product.price_minor, product.verdict_reason) == (None, "UNSTABLE")
    assert await kettle.pending() == []


async def test_what_waited_under_another_key_is_settled_by_the_next_look(kettle: Link) -> None:
    assert await kettle.sees(page(100_000, "K-2")) is JobStatus.NEW
    assert await kettle.sees(page(10_000)) is JobStatus.SUCCEEDED
    assert await kettle.pending() == [] and await kettle.keys() == {KEY}


async def test_a_volunteers_page_without_sku_is_held_against_the_product_and_confirmed_by_an_operators(
    kettle: Link,
) -> None:
    store = kettle.store
    kettle.clock.ms += DAY_MS
    await store.jobs.recrawl(limit=5)
    token = await kettle.claims("ann")
    report = Report(JOB.id, token, "ann", "m", "1")
    told = Succeeded(JOB.id, token, page(30_000, None))
    for _ in range(2):
        await store.reports.report(report, told, dice=0.9, current_reader="1")
    (waiting,) = await kettle.pending()
    assert (waiting.product_key, waiting.person, waiting.was_price_minor) == (KEY, "ann", 10_000)
    assert await kettle.sees(page(30_000)) is JobStatus.SUCCEEDED
    assert await kettle.prices() == [10_000, 30_000]
    assert await store.trust.settle(limit=5, reader_version="1") == {ResultState.CONFIRMED: 1}


async def test_two_links_with_one_sku_at_two_prices_are_not_doubted_for_each_other(kettle: Link) -> None:
    link = "https://pine.example/p/kettle-large"
    job = replace(JOB, url=link, url_norm=link)
    await kettle.store.jobs.add([job])
    large = Link(kettle.store, kettle.clock, job)
    its_page = replace(page(30_000), url_norm=link)
    kettle.clock.ms += 1
    assert await large.sees(its_page) is JobStatus.NEW, "nothing is known of it yet"
    assert await large.sees(its_page) is JobStatus.SUCCEEDED
    for _ in range(2):
        assert await kettle.sees(page(10_500)) is JobStatus.SUCCEEDED
        assert await large.sees(its_page) is JobStatus.SUCCEEDED
    assert await kettle.prices() == [10_000, 30_000, 10_500, 30_000, 10_500, 30_000]
    assert await kettle.sees(page(90_000)) is JobStatus.NEW, "a leap from both"
    assert await kettle.sees(page(10_500)) is JobStatus.SUCCEEDED
    assert (await kettle.product()).flickers == 1 and await kettle.pending() == []
