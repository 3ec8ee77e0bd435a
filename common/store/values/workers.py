"""Who reports to the store, and who counts as alive. Times are UTC milliseconds."""

from __future__ import annotations

from dataclasses import dataclass

ALIVE_MS = 120_000
"""Who was not heard of for this long is not counted as alive: processes report every 30 s, a volunteer's machine at
work asks more often."""
STOPPED = "stopped"
"""The state of a worker that ended in order: it is not alive, however short ago it was heard of."""


@dataclass(frozen=True, slots=True)
class WorkerRow:
    """A process that reported. `done` and `failed` count crawls since it started."""

    worker_id: str
    role: str
    version: str
    state: str
    running: int
    done: int
    failed: int
    first_seen_at: int
    last_seen_at: int
    ways: str | None = None
    """Of a worker: the ways it offers, a comma between them."""
    schema_version: int | None = None
    """The one its program was written for; None of programs before version 19."""
    platforms: str | None = None
    """Of a worker: the shops whose jobs it takes, a comma between them; None of programs before version 21."""

    def alive(self, now_ms: int) -> bool:
        """Whether it was heard of lately and did not end in order."""
        return self.state != STOPPED and now_ms - self.last_seen_at <= ALIVE_MS
