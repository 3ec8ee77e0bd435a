"""What a fleet has done, written by the store's own transitions: pages read, and pages that were not."""

from __future__ import annotations

import json
from uuid import uuid4

from common.errors import ErrorCode
from common.job import NewJob
from common.offer import Availability, Offer, Verdict, VerdictReason, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.store import ClaimOutcome, Store

OFFER = Offer(title="Kettle", price_minor=128000, currency="TWD", availability=Availability.IN_STOCK)


async def claimed(store: Store, job: NewJob) -> str:
    """The lease's token, of a job that is new or to be crawled again."""
    await store.jobs.add([job])
    await store.jobs.recheck([job.id])
    await store.jobs.publish([job.id], republish_after_ms=60_000)
    token = uuid4().hex
    claim = await store.jobs.claim(job.id, worker_id="w<b>1</b>", lease_token=token, lease_ms=60_000)
    assert claim.outcome is ClaimOutcome.CLAIMED
    return token


async def record(store: Store, job: NewJob, offer: Offer = OFFER, *, not_stored: VerdictReason | None = None) -> str:
    """One crawl of this job that saw `offer`, quarantined for `not_stored`; its lease's token."""
    token = await claimed(store, job)
    told = {"offer": {"title": offer.title, "price_minor": offer.price_minor, "currency": offer.currency}}
    verdict = Verdict(VerdictStatus.QUARANTINE, not_stored) if not_stored else Verdict(VerdictStatus.OK)
    told |= {"verdict": {"status": verdict.status}}
    result = CrawlResult(
        json.dumps(told), uuid4().hex, offer, verdict, job.url_norm, job.platform, job.region, job.url, 86_400_000
    )
    assert await store.jobs.succeed(job.id, token, result)
    return token


async def not_read(store: Store, job: NewJob, code: ErrorCode, detail: str = "a test's") -> None:
    """One crawl of this job that ended for good with an error."""
    token = await claimed(store, job)
    assert await store.jobs.fail(job.id, token, error_code=code, detail=detail)
