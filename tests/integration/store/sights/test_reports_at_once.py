"""Two reports under one lease at the same moment, on every driver: one of them counts, and nothing of the other."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from common.job import JobStatus
from common.outcome.crawl_outcome import Succeeded
from common.outcome.crawl_result import CrawlResult
from common.outcome.sight_rules import USUAL
from common.store import Heard, Store
from common.timing.units import DAY_MS
from common.trust.states import ResultState
from common.trust.values import Report, Told
from tests.integration.store.jobs import Clock, link, status
from tests.integration.store.volunteers import NEVER, READER, Volunteers, look, read

FIRST, OTHER = 500, 700


@pytest.fixture
def door(store: Store, clock: Clock) -> Volunteers:
    return Volunteers(store, clock)


async def at_once(door: Volunteers, person: str, *outcomes: Told) -> None:
    """Each is read and decided before any of them is recorded, as by two gateways; then they are, in this order."""
    told = [Report(one.job_id, one.lease_token, person, f"machine of {person}", READER) for one in outcomes]
    reports = door.store.reports
    heard = await asyncio.gather(
        *(
            reports.report(report, outcome, dice=NEVER, current_reader=READER)
            for report, outcome in zip(told, outcomes, strict=True)
        )
    )
    assert heard == [Heard.HEARD] * len(outcomes)


@pytest.mark.parametrize("first", [FIRST, OTHER])
async def test_what_waits_is_settled_by_the_report_that_was_taken_alone(door: Volunteers, first: int) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    await door.sees(job, "ann", FIRST)
    await door.publish()
    token = await door.claims(job, "ben")
    assert token is not None
    second = OTHER if first == FIRST else FIRST
    await at_once(door, "ben", read(job, token, first), read(job, token, second))
    states = {one.person: one.state for one in await door.store.trust.reports_of(job.id)}
    trusted = await door.trusted("ann"), await door.trusted("ben")
    if first == FIRST:
        assert await status(door.store, job) is JobStatus.SUCCEEDED
        assert (states, trusted) == (dict.fromkeys(("ann", "ben"), ResultState.CONFIRMED), (1, 1))
        return
    assert await status(door.store, job) is JobStatus.NEW, "they differ: an operator's worker looks"
    assert (states, trusted) == (dict.fromkeys(("ann", "ben"), ResultState.WAITING), (0, 0))
    await door.publish()
    assert await door.claims(job, "cem") is None, "it is no volunteer's meanwhile"


POT, CHAIR = ("Blue tea pot", "4006381333931"), ("Garden chair of oak", "9780201379624")
LEAPT = 10 * FIRST


def shows(product: tuple[str, str], price_minor: int) -> CrawlResult:
    title, gtin = product
    seen = look(link(1), price_minor, title=title, gtin=gtin)
    return replace(seen, content_hash=f"{title} {price_minor}")


async def operator_records(door: Volunteers, seen: CrawlResult) -> None:
    await door.publish()
    token = await door.claims(link(1), None)
    assert token is not None and await door.store.jobs.succeed(link(1).id, token, seen)


@pytest.mark.parametrize("doubted", [shows(CHAIR, FIRST), shows(POT, LEAPT)], ids=["another-product", "a-leap"])
async def test_a_sight_that_waits_is_confirmed_by_the_report_that_was_taken_alone(
    door: Volunteers, clock: Clock, doubted: CrawlResult
) -> None:
    for number in range(10, 20):
        other = link(number)
        await door.store.jobs.add([other])
        await door.sees(other, "ben", FIRST)
        await door.operator_sees(other, FIRST)
    await door.settled()
    assert await door.trusted("ben") == 10, "not every result is checked any more"
    job, known = link(1), shows(POT, FIRST)
    await door.store.jobs.add([job])
    await operator_records(door, known)
    clock.ms += DAY_MS
    await door.store.jobs.recrawl(limit=100)
    await operator_records(door, doubted)
    (waiting,) = await door.store.listing.pending(limit=5)
    assert waiting.job_id == job.id
    clock.ms += USUAL.again_ms
    await door.publish()
    token = await door.claims(job, "ben")
    assert token is not None
    await at_once(door, "ben", *(Succeeded(job.id, token, seen) for seen in (known, doubted)))
    product = await door.store.listing.product("shopee:tw:1")
    assert product is not None and (product.title, product.price_minor) == (POT[0], FIRST)
    (own,) = await door.store.trust.reports_of(job.id)
    assert (own.state, await door.trusted("ben")) == (ResultState.UNCHECKED, 10), "it was not what was confirmed"
