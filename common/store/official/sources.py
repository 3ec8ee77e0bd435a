"""OfficialStore: how often shops' official interfaces were asked by the whole fleet, and which of them want a pause."""

from __future__ import annotations

from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Row
from common.store.official.values import PauseKind, SourceState, Turn

REASON_CHARS = 400


class OfficialStore:
    """A source is "<shop>/<region>". Raises StoreUnavailable and StoreRejected.

    Each call is safe to send twice: take() that was sent twice has taken two calls of the budget, never too few.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def take(self, source: str, *, calls_per_hour: int, despite_pause: bool = False) -> Turn:
        """One call out of the fleet's budget, atomically; never more than `calls_per_hour` in any sixty minutes.

        `despite_pause`: a person tries it. The budget holds all the same.
        """
        taken, _, state = await self._db.run(
            self._db.bind(
                "take_official_call", source=source, per_hour=calls_per_hour, despite_pause=int(despite_pause)
            ),
            self._db.bind("forget_official_calls", source=source),
            self._db.bind("official_state", source=source),
        )
        return Turn(bool(taken.rows), _state(state.rows[0]))

    async def pause(self, source: str, *, pause_ms: int, kind: PauseKind, reason: str, seen_pauses: int) -> None:
        """Leave it alone for so long. `seen_pauses`: of the state that the call was taken in; when another was refused
        meanwhile, nothing changes."""
        await self._db.one(
            "pause_official",
            source=source,
            pause_ms=pause_ms,
            kind=str(kind),
            reason=reason[:REASON_CHARS],
            seen=seen_pauses,
        )

    async def answered(self, source: str) -> None:
        """It answers again. To be told only where its state had pauses: without them there is nothing to write."""
        await self._db.one("official_answered", source=source)

    async def states(self) -> list[SourceState]:
        """Every source that was ever asked, by name."""
        return [_state(row) for row in (await self._db.one("official_states")).rows]


def _state(row: Row) -> SourceState:
    kind = rows.text_or_none(row["pause_kind"])
    return rows.build(SourceState, row, pause_kind=PauseKind(kind) if kind else None)
