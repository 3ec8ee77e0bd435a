"""Two links of one shop whose pages state the same SKU and show two products, on every driver."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from common.job import JobStatus
from common.offer import Availability
from common.outcome.crawl_outcome import Succeeded
from common.outcome.crawl_result import CrawlResult, product_key
from common.outcome.second_sight import Doubt
from common.store import Store
from common.trust.values import Report
from tests.integration.store.jobs import Clock
from tests.integration.store.sights.test_sights_of_one_link import HOSE, JOB, KETTLE, KEY, QUARANTINE, Link, page

OTHER_LINK = "https://pine.example/p/hose"
OTHER_KEY = product_key("other", "any", OTHER_LINK, None)
CHAIR = "Folding chair beech"


def hose(price_minor: int | None, title: str = HOSE, sku: str | None = "K-1", **more: Any) -> CrawlResult:
    return replace(page(price_minor, sku, title, **more), url_norm=OTHER_LINK, fetched_url=OTHER_LINK)


@pytest.fixture
async def links(store: Store, clock: Clock) -> tuple[Link, Link]:
    """One leads to a kettle, recorded at 10000; the other one was never crawled."""
    other = replace(JOB, url=OTHER_LINK, url_norm=OTHER_LINK)
    await store.jobs.add([JOB, other])
    kettle = Link(store, clock)
    assert await kettle.sees(page(10_000)) is JobStatus.SUCCEEDED
    return kettle, Link(store, clock, other)


async def stand(kettle: Link) -> None:
    """The kettle's own history is as it was."""
    product = await kettle.product()
    assert (product.title, product.generation, product.flickers, product.url_norm) == (KETTLE, 1, 0, JOB.url_norm)
    assert set(await kettle.prices()) == {10_000}


async def test_a_sku_of_two_products_is_the_firsts_and_the_other_is_known_by_its_link(links: tuple[Link, Link]) -> None:
    kettle, other = links
    for _ in range(3):
        assert await other.sees(hose(9000)) is JobStatus.SUCCEEDED, "no second look at each crawl"
        assert await kettle.sees(page(10_000)) is JobStatus.SUCCEEDED
    await stand(kettle)
    found = await other.product(OTHER_KEY)
    assert (found.title, found.generation, found.sku) == (HOSE, 1, "K-1")
    assert set(await other.prices(OTHER_KEY)) == {9000}


async def test_a_product_known_by_its_link_beside_anothers_sku_is_held_against_itself(
    links: tuple[Link, Link],
) -> None:
    kettle, other = links
    assert await other.sees(hose(9000)) is JobStatus.SUCCEEDED
    assert await other.sees(hose(90_000)) is JobStatus.NEW
    assert [(one.doubt, one.was_price_minor) for one in await other.pending()] == [(Doubt.PRICE_JUMPED, 9000)]
    assert await other.sees(hose(90_000)) is JobStatus.SUCCEEDED
    assert await other.sees(hose(90_000, verdict=QUARANTINE)) is JobStatus.SUCCEEDED
    assert await other.sees(hose(90_000, sku=None)) is JobStatus.SUCCEEDED
    assert (await other.product(OTHER_KEY)).price_minor == 90_000
    for became in (JobStatus.NEW, JobStatus.SUCCEEDED):
        assert await other.sees(hose(4000, CHAIR)) is became
    assert (await other.product(OTHER_KEY)).generation == 2
    await stand(kettle)


async def test_a_page_that_begins_to_show_another_product_under_its_sku_is_doubted_as_ever(
    links: tuple[Link, Link],
) -> None:
    """Both links led to the kettle; what one shows now is no product of its own at first sight."""
    kettle, other = links
    assert await other.sees(hose(10_000, KETTLE)) is JobStatus.SUCCEEDED
    assert await kettle.sees(page(10_000)) is JobStatus.SUCCEEDED
    assert await other.sees(hose(9000)) is JobStatus.NEW
    assert [one.doubt for one in await other.pending()] == [Doubt.ANOTHER_PRODUCT]
    assert await other.sees(hose(10_000, KETTLE)) is JobStatus.SUCCEEDED
    assert await kettle.keys() == {KEY}


async def test_what_alternated_under_one_sku_is_parted(links: tuple[Link, Link], store: Store) -> None:
    """As it was recorded before: each link's product began the SKU's history anew in turn."""
    kettle, other = links
    assert await other.sees(hose(10_000, KETTLE)) is JobStatus.SUCCEEDED
    for became in (JobStatus.NEW, JobStatus.SUCCEEDED):
        assert await other.sees(hose(9000)) is became
    assert (await kettle.product()).title == HOSE
    assert await kettle.sees(page(10_000)) is JobStatus.SUCCEEDED
    assert await other.sees(hose(9000)) is JobStatus.SUCCEEDED
    key = product_key("other", "any", JOB.url_norm, None)
    assert ((await kettle.product(key)).title, (await other.product()).title) == (KETTLE, HOSE)
    assert (await kettle.product()).generation == 2


async def test_a_closed_shops_page_that_states_the_sku_makes_no_product(links: tuple[Link, Link]) -> None:
    kettle, other = links
    closed = hose(None, "Temporarily unavailable", availability=Availability.OUT_OF_STOCK)
    assert await other.sees(closed) is JobStatus.SUCCEEDED
    assert await kettle.keys() == {KEY}
    assert (await kettle.product()).title == KETTLE


async def test_a_volunteers_first_look_at_a_link_with_anothers_sku_is_the_links_own(
    links: tuple[Link, Link], store: Store
) -> None:
    kettle, other = links
    for person in ("ann", "ben"):
        token = await other.claims(person)
        report = Report(other.job.id, token, person, f"{person}-pc", "r1")
        told = Succeeded(other.job.id, token, hose(9000))
        await store.reports.report(report, told, dice=0.0, current_reader="r1")
        other.clock.ms += 60_000
    assert (await other.product(OTHER_KEY)).price_minor == 9000
    await stand(kettle)
