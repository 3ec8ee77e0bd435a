"""Volunteers' results that wait, read from rows.

While a fleet is upgraded, a newer program may write one in words that this one does not know. It is left to the newer
ones: this one says so once, counts it, and goes on with the others.
"""

from __future__ import annotations

import logging
from collections.abc import Collection

from pydantic import ValidationError

from common.outcome.crawl_outcome import GivenBack, outcome_from_json
from common.store import metrics, rows
from common.store.drivers.base import Row
from common.trust.values import TrustRecord, WaitingResult

log = logging.getLogger("crawlfleet.store.trust")


class WaitingResults:
    """Reads them, and remembers those that it could not read."""

    def __init__(self) -> None:
        self._not_understood: set[str] = set()

    @property
    def not_understood(self) -> Collection[str]:
        """Their lease tokens."""
        return self._not_understood

    def read(self, row: Row) -> WaitingResult | None:
        """None: it is left to a newer version."""
        try:
            return _waiting_result(row)
        except (ValidationError, TypeError):
            self._leave(str(row["lease_token"]), str(row["job_id"]))
            return None

    def _leave(self, token: str, job_id: str) -> None:
        if token not in self._not_understood:
            self._not_understood.add(token)
            metrics.not_understood.inc()
            log.warning(
                "a volunteer's result that waits is left as it is: it is in words of a newer version, and this program "
                "is to be upgraded too",
                extra={"job_id": job_id},
            )


def _waiting_result(row: Row) -> WaitingResult:
    """Raises ValidationError, TypeError."""
    outcome = outcome_from_json(str(row["outcome_json"]).encode())
    if isinstance(outcome, GivenBack):
        raise TypeError("a job that was given back is no report")
    return WaitingResult(
        lease_token=str(row["lease_token"]),
        person=str(row["person"]),
        reader_version=str(row["reader_version"]),
        reported_at=rows.number(row["reported_at"]),
        repeats=bool(row["repeats"]),
        doubted=row["doubted"] is not None,
        outcome=outcome,
        record=trust_record(row, "trusted_reader"),
    )


def trust_record(row: Row, reader: str) -> TrustRecord:
    """`reader`: the column with the reader of the last confirmed result."""
    if row["cv"] is None:
        return TrustRecord()
    return TrustRecord(rows.number(row["cv"]), rows.number(row["outdated_cv"]), str(row[reader]))
