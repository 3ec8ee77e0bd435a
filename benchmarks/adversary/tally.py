"""What came of the cases of one kind, and which of them passed a limit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Came(StrEnum):
    """How one case ended."""

    ANSWERED = "answered"
    REFUSED = "refused"
    """Read, and found to be no page, feed or answer."""
    STOPPED = "stopped"
    """At a limit."""
    BROKE = "broke"
    """The reader raised an error of its own, which cost this case alone."""


@dataclass(slots=True)
class Most:
    """The largest value seen, and at which case."""

    value: float = 0.0
    at: str = "none"

    def see(self, value: float, at: str) -> None:
        if value > self.value:
            self.value, self.at = value, at


@dataclass(slots=True)
class Tally:
    """Of one kind. Sizes in MB (10^6 bytes), times in seconds."""

    came: dict[Came, int] = field(default_factory=lambda: dict.fromkeys(Came, 0))
    slowest: Most = field(default_factory=Most)
    """One request to the child, or one GET: what it took."""
    held: Most = field(default_factory=Most)
    """Processor time that the parent spent without letting others run."""
    parent_mb: Most = field(default_factory=Most)
    child_mb: Most = field(default_factory=Most)
    """Beyond what each held before the first case."""
    read_bytes: Most = field(default_factory=Most)
    passed: list[str] = field(default_factory=list)
    """Limits that did not hold, and times when the service was gone."""
    broke: list[str] = field(default_factory=list)

    @property
    def cases(self) -> int:
        return sum(self.came.values())


@dataclass(frozen=True, slots=True)
class Bound:
    """A named limit that a tally is held against."""

    what: str
    name: str
    limit: float

    def line(self, tallies: dict[str, Tally]) -> str:
        kind, most = self._worst(tallies)
        return (
            f"{self.what}: {most.value:.4g} of {self.limit:.4g}, ratio {most.value / self.limit:.2f} "
            f"({self.name}); {kind}, {most.at}"
        )

    def passed(self, tallies: dict[str, Tally]) -> bool:
        return self._worst(tallies)[1].value > self.limit

    def _worst(self, tallies: dict[str, Tally]) -> tuple[str, Most]:
        found: Iterable[tuple[str, Most]] = (
            (kind, getattr(tally, _FIELDS[self.what])) for kind, tally in tallies.items()
        )
        return max(found, key=lambda one: one[1].value)


_FIELDS = {
    "seconds of one request to the child": "slowest",
    "seconds of one GET": "slowest",
    "processor seconds the parent gave nobody a turn": "held",
    "MB the parent grew by": "parent_mb",
    "MB the child grew by": "child_mb",
    "bytes read by one GET": "read_bytes",
}
