"""The statements that end a lease with a failure, for an operator's worker and for a volunteer's report alike."""

from __future__ import annotations

from common.errors import GONE, ErrorCode
from common.store.database import Database
from common.store.drivers.base import Statement

BROKEN_AFTER = 5
"""Failed attempts in a row that make a link BROKEN."""
BROKEN_AGAIN_MS = 7 * 86_400_000
"""A BROKEN link, or one whose page is gone, is crawled again after a week."""
GONE_AFTER = 3
"""Crawls in a row that find no page before the product is marked gone."""
_DETAIL_CHARACTERS = 2000


def retry_later_statement(
    database: Database,
    job_id: str,
    lease_token: str,
    *,
    delay_ms: int,
    error_code: ErrorCode,
    detail: str,
    counted: bool = True,
) -> Statement:
    """`counted` False: no failure of the link, because one volunteer alone says so."""
    return database.bind(
        "retry_later",
        id=job_id,
        token=lease_token,
        delay_ms=delay_ms,
        error_code=error_code.value,
        detail=cut(detail),
        broken_after=BROKEN_AFTER,
        broken_again_ms=BROKEN_AGAIN_MS,
        counted=int(counted),
    )


def fail_statements(
    database: Database, job_id: str, lease_token: str, *, error_code: ErrorCode, detail: str, next_crawl_ms: int | None
) -> list[Statement]:
    """The end for good first; then, where the page was not found, what marks the product gone."""
    is_gone = error_code in GONE
    failing = database.bind(
        "fail",
        id=job_id,
        token=lease_token,
        error_code=error_code.value,
        detail=cut(detail),
        next_crawl_in_ms=next_crawl_ms,
        is_gone=int(is_gone),
        gone_after=GONE_AFTER,
        broken_after=BROKEN_AFTER,
        broken_again_ms=BROKEN_AGAIN_MS,
    )
    return [failing, database.bind("mark_gone", id=job_id, gone_after=GONE_AFTER)] if is_gone else [failing]


def cut(detail: str) -> str:
    return detail if len(detail) <= _DETAIL_CHARACTERS else detail[: _DETAIL_CHARACTERS - 1] + "…"
