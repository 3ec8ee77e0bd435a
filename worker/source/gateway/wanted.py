"""What a machine takes of its gateway: which shops' tasks, and by which ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from common.ways.way import Way


@dataclass(frozen=True, slots=True)
class Wanted:
    """What this machine's tasks may be."""

    shops: tuple[str, ...] = ()
    """Of these only; empty: of any."""
    not_domains: tuple[str, ...] = ()
    """Not of these shops of the open web."""
    refuses: Callable[[str], bool] = lambda link: False
    """Whether a task's link is left out all the same: a gateway may not know the words above, or not keep to them."""
    ways: tuple[Way, ...] = (Way.HTTP,)
    """They go one of these."""
    cannot: Callable[[Way], bool] = lambda way: False
    """Whether this machine turned out not to be able to go this way, whatever way's jobs they are."""


ANY = Wanted()


class WaysNow:
    """The ways that a gateway is asked for now: all that are wanted, but for those that this machine cannot go for a
    while (a browser that does not start)."""

    def __init__(self, ways: Sequence[Way], *, say: Callable[[str], None], monotonic: Callable[[], float]) -> None:
        """`say` is told once what the gateway does not give this machine."""
        self._ways = tuple(ways)
        self._say = say
        self._monotonic = monotonic
        self._again_at: dict[Way, float] = {}
        self._taken: dict[str, Way] = {}
        """Lease tokens of tasks under way."""
        self._said: frozenset[str] | None = None

    def may_go(self, way: str) -> bool:
        """Whether a task of this way was ever asked for."""
        return way in self._ways

    def open(self) -> tuple[str, ...]:
        now = self._monotonic()
        return tuple(way.value for way in self._ways if self._again_at.get(way, now) <= now)

    def wait_seconds(self) -> float:
        """Until one of them may be gone again; 0: one may now."""
        if self.open():
            return 0.0
        return max(0.0, min(self._again_at[way] for way in self._ways) - self._monotonic())

    def began(self, lease_token: str, way: str) -> None:
        if self.may_go(way):
            self._taken[lease_token] = Way(way)

    def ended(self, lease_token: str) -> None:
        self._taken.pop(lease_token, None)

    def way_of(self, lease_token: str) -> Way | None:
        """Of a task under way."""
        return self._taken.get(lease_token)

    def pause(self, lease_token: str, seconds: float) -> None:
        """This machine cannot go this task's way for so long."""
        way = self._taken.get(lease_token)
        if way is not None:
            self._again_at[way] = self._monotonic() + seconds

    def heard(self, given: Sequence[str] | None) -> None:
        """Those that the gateway gives this machine tasks of; None: it knows plain HTTP alone."""
        known = frozenset(given if given is not None else (Way.HTTP.value,))
        left = [way.value for way in self._ways if way.value not in known and way.value in self.open()]
        if left and known != self._said:
            why = "it is of a version before that" if given is None else "they are for other workers"
            goes = f"; tasks by {', '.join(sorted(known))} are taken" if known else ""
            self._say(f"the gateway gives this machine no tasks by {', '.join(left)}: {why}{goes}")
        if left:
            self._said = known
