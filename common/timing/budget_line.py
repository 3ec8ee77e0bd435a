"""When jobs of a shop whose fleet-wide budget is spent come again: one behind the other. Pure but for the clock."""

from __future__ import annotations

from collections.abc import Callable

DUE_FOR_EACH_ROOM = 4
"""So many of them are due for each time that the budget has room: one that comes too early is put off again, and none
of the room is left unused. Were all due at once, up to a window of them would be written, published and claimed in vain
for each page."""
LONGEST_SECONDS = 60.0
"""A job comes again after this, or after the budget's own interval, at the latest."""
_SOONEST_SECONDS = 1.0


class BudgetLine:
    """Of one process, which put these jobs off."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._due: dict[str, float] = {}
        """Shop → when the last of its jobs is due."""

    def put_off_seconds(self, shop: str, *, wait_seconds: float, room_every_seconds: float) -> float:
        """For one job more. `wait_seconds`: until the budget has room; `room_every_seconds`: from then on."""
        now = self._monotonic()
        soonest = max(wait_seconds, _SOONEST_SECONDS)
        due = max(now + soonest, self._due.get(shop, now) + room_every_seconds / DUE_FOR_EACH_ROOM)
        self._due[shop] = due = min(due, now + max(soonest, LONGEST_SECONDS))
        return due - now
