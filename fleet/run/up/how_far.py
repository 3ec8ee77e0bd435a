"""How far a run until idle is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HowFar:
    ended: int
    """Crawls of this run."""
    still_open: int
    """Jobs that owe a crawl which may be made now, or at their next try or second look."""
    again_ms: int | None
    """If all of these wait for such a time: in how many milliseconds the first one's comes."""
    held: int
    """Jobs that nobody crawls until an operator resumes their shop."""
    rests: str | None = None
    """Why no worker of this run takes anything now: no network, a full disk, `work.paused_file`."""
