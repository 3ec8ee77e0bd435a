"""A job, its result and its claim, in the fewest words that the tests of the store need."""

from __future__ import annotations

from collections.abc import Collection

from common.job import JobStatus, NewJob
from common.offer import Availability, Offer, Verdict, VerdictReason, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.store import ClaimOutcome, Store
from common.ways.way import Way

LEASE_MS = 60_000


class Clock:
    """Stands until a test moves it. With `step_ms` it goes on at each look, as a database's own does: then no two
    statements of a batch have the same time."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000
        self.step_ms = 0

    def __call__(self) -> int:
        self.ms += self.step_ms
        return self.ms


def link(number: int, *, priority: int = 0, max_attempts: int = 5) -> NewJob:
    url = f"https://shopee.tw/product/1/{number}"
    return NewJob(url, url, "shopee", "tw", "1", str(number), "threads", "@me", "p1", priority, max_attempts)


def result(job: NewJob, price_minor: int | None = 19_900) -> CrawlResult:
    offer = Offer(
        title="藍色茶壺 🫖",
        price_minor=price_minor,
        currency="TWD" if price_minor else None,
        item_id=job.item_id,
        availability=Availability.IN_STOCK if price_minor else Availability.OUT_OF_STOCK,
    )
    verdict = Verdict(VerdictStatus.OK) if price_minor else Verdict(VerdictStatus.DROP, VerdictReason.NO_PRICE)
    return CrawlResult('{"ok":true}', "hash", offer, verdict, job.url_norm, "shopee", "tw", job.url, 86_400_000)


async def worker_lives(store: Store, name: str, *, ways: Collection[Way] = (), platforms: Collection[str] = ()) -> None:
    await store.fleet.worker_seen(
        name, role="worker", version="1", state="", running=0, done=0, failed=0, ways=ways, platforms=platforms
    )


async def running(store: Store, number: int = 1, token: str = "lease", **given: int) -> NewJob:
    job = link(number, **given)
    await store.jobs.add([job])
    assert (await claim(store, job, token)) is ClaimOutcome.CLAIMED
    return job


async def claim(store: Store, job: NewJob, token: str) -> ClaimOutcome:
    return (await store.jobs.claim(job.id, worker_id="w1", lease_token=token, lease_ms=LEASE_MS)).outcome


async def status(store: Store, job: NewJob) -> JobStatus:
    found = await store.jobs.get(job.id)
    assert found is not None
    return found.status
