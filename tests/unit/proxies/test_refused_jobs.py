"""A refused job is tied to the way that it went, on this worker and on every other; pages in doubt count once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from common.errors import CrawlError, ErrorCode, StoreUnavailable
from common.job import Crawlable, Job, NewJob
from common.net.proxied.blame import Blame
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings
from common.store import Store, init_schema, open_store
from common.store.proxies.proxies import EVERYWHERE
from worker.proxies.crawling import REFUSED_MS, CrawlsByRoute
from worker.proxies.sightings import Sightings
from worker.proxies.trip import current_trip

URL = "https://shopee.tw/product/1/2"


class Crawls:
    """A crawl that goes by these ways, as far as it is told no other, and ends so."""

    def __init__(self, ending: Exception | None, *answers: tuple[str, str | None, int]) -> None:
        self._ending, self._answers = ending, answers
        self.ties: Mapping[str, str | None] = {}

    async def crawl(self, job: Crawlable) -> CrawlResult:
        trip = current_trip()
        assert trip and trip.key == job.id
        self.ties = dict(trip.ties)
        for domain, proxy, status in self._answers:
            trip.answered(domain, trip.way_to(domain) if trip.tied(domain) else proxy, status)
        if self._ending:
            raise self._ending
        return None  # type: ignore[return-value]  # nobody looks at a page


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}")
    await init_schema(settings)
    store = await open_store(settings)
    yield store
    await store.close()


@pytest.fixture
async def job(store: Store) -> Job:
    """Claimed the second time, after its first attempt broke off."""
    (job_id,) = await store.jobs.add([NewJob(URL, URL, "shopee", "tw", "1", "2", "jsonl", "me", "p")])
    await store.jobs.claim(job_id, worker_id="w", lease_token="1", lease_ms=60_000)
    await store.jobs.retry_later(job_id, "1", delay_ms=0, error_code=ErrorCode.TIMEOUT, detail="broke off")
    claim = await store.jobs.claim(job_id, worker_id="w", lease_token="2", lease_ms=60_000)
    assert claim.job and claim.job.attempt == 2
    return claim.job


async def crawled(store: Store, job: Job, crawls: Crawls) -> None:
    by_route = CrawlsByRoute(crawls, store.proxies)
    if crawls._ending:
        with pytest.raises(type(crawls._ending)):
            await by_route.crawl(job)
    else:
        await by_route.crawl(job)
    assert current_trip() is None


async def test_a_wall_ties_every_domain_on_the_way_and_the_next_crawl_knows(store: Store, job: Job) -> None:
    wall = CrawlError(ErrorCode.ACCESS_DENIED, "a captcha")
    first = Crawls(wall, ("shopee.tw", "one", 200), ("captcha.example", None, 200))
    await crawled(store, job, first)
    assert await store.proxies.ties(job.id, refused_ms=REFUSED_MS) == {"shopee.tw": "one", "captcha.example": None}
    again = Crawls(wall, ("shopee.tw", "two", 200))
    await crawled(store, job, again)
    assert again.ties == {"shopee.tw": "one", "captcha.example": None}
    assert (await store.proxies.ties(job.id, refused_ms=REFUSED_MS))["shopee.tw"] == "one", "the first refusal counts"


async def test_a_job_given_back_right_after_its_first_refusal_is_known_as_refused(store: Store) -> None:
    (job_id,) = await store.jobs.add([NewJob(URL, URL, "shopee", "tw", "1", "2", "jsonl", "me", "p")])
    first = await store.jobs.claim(job_id, worker_id="w", lease_token="1", lease_ms=60_000)
    assert first.job
    await crawled(store, first.job, Crawls(TimeoutError(), ("shopee.tw", "one", 403)))
    assert await store.jobs.release(job_id, "1")
    second = await store.jobs.claim(job_id, worker_id="v", lease_token="2", lease_ms=60_000, keeps_ties=True)
    assert second.job and second.job.last_error is None, "its row tells nothing"
    again = Crawls(None)
    await crawled(store, second.job, again)
    assert again.ties == {"shopee.tw": "one"}


async def test_a_job_that_was_refused_to_a_worker_without_proxies_goes_through_none(store: Store) -> None:
    (job_id,) = await store.jobs.add([NewJob(URL, URL, "shopee", "tw", "1", "2", "jsonl", "me", "p")])
    await store.jobs.claim(job_id, worker_id="w", lease_token="1", lease_ms=60_000)
    await store.jobs.retry_later(job_id, "1", delay_ms=0, error_code=ErrorCode.RATE_LIMITED, detail="answered 429")
    claim = await store.jobs.claim(job_id, worker_id="v", lease_token="2", lease_ms=60_000, keeps_ties=True)
    assert claim.job
    again = Crawls(CrawlError(ErrorCode.ACCESS_DENIED, "a captcha"), ("shopee.tw", "one", 200))
    await crawled(store, claim.job, again)
    assert again.ties == {EVERYWHERE: None}
    ties = await store.proxies.ties(job_id, refused_ms=REFUSED_MS)
    assert ties == {"shopee.tw": None}, "as it went when it was refused first"


async def test_what_is_no_refusal_ties_nothing(store: Store, job: Job) -> None:
    await crawled(store, job, Crawls(CrawlError(ErrorCode.TIMEOUT, "late"), ("shopee.tw", "one", 200)))
    await crawled(store, job, Crawls(None, ("shopee.tw", "one", 403), ("shopee.tw", "one", 200)))
    assert await store.proxies.ties(job.id, refused_ms=REFUSED_MS) == {}
    await crawled(store, job, Crawls(TimeoutError(), ("shopee.tw", "one", 429)))
    assert await store.proxies.ties(job.id, refused_ms=REFUSED_MS) == {"shopee.tw": "one"}, (
        "refused, whatever came of it then"
    )


async def test_while_nobody_knows_a_job_waits(job: Job) -> None:
    class Away:
        async def ties(self, job_id: str, *, refused_ms: int) -> dict[str, str | None]:
            raise StoreUnavailable("away")

    with pytest.raises(CrawlError) as caught:
        await CrawlsByRoute(Crawls(None), Away()).crawl(job)  # type: ignore[arg-type]  # no more of a store is asked
    assert caught.value.code is ErrorCode.WAY_PAUSED


def test_one_shop_in_doubt_is_one_failure() -> None:
    seen = Sightings()
    for domain in ("shopee.tw", "shopee.tw", "oak.example", "shopee.tw", "shopee.tw"):
        seen.failed("one", domain, Blame.DOUBT, "broke off")
    assert seen.in_a_row("one") == 3
    seen.failed("one", "shopee.tw", Blame.PROXY, "refused")
    (report,) = seen.taken()
    assert (report.failed, report.in_a_row, report.mean_ms, report.error) == (6, 4, None, "refused")
    seen.failed("one", "shopee.tw", Blame.DOUBT, "broke off")
    assert seen.in_a_row("one") == 0, "known of since before the last report"
    seen.answered("one", 100)
    seen.answered("one", 300)
    seen.failed("one", "shopee.tw", Blame.DOUBT, "broke off")
    (report,) = seen.taken()
    assert (report.answered, report.in_a_row, report.mean_ms) == (2, 1, 200)
    assert seen.taken() == []
