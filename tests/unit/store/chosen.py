"""What the state machine of the store chooses from, what its workers read and what its volunteers say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import strategies as st

from common.errors import ErrorCode
from common.job import JobStatus
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_outcome import Failed, RetryLater, Succeeded
from common.outcome.crawl_result import CrawlResult, result_json
from common.store import JobEvent
from common.trust.values import Told
from common.ways.way import Way

READER = "1"
LINKS = st.sampled_from([f"https://shopee.tw/product/1/{n}" for n in range(2)])
WORKERS = st.sampled_from(["worker-a", "worker-b"])
PERSONS = st.sampled_from(["ann", "ben", "cid", None])
PROXIES = st.sampled_from([None, "one", "two"])
ENDS = st.sampled_from(["succeed", "succeed", "leap", "lie", "retry_later", "wall", "wall", "fail", "release"])
LOOKS = st.lists(st.tuples(PERSONS, st.sampled_from(["succeed", "leap", "lie", "fail"])), min_size=2, max_size=5)
DICE = st.sampled_from([0.0, 0.999])
REFUSED = {ErrorCode.RATE_LIMITED, ErrorCode.AUTH_FAILED, ErrorCode.ACCESS_DENIED}
WAYS = (Way.OFFICIAL, Way.HTTP, Way.BROWSER)

PRICES = {"succeed": 100, "leap": 500, "lie": 1}
"""What a page states, or is said to state. From each to each other it is a leap, and waits for a second sight."""


def result(url_norm: str, price_minor: int = 100) -> CrawlResult:
    offer = Offer(title="A", price_minor=price_minor, currency="TWD", item_id="9", availability=Availability.IN_STOCK)
    ok = Verdict(VerdictStatus.OK)
    whole = (result_json(offer, ok, url_norm), "hash", offer, ok, url_norm, "shopee", "tw", url_norm)
    return CrawlResult(*whole, next_crawl_in_ms=5000)


def told(how: str, job_id: str, token: str) -> Told:
    """What a volunteer says."""
    if how == "retry_later":
        return RetryLater(job_id, token, 300, ErrorCode.TIMEOUT, "slow")
    if how == "wall":
        return RetryLater(job_id, token, 300, ErrorCode.ACCESS_DENIED, "a login")
    if how == "fail":
        return Failed(job_id, token, ErrorCode.PARSE_ERROR, "odd", 4000)
    return Succeeded(job_id, token, result("u", PRICES[how]))


def refusals(events: Sequence[JobEvent], since_ms: int) -> list[JobEvent]:
    """The events after `since_ms` by which a shop's pages refused the job."""
    ends = [event for event in events if event.from_status is JobStatus.RUNNING and event.via is not Way.OFFICIAL]
    return [event for event in ends if event.error_code in REFUSED and event.at > since_ms]


def never_up(events: Sequence[JobEvent], *, switched: bool) -> None:
    """Within one life of a job a wall leads down the ladder, and no attempt is spent by it."""
    lowest = -1
    for before, event in pairwise(events):
        if event.to_status is JobStatus.NEW and event.from_status is not JobStatus.RUNNING:
            lowest = -1
        elif event.detail is not None:
            assert event.via is not None and event.attempt == before.attempt - 1
            lowest = WAYS.index(event.via)
        elif event.to_status is JobStatus.RUNNING and event.via is not None and not switched:
            assert WAYS.index(event.via) > lowest
