"""How one crawl ended: a CrawlOutcome, with the lease it belongs to. It can be kept as JSON and read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from common.errors import CrawlError, ErrorCode
from common.job import Crawlable
from common.outcome.crawl_result import CrawlResult
from common.outcome.recrawl_pace import RecrawlPace


@dataclass(frozen=True, slots=True)
class Succeeded:
    """The page was read. Whether its price may be stored is the result's verdict."""

    job_id: str
    lease_token: str
    result: CrawlResult
    kind: Literal["succeed"] = "succeed"


@dataclass(frozen=True, slots=True)
class RetryLater:
    """This attempt did not work, another one in `delay_ms` may."""

    job_id: str
    lease_token: str
    delay_ms: int
    error_code: ErrorCode
    detail: str
    kind: Literal["retry_later"] = "retry_later"


@dataclass(frozen=True, slots=True)
class Failed:
    """Trying again soon would not help. The link is crawled again in `next_crawl_ms`; None means never."""

    job_id: str
    lease_token: str
    error_code: ErrorCode
    detail: str
    next_crawl_ms: int | None = None
    kind: Literal["fail"] = "fail"


@dataclass(frozen=True, slots=True)
class GivenBack:
    """Nothing came of the crawl that the job is to blame for: its attempt is not spent, another worker may take it.

    `delay_ms` 0: at once; else not before then, so that a worker which cannot do it does not take it again soon.
    """

    job_id: str
    lease_token: str
    delay_ms: int
    error_code: ErrorCode
    detail: str
    kind: Literal["give_back"] = "give_back"


GIVEN_BACK_MS: Mapping[ErrorCode, int] = {
    ErrorCode.NO_NETWORK: 0,
    ErrorCode.NO_MEANS: 0,
    ErrorCode.OWN_LIMIT: 0,
    ErrorCode.SHOP_UNKNOWN: 1_800_000,
    ErrorCode.NO_TURN: 60_000,
    ErrorCode.WAY_PAUSED: 600_000,
}
"""Errors that are their worker's or their way's, and how long the job then waits. What a paused way asks for, or how
far away the turn is (`retry_after_seconds`), counts instead."""
WAITS_OF_ITS_OWN = frozenset({ErrorCode.NO_TURN, ErrorCode.WAY_PAUSED})
"""Those of them after which the job's message comes again by itself."""

CrawlOutcome = Succeeded | RetryLater | Failed | GivenBack


@cache
def _as_json() -> TypeAdapter[CrawlOutcome]:
    """Made when it is first asked for: most commands write no outcome."""
    return TypeAdapter(Annotated[CrawlOutcome, Field(discriminator="kind")])


def outcome_to_json(outcome: CrawlOutcome) -> bytes:
    """The outcome whole, as UTF-8 JSON that `outcome_from_json` reads."""
    return _as_json().dump_json(outcome)


def outcome_from_json(text: bytes) -> CrawlOutcome:
    """Raises pydantic's ValidationError (a ValueError) for anything that `outcome_to_json` did not write."""
    return _as_json().validate_json(text)


def outcome_of_error(
    job: Crawlable, lease_token: str, error: CrawlError, *, retry_delays_seconds: Sequence[float], pace: RecrawlPace
) -> RetryLater | Failed | GivenBack:
    """What an error means for the job: another attempt later when `error.code.retry`, else FAILED_PERMANENT; given back
    when the error is this worker's own.

    The first attempt waits for the first of `retry_delays_seconds`, the second for the second, and so on; the last one
    repeats. What the server asked for (`error.retry_after_seconds`) counts instead, up to the longest delay.
    """
    if error.code in GIVEN_BACK_MS:
        delay_ms = GIVEN_BACK_MS[error.code]
        if error.code in WAITS_OF_ITS_OWN and error.retry_after_seconds is not None:
            delay_ms = max(1000, int(error.retry_after_seconds * 1000))
        return GivenBack(job.id, lease_token, delay_ms, error.code, error.detail)
    if not error.code.retry:
        return Failed(job.id, lease_token, error.code, error.detail, pace.after_failure(error.code))
    delay_seconds = retry_delays_seconds[min(max(job.attempt, 1), len(retry_delays_seconds)) - 1]
    if error.retry_after_seconds is not None:
        delay_seconds = min(error.retry_after_seconds, retry_delays_seconds[-1])
    return RetryLater(job.id, lease_token, int(delay_seconds * 1000), error.code, error.detail)


class Recorded(StrEnum):
    """What the database made of an outcome. LOST: the lease was not held any more, nothing was written. WAITS: what the
    page says waits for a second sight."""

    SUCCEEDED = "SUCCEEDED"
    WAITS = "WAITS"
    FAILED_RETRYABLE = "FAILED_RETRYABLE"
    FAILED_PERMANENT = "FAILED_PERMANENT"
    DEAD = "DEAD"
    GIVEN_BACK = "GIVEN_BACK"
    NEXT_WAY = "NEXT_WAY"
    """The job goes on by its shop's next way."""
    LOST = "LOST"
