"""How many jobs nobody took because machines leave their shops out. Pure but for the clock it is given.

Each such job is put off, for half a minute to ten minutes (a few of them for five seconds only). Without a bound, one
machine that leaves out all shops and waits could have every message put off while the others are busy, and nothing
would be left for them when they come back.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

MOST_PER_MINUTE = 60
"""For one machine. Messages that were already taken in the round that reaches it are put off on top."""
MINUTE_SECONDS = 60.0
REMEMBERED = 10_000
"""Machines, the last of them."""


class LeftOut:
    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._counted: OrderedDict[str, tuple[float, int]] = OrderedDict()
        """Machine → when its minute began, and jobs since."""

    def note(self, machine: str) -> None:
        """One more."""
        now = self._monotonic()
        began, count = self._counted.get(machine, (now, 0))
        self._counted[machine] = (began, count + 1) if now - began < MINUTE_SECONDS else (now, 1)
        self._counted.move_to_end(machine)
        if len(self._counted) > REMEMBERED:
            self._counted.popitem(last=False)

    def enough(self, machine: str) -> bool:
        """Whether no more jobs are looked at for it until its minute is over."""
        began, count = self._counted.get(machine, (0.0, 0))
        return count >= MOST_PER_MINUTE and self._monotonic() - began < MINUTE_SECONDS
