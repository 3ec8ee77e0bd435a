"""OperatorEvents: who did what, to how many."""

from __future__ import annotations

from collections.abc import Sequence

from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Statement
from common.store.operators.values import START, Cursor, OperatorEvent, Page


class OperatorEvents:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def began(
        self, event_id: str, *, operator: str, through: str, action: str, target: str, meant: int | None
    ) -> None:
        """Before anything is changed, so that what breaks off is seen too. A second send of `event_id` adds nothing."""
        await self._db.one(
            "operator_began", id=event_id, operator=operator, through=through, action=action, target=target, meant=meant
        )

    async def ended(self, event_id: str, *, done: int | None = None, needed_none: int = 0) -> None:
        """`done` None: as the changes themselves counted. `needed_none`: so many of those meant were left alone,
        because they needed nothing; it is told with what the action was done to."""
        await self._db.one("operator_ended", id=event_id, done=done, needed_none=needed_none)

    async def erase_account(self, names: Sequence[str]) -> None:
        """What was done with an account stays on record, without its name, however it was shown."""
        await self._db.one("erase_from_events", names=rows.as_json(names))

    async def page(
        self,
        *,
        limit: int,
        after: Cursor = START,
        action: str | None = None,
        operator: str | None = None,
        newer_than_ms: int | None = None,
    ) -> Page[OperatorEvent]:
        """The last first."""
        found = await self._db.one(
            "operator_events_page",
            up_to=after.at,
            after_id=after.name,
            action=action,
            operator=operator,
            newer_than_ms=newer_than_ms,
            limit=limit + 1,
        )
        events = [rows.build(OperatorEvent, row) for row in found.rows]
        more = len(events) > limit
        events = events[:limit]
        return Page(events, Cursor(events[-1].at, events[-1].id) if more else None)

    async def about(self, ids: Sequence[str], *, limit: int) -> list[OperatorEvent]:
        """What was done about these volunteers and machines, the last first."""
        found = await self._db.one("operator_events_about", ids=rows.as_json(ids), limit=limit)
        return [rows.build(OperatorEvent, row) for row in found.rows]


def counted(database: Database, event_id: str | None) -> list[Statement]:
    """What goes right behind a change in its batch, so that the event counts exactly what was changed, once."""
    return [database.bind("operator_did", id=event_id)] if event_id else []
