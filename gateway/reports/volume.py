"""How much the reports of one machine may bring: in a day so much for each task that it was given, in a minute as much
as is read without holding up others, and at once a few of the largest. Pure but for the clock it is given.

What a stranger reports is kept until somebody else has looked, and an offer may be as large as the largest page's:
20,000 of them would be 18 GB in the database.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable

from common.protocol.base import MAX_REPORT_BYTES
from common.store.volunteers.values import KnownMachine
from common.timing.units import DAY_MS
from gateway.people.throttle import MAX_KEYS, Throttle

BYTES_PER_TASK = 32 * 1024
"""On the average; a page with a hundred pictures and choices is told in as much."""
BYTES_BESIDE = 16 * 1024 * 1024
"""For tasks of the day before, and reports sent again."""


BYTES_PER_MINUTE = 32 * 1024 * 1024
"""A report is read before anything is known of it but its machine: 2 MB take up to 0.3 s of everybody's."""


BYTES_AT_ONCE = 4 * MAX_REPORT_BYTES
"""Of the reports of one machine that are under way, from their first byte to their answer: an honest one sends one at a
time, and perhaps again what it had no answer to. A body that never ends is kept for half a minute."""


class Volume:
    """Of this gateway alone, in bounded memory. Days are UTC days by the database's clock."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._minute = Throttle(BYTES_PER_MINUTE)
        self._came: OrderedDict[str, tuple[int, int]] = OrderedDict()
        """Machine → its last day, and bytes on it."""
        self._held: Counter[str] = Counter()

    def wait_seconds(self, machine: str, size: int) -> float:
        """Before they are read: 0.0 when this machine may bring so many bytes now, else how long until it may."""
        return self._minute.wait_seconds(machine, self._monotonic(), size)

    def hold(self, machine: str, size: int) -> bool:
        """Whether so many more bytes of this machine may be kept now; if so they count until `let_go`."""
        if self._held[machine] + size > BYTES_AT_ONCE:
            return False
        self._held[machine] += size
        return True

    def let_go(self, machine: str, size: int) -> None:
        self._held[machine] -= size
        if self._held[machine] <= 0:
            del self._held[machine]

    def too_much(self, machine: KnownMachine, size: int) -> bool:
        """Whether these bytes are more than this machine may bring; if not they are counted. An operator's own machine
        brings what it likes."""
        if machine.trusted:
            return False
        today = machine.now_ms // DAY_MS
        day, came = self._came.pop(machine.id, (today, 0))
        came = came if day == today else 0
        most = BYTES_BESIDE + BYTES_PER_TASK * machine.tasks_today
        is_too_much = came + size > most
        self._came[machine.id] = (today, came if is_too_much else came + size)
        if len(self._came) > MAX_KEYS:
            self._came.popitem(last=False)
        return is_too_much
