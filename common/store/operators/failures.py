"""FailureStore: which errors ended attempts, at which shop and on which day."""

from __future__ import annotations

from common.store import rows
from common.store.database.database import Database
from common.store.operators.values import FailureCount, FailuresCounted


class FailureStore:
    """Only reads. Raises StoreUnavailable when the database cannot be reached in time, StoreRejected if it refuses."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def by_day(
        self,
        *,
        within_ms: int,
        most: int,
        platform: str | None = None,
        single: str | None = None,
        error_code: str | None = None,
    ) -> FailuresCounted:
        """Of the newest `most` attempts that ended within `within_ms`, whatever shop and error they were of."""
        looked, found = await self._db.run(
            self._db.bind("attempts_looked_at", within_ms=within_ms, most=most),
            self._db.bind(
                "failures_by_day",
                within_ms=within_ms,
                most=most,
                platform=platform,
                single=single,
                error_code=error_code,
            ),
        )
        oldest = looked.rows[0]["oldest"]
        return FailuresCounted(
            [rows.build(FailureCount, row) for row in found.rows],
            rows.number(looked.rows[0]["count"]),
            None if oldest is None else rows.number(oldest),
        )
