"""How leases end: the statements of failures, for an operator's worker and a volunteer's report alike."""

from __future__ import annotations

from common.errors import GONE, NEXT_WAY, ErrorCode
from common.job import JobStatus
from common.outcome.crawl_outcome import Failed, RetryLater
from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Statement
from common.timing.units import DAY_MS

BROKEN_AFTER = 5
"""Failed attempts in a row that make a link BROKEN."""
BROKEN_AGAIN_MS = 7 * DAY_MS
"""A BROKEN link, or one whose page is gone, is crawled again after a week."""
GONE_AFTER = 3
"""Crawls in a row that find no page before the product is marked gone."""
_DETAIL_CHARACTERS = 2000


def give_back_statement(
    database: Database, job_id: str, lease_token: str, delay_ms: int, error_code: ErrorCode, detail: str
) -> Statement:
    """The job is due again in `delay_ms` (0: QUEUED at once), and its attempt is not spent."""
    code, said = error_code.value, cut(detail)
    return database.bind("give_back", id=job_id, token=lease_token, delay_ms=delay_ms, error_code=code, detail=said)


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


def failure_statements(database: Database, outcome: Failed | RetryLater, *, counted: bool = True) -> list[Statement]:
    """What a failure comes to: first the shop's next way, where it sends a job down and there is one; then the end it
    names, which finds no lease any more behind that. `counted`: see retry_later_statement."""
    job_id, token, code, detail = outcome.job_id, outcome.lease_token, outcome.error_code, outcome.detail
    down = [database.bind("next_way", id=job_id, token=token, error_code=code.value, detail=cut(detail))]
    if isinstance(outcome, Failed):
        again_ms = outcome.next_crawl_ms
        ends = fail_statements(database, job_id, token, error_code=code, detail=detail, next_crawl_ms=again_ms)
    else:
        delay_ms = outcome.delay_ms
        ends = [
            retry_later_statement(
                database, job_id, token, delay_ms=delay_ms, error_code=code, detail=detail, counted=counted
            )
        ]
    return [*down, *ends] if code in NEXT_WAY else ends


async def ended_as(database: Database, job_id: str, lease_token: str, *, down: bool = False) -> JobStatus | None:
    """How this lease ended, when its worker ended it; None when it is held, was reaped or was cancelled.

    NEW is told to whom it concerns: `down`, that the job went on to its next way; else that it waits for another look.
    """
    found = await database.one("applied", id=job_id, token=lease_token)
    if not found.rows:
        return None
    status = rows.status(found.rows[0]["to_status"])
    went_down = found.rows[0]["error_code"] is not None
    return None if status is JobStatus.NEW and went_down is not down else status


def cut(detail: str) -> str:
    return detail if len(detail) <= _DETAIL_CHARACTERS else detail[: _DETAIL_CHARACTERS - 1] + "…"
