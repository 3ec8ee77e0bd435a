"""Whether two workers go by one membership at once: a copied folder makes two PCs one machine, and neither shows it.

Each start of a worker marks its claims. One PC that starts anew goes on with another mark and never comes back to the
one before; so a mark that is heard again well after a newer one was first heard is another worker's, that goes on too.
Known to this gateway alone and while it runs: two workers that keep to two gateways are not told apart.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from common.store.volunteers.people import PeopleStore
from gateway.people.throttle import MAX_KEYS

APART_SECONDS = 60.0
"""A request that a worker sent before it ended may arrive behind the first one of the next."""
MOST_MARKS = 8
"""Of one machine; of more starts than that the oldest are forgotten."""
TOLD_SECONDS = 900.0
"""So long it is told after it was seen last: a worker whose owner wants nothing for a while does not ask."""
NOTED_EVERY_SECONDS = 60.0
SENTENCE = (
    "another worker goes by a copy of this PC's folder: both are one machine here, share its tasks, and `leave` on one "
    "ends both"
)
"""Told to the owner of such a PC."""


class TwoAtOnce:
    """What of it is noted, for operators, and told to the PCs."""

    def __init__(self, people: PeopleStore, monotonic: Callable[[], float]) -> None:
        self._people = people
        self._monotonic = monotonic
        self._starts = Starts(monotonic)
        self._noted: OrderedDict[str, float] = OrderedDict()
        """Machine → when it was noted last."""

    async def heard(self, machine: str, mark: str | None) -> None:
        """A claim came, with this mark. Raises StoreError."""
        if not self._starts.another_goes_on(machine, mark):
            return
        now = self._monotonic()
        if now - self._noted.get(machine, float("-inf")) < NOTED_EVERY_SECONDS:
            return
        await self._people.note_two_at_once(machine, told_ms=int(TOLD_SECONDS * 1000))
        self._noted[machine] = now
        self._noted.move_to_end(machine)
        if len(self._noted) > MAX_KEYS:
            self._noted.popitem(last=False)

    def told(self, machine: str) -> str | None:
        """What its owner is told with the next answer to a claim."""
        noted = self._noted.get(machine)
        return SENTENCE if noted is not None and self._monotonic() - noted < TOLD_SECONDS else None


class Starts:
    """In bounded memory."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._first: OrderedDict[str, dict[str, float]] = OrderedDict()
        """Machine → mark → when it was first heard, the newest last."""

    def another_goes_on(self, machine: str, mark: str | None) -> bool:
        """Note a claim, and say whether a newer worker of this machine is there as well. None: an older worker's, which
        marks nothing."""
        if mark is None:
            return False
        now = self._monotonic()
        heard = self._first.setdefault(machine, {})
        self._first.move_to_end(machine)
        if len(self._first) > MAX_KEYS:
            self._first.popitem(last=False)
        if mark not in heard:
            heard[mark] = now
            if len(heard) > MOST_MARKS:
                del heard[next(iter(heard))]
            return False
        newest = next(reversed(heard.values()))
        return newest > heard[mark] and now - newest >= APART_SECONDS
