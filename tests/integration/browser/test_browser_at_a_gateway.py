"""A machine at a gateway with a real browser: what it records, and that its owner's limits hold there too."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
import pytest_asyncio

from common.broker import make_broker
from common.broker.base import Outgoing
from common.broker.topology import job_key
from common.errors import ErrorCode
from common.finding.expand import Expansion
from common.job import JobStatus, NewJob
from common.outcome.judge import judge
from common.outcome.recrawl_pace import pace_of
from common.protocol.joining import Joined
from common.settings import BrokerSettings, DatabaseSettings, Settings
from common.settings_tables.work import WorkSettings
from common.shops.base import ShopLink
from common.store import init_schema, open_store
from common.ways.way import Way
from tests.integration.browser.pages import SHOPEE, app, shopee_item
from tests.integration.volunteers.door import VERSION, Door, join_body, serving
from tests.servers.browser.shops import BrowserAtShops, OneBrowser, answer, page
from worker.presence import Presence
from worker.service import Worker
from worker.source.calls import GatewayCalls
from worker.source.gateway.source import GatewaySource
from worker.source.gateway.wanted import ANY
from worker.source.membership import Membership
from worker.tally import Tally
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits
from worker.volunteer.meter import VolunteerMeter
from worker.ways.asked_for import ProductLinks
from worker.ways.browser.way import BrowserWay
from worker.ways.judged import Judging
from worker.ways.offered import OfferedWays

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
API = "/api/v4/item/get"
ROUTES = {
    ("shopee.tw", "/product/310001/9100001"): page(
        app(f"fetch('{API}?itemid=9100001&shopid=310001').then((r) => r.json())")
    ),
    ("shopee.tw", API): answer(shopee_item()),
}


@pytest_asyncio.fixture(loop_scope="module")
async def door(tmp_path: Path) -> AsyncIterator[Door]:
    settings = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"), broker=BrokerSettings())
    await init_schema(settings.database)
    store = await open_store(settings.database)
    broker = make_broker(settings.broker)
    await broker.declare()
    await broker.connect()
    async with serving(settings, store, broker) as found:
        yield found
    await broker.close()
    await store.close()


async def browser_job(door: Door) -> str:
    new = NewJob(SHOPEE, SHOPEE, "shopee", "tw", "310001", "9100001", "rss", "a", "p")
    await door.store.jobs.add([new])
    await door.store.jobs.choose_way([new.id], Way.BROWSER)
    await door.broker.publish([Outgoing(new.id, job_key("shopee", "tw", Way.BROWSER))])
    await door.store.jobs.publish([new.id], republish_after_ms=900_000, via=Way.BROWSER)
    return new.id


def meter(folder: Path, limits: Limits | None = None) -> VolunteerMeter:
    files = VolunteerFiles(folder)
    if limits:
        files.keep_limits(limits)
    return VolunteerMeter(files, local=datetime.now, monotonic=time.monotonic)


def browser_way(at: BrowserAtShops) -> BrowserWay:
    async def expand(link: ShopLink) -> Expansion:
        raise AssertionError("no short link here")

    return BrowserWay(
        settings=at.settings,
        shops=at.shops,
        links=ProductLinks(at.shops, expand),
        browsers=at.browsers,
        looker=at.looker,
        judging=Judging(judge, pace_of(at.settings.work)),
    )


async def works(door: Door, at: BrowserAtShops, folder: Path, *, trusted: bool = True) -> Tally:
    """One machine's worker, until nothing waits for it."""
    body = join_body(await door.invite("ada" if trusted else "bob", trusted=trusted))
    joined = Joined.model_validate_json((await door.client.post("/v1/join", json=body)).content)
    member = Membership(gateway=str(door.client.base_url), machine=joined.machine, token=joined.token, told=joined.told)
    calls = GatewayCalls(member.gateway.rstrip("/"), version=VERSION, membership=member)
    tally = Tally()
    source = GatewaySource(
        calls,
        say=lambda said: None,
        monotonic=time.monotonic,
        wait_seconds=1.0,
        wanted=replace(ANY, ways=(Way.HTTP, Way.BROWSER)),
    )
    worker = Worker(
        source=source,
        crawler=OfferedWays([browser_way(at)]),
        settings=WorkSettings(worker_id="w", spool_dir=folder / "spool", concurrency=2),
        tally=tally,
        presence=Presence(worker_id="w", tally=tally),
    )
    try:
        async with asyncio.timeout(90):
            await worker.run(until_idle=True)
    finally:
        await calls.close()
    return tally


async def test_it_records_what_the_browser_shows_and_its_owner_sees_every_address(
    door: Door, browser: OneBrowser, tmp_path: Path
) -> None:
    job_id = await browser_job(door)
    counted = meter(tmp_path)
    tally = await works(door, browser.serve(ROUTES, meter=counted), tmp_path)
    assert (tally.succeeded, tally.failed) == (1, 0)
    assert await door.status(job_id) == (JobStatus.SUCCEEDED, 1)
    product = await door.store.listing.product(job_id)
    assert product is not None and product.price_minor == 42_000
    logged = counted._log.last(50)
    assert logged[0].url == SHOPEE
    statuses = {one.url.partition("?")[0]: one.status for one in logged}
    assert statuses[SHOPEE] == statuses[f"https://shopee.tw{API}"] == 200
    assert counted.counts.requests == len(logged)
    assert counted.counts.bytes == sum(one.bytes for one in logged) > 1_000


async def test_a_page_that_would_pass_the_owners_limit_is_left_and_says_nothing_of_the_product(
    browser: OneBrowser, tmp_path: Path
) -> None:
    counted = meter(tmp_path, Limits(requests_a_day=1))
    error = await browser.serve(ROUTES, meter=counted).error(SHOPEE)
    assert error.code is ErrorCode.OWN_LIMIT
    assert [one.url for one in counted._log.last(50)] == [SHOPEE]
    error = await browser.serve(ROUTES, meter=counted).error(SHOPEE)
    assert error.code is ErrorCode.OWN_LIMIT and len(counted._log.last(50)) == 1, "and no other is opened"
