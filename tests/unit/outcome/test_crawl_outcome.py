"""How a crawl ended: what an error means for the job, and the form that waits on disk."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from common.errors import CrawlError, ErrorCode
from common.job import Job, JobStatus
from common.offer import Availability, Offer, Variant, Verdict, VerdictReason, VerdictStatus
from common.outcome.crawl_outcome import (
    CrawlOutcome,
    Failed,
    RetryLater,
    Succeeded,
    outcome_from_json,
    outcome_of_error,
    outcome_to_json,
)
from common.outcome.crawl_result import CrawlResult, result_json
from common.outcome.recrawl_pace import RecrawlPace

PACE = RecrawlPace(first_ms=1000, least_ms=10, most_ms=9000)
DELAYS = (10.0, 60.0, 300.0)


def job(attempt: int) -> Job:
    values: dict[str, Any] = {field.name: None for field in fields(Job)}
    return Job(**values | {"id": "j", "status": JobStatus.RUNNING, "attempt": attempt})


def after(error: CrawlError, *, attempt: int = 1) -> CrawlOutcome:
    return outcome_of_error(job(attempt), "t", error, retry_delays_seconds=DELAYS, pace=PACE)


@pytest.mark.parametrize(("attempt", "delay_ms"), [(0, 10_000), (1, 10_000), (2, 60_000), (3, 300_000), (9, 300_000)])
def test_each_attempt_waits_longer_and_the_last_delay_repeats(attempt: int, delay_ms: int) -> None:
    outcome = after(CrawlError(ErrorCode.TIMEOUT, "slow"), attempt=attempt)
    assert outcome == RetryLater("j", "t", delay_ms, ErrorCode.TIMEOUT, "slow")


@pytest.mark.parametrize(("asked_seconds", "delay_ms"), [(0.0, 0), (45.0, 45_000), (86_400.0, 300_000)])
def test_the_servers_own_wish_counts_up_to_the_longest_delay(asked_seconds: float, delay_ms: int) -> None:
    outcome = after(CrawlError(ErrorCode.RATE_LIMITED, "429", retry_after_seconds=asked_seconds))
    assert outcome == RetryLater("j", "t", delay_ms, ErrorCode.RATE_LIMITED, "429")


@pytest.mark.parametrize(
    ("code", "again_ms"),
    [
        (ErrorCode.CONTENT_REMOVED, 1000),
        (ErrorCode.ADDRESS_REFUSED, 1000),
        (ErrorCode.ROBOTS_DISALLOWED, 604_800_000),
        (ErrorCode.INVALID_URL, None),
    ],
)
def test_an_error_that_stays_ends_the_job_until_its_next_crawl(code: ErrorCode, again_ms: int | None) -> None:
    assert after(CrawlError(code, "why")) == Failed("j", "t", code, "why", again_ms)


OFFER = Offer(
    title="Büchse", price_minor=100, currency="EUR", availability=Availability.IN_STOCK, variants=(Variant("a"),)
)
OK = Verdict(VerdictStatus.OK)
RESULT = CrawlResult(
    result_json(OFFER, OK, "https://a.example/1"), "0" * 32, OFFER, OK, "https://a.example/1", "other", "", "", 5
)


@pytest.mark.parametrize(
    "outcome",
    [
        Succeeded("j", "t", RESULT),
        RetryLater("j", "t", 5, ErrorCode.TIMEOUT, "slow"),
        Failed("j", "t", ErrorCode.PARSE_ERROR, "why", None),
    ],
    ids=["succeeded", "retry_later", "failed"],
)
def test_an_outcome_comes_back_from_json_as_it_was(outcome: CrawlOutcome) -> None:
    assert outcome_from_json(outcome_to_json(outcome)) == outcome


@pytest.mark.parametrize("text", [b"", b"{}", b'{"kind": "succeed"}', b'{"kind": "other", "job_id": "j"}'])
def test_anything_else_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match="validation error"):
        outcome_from_json(text)


def test_result_json_leaves_out_what_the_page_did_not_state() -> None:
    kept = json.loads(
        result_json(Offer(title="a"), Verdict(VerdictStatus.DROP, VerdictReason.NO_PRICE), "https://a.example/1")
    )
    assert kept["verdict"] == {"status": "drop", "reason": "NO_PRICE"}
    assert kept["fetched_url"] == "https://a.example/1"
    assert kept["offer"]["title"] == "a"
    assert not {"price_minor", "images", "variants", "came_from"} & set(kept["offer"])
