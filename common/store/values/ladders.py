"""The ways by which shops are read: a ladder's rungs, what each brought, walls met. Times are UTC milliseconds."""

from __future__ import annotations

from dataclasses import dataclass

from common.job import JobStatus
from common.ways.way import Way


@dataclass(frozen=True, slots=True)
class Rung:
    """One way of a platform's ladder, as it stands in the database."""

    platform: str
    way: Way
    step: int
    in_use: bool
    """crawl.ways names it."""
    off_at: int | None
    """An operator switched it off."""
    off_reason: str | None

    @property
    def usable(self) -> bool:
        return self.in_use and self.off_at is None


@dataclass(frozen=True, slots=True)
class Walls:
    """How many walls in a row a way has met at one shop (a platform, or other/<registrable domain>)."""

    shop: str
    way: Way
    walls: int
    walled_at: int | None
    tried_at: int | None
    """When a job last began here all the same."""
    now_ms: int


@dataclass(frozen=True, slots=True)
class WaitingByWay:
    """How many open jobs of a platform wait for a way."""

    platform: str
    via: Way
    count: int


@dataclass(frozen=True, slots=True)
class Brought:
    """How many crawls of a shop by one way ended so, and when the last."""

    via: Way | None
    to_status: JobStatus
    """NEW: the job went on to the next way, or to a second look."""
    error_code: str | None
    count: int
    last_at: int
