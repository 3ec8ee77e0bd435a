"""How one crawl ended, in a form that can wait on disk."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from common.errors import ErrorCode
from common.outcome.result import CrawlResult


@dataclass(frozen=True, slots=True)
class Succeeded:
    job_id: str
    lease_token: str
    result: CrawlResult
    kind: Literal["succeed"] = "succeed"


@dataclass(frozen=True, slots=True)
class RetryLater:
    job_id: str
    lease_token: str
    delay_ms: int
    error_code: ErrorCode
    detail: str
    kind: Literal["retry_later"] = "retry_later"


@dataclass(frozen=True, slots=True)
class Failed:
    job_id: str
    lease_token: str
    error_code: ErrorCode
    detail: str
    next_crawl_ms: int | None = None
    kind: Literal["fail"] = "fail"


Outcome = Annotated[Succeeded | RetryLater | Failed, Field(discriminator="kind")]

ADAPTER: TypeAdapter[Succeeded | RetryLater | Failed] = TypeAdapter(Outcome)


class Recorded(StrEnum):
    """What the database made of an outcome. LOST: the lease was not held any more, nothing was written."""

    SUCCEEDED = "SUCCEEDED"
    FAILED_RETRYABLE = "FAILED_RETRYABLE"
    FAILED_PERMANENT = "FAILED_PERMANENT"
    DEAD = "DEAD"
    LOST = "LOST"
