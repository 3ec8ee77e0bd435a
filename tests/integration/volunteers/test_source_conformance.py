"""What both of a worker's sources promise: broker and store directly, and a gateway over HTTPS."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from common.errors import CrawlError, ErrorCode
from common.job import Crawlable, JobStatus
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.content_hash import content_hash
from common.outcome.crawl_result import CrawlResult, result_json
from common.protocol.joining import Joined
from common.settings_tables.work import WorkSettings
from tests.integration.volunteers.door import VERSION, Door, join_body
from tests.servers.fleet_world import eventually
from worker.presence import Presence
from worker.service import Worker
from worker.source.base import Source, Task
from worker.source.calls import GatewayCalls
from worker.source.direct import DirectSource
from worker.source.gateway.source import GatewaySource
from worker.source.membership import Membership
from worker.tally import Tally


def say(state: str) -> None:
    """Nobody listens."""


@pytest.fixture(params=["direct", "gateway"])
async def source(request: pytest.FixtureRequest, door: Door, tmp_path: Path) -> AsyncIterator[Source]:
    settings = WorkSettings(worker_id="w", spool_dir=tmp_path / "spool")
    if request.param == "direct":
        yield DirectSource(store=door.store, broker=door.broker, settings=settings, version="0", tally=Tally(), say=say)
        return
    body = join_body(await door.invite())
    joined = Joined.model_validate_json((await door.client.post("/v1/join", json=body)).content)
    member = Membership(gateway=str(door.client.base_url), machine=joined.machine, token=joined.token, told=joined.told)
    calls = GatewayCalls(member.gateway.rstrip("/"), version=VERSION, membership=member)
    yield GatewaySource(calls, say=say, monotonic=time.monotonic, wait_seconds=1.0)
    await calls.close()


def found(job: Crawlable) -> CrawlResult:
    """What an honest crawl finds."""
    item = job.url_norm.rpartition("/")[2]
    offer = Offer(
        title="Mug", price_minor=42000, currency="TWD", availability=Availability.IN_STOCK, item_id=item, shop_id="1"
    )
    verdict = Verdict(VerdictStatus.OK)
    told = result_json(offer, verdict, job.url_norm)
    return CrawlResult(
        told, content_hash(offer), offer, verdict, job.url_norm, "shopee", "tw", job.url_norm, 86_400_000
    )


async def first(source: Source) -> tuple[object, Task]:
    """The first task that is offered; the offers are closed behind it."""
    async with aclosing(source.offered(1)) as offers, asyncio.timeout(60):
        async for offered in offers:
            task = await offered.begin()
            if task is not None:
                return offered, task
    raise AssertionError("no task was offered")


async def test_a_task_is_a_job_under_a_lease(door: Door, source: Source) -> None:
    job_id = await door.job()
    _, task = await first(source)
    assert (task.job.id, task.job.url_norm, task.job.platform, task.job.attempt) == (
        job_id,
        "https://shopee.tw/product/1/2",
        "shopee",
        1,
    )
    assert await door.status(job_id) == (JobStatus.RUNNING, 1)


async def test_a_page_that_was_read_is_recorded_once(door: Door, source: Source) -> None:
    job_id = await door.job()
    _, task = await first(source)
    for _ in range(2):
        assert await source.leases.succeed(job_id, task.lease_token, found(task.job))
    assert await door.status(job_id) == (JobStatus.SUCCEEDED, 1)
    job = await door.get(job_id)
    assert job.content_hash == found(task.job).content_hash
    assert job.result_json == found(task.job).result_json
    product = await door.store.listing.product(job_id)
    assert product and product.price_minor == 42000


async def test_a_failure_that_may_pass_and_one_that_does_not(door: Door, source: Source) -> None:
    passing = await door.job(2)
    _, task = await first(source)
    retried = await source.leases.retry_later(
        passing, task.lease_token, delay_ms=10_000, error_code=ErrorCode.TIMEOUT, detail="late"
    )
    assert retried is JobStatus.FAILED_RETRYABLE
    lasting = await door.job(3)
    _, task = await first(source)
    for _ in range(2):
        assert await source.leases.fail(
            lasting, task.lease_token, error_code=ErrorCode.CONTENT_REMOVED, detail="gone", next_crawl_ms=86_400_000
        )
    assert (await door.status(passing), await door.status(lasting)) == (
        (JobStatus.FAILED_RETRYABLE, 1),
        (JobStatus.FAILED_PERMANENT, 1),
    )
    assert (await door.get(lasting)).last_error == "gone"


async def test_what_is_given_back_costs_no_attempt(door: Door, source: Source) -> None:
    job_id = await door.job()
    _, task = await first(source)
    assert await source.leases.release(job_id, task.lease_token)
    assert await door.status(job_id) == (JobStatus.QUEUED, 0)
    assert not await source.leases.succeed(job_id, task.lease_token, found(task.job)), "its lease is over"
    assert await door.store.listing.product(job_id) is None


async def test_a_job_its_worker_cannot_do_goes_back(door: Door, source: Source) -> None:
    job_id = await door.job()
    _, task = await first(source)
    await source.leases.give_back(
        job_id, task.lease_token, delay_ms=0, error_code=ErrorCode.NO_NETWORK, detail="no way\nout" + 300 * "."
    )
    assert await door.status(job_id) == (JobStatus.QUEUED, 0)
    told = [(await door.get(job_id)).last_error, (await door.store.jobs.events(job_id))[-1].detail]
    assert [one for one in told if one and "no way" in one], "an operator sees why"


async def test_leases_are_renewed_and_a_lost_one_is_named(door: Door, source: Source) -> None:
    job_id = await door.job()
    _, task = await first(source)
    lease = [(job_id, task.lease_token)]
    assert await source.leases.renew(lease, lease_ms=60_000) == {job_id}
    await door.store.jobs.cancel([job_id], reason="no longer wanted")
    assert await source.leases.renew(lease, lease_ms=60_000) == set()
    assert not await source.leases.succeed(job_id, task.lease_token, found(task.job))


async def test_nothing_is_offered_beyond_what_may_be_held(door: Door, source: Source) -> None:
    for number in range(1, 6):
        await door.job(number)
    async with aclosing(source.offered(2)) as offers:
        held = [await anext(offers), await anext(offers)]
        tasks = [await one.begin() for one in held]
        third = asyncio.ensure_future(anext(offers))
        done, _ = await asyncio.wait({third}, timeout=0.5)
        assert not done
        (task, _) = tasks
        assert task is not None
        await source.leases.release(task.job.id, task.lease_token)
        await held[0].dropped()
        async with asyncio.timeout(60):
            await (await third).begin()


async def test_nothing_waits_is_known(door: Door, source: Source) -> None:
    async with aclosing(source.offered(1)) as offers:
        waiting = asyncio.ensure_future(anext(offers))

        async def idle() -> bool:
            return (await source.idle()).nothing_waits

        await eventually(idle, what="an idle source")
        assert (await source.idle()).sentence.startswith("idle: ")
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)


class Crawls:
    """Every second page is there; the others are gone."""

    async def crawl(self, job: Crawlable) -> CrawlResult:
        if int(job.url_norm.rpartition("/")[2]) % 2:
            raise CrawlError(ErrorCode.CONTENT_NOT_FOUND, "not there")
        return found(job)


async def test_a_whole_worker_runs_on_it(door: Door, source: Source, tmp_path: Path) -> None:
    jobs = [await door.job(number) for number in range(1, 11)]
    tally = Tally()
    settings = WorkSettings(worker_id="w", spool_dir=tmp_path / "spool", concurrency=3)
    worker = Worker(
        source=source,
        crawler=Crawls(),
        settings=settings,
        tally=tally,
        presence=Presence(worker_id="w", tally=tally),
    )
    async with asyncio.timeout(60):
        await worker.run(until_idle=True)
    ends = [(await door.status(job))[0] for job in jobs]
    assert ends == [JobStatus.FAILED_PERMANENT, JobStatus.SUCCEEDED] * 5
    assert (tally.succeeded, tally.failed, tally.lost) == (5, 5, 0)
